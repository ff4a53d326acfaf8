"""Judging by plain forms: slips, plays that stand, findings, rulings, votes, amendments, confirmations."""

import html as escaping
import re

import pytest

from referee.tables import commands
from referee.tables.desk import writing
from referee.tables.models import Entry
from tests.pages.conftest import fields, make_table, page_of
from tests.pages.test_hidden import some_hand

pytestmark = pytest.mark.django_db

START = ["1 play AS", "2 play 5S", "3 play 9S", "0 play 2S", "1 play 3D", "2 play 9D"]
FALSE = [*START, "3 play 4C", "2 play 7C", "3 play 5D"]


@pytest.fixture
def getaway():
    """A game of Getaway with real cards."""
    table = make_table("getaway")
    table.real_cards()
    return table


def told(html):
    return re.sub(r"\s+", " ", escaping.unescape(re.sub(r"<[^>]*>", " ", html)).replace("\ufe0e", ""))


def send(client, address, button, **more):
    """Send the form of a page that holds a text, as the page gave it."""
    shown = page_of(client.get(address))
    action = re.search(r'<form[^>]*action="([^"]*)"(?:(?!</form>).)*' + re.escape(button), shown, re.DOTALL)
    to = action[1].split("?")[0] if action else address.split("?")[0]
    return client.post(to, fields(shown, button) | more)


def newest(table):
    return Entry.objects.filter(table_id=table.id).order_by("seq").last()


def settings(table, **wanted):
    with writing(table.id, table.keys.steward) as desk:
        commands.change_settings(desk, settings=wanted)


# -- noting ----------------------------------------------------------------------------------------


def test_a_seats_phone_notes_its_own_cards_alone(getaway):
    getaway.play(*START[:1])
    cem, dia = (getaway.browser(getaway.keys.seats[seat]) for seat in (2, 3))
    assert 'value="2 play 5S"' in page_of(cem.get(getaway.address))
    assert 'value="2 play 5S"' not in page_of(dia.get(getaway.address))
    assert send(cem, getaway.address, "2 play 5S", move="2 play 5S").status_code == 303
    assert newest(getaway).text == "2 play 5S"
    answer = send(dia, getaway.address, "3 play 9S", move="0 play 2S")
    assert answer.status_code == 422
    assert "This phone does not play for Ann." in told(page_of(answer))
    assert newest(getaway).text == "2 play 5S"


def test_onlookers_note_nothing_and_see_what_lies_face_up(getaway):
    getaway.play(*START[:5])
    shown = page_of(getaway.browser(getaway.keys.viewer).get(getaway.address))
    assert 'class="pack' not in shown
    assert "3 of diamonds" in shown


def test_a_card_that_is_gone_leaves_its_place_empty(getaway):
    getaway.play(*START[:5])
    shown = page_of(getaway.browser().get(getaway.address))
    place = re.search(
        r'<button class="([^"]*)" name="move" value="2 play AS" aria-label="([^"]*)">(.*?)<', shown
    )
    assert place[1].split()[-1] == "gone"
    assert place[2] == "ace of spades, seen already"
    assert place[3] == ""
    assert shown.count('value="2 play ') == 52


def test_a_slip_is_put_right_by_one_tap(getaway):
    """The nine of diamonds was tapped for another card; now it is laid, and the entry before is amended."""
    getaway.play(*START[:5], "2 play 8D")
    steward = getaway.browser()
    answer = send(steward, getaway.address, "3 play 2S", move="3 play 2S")
    assert answer.status_code == 422
    shown = page_of(answer)
    assert "Was something mistyped?" in shown
    offered = re.search(r"<form(?:(?!</form>).)*Entry 6 \(Ann\) was.*?</form>", shown, re.DOTALL)[0]
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', offered))
    sent["then"] = re.search(r'name="then" value="([^"]*)"', offered)[1]
    assert sent["entry"] == "6"
    assert sent["then"] == "3 play 2S"
    assert steward.post(getaway.address, sent).status_code == 303
    amendment, move = Entry.objects.filter(table_id=getaway.id).order_by("seq")[8:]
    assert amendment.kind == "amendment"
    assert amendment.data["changes"][0]["was"] == "0 play 2S"
    assert move.text == "3 play 2S"


def test_a_slip_of_the_entry_itself_is_offered_too(getaway):
    getaway.play(*START[:5], "2 play 8D")
    answer = send(getaway.browser(), getaway.address, "3 play 2S", move="3 play 2S")
    assert "You meant" in told(page_of(answer))


# -- letting stand at open sight -------------------------------------------------------------------

HANDS = [
    ["AS", "5S", "9S", "3H", "7H", "AD", "5D", "9D", "3C", "7C"],
    ["2S", "6S", "TS", "4H", "8H", "2D", "6D", "TD", "4C", "8C"],
    ["3S", "7S", "AH", "5H", "9H", "3D", "7D", "AC", "5C", "9C"],
    ["4S", "8S", "2H", "6H", "TH", "4D", "8D", "2C", "6C", "TC"],
]
BEFORE = [*(f"{seat} pass" for seat in range(4)), "0 lay AS", "1 lay 2S", "2 lay 3S", "3 lay 4S", "0 play 5S"]


def test_an_illegal_play_may_stand_marked(table):
    table.deal({"hands": HANDS, "trump": "QH"}, dealer=3)
    table.play(*BEFORE)
    steward = table.browser()
    steward.post(table.address, {"do": "show", "seat": 1})
    answer = send(steward, table.address, "1 play TD", move="1 play TD")
    assert answer.status_code == 422
    assert 'value="1 play! TD"' in page_of(answer)
    sent = fields(page_of(answer), "1 play! TD") | {"move": "1 play! TD"}
    assert steward.post(table.address, sent).status_code == 303
    assert newest(table).text == "1 play! TD"
    assert "Against a rule, and stood Ben played 10♦." in told(page_of(steward.get(table.address)))
    assert "Ben played 10♦. against a rule, and stood" in told(page_of(steward.get(f"{table.address}log/")))


def test_only_the_owner_lets_a_play_stand(table):
    table.deal({"hands": HANDS, "trump": "QH"}, dealer=3)
    table.play(*BEFORE)
    ben = table.browser(table.keys.seats[1])
    answer = send(ben, table.address, "1 play TD", move="1 play TD")
    assert "Let it stand" not in page_of(answer)
    before = newest(table).seq
    assert (
        ben.post(
            table.address, fields(page_of(answer), "1 play") | {"do": "note", "move": "1 play! TD"}
        ).status_code
        == 422
    )
    assert newest(table).seq == before


# -- findings and rulings --------------------------------------------------------------------------


def test_a_finding_has_both_plays_its_rule_and_the_usual_remedy_first(getaway):
    getaway.play(*FALSE)
    shown = page_of(getaway.browser().get(getaway.address))
    card = shown[shown.index('class="finding"') : shown.index("</details>", shown.index('class="finding"'))]
    assert "Revoke: Dia certain" in told(card)
    assert "Dia played 4♣ on diamonds." in told(card)
    assert "Dia led" not in told(card)
    assert 'href="/rules/getaway/#G9"' in card
    ways = re.findall(r'class="button[^"]*" href="[^"]*">([^<]*)', card)
    assert ways == [
        "The offender picks up the trick and leads.", "Give a warning.", "Change the score.", "Let it stand.",
        "Entry 9 was mistyped", "Entry 11 was mistyped",
    ]  # fmt: skip


def test_a_joint_finding_names_both_and_each_play_may_have_been_mistyped(getaway):
    """Cem denied spades, then Ben did and took the hand of Cem: a spade shown now is from one of the two."""
    settings(getaway, disclosure="at_once")
    getaway.play("0 play AS", "1 play JS", "2 play AH", "3 play TS", "0 play KS", "1 play 2H", "0 play QS")
    getaway.play("1 take", "1 play 9S")
    shown = page_of(getaway.browser().get(getaway.address))
    card = told(
        shown[shown.index('class="finding"') : shown.index("</details>", shown.index('class="finding"'))]
    )
    assert "Revoke: Ben or Cem one of these plays" in card
    assert "Cem played A♥ on spades." in card
    assert "Ben played 2♥ on spades." in card
    assert [f"Entry {seq} was mistyped" in card for seq in (6, 9, 12)] == [True] * 3
    settings(getaway, disclosure="when_shown")
    assert 'class="finding"' not in page_of(getaway.browser().get(getaway.address))


def test_cards_shown_afterwards_settle_what_could_not_be_known():
    """What a player who took a hand had before cannot be known, until all show what they were dealt."""
    hand, seen = some_hand("getaway", ("take",), seed=1)
    table = make_table("getaway")
    table.real_cards(hand.dealer)
    table.play(*seen.moves)
    steward, page = table.browser(), f"{table.address}judge/"
    assert "Ben cannot be known: it would be wrong with" in told(page_of(steward.get(page)))
    some = hand.deal["hands"][1][1:]
    answer = send(steward, page, 'name="dealt"', seat="1", dealt="yes", card=some)
    assert answer.status_code == 422
    assert 'class="refusal"' in page_of(answer)
    for seat, cards in enumerate(hand.deal["hands"]):
        answer = send(steward, page, 'name="dealt"', seat=str(seat), dealt="yes", card=cards)
        assert answer.status_code == 303
    shown = told(page_of(steward.get(page)))
    assert "cannot be known" not in shown
    assert shown.count("certainly nothing against the rules") == 4
    assert "Ben showed after hand 1:" in told(page_of(steward.get(f"{table.address}log/")))


def test_players_see_the_finding_and_cannot_rule(getaway):
    getaway.play(*FALSE)
    ann = getaway.browser(getaway.keys.seats[0])
    shown = page_of(ann.get(getaway.address))
    assert "Revoke: Dia" in told(shown)
    assert "judge/rule" not in shown
    assert ann.get(f"{getaway.address}judge/rule/?remedy=pickup").status_code == 403
    before = newest(getaway).seq
    sent = {"remedy": "warning", "seq": before, "seat": 3}
    assert ann.post(f"{getaway.address}judge/rule/", sent).status_code == 403
    assert newest(getaway).seq == before


def test_nothing_is_said_before_the_end_where_the_table_wants_it_so(getaway):
    settings(getaway, disclosure="hand_end")
    getaway.play(*FALSE)
    for path in ("", "judge/", "log/"):
        shown = told(page_of(getaway.browser().get(getaway.address + path)))
        assert "Revoke" not in shown
        assert "against a rule" not in shown.replace("Somebody", "")


def rule(table, remedy, **more):
    """Make a ruling by its form; return the answer."""
    steward = table.browser()
    query = "&".join(f"{key}={value}" for key, value in {"remedy": remedy, **more}.items())
    shown = page_of(steward.get(f"{table.address}judge/rule/?{query}"))
    chosen = dict(re.findall(r'type="radio" name="(move)" value="([^"]*)" checked', shown))
    return steward.post(f"{table.address}judge/rule/", fields(shown, 'name="remedy"') | chosen | more)


def test_points_of_a_ruling_are_on_the_sheet(table):
    with writing(table.id, table.keys.steward) as desk:
        entered = {"tricks": [5, 2, 1, 1], "kitty_points": 38}
        commands.record_result(desk, expected=desk.seq, entered=entered, dealer=0)
    assert rule(table, "offset", side=1, points="-5", reason="talked").status_code == 303
    assert newest(table).text == "* offset 1 -5"
    shown = told(page_of(table.browser().get(f"{table.address}sheet/")))
    assert "Ruling: Ben: -5 points." in shown
    assert "talked" in shown


def test_back_to_before_a_play(getaway):
    getaway.play(*FALSE)
    assert rule(getaway, "take_back", entry=9, to=8, reason="a club").status_code == 303
    assert newest(getaway).text == "* ruling take_back 8"
    shown = told(page_of(getaway.browser().get(getaway.address)))
    assert "Dia to play" in shown
    assert "Revoke" not in shown


def test_a_hand_is_void_and_the_same_dealer_deals_again(getaway):
    getaway.play(*START)
    assert rule(getaway, "redeal", irregularity="faulty_pack", reason="two aces").status_code == 303
    steward = getaway.browser()
    shown = told(page_of(steward.get(getaway.address)))
    assert "the same dealer deals again" in shown
    assert "Ann deals" in told(page_of(steward.get(f"{getaway.address}deal/")))


def test_a_remedy_that_cannot_be_says_why(getaway):
    getaway.play(*START[:1])
    shown = page_of(rule(getaway, "pickup", seat=3))
    assert "refusal" in shown


def test_every_irregularity_of_the_book_has_its_remedies(getaway):
    shown = page_of(getaway.browser().get(f"{getaway.address}judge/"))
    for row in getaway_rows():
        assert escaping.escape(row.what) in shown
        for case in row.cases:
            assert f"irregularity={row.code}&amp;remedy={case.default}" in shown


def getaway_rows():
    from referee import games

    return games.get("getaway").irregularities


# -- votes -----------------------------------------------------------------------------------------


def test_everybody_is_asked_before_something_is_taken_back(getaway):
    settings(getaway, takeback="everyone")
    getaway.play(*START)
    ann = getaway.browser(getaway.keys.seats[0])
    answer = send(ann, getaway.address, 'value="undo"', do="undo")
    assert "said=proposed" in answer["Location"]
    for seat in (1, 2, 3):
        phone = getaway.browser(getaway.keys.seats[seat])
        assert "A takeback is proposed" in told(page_of(phone.get(getaway.address)))
        assert send(phone, f"{getaway.address}judge/", 'value="yes"', agree="yes").status_code == 303
    assert newest(getaway).kind == "takeback"
    assert "Cem to play" in told(page_of(ann.get(getaway.address)))


def test_one_no_is_enough(getaway):
    settings(getaway, takeback="everyone")
    getaway.play(*START)
    ann, ben = (getaway.browser(getaway.keys.seats[seat]) for seat in (0, 1))
    send(ann, getaway.address, 'value="undo"', do="undo")
    send(ben, f"{getaway.address}judge/", 'value="no"', agree="no")
    assert newest(getaway).text.startswith("* decline")
    assert "A takeback is proposed" not in told(page_of(ann.get(getaway.address)))


# -- amendments, confirmations, settings -----------------------------------------------------------


def test_an_amendment_that_cannot_be_says_which_entry_stands_in_the_way(getaway):
    getaway.play(*FALSE)
    steward, before = getaway.browser(), newest(getaway).seq
    address = f"{getaway.address}amend/9/"
    shown = page_of(steward.post(address, {"seq": before, "move": "3 play 4D"}))
    assert "This cannot be: a later entry could not stand." in told(shown)
    assert "10 Cem played 7♣. It is not seat 2’s turn" in told(shown).replace(
        "'", "’"
    ) or "10 Cem played 7♣." in told(shown)
    assert 'value="yes">Amend' not in shown
    assert newest(getaway).seq == before


def test_a_result_is_confirmed_and_a_later_change_says_so(table):
    with writing(table.id, table.keys.steward) as desk:
        entered = {"tricks": [5, 2, 1, 1], "kitty_points": 38}
        commands.record_result(desk, expected=desk.seq, entered=entered, dealer=0)
    ben = table.browser(table.keys.seats[1])
    sheet = f"{table.address}sheet/"
    assert send(ben, sheet, 'name="hand"', seat="1").status_code == 303
    assert "Confirmed by Ben." in told(page_of(ben.get(sheet)))
    rule(table, "offset", side=0, points="3", reason="")
    shown = told(page_of(ben.get(sheet)))
    assert "Confirmed by Ben." not in shown
    assert "the confirmation by Ben no longer stands" in shown


def test_the_owner_changes_how_the_table_is_refereed(table):
    steward = table.browser()
    answer = send(steward, f"{table.address}manage/", "setting-takeback", **{"setting-takeback": "everyone"})
    assert answer.status_code == 303
    assert re.search(r'value="everyone" selected', page_of(steward.get(f"{table.address}manage/")))
    assert "Settings: everybody has to agree." in told(page_of(steward.get(f"{table.address}log/")))
    ann = table.browser(table.keys.seats[0])
    before = newest(table).seq
    assert ann.post(f"{table.address}judge/settings/", {"setting-takeback": "mover"}).status_code == 422
    assert newest(table).seq == before


@pytest.mark.parametrize(
    "path", ["judge/vote/", "judge/shown/", "judge/confirm/", "judge/rule/", "amend/2/", "deal/"]
)
@pytest.mark.parametrize("sent", [{}, {"seq": "2", "seat": "9", "hand": "7", "card": ["ZZ", "\0"]}])
def test_forms_without_their_fields_do_no_harm(getaway, path, sent):
    before = newest(getaway).seq
    assert getaway.browser().post(getaway.address + path, sent).status_code < 500
    assert newest(getaway).seq == before

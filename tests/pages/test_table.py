"""The table page as plain forms: moves, refusals, undo, the screen between seats, forms sent twice."""

import re

import pytest

from referee.tables.models import Entry
from tests.pages.conftest import fields, make_table, page_of

pytestmark = pytest.mark.django_db

# Dealer 3, so seat 0 is asked first and leads; everybody holds cards of every suit.
HANDS = [
    ["AS", "5S", "9S", "3H", "7H", "AD", "5D", "9D", "3C", "7C"],
    ["2S", "6S", "TS", "4H", "8H", "2D", "6D", "TD", "4C", "8C"],
    ["3S", "7S", "AH", "5H", "9H", "3D", "7D", "AC", "5C", "9C"],
    ["4S", "8S", "2H", "6H", "TH", "4D", "8D", "2C", "6C", "TC"],
]
DEAL = {"hands": HANDS, "trump": "QH"}
PASSES = [f"{seat} pass" for seat in range(4)]
LAID = ["0 lay AS", "1 lay 2S", "2 lay 3S", "3 lay 4S"]


@pytest.fixture
def dealt(table):
    table.deal(DEAL, dealer=3)
    return table


def send(client, table, button="", **more):
    """Send a form of the table's page as the page gave it, with a button."""
    html = page_of(client.get(table.address))
    return client.post(table.address, fields(html, button) | more)


def show(client, table, seat):
    return client.post(table.address, {"do": "show", "seat": seat})


def entries(table):
    return Entry.objects.filter(table_id=table.id).count()


def test_a_tap_counts_and_the_phone_goes_on(dealt):
    steward = dealt.browser()
    show(steward, dealt, 0)
    answer = send(steward, dealt, "0 pass", move="0 pass")
    assert answer.status_code == 303
    html = page_of(steward.get(dealt.address))
    assert "Pass the phone to <strong>Ben</strong>" in html
    assert "I am Ben" in html
    assert "ace of spades" not in html


TOKENS = re.compile(r'name="(once|csrfmiddlewaretoken)" value="[^"]*"')


def test_a_script_is_given_the_page_without_being_sent_on(dealt):
    """One round trip a tap: the same page, byte for byte but for its tokens, and the same cookies."""
    steward = dealt.browser()
    taps = [
        ({"do": "show", "seat": "0"}, None, "Cards of Ann"),
        ({"move": "0 pass"}, "0 pass", "Pass the phone to <strong>Ben</strong>"),
        ({"do": "show", "seat": "1"}, None, "Cards of Ben"),
        ({"do": "hide"}, None, "I am Ben"),
        ({"do": "undo"}, "Undo", "The last entry was taken back."),
    ]
    for sent, form, told in taps:
        given = fields(page_of(steward.get(dealt.address)), form) if form else {}
        answer = steward.post(dealt.address, given | sent, headers={"prefer": "return=representation"})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
        page = TOKENS.sub("", page_of(answer))
        assert told in page
        said = "?said=undone" if form == "Undo" else ""
        assert page == TOKENS.sub("", page_of(steward.get(dealt.address + said)))


def test_a_refusal_is_its_own_answer_either_way(dealt):
    dealt.play(*PASSES, *LAID)
    ann, prefer = dealt.browser(dealt.keys.seats[0]), {"prefer": "return=representation"}
    dealt.play("0 play 5S")
    answer = ann.post(dealt.address, {"seat": "0", "move": "0 play 9S", "seq": "11"}, headers=prefer)
    assert answer.status_code == 422


def test_the_screen_hides_all_cards_and_each_seat_sees_its_own(dealt):
    steward = dealt.browser()
    assert 'class="mine"' not in page_of(steward.get(dealt.address))
    for seat, name in enumerate(["Ann", "Ben", "Cem", "Dia"]):
        show(steward, dealt, seat)
        html = page_of(steward.get(dealt.address))
        assert f"Cards of {name}" in html
    steward.post(dealt.address, {"do": "hide"})
    assert "Cards of" not in page_of(steward.get(dealt.address))


def test_a_forged_cookie_shows_nothing(dealt):
    steward = dealt.browser()
    steward.cookies[f"s_{dealt.id}"] = "0:forged"
    assert "Cards of" not in page_of(steward.get(dealt.address))


def test_a_phone_with_one_seats_key_never_shows_another(dealt):
    ben = dealt.browser(dealt.keys.seats[1])
    assert show(ben, dealt, 0).status_code == 403
    html = page_of(ben.get(dealt.address))
    assert "Cards of Ben" in html
    assert "Waiting for Ann" in html
    other = make_table()
    other.deal()
    ben.cookies[f"s_{dealt.id}"] = ben.cookies[f"s_{other.id}"] = "0"
    assert "Cards of Ben" in page_of(ben.get(dealt.address))


def test_an_illegal_card_is_refused_with_rule_reason_and_choices(dealt):
    dealt.play(*PASSES, *LAID, "0 play 5S")
    ben = dealt.browser(dealt.keys.seats[1])
    before = entries(dealt)
    answer = send(ben, dealt, "1 play TD", move="1 play TD")
    html = page_of(answer)
    assert answer.status_code == 422
    assert 'href="/rules/auction-house/#A18"' in html
    assert "Whoever holds a card of the suit led must play one of them" in html
    refusal = html[html.index("You can play") : html.index("</div>", html.index("You can play"))]
    assert "6 of spades" in refusal
    assert "10 of spades" in refusal
    assert "diamonds" not in refusal
    assert entries(dealt) == before


def test_a_refusal_in_japanese(dealt):
    dealt.play(*PASSES, *LAID, "0 play 5S")
    ben = dealt.browser(dealt.keys.seats[1], headers={"accept-language": "ja"})
    html = page_of(send(ben, dealt, "1 play TD", move="1 play TD"))
    assert "ここで10♦︎は出せません。" in html
    assert "マストフォロー" in html


def test_nothing_chosen(dealt):
    ann = dealt.browser(dealt.keys.seats[0])
    answer = send(ann, dealt, "arg0", verb="open")
    assert answer.status_code == 400
    assert "Choose one of each first" in page_of(answer)


def test_opening_card_and_suit(dealt):
    ann = dealt.browser(dealt.keys.seats[0])
    assert send(ann, dealt, "arg0", verb="open", arg0="AS", arg1="S").status_code == 422
    assert send(ann, dealt, "arg0", verb="open", arg0="AS", arg1="H").status_code == 303
    assert Entry.objects.get(table_id=dealt.id, seq=entries(dealt)).text == "0 open AS H"


def test_a_form_sent_twice_counts_once(dealt):
    dealt.play(*PASSES, *LAID)
    ann = dealt.browser(dealt.keys.seats[0])
    sent = fields(page_of(ann.get(dealt.address)), "0 play")
    before = entries(dealt)
    first = ann.post(dealt.address, sent | {"move": "0 play 5S"})
    again = ann.post(dealt.address, sent | {"move": "0 play 5S"})
    other = ann.post(dealt.address, sent | {"move": "0 play 9S"})
    assert [answer["Location"] for answer in (first, again, other)] == [dealt.address] * 3
    assert entries(dealt) == before + 1


def test_a_late_form_shows_the_newest_table_and_says_so(dealt):
    dealt.play(*PASSES, *LAID)
    ann = dealt.browser(dealt.keys.seats[0])
    sent = fields(page_of(ann.get(dealt.address)), "0 play")
    dealt.play("0 play 9S")
    answer = ann.post(dealt.address, sent | {"move": "0 play 5S"}, follow=True)
    html = page_of(answer)
    assert answer.redirect_chain[0][1] == 303
    assert "Somebody was quicker" in html
    assert "9 of spades" in html


def test_choices_at_the_same_time_do_not_make_each_other_late(dealt):
    dealt.play(*PASSES)
    phones = [dealt.browser(key) for key in dealt.keys.seats]
    sent = [fields(page_of(phone.get(dealt.address)), f"{seat} lay") for seat, phone in enumerate(phones)]
    for seat, phone in enumerate(phones):
        answer = phone.post(dealt.address, sent[seat] | {"move": LAID[seat]})
        assert answer["Location"] == dealt.address, seat
    assert "Ann to play" in page_of(phones[0].get(dealt.address))


def test_undo_takes_back_the_last_entry_and_history_keeps_it(dealt):
    dealt.play(*PASSES, *LAID, "0 play 5S")
    steward = dealt.browser()
    answer = send(steward, dealt, 'value="undo"', do="undo")
    assert "said=undone" in answer["Location"]
    html = page_of(steward.get(answer["Location"]))
    assert "The last entry was taken back" in html
    assert "Pass the phone to <strong>Ann</strong>" in html
    log = page_of(steward.get(f"{dealt.address}log/"))
    assert "<del>Ann played 5♠︎.</del>" in log


def test_a_player_takes_back_only_their_own_last_move(dealt):
    dealt.play(*PASSES, *LAID)
    ann, ben = (dealt.browser(key) for key in dealt.keys.seats[:2])
    send(ann, dealt, "0 play", move="0 play 5S")
    assert "disabled" in page_of(ben.get(dealt.address))
    assert "said=no_undo" in send(ben, dealt, 'value="undo"', do="undo")["Location"]
    assert "said=undone" in send(ann, dealt, 'value="undo"', do="undo")["Location"]


def test_history_goes_back_to_any_entry_and_forward_again(dealt):
    dealt.play(*PASSES, *LAID, "0 play 5S", "1 play 6S")
    steward = dealt.browser()
    log = f"{dealt.address}log/"
    last = entries(dealt)

    def back(to, reason):
        return steward.post(log, fields(page_of(steward.get(log))) | {"to": to, "reason": reason})

    assert "said=undone" in back(6, "wrong cards in the kitty")["Location"]
    html = page_of(steward.get(log))
    assert "wrong cards in the kitty" in html
    assert html.count("<del>") == 6
    assert "Dia choose" in page_of(steward.get(dealt.address))
    back(last, "they were right")
    assert "Cem to play" in page_of(steward.get(dealt.address))


def test_only_the_steward_goes_back_in_history(dealt):
    ann = dealt.browser(dealt.keys.seats[0])
    html = page_of(ann.get(f"{dealt.address}log/"))
    assert "Go back to here" not in html
    before = entries(dealt)
    assert ann.post(f"{dealt.address}log/", {"to": "1", "seq": "2"}).status_code == 403
    assert entries(dealt) == before


def test_version_tells_the_newest_entry(dealt):
    assert dealt.browser(dealt.keys.viewer).get(f"{dealt.address}version/").json() == {"seq": 2}


def test_the_trick_the_last_trick_trump_and_dealer_are_in_sight(dealt):
    dealt.play(*PASSES, *LAID, "0 play 5S", "1 play 6S", "2 play 7S", "3 play 8S", "3 play TH")
    html = page_of(dealt.browser(dealt.keys.seats[0]).get(dealt.address))
    assert "Ann to play" in html
    trick = html[html.index('class="trick') : html.index("</ol>")]
    assert "10 of hearts" in trick
    last = html[html.index("Last trick") : html.index("</section>", html.index("Last trick"))]
    assert "<b>Dia</b>" in last
    assert all(f"{rank} of spades" in last for rank in "5678")
    assert '<abbr class="dealer" title="Dealer">D</abbr>' in html
    assert "hearts" in html[html.index("Trump") : html.index("</p>", html.index("Trump"))]


NONSENSE = [
    {},
    {"move": "0"},
    {"move": "x" * 5000},
    {"move": "0 play \0"},
    {"move": "0 play ?"},
    {"move": "🂡"},
    {"verb": "open", "arg0": "AS"},
    {"verb": "no such", "card": ["AS"] * 60},
]


@pytest.mark.parametrize("sent", NONSENSE)
def test_nonsense_is_answered_and_writes_nothing(dealt, sent):
    ann, before = dealt.browser(dealt.keys.seats[0]), entries(dealt)
    answer = ann.post(dealt.address, {"seat": "0", "seq": "2", "once": "a" * 24} | sent)
    assert answer.status_code in (400, 422)
    assert entries(dealt) == before


INCOMPLETE = [
    {"do": "move"},
    {"do": "undo"},
    {"do": "deal"},
    {"do": "nothing"},
    {"do": "show"},
    {"do": "show", "seat": "9"},
    {"do": "move", "seat": "-1", "seq": "٣"},
]


@pytest.mark.parametrize("sent", INCOMPLETE)
def test_forms_without_their_fields_do_no_harm(dealt, sent):
    before = entries(dealt)
    assert dealt.browser().post(dealt.address, sent).status_code < 500
    assert entries(dealt) == before

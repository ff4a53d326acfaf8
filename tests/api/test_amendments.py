"""POST amendments/: earlier entries that were wrong, tried out first, and both versions readable."""

import random

import pytest

from referee.tables import rebuild
from referee.tables.desk import writing
from tests.api.hidden import (
    FALSE_TOCHOO,
    GAMES,
    LED,
    THROWN,
    WITH_DUTIES,
    honest,
    revoked,
    started,
    told_early,
)
from tests.api.test_secrets import plain

every_game = pytest.mark.parametrize("slug", GAMES)


@pytest.fixture
def table(new_table):
    """A hand of Getaway at hidden sight in which a tochoo has just been proved false."""
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO)
    return table


def entry(table, text):
    return next(entry["seq"] for entry in table.read("moves/")["entries"] if entry["text"] == text)


def preview(table, sent, who=None):
    seq = table.seq
    answer = (who or table.steward).post(table.path + "amendments/?preview=1", sent)
    assert table.seq == seq
    return answer


def amended(table, sent, who=None):
    answer = table.write("amendments/", sent, who)
    assert answer.status_code == 201, answer.json()
    return answer.json()


# -- a mistyped card -------------------------------------------------------------------------------------


def test_a_mistyped_card_takes_its_finding_away(table):
    led = entry(table, LED)
    sent = {"entry": led, "text": "1 play 3D", "reason": "wrong card tapped"}
    told = preview(table, sent)
    assert (told.status_code, told["ETag"]) == (200, f'"{table.seq}"')
    told = told.json()
    assert (told["written"], told["preview"]["possible"], told["preview"]["problem"]) == (None, True, None)
    assert told["preview"]["entries"] == [
        {"seq": led, "was": LED, "text": "1 play 3D", "verdict": "legal", "problem": None}
    ]
    assert told["preview"]["findings"]["appear"] == []
    assert told["preview"]["findings"]["vanish"] == table.read("findings/")["findings"]
    assert told["preview"]["difference"] == [0, 0, 0]
    done = amended(table, sent)
    assert done["preview"] == told["preview"]
    written = done["written"]
    assert (written["entry"]["text"], written["entry"]["kind"]) == (f"* amend {led} 1 play 3D", "amendment")
    assert written["entry"]["data"] == {
        "changes": [{"entry": led, "text": "1 play 3D", "was": LED}],
        "reason": "wrong card tapped",
        "late": False,
    }
    assert (written["findings"], table.read("findings/")["findings"]) == ([], [])
    assert written["hand"]["view"]["trick"] == [{"seat": 1, "card": "3D"}]
    log = table.read("moves/")["entries"]
    assert (log[led - 1]["text"], log[led - 1]["undone"]) == (LED, False)  # as it was noted first
    assert table.write("moves/", {"text": "2 play 3D"}).json()["code"] == "cannot_be"
    # taking the amendment back brings the first reading back
    assert table.write("takebacks/", {"to": led}).status_code == 201
    assert [found["plays"] for found in table.read("findings/")["findings"]] == [
        [{"seq": entry(table, THROWN), "text": THROWN}]
    ]
    assert table.read("moves/")["entries"][led]["undone"] is True


def test_what_could_no_longer_stand_refuses_the_whole(table):
    thrown = entry(table, THROWN)
    sent = {"entry": thrown, "text": "1 play KH"}  # then the trick was not over, and nobody could lead
    told = preview(table, sent).json()["preview"]
    assert (told["possible"], told["problem"]) == (False, {"seq": thrown + 1, "text": "0 play 5C"})
    assert told["entries"][-1]["problem"]
    before, seq = plain(table, table.steward.get(table.path + "moves/")), table.seq
    refused = table.write("amendments/", sent)
    assert (refused.status_code, refused.json()["code"]) == (422, "would_break")
    assert refused.json()["preview"] == told
    assert (plain(table, table.steward.get(table.path + "moves/")), table.seq) == (before, seq)


def test_several_changes_at_once(table):
    """Two cards noted for each other: neither can be changed alone."""
    one, two = entry(table, "1 play 7C"), entry(table, "2 play 2C")
    assert table.write("amendments/", {"entry": one, "text": "1 play 2C"}).json()["code"] == "would_break"
    changes = [{"entry": one, "text": "1 play 2C"}, {"entry": two, "text": "2 play 7C"}]
    told = preview(table, {"changes": changes}).json()["preview"]
    assert (told["possible"], told["problem"]["seq"]) == (False, two + 1)  # then seat 2 has the power
    changes[0]["text"], changes[1]["text"] = "1 play 8C", "2 play 7C"
    done = amended(table, {"changes": changes})
    assert [change["was"] for change in done["written"]["entry"]["data"]["changes"]] == [
        "1 play 7C",
        "2 play 2C",
    ]
    again = amended(table, {"entry": one, "text": "1 play 9C"})  # an amended entry may be amended again
    assert again["written"]["entry"]["data"]["changes"][0]["was"] == "1 play 8C"
    assert again["preview"]["entries"][0]["was"] == "1 play 8C"


def test_plays_that_would_break_a_duty_may_be_let_stand(new_table):
    """Once it is clear that seat 0 had the suit, what it threw stands with a mark, if the steward says so."""
    table = new_table("troeven", {"version": "stock"})
    table.deal()
    while True:
        legal = table.read("legal-moves/")["legal"]
        table.play(legal[0])
        view = table.read("")["hand"]["view"]
        if len(view["trick"]) == 1 and len(table.read("legal-moves/")["legal"]) < len(
            view["hands"][1 - view["trick"][0]["seat"]]["cards"]
        ):
            break
    seat = 1 - view["trick"][0]["seat"]
    followed = table.read("legal-moves/")["legal"]
    cards = view["hands"][seat]["cards"]
    other = next(card for card in cards if f"{seat} play {card}" not in followed)
    done = table.play(followed[0])
    seq = done["accepted"][0]["seq"]
    sent = {"entry": seq, "text": f"{seat} play {other}"}
    assert table.write("amendments/", sent).json()["code"] == "would_break"
    told = preview(table, sent | {"stand": True}).json()["preview"]
    assert (told["possible"], told["entries"][0]["text"], told["entries"][0]["verdict"]) == (
        True, f"{seat} play! {other}", "illegal",
    )  # fmt: skip
    done = amended(table, sent | {"stand": True})
    assert done["preview"] == told
    while not table.read("")["hand"]["view"]["over"]:
        table.play(table.read("legal-moves/")["legal"][0])
    assert table.read("scoresheet/")["hands"][0]["stood"] == [seq]
    assert f"{seat} play! {other}" in table.read("record/")["hands"][0]["moves"]


# -- results, dealers, what lay face up --------------------------------------------------------------------


def test_a_reported_result_in_an_earlier_hand(new_table):
    table = new_table("troeven")
    for points in ([14, 26], [26, 14], [14, 26]):
        table.write("results/", {"entered": {"points": points}, **({"dealer": 0} if table.seq == 1 else {})})
    before = [row["standing"]["totals"] for row in table.read("scoresheet/")["hands"]]
    sent = {"entry": 2, "entered": {"points": [26, 14]}, "reason": "written the wrong way round"}
    told = preview(table, sent).json()["preview"]
    done = amended(table, sent)
    assert done["preview"] == told
    after = table.read("scoresheet/")
    totals = [row["standing"]["totals"] for row in after["hands"]]
    assert told["totals"] == totals[-1]
    assert told["difference"] == [new - old for new, old in zip(totals[-1], before[-1], strict=True)]
    assert any(told["difference"])
    row = after["hands"][0]
    assert (row["entered"], row["amended"]) == (
        {"points": [26, 14]},
        [{"seq": 5, "reason": "written the wrong way round", "late": True}],
    )
    assert done["written"]["entry"]["text"] == "* amend 2"
    wrong = table.write("amendments/", {"entry": 2, "entered": {"points": [26, 15]}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_sum")
    faults = table.write("amendments/", {"entry": 2, "entered": {"points": [26]}}).json()["errors"]
    assert faults[0]["pointer"] == "/entered/points"
    faults = table.write("amendments/", {"changes": [{"entry": 2, "entered": 7}]}).json()["errors"]
    assert faults[0]["pointer"] == "/changes/0/entered"


def test_who_dealt(new_table):
    table = new_table("troeven", {"version": "stock"})
    table.start({}, 0)
    assert table.write("amendments/", {"entry": 2, "dealer": 2}).json()["errors"][0]["pointer"] == "/dealer"
    done = amended(table, {"entry": 2, "dealer": 1})["written"]
    assert (done["hand"]["dealer"], done["to_act"], done["entry"]["text"]) == (1, [0], "* amend 2 * deal 1")
    getaway = honest("getaway", 0)
    table = started(new_table, "getaway", getaway)
    table.play(*getaway.moves)
    dealer = (getaway.dealer + 1) % getaway.seats
    told = preview(table, {"entry": 2, "dealer": dealer}).json()["preview"]
    assert told["possible"] is True  # who leads follows from the ace of spades
    amended(table, {"entry": 2, "dealer": dealer})
    assert table.read("scoresheet/")["hands"][0]["dealer"] == dealer


def test_what_lay_face_up(new_table):
    """A target of Checks was mistyped; what would make the rest impossible is refused."""
    hand = honest("checks", 0)
    table = started(new_table, "checks", hand)
    targets = hand.deal["targets"]
    seen = " ".join(hand.moves)
    other = next(
        f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"
        if f"{rank}{suit}" not in seen and f"{rank}{suit}" not in targets
    )  # fmt: skip
    done = amended(table, {"entry": 2, "deal": {"targets": [*targets[:5], other]}})
    assert [pile["top"] for pile in done["written"]["hand"]["view"]["piles"]] == [*targets[:5], other]
    twice = table.write("amendments/", {"entry": 2, "deal": {"targets": [targets[0]] * 6}}).json()
    assert twice["errors"][0]["pointer"] == "/deal/targets/1"
    (fault,) = table.write("amendments/", {"entry": 2}).json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("/dealer", "missing")
    amended(table, {"entry": 2, "deal": {"targets": targets}})
    table.play(*hand.moves)
    assert table.read("record/")["hands"][0]["deal"] == hand.deal


# -- the preview is what the commit does -------------------------------------------------------------------


def random_change(rng, slug, table, seats):
    """Another reading of a random entry: another card, or another argument."""
    made = rng.choice([entry for entry in table.read("moves/")["entries"] if entry["move"]])
    words = made["text"].split()
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]
    place = rng.randrange(2, len(words)) if len(words) > 2 else 0
    words[place] = rng.choice(pack) if place > 1 else str(rng.randrange(seats))
    return {"entry": made["seq"], "text": " ".join(words)}


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
@every_game
def test_the_preview_says_what_the_commit_does(new_table, slug, number):
    hand = honest(slug, number) if slug == "checks" else revoked(slug, number)
    table = started(new_table, slug, hand)
    rng, done = random.Random(f"{slug} {number}"), 0
    table.play(*hand.moves[: rng.choice((len(hand.moves), len(hand.moves) // 2))])
    for _ in range(25):
        sent = random_change(rng, slug, table, hand.seats) | {"stand": rng.random() < 0.5}
        found, totals = table.read("findings/")["findings"], table.read("")["standing"]["totals"]
        over = table.read("")["hand"]["view"]["over"]
        told = preview(table, sent)
        if told.status_code != 200:
            assert table.write("amendments/", sent).json() == told.json()
            continue
        told = told.json()["preview"]
        answer = table.write("amendments/", sent)
        assert answer.status_code == (201 if told["possible"] else 422)
        assert answer.json()["preview"] == told
        if not told["possible"]:
            continue
        done += 1
        after = table.read("findings/")["findings"]
        new = [one for one in after if one not in found]
        gone = [one for one in found if one not in after]
        if table.read("")["hand"]["view"]["over"] == over:  # or more, or less, may be told by now
            assert (told["findings"]["appear"], told["findings"]["vanish"]) == (new, gone)
        sides = table.read("scoresheet/")["sides"]
        standing = table.read("")["standing"]["totals"]
        assert told["totals"] == standing
        for side, seats in enumerate(sides):
            for seat in seats:
                assert told["difference"][seat] == standing[side] - totals[side]
        again = rows_of(table)
        with writing(table.id, table.keys["steward"]) as desk:
            rebuild.rebuild_table(desk)
        assert rows_of(table) == again
        if done == 2:
            return
        if rng.random() < 0.5:
            assert table.write("takebacks/", {"to": table.seq - 1}).status_code == 201
            assert table.read("findings/")["findings"] == found


def rows_of(table):
    """All that a table shows."""
    return [table.read(path) for path in ("", "moves/", "scoresheet/?explain=1", "record/", "findings/")]


@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_the_finding_named_as_mistyped_goes(new_table, slug):
    """A play that is named as wrong may have been mistyped, or stand: either takes the finding away."""
    hand = told_early(slug)
    table = started(new_table, slug, hand)
    (found, *_) = table.play(*hand.moves)["findings"]
    seq = found["suspects"][0]
    text = next(one["text"] for one in found["plays"] if one["seq"] == seq)
    marked = preview(table, {"entry": seq, "text": text.replace("play", "play!")}).json()["preview"]
    assert marked["possible"] is True
    assert found in marked["findings"]["vanish"]


# -- who may, and when -------------------------------------------------------------------------------------


def test_a_seat_amends_how_its_own_cards_were_noted(table):
    led = entry(table, LED)
    sent = {"entry": led, "text": "1 play 3D"}
    for who in (table.viewer, table.seats[0], table.seats[2]):
        assert table.write("amendments/", sent, who).json()["code"] == "steward_only"
        assert preview(table, sent, who).json()["code"] == "steward_only"
    others = {"entry": led, "text": "0 play 3D"}
    assert table.write("amendments/", others, table.seats[1]).json()["code"] == "not_your_seat"
    assert table.write("amendments/", sent | {"stand": True}, table.seats[1]).json()["code"] == "steward_only"
    marked = {"entry": led, "text": "1 play! 3D"}
    assert table.write("amendments/", marked, table.seats[1]).json()["code"] == "steward_only"
    assert preview(table, sent, table.seats[1]).status_code == 200
    done = amended(table, sent, table.seats[1])
    assert done["written"]["entry"]["by"] == {"role": "seat", "seat": 1}


def test_at_open_sight_the_steward_alone(new_table):
    table = new_table("troeven", {"version": "stock"})
    table.deal()
    table.play(table.read("legal-moves/")["legal"][0])
    sent = {"entry": 3, "text": table.read("moves/")["entries"][-1]["text"]}
    for who in (table.viewer, *table.seats):
        assert table.write("amendments/", sent, who).json()["code"] == "steward_only"
        assert preview(table, sent, who).json()["code"] == "steward_only"


@pytest.mark.parametrize(("window", "late_after"), [("hand", 1), ("next_hand", 2), ("match", None)])
def test_the_window_in_which_it_is_not_late(new_table, window, late_after):
    """`hand`: until the next one is started; `next_hand`: until that one is finished; `match`: to its end."""
    hand = honest("checks", 0)
    table = new_table("checks", hand.options, settings={"correction_window": window})
    steps, late = [], []
    for step in range(3):
        if step == 0:
            table.start(hand.deal, hand.dealer)
            table.play(*hand.moves)
        elif step == 1:
            table.start(hand.deal)
        else:
            table.write("rulings/", {"remedy": "redeal"})
            table.write("results/", {"entered": table.read("scoresheet/")["hands"][0]["entered"]})
        made = next(
            entry for entry in table.read("moves/")["entries"] if entry["move"] and entry["hand"] == 1
        )
        seat = made["move"]["seat"]
        sent = {"entry": made["seq"], "text": made["text"]}
        steps.append(preview(table, sent, table.seats[seat]).status_code)
        late.append(amended(table, sent)["written"]["entry"]["data"]["late"])
        told = table.write("amendments/", sent, table.seats[seat])
        assert told.status_code == (403 if late[-1] else 201)
        if late[-1]:
            assert told.json()["code"] == "window_over"
    wanted = [late_after is not None and step >= late_after for step in range(3)]
    assert late == wanted
    assert steps == [403 if one else 200 for one in wanted]
    assert [one["late"] for one in table.read("scoresheet/")["hands"][0]["amended"]][-1] is wanted[-1]


# -- cards that lie face down ------------------------------------------------------------------------------


def test_nobody_else_sees_a_face_down_card_that_was_amended(new_table):
    """The first reading of an offer or a lay stays as hidden as the second: its card is still in the hand."""
    table = new_table("auction-house")
    hands = [
        ["6S", "5S", "5H", "7D", "4D", "3D", "2D", "8C", "7C", "4C"],
        ["TS", "3S", "TH", "7H", "9D", "8D", "6D", "AC", "5C", "2C"],
        ["AS", "8S", "7S", "AH", "9H", "8H", "3H", "AD", "TD", "6C"],
        ["9S", "4S", "2S", "6H", "4H", "2H", "5D", "TC", "9C", "3C"],
    ]
    table.deal({"hands": hands, "trump": "QH"}, 3)
    table.play("0 pass", "1 pass", "2 open 8S C", "0 offer 4C")
    offer = table.seq
    amended(table, {"entry": offer, "text": "0 offer 7C"})

    def told(who):
        return str(table.read("moves/", who)["entries"])

    for who in (table.viewer, *table.seats[1:]):
        assert "4C" not in told(who)
        assert "7C" not in told(who)
    assert "4C" in told(table.seats[0])
    table.play("1 offer TH", "3 offer 9C")
    for who in (table.viewer, *table.seats[1:]):
        assert "7C" in told(who)  # turned up by now
        assert "4C" not in told(who)  # never laid
    table.play("0 lay 2D")
    lay = table.seq
    amended(table, {"entry": lay, "text": "0 lay 3D"})
    for who in (table.viewer, *table.seats[1:]):
        assert not {"2D", "3D"} & set(told(who).replace("'", " ").split())
    assert table.write("takebacks/", {"to": lay}).status_code == 201
    for who in (table.viewer, *table.seats[1:]):
        assert not {"2D", "3D"} & set(told(who).replace("'", " ").split())


# -- refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({}, 400, "/entry missing"),
        ({"entry": 99, "text": "1 play 3D"}, 400, "/entry out_of_range"),
        ({"entry": "7", "text": "1 play 3D"}, 400, "/entry wrong_type"),
        ({"entry": 1, "text": "1 play 3D"}, 409, "no_such_play"),
        ({"entry": 7}, 400, "/text missing"),
        ({"entry": 7, "text": 1}, 400, "/text wrong_type"),
        ({"entry": 7, "move": "1 play 3D"}, 400, "/move wrong_type"),
        ({"entry": 7, "text": "nonsense"}, 400, "bad_text"),
        ({"entry": 7, "text": "1 play XX"}, 400, "bad_card"),
        ({"entry": 7, "text": "* pickup 1"}, 400, "referee_alone"),
        ({"entry": 7, "text": "1 play 3D", "entered": {}}, 400, "/entered unknown_key"),
        ({"entry": 7, "text": "1 play 3D", "more": 1}, 400, "/more unknown_key"),
        ({"entry": 7, "text": "1 play 3D", "stand": 1}, 400, "/stand wrong_type"),
        ({"entry": 7, "text": "1 play 3D", "reason": 1}, 400, "/reason wrong_type"),
        ({"changes": []}, 400, "/changes blank"),
        ({"changes": {}}, 400, "/changes wrong_type"),
        ({"changes": [1]}, 400, "/changes/0 wrong_type"),
        ({"changes": [{"entry": 7, "text": "1 play 3D"}] * 51}, 400, "/changes too_many"),
        ({"changes": [{"entry": 7, "text": "1 play 3D"}] * 2}, 400, "/changes/1/entry twice"),
        ({"changes": [{"entry": 7, "text": "1 play XX"}]}, 400, "bad_card"),
        ({"entry": 7, "text": "1 play 3D", "changes": []}, 400, "/entry unknown_key"),
    ],
)
def test_what_is_not_well_said_is_refused(table, sent, status, code):
    seq = table.seq
    for answer in (table.write("amendments/", sent), preview(table, sent)):
        told = answer.json()
        faults = [f"{fault['pointer']} {fault['code']}" for fault in told.get("errors", [])]
        assert answer.status_code == status, told
        assert code in (faults or [told["code"]])
    assert table.seq == seq


def test_what_cannot_be_amended(new_table, table):
    ruling = table.write("rulings/", {"remedy": "pickup", "seat": 1}).json()["seq"]
    made = table.write("amendments/", {"entry": ruling, "text": "* pickup 2"})
    assert made.status_code == 201  # a ruling may have named the wrong seat
    assert (
        table.write("amendments/", {"entry": ruling, "text": "1 play 3D"}).json()["code"] == "referee_alone"
    )
    for sent in ({"entry": made.json()["seq"], "text": "1 play 3D"}, {"entry": 1, "dealer": 1}):
        assert table.write("amendments/", sent).json()["code"] == "no_such_play"
    warning = table.write("rulings/", {"remedy": "warning"}).json()["seq"]
    assert (
        table.write("amendments/", {"entry": warning, "text": "* pickup 1"}).json()["code"] == "no_such_play"
    )
    undone = entry(table, LED)
    table.write("takebacks/", {"to": undone - 1})
    assert table.write("amendments/", {"entry": undone, "text": "1 play 3D"}).json()["code"] == "no_such_play"
    two = new_table("troeven")
    two.write("results/", {"entered": {"points": [20, 20]}, "dealer": 0})
    two.write("results/", {"entered": {"points": [20, 20]}})
    changes = [{"entry": seq, "entered": {"points": [26, 14]}} for seq in (2, 3)]
    assert two.write("amendments/", {"changes": changes}).json()["code"] == "other_hand"


def test_cards_that_the_service_drew_are_not_amended(new_table):
    table = new_table("getaway", seats=3)
    table.deal()
    (first, *_) = [text for text in table.read("legal-moves/")["legal"] if text.endswith("play AS")]
    table.play(first)
    sent = {"entry": 3, "text": "0 draw KD"}
    assert table.write("amendments/", sent).json()["code"] == "chance_chooses"


def test_a_match_cannot_be_over_before_a_later_hand(new_table):
    table = new_table("troeven")
    table.write("results/", {"entered": {"points": [20, 20]}, "dealer": 0})
    table.write("rulings/", {"remedy": "offset", "side": 0, "points": -6})
    table.write("results/", {"entered": {"points": [20, 20]}})
    sent = {"entry": 2, "entered": {"points": [26, 14]}}
    told = preview(table, sent).json()["preview"]
    assert (told["possible"], told["problem"]["seq"]) == (False, 4)
    assert told["entries"] == [] or told["entries"][-1]["problem"]
    assert table.write("amendments/", sent).json()["code"] == "would_break"
    table.write("takebacks/", {"to": 3})
    assert amended(table, sent)["written"]["standing"]["over"] is True


def test_its_version_and_doing_it_once(table):
    sent = {"entry": entry(table, LED), "text": "1 play 3D"}
    assert table.write("amendments/", sent, based_on=3).json()["code"] == "stale"
    assert table.steward.post(table.path + "amendments/", sent).json()["code"] == "no_version"
    seq = table.seq
    one, two = (table.write("amendments/", sent, based_on=seq, Idempotency_Key='"a"') for _ in range(2))
    assert (one.status_code, one.content, table.seq) == (201, two.content, seq + 1)
    table.steward.patch(table.path, {"status": "closed"})
    assert table.write("amendments/", sent).json()["code"] == "table_closed"


def test_a_second_amendment_keeps_what_the_first_one_said(new_table):
    """First the cards that lay face up, then who dealt: both hold."""
    table = new_table("checks")
    shown = ["QS", "TC", "4H", "3D", "5S", "TS"]
    dealt = table.write("hands/", {"sight": "hidden", "dealer": 0, "deal": {"targets": shown}}).json()
    right = ["KS", *shown[1:]]
    sent = {"entry": dealt["seq"], "deal": {"targets": right}}
    assert table.write("amendments/", sent).status_code == 201
    again = table.write("amendments/", {"entry": dealt["seq"], "dealer": 1}).json()["written"]["hand"]
    assert again["dealer"] == 1
    assert [pile["top"] for pile in again["view"]["piles"]] == right

"""Hands at hidden sight: people play with real cards, and what lies face up is noted."""

import pytest

from tests.api.hidden import FALSE_TOCHOO, GAMES, LED, THROWN, WITH_DUTIES, honest, revoked, started

HANDS = 3
PAGES = ["", "moves/", "legal-moves/", "scoresheet/?explain=1", "record/", "findings/", "rulings/"]
some_hands = pytest.mark.parametrize("number", range(HANDS))
every_game = pytest.mark.parametrize("slug", GAMES)


# -- starting --------------------------------------------------------------------------------------------


@every_game
def test_a_hand_starts_without_any_card(new_table, slug):
    hand = honest(slug)
    table = new_table(slug, hand.options, hand.seats)
    told = table.start(hand.deal, hand.dealer)
    assert (told["hand"]["sight"], told["hand"]["shuffled"], told["hand"]["playing"]) == (
        "hidden",
        False,
        True,
    )
    assert (told["entry"]["text"], told["findings"]) == (f"* deal {hand.dealer}", [])
    assert told["hand"]["view"]["hands"]
    for shown in told["hand"]["view"]["hands"]:
        assert shown["count"] >= 0
        assert shown["cards"] == [] or "up" in hand.deal
    assert told["legal"]
    assert told["legal"] == table.read("legal-moves/")["legal"]


def test_what_lies_face_up_at_first_is_sent_with_it(new_table):
    table = new_table("checks")
    targets = ["2S", "3S", "4S", "5S", "6S", "7S"]
    told = table.start({"targets": targets}, 1)
    assert [pile["top"] for pile in told["hand"]["view"]["piles"]] == targets
    layout = new_table("troeven", {"version": "layout"})
    four = ["JS", "8C", "KS", "9D"]
    view = layout.start({"up": [[], four]}, 0)["hand"]["view"]
    assert [set(hand["cards"]) for hand in view["hands"]] == [set(), set(four)]
    layout.play("1 call H")
    assert layout.read("legal-moves/")["legal"] == ["- up 0 * * * * * * * *"]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"shuffle": True}, "/shuffle", "conflict"),
        ({"deal": {"hands": []}}, "/deal/hands", "unknown_key"),
        ({"deal": {"targets": [*"234567", "8S"]}}, "/deal/targets", "wrong_length"),
        ({"deal": {"targets": ["2S", "2S", "4S", "5S", "6S", "7S"]}}, "/deal/targets/1", "twice"),
        ({"deal": {"targets": ["2S", "?", "4S", "5S", "6S", "7S"]}}, "/deal/targets/1", "bad_card"),
        ({"deal": []}, "/deal", "wrong_type"),
        ({"dealer": 2}, "/dealer", "out_of_range"),
        ({"sight": "half"}, "/sight", "not_a_choice"),
    ],
)
def test_faults_of_form_are_told_with_their_place(new_table, body, pointer, code):
    table = new_table("checks")
    answer = table.write("hands/", {"sight": "hidden"} | body)
    assert answer.status_code == 400, answer.json()
    assert (pointer, code) in [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]]
    assert table.seq == 1


def test_only_the_steward_starts_one_and_not_during_a_hand(new_table):
    table = new_table("getaway")
    for who in (table.viewer, *table.seats):
        assert table.write("hands/", {"sight": "hidden"}, who).json()["code"] == "steward_only"
    table.start()
    assert table.write("hands/", {"sight": "hidden"}).json()["code"] == "hand_in_progress"


# -- playing ---------------------------------------------------------------------------------------------


def covers(pattern, text):
    """Whether a legal move, or a pattern of moves, is this one; cards shown besides need no place in it."""
    places, words = pattern.split(), text.replace("!", "").split()
    return all(place in (word, "*") for place, word in zip(places, words, strict=False)) and (
        len(places) == len(words) or words[1] in ("claim", "redeal")
    )


@some_hands
@every_game
def test_an_honest_hand_is_noted_to_its_end(new_table, slug, number):
    """Every move is among the legal ones before it, nothing is found, and the result is the right one."""
    hand = honest(slug, number)
    table = started(new_table, slug, hand, {"disclosure": "at_once"})
    legal, seq, told = table.read("legal-moves/")["legal"], table.seq, None
    for text in hand.moves:
        assert any(covers(pattern, text) for pattern in legal), (text, legal)
        told = table.write("moves/", {"text": text}, based_on=seq).json()
        assert told["entry"]["text"] == text
        assert told["entry"]["verdict"] in {"legal", "open"}
        assert told["findings"] == []
        legal, seq = told["legal"], told["seq"]
    assert (told["over"], told["result"], told["legal"]) == (True, hand.result, [])
    sheet = table.read("scoresheet/", explain="1")
    assert [row["result"] for row in sheet["hands"]] == [hand.result]
    assert (sheet["hands"][0]["sight"], sheet["hands"][0]["findings"]) == ("hidden", 0)
    assert all(line["entries"] for row in sheet["hands"] for line in row["lines"])
    assert table.read("findings/")["findings"] == []


@every_game
def test_everybody_is_told_the_same(new_table, slug):
    """At hidden sight no key sees more than another; only what each may do differs."""
    hand = honest(slug)
    table = started(new_table, slug, hand)
    for moves in (hand.moves[: len(hand.moves) // 2], hand.moves[len(hand.moves) // 2 :]):
        table.play(*moves)
        for path in ("moves/", "findings/", "rulings/", "scoresheet/?explain=1", "record/"):
            told = {table.steward.get(table.path + path).content for path in [path]}
            told |= {who.get(table.path + path).content for who in (table.viewer, *table.seats)}
            assert len(told) == 1, path
        views = [table.read("", who)["hand"] for who in (table.steward, table.viewer, *table.seats)]
        assert all({**view["view"], "to_act": 0} == {**views[0]["view"], "to_act": 0} for view in views)


def test_a_seat_enters_its_own_moves_and_what_is_turned_up_and_a_viewer_nothing(new_table):
    hand = next(
        hand for hand in (honest("auction-house", n) for n in range(40)) if "trump" in str(hand.moves)
    )
    table = started(new_table, "auction-house", hand)
    for text in hand.moves:
        seat = text.split()[0]
        if seat == "-":
            assert table.write("moves/", {"text": text}, table.viewer).json()["code"] == "not_your_seat"
            assert table.write("moves/", {"text": text}, table.seats[2]).status_code == 201
            continue
        others = [table.viewer, *(key for place, key in enumerate(table.seats) if str(place) != seat)]
        for other in others[:2]:
            assert table.write("moves/", {"text": text}, other).json()["code"] == "not_your_seat"
        assert table.write("moves/", {"text": text}, table.seats[int(seat)]).status_code == 201
    assert table.read("")["hand"]["playing"] is False


def test_face_down_cards_are_not_named(new_table):
    hand = next(
        hand for hand in (honest("auction-house", n) for n in range(40)) if "lay ?" in str(hand.moves)
    )
    table = started(new_table, "auction-house", hand)
    table.play(*hand.moves[: next(n for n, text in enumerate(hand.moves) if "lay" in text)])
    seat = table.read("legal-moves/")["legal"][0].split()[0]
    assert table.write("moves/", {"text": f"{seat} lay ?"}).status_code == 201
    moved = table.read("moves/")["entries"][-1]
    assert moved["move"]["card"] == "?"
    played = new_table("getaway")
    played.start()
    problem = played.write("moves/", {"text": "0 play ?"}).json()
    assert (problem["code"], problem["status"]) == ("unseen_card", 400)


@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_a_card_that_is_gone_is_refused_and_writes_nothing(new_table, slug):
    hand = next(
        h for h in (honest(slug, n) for n in range(20)) if sum("play" in text for text in h.moves) > 8
    )
    table = started(new_table, slug, hand)
    plays = [place for place, text in enumerate(hand.moves) if " play " in text]
    table.play(*hand.moves[: plays[6]])
    gone = hand.moves[plays[0]].split()[2]
    seq, seat = table.seq, hand.moves[plays[6]].split()[0]
    answer = table.write("moves/", {"text": f"{seat} play {gone}"})
    held = {card for shown in table.read("")["hand"]["view"]["hands"] for card in shown["cards"]}
    if gone not in held:  # in Getaway it may have been picked up
        problem = answer.json()
        assert (problem["code"], problem["status"]) == ("cannot_be", 422)
        assert problem["rule"]["id"] in problem["detail"]
        assert gone in problem["detail"]
        assert problem["legal"] == table.read("legal-moves/")["legal"]
        assert table.seq == seq


def test_what_was_turned_up_has_to_be_noted_first(new_table):
    hand = next(h for h in (honest("checks", n) for n in range(20)) if "- refill" in str(h.moves))
    place = next(n for n, text in enumerate(hand.moves) if "refill" in text)
    claim, refill = hand.moves[place - 1 : place + 1]
    table = started(new_table, "checks", hand)
    table.play(*hand.moves[:place])
    view = table.read("")["hand"]["view"]
    assert view["to_note"] == {"kind": "refill", "seat": None, "count": 1}
    assert (view["to_act"], table.read("legal-moves/")["legal"]) == ([], ["- refill *"])
    other = 1 - int(claim[0])
    assert table.write("moves/", {"text": f"{other} place 2S 1"}).json()["code"] == "turn_up_first"
    shown = claim.split()[3]
    assert table.write("moves/", {"text": f"- refill {shown}"}).json()["code"] == "cannot_be"
    told = table.write("moves/", {"seat": None, "kind": "refill", "card": refill.split()[2]})
    assert (told.status_code, told.json()["entry"]["text"]) == (201, refill)
    assert table.write("moves/", {"text": f"{other} place {shown} 1"}).json()["code"] == "cannot_be"
    assert table.write("moves/", {"text": "- refill 9C"}).json()["code"] == "not_your_turn"


def test_verdicts_say_no_more_than_what_lies_open(new_table):
    """Whoever leads cannot be wrong; whoever throws another suit may hold the one led."""
    table = new_table("getaway", seats=3)
    table.start()
    told = table.play(*FALSE_TOCHOO)
    assert [entry["verdict"] for entry in told["accepted"]] == [
        "legal", "legal", "legal", "legal", "open", "legal", "legal", "legal", "legal",
    ]  # fmt: skip
    # now it is proved, and said so where the log is read again
    log = {entry["text"]: entry["verdict"] for entry in table.read("moves/")["entries"] if entry["move"]}
    assert (log[THROWN], log[LED]) == ("illegal", "legal")


def test_a_marked_play_stands_only_where_it_can_break_a_duty(new_table):
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO[:4])
    assert table.write("moves/", {"text": "1 play! KH"}).json()["code"] == "not_illegal"
    assert table.write("moves/", {"text": "1 play! KD"}, table.seats[1]).json()["code"] == "steward_only"
    stood = table.write("moves/", {"text": "1 play! KD"}).json()
    assert (stood["entry"]["verdict"], stood["findings"]) == ("illegal", [])


# -- checking, versions, doing it once -------------------------------------------------------------------


def test_asking_first_tells_the_same_and_writes_nothing(new_table):
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO[:-1])
    seq = table.seq
    asked = table.steward.post(table.path + "moves/check/", {"text": LED})
    assert asked.status_code == 200
    assert (table.seq, asked.json()["entry"]) == (seq, None)
    (found,) = asked.json()["findings"]
    assert found["evidence"][-1] == {"seq": seq + 1, "text": LED}
    seats = table.seats[1].post(table.path + "moves/check/", {"text": LED}).json()
    assert seats["findings"] == []  # of how it would go on, other keys are told nothing
    done = table.write("moves/", {"text": LED}).json()
    assert (done["legal"], len(done["findings"])) == (asked.json()["legal"], 1)


@pytest.mark.parametrize("path", PAGES)
def test_reads_have_a_version(new_table, path):
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO)
    answer = table.steward.get(table.path + path)
    assert answer["ETag"] == f'"{table.seq}"'
    assert answer["Cache-Control"] == "private, no-cache"
    again = table.steward.get(table.path + path, If_None_Match=answer["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    table.write("rulings/", {"remedy": "warning"})
    assert table.steward.get(table.path + path, If_None_Match=answer["ETag"]).status_code == 200


def test_moves_need_the_newest_version_and_are_done_once(new_table):
    table = new_table("getaway", seats=3)
    table.start()
    assert table.write("moves/", {"text": "0 play AS"}, based_on=1).json()["code"] == "stale"
    assert table.steward.post(table.path + "moves/", {"text": "0 play AS"}).json()["code"] == "no_version"
    one, two = (
        table.write("moves/", {"text": "0 play AS"}, based_on=2, Idempotency_Key='"once"') for _ in range(2)
    )
    assert (one.status_code, one.content, table.seq) == (201, two.content, 3)


# -- going back, out and in ------------------------------------------------------------------------------


@every_game
def test_takebacks_bring_everything_back(new_table, slug):
    hand = honest(slug, 1)
    table = started(new_table, slug, hand, {"disclosure": "at_once"})
    half = len(hand.moves) // 2
    table.play(*hand.moves[:half])
    seq, before = (
        table.seq,
        [table.read(path)["hand" if path == "" else "legal"] for path in ("", "legal-moves/")],
    )
    table.play(*hand.moves[half:])
    assert table.write("takebacks/", {"to": seq}).status_code == 201
    assert [table.read(path)["hand" if path == "" else "legal"] for path in ("", "legal-moves/")] == before
    assert table.read("scoresheet/")["hands"] == []
    told = table.play(*hand.moves[half:])
    assert (told["over"], told["result"]) == (True, hand.result)


def test_a_seat_takes_back_its_own_last_move(new_table):
    table = new_table("getaway", seats=3)
    table.start()
    table.play("0 play AS", "1 play 4S")
    seq = table.seq
    assert table.write("takebacks/", {"to": seq - 1}, table.seats[0]).json()["code"] == "not_your_move"
    assert table.write("takebacks/", {"to": seq - 1}, table.viewer).status_code == 403
    assert table.write("takebacks/", {"to": seq - 1}, table.seats[1]).status_code == 201
    assert table.read("legal-moves/")["to_act"] == [0, 1, 2]


@some_hands
@every_game
def test_the_record_goes_out_and_in_again(new_table, api, slug, number):
    hand = honest(slug, number) if slug == "checks" else revoked(slug, number)
    table = started(new_table, slug, hand)
    table.play(*hand.moves)
    record = table.read("record/")
    (noted,) = record["hands"]
    assert (noted["sight"], noted["moves"], noted["result"]) == ("hidden", list(hand.moves), hand.result)
    assert noted["deal"] == hand.deal
    made = api.post("records/", record)
    assert made.status_code == 201, made.json()
    other = type(table)(api.client, made.json())
    assert other.read("record/") == record
    sheets = [one.read("scoresheet/", explain="1") for one in (table, other)]
    assert sheets[0]["hands"][0]["lines"] == sheets[1]["hands"][0]["lines"]
    assert sheets[0]["standing"] == sheets[1]["standing"]
    found = [one.read("findings/") for one in (table, other)]
    assert found[0] == found[1]
    csv = [one.viewer.get(one.path + "scoresheet/", Accept="text/csv").content for one in (table, other)]
    assert csv[0] == csv[1]
    # the stateless referee finds what the table found
    replayed = api.post("replays/", record).json()
    (again,) = replayed["hands"]
    assert again["result"] == hand.result
    steps = {step["move"]: step["verdict"] for step in again["steps"]}
    assert list(steps) == list(dict.fromkeys(hand.moves))
    assert bool(again["faults"]) == bool(found[0]["findings"])
    if again["faults"]:  # a finding that was joint at first may have become certain since
        places = [entry["seq"] for entry in table.read("moves/")["entries"] if entry["move"]]
        assert places[again["faults"][0]["step"]] <= min(one["found_at"] for one in found[0]["findings"])


def test_the_sheet_as_csv_has_the_rulings_lines(new_table):
    hand = honest("getaway", 0)
    table = started(new_table, "getaway", hand)
    table.play(*hand.moves)
    table.write("rulings/", {"remedy": "offset", "side": 0, "points": 2, "reason": "=late"})
    csv = table.viewer.get(table.path + "scoresheet/", Accept="text/csv").content.decode()
    assert "Ruling: =late,,2," in csv
    table.write("rulings/", {"remedy": "offset", "side": 1, "points": -1})
    japanese = table.viewer.get(table.path + "scoresheet/", Accept_Language="ja").json()
    texts = [line["text"] for line in japanese["hands"][0]["lines"]]
    assert not any("Ruling" in text for text in texts)

"""GET and POST rulings/: what goes wrong at a table, what is usual then, and what the table decides."""

import pytest

from tests.api.hidden import FALSE_TOCHOO, GAMES, THROWN, honest, revoked, started
from tests.api.test_secrets import plain

every_game = pytest.mark.parametrize("slug", GAMES)


@pytest.fixture
def false_tochoo(new_table):
    """A hand of Getaway at hidden sight in which a tochoo has just been proved false."""
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO)
    return table


def entry(table, text):
    """Number of the entry with a text."""
    return next(entry["seq"] for entry in table.read("moves/")["entries"] if entry["text"] == text)


def ruled(table, who=None, **ruling):
    answer = table.write("rulings/", ruling, who)
    assert answer.status_code == 201, answer.json()
    return answer.json()


# -- what can be ruled -----------------------------------------------------------------------------------


@every_game
def test_the_table_of_irregularities(new_table, slug):
    table = new_table(slug)
    told = table.read("rulings/")
    game = GAMES[slug]
    assert [row["irregularity"] for row in told["irregularities"]] == [
        row.code for row in game.irregularities
    ]
    assert [row["remedy"] for row in told["remedies"]] == list(game.remedy_sentences)
    assert told["rulings"] == []
    assert all(row["moves"] == [] for row in told["remedies"])
    japanese = table.steward.get(table.path + "rulings/", Accept_Language="ja").json()
    for row, other in zip(told["irregularities"], japanese["irregularities"], strict=True):
        assert row["what"] != other["what"]
        assert row["advice"] != other["advice"]
        assert row["cases"][0]["text"] != other["cases"][0]["text"]
    assert all(
        one["text"] != other["text"]
        for one, other in zip(told["remedies"], japanese["remedies"], strict=True)
    )


@every_game
def test_each_ruling_that_is_listed_can_be_made(new_table, slug):
    """All rulings of the game's own that are listed at some point are accepted, made as they are written."""
    hand, made = revoked(slug, 2) if slug != "checks" else honest(slug, 2), 0
    table = started(new_table, slug, hand)
    for part in range(4):
        table.play(*hand.moves[len(hand.moves) * part // 4 : len(hand.moves) * (part + 1) // 4])
        seq = table.seq
        for remedy in table.read("rulings/")["remedies"]:
            for text in remedy["moves"][:4]:
                move = GAMES[slug].parse(text, hand.seats, hidden=True).as_json()
                sent = {key: value for key, value in move.items() if key not in ("seat", "kind", "text")}
                if "offender" in sent:
                    sent["seat"] = sent.pop("offender")
                answer = table.write("rulings/", {"remedy": remedy["remedy"], **sent})
                if answer.status_code == 422:  # a fan that nobody has seen has to be shown with it
                    assert (slug, answer.json()["code"]) == ("checks", "wrong_count")
                    continue
                assert answer.json()["entry"]["text"] == text
                made += 1
                table.write("takebacks/", {"to": seq})
    assert made or slug in ("checks", "huutopussi")


# -- general remedies ------------------------------------------------------------------------------------


def test_a_ruling_says_what_why_about_what_and_by_whom(false_tochoo):
    thrown = entry(false_tochoo, THROWN)
    told = ruled(
        false_tochoo,
        remedy="warning",
        irregularity="false_tochoo",
        seat=1,
        entry=thrown,
        reason=" once more ",
    )
    assert told["entry"]["kind"] == "ruling"
    assert told["entry"]["text"] == "* ruling warning"
    assert told["entry"]["by"] == {"role": "steward", "seat": None}
    data = told["entry"]["data"]
    assert (data["remedy"], data["irregularity"], data["seat"], data["entry"], data["reason"]) == (
        "warning", "false_tochoo", 1, thrown, "once more",
    )  # fmt: skip
    assert told["findings"][0]["ruled"] == [told["seq"]]
    listed = false_tochoo.read("rulings/", false_tochoo.viewer)["rulings"]
    assert listed == [told["entry"]]


@pytest.mark.parametrize("remedy", ["correct", "stand", "warning"])
def test_some_rulings_leave_the_play_as_it_is(false_tochoo, remedy):
    before = false_tochoo.read("legal-moves/")
    told = ruled(false_tochoo, remedy=remedy)
    after = false_tochoo.read("legal-moves/")
    assert {**after, "seq": 0} == {**before, "seq": 0}
    assert false_tochoo.write("takebacks/", {"to": told["seq"] - 1}).status_code == 201
    (undone,) = false_tochoo.read("rulings/")["rulings"]
    assert undone["undone"] is True


def test_taking_back_by_a_ruling(false_tochoo):
    thrown = entry(false_tochoo, THROWN)
    told = ruled(false_tochoo, remedy="take_back", to=thrown - 1, entry=thrown, irregularity="false_tochoo")
    assert told["entry"]["text"] == f"* ruling take_back {thrown - 1}"
    assert (told["findings"], told["hand"]["view"]["turn"]) == ([], [1])
    log = false_tochoo.read("moves/")["entries"]
    assert [one["undone"] for one in log if one["move"]] == [False] * 4 + [True] * 5
    assert false_tochoo.read("rulings/")["rulings"][0]["undone"] is False
    false_tochoo.play("1 play KH", "2 play 2H")


def test_a_redeal_makes_the_hand_void_and_the_same_dealer_deals_again(new_table):
    table = new_table("getaway", seats=3)
    first = honest("checks")  # any hand of a match that goes on
    table = started(new_table, "checks", first)
    dealer = table.read("")["hand"]["dealer"]
    table.play(*first.moves[:4])
    told = ruled(table, remedy="redeal", irregularity=None, reason="a card lay face up in the pack")
    assert (told["hand"]["void"], told["hand"]["playing"], told["hand"]["result"]) == (True, False, None)
    assert (told["legal"], told["to_act"], told["standing"]["hands"]) == ([], [], 0)
    assert table.write("moves/", {"text": first.moves[4]}).json()["code"] == "no_hand"
    assert table.write("rulings/", {"remedy": "redeal"}).json()["code"] == "no_hand"
    assert table.write("rulings/", {"remedy": "offset", "side": 0, "points": 1}).json()["code"] == "no_hand"
    assert table.read("scoresheet/")["hands"] == []
    again = table.write("hands/", {"sight": "hidden", "deal": first.deal}).json()
    assert (again["hand"]["number"], again["hand"]["dealer"], again["hand"]["void"]) == (1, dealer, False)
    table.play(*first.moves)
    (row,) = table.read("scoresheet/")["hands"]
    assert (row["number"], row["result"], row["rulings"]) == (1, first.result, [])
    (ruling,) = table.read("rulings/")["rulings"]
    assert (ruling["hand"], ruling["undone"]) == (1, False)
    assert len(table.read("record/")["hands"]) == 1
    # taken back, the first hand goes on
    assert table.write("takebacks/", {"to": told["seq"] - 1}).status_code == 201
    assert table.read("")["hand"]["playing"] is True
    table.play(*first.moves[4:])
    assert table.read("scoresheet/")["hands"][0]["first_seq"] == 2


# -- points ----------------------------------------------------------------------------------------------


@every_game
def test_points_count_in_the_hand_and_in_all_that_follow(new_table, slug):
    """The totals with an offset are those without it, and the points, in this hand and the next."""
    hand, totals = honest(slug, 0), {}
    for points in (0, 1):
        table = started(new_table, slug, hand)
        table.play(*hand.moves)
        if points:
            told = ruled(table, remedy="offset", side=1, points=points, reason="forgot to deal")
            assert told["entry"]["text"] == "* offset 1 1"
            assert told["entry"]["data"]["late"] is False
        if table.read("")["standing"]["over"]:
            pytest.skip("this match was over after one hand")
        entered = table.read("scoresheet/")["hands"][0]["entered"]
        entered.pop("trump", None)  # no card is turned as trump twice in a match
        assert table.write("results/", {"entered": entered}).status_code == 201
        sheet = table.read("scoresheet/", explain="1")
        totals[points] = [row["standing"]["totals"] for row in sheet["hands"]]
        lines = [[line for line in row["lines"] if "Ruling" in line["text"]] for row in sheet["hands"]]
    assert [
        [new - old for new, old in zip(*pair, strict=True)] for pair in zip(totals[1], totals[0], strict=True)
    ] == [[int(side == 1) for side in range(len(totals[0][0]))]] * 2
    (line,), none = lines
    assert (line["side"], line["points"], line["rules"], none) == (1, 1, [], [])
    assert line["text"] == "Ruling: forgot to deal"
    assert line["entries"] == [{"seq": told["seq"], "text": "* offset 1 1"}]
    row = sheet["hands"][0]
    assert [(one["remedy"], one["text"], one["reason"]) for one in row["rulings"]] == [
        ("offset", "* offset 1 1", "forgot to deal")
    ]


@every_game
def test_points_go_out_and_in_with_the_record(new_table, api, slug):
    hand = honest(slug, 0)
    table = started(new_table, slug, hand)
    table.play(*hand.moves[:3])
    ruled(table, remedy="offset", side=0, points=2)  # also while the hand is played
    table.play(*hand.moves[3:])
    ruled(table, remedy="offset", side=1, points=-1)
    record = table.read("record/")
    assert record["hands"][0]["moves"] == [*hand.moves, "* offset 0 2", "* offset 1 -1"]
    made = api.post("records/", record)
    assert made.status_code == 201, made.json()
    other = type(table)(api.client, made.json())
    assert other.read("record/") == record
    assert other.read("")["standing"] == table.read("")["standing"]
    replayed = api.post("replays/", record).json()
    assert replayed["standing"]["scores"] == table.read("")["standing"]["totals"]


def scored(new_table, *reports):
    table = new_table("troeven")
    for report in reports:
        assert table.write("results/", {"entered": {"points": report}, "dealer": 0}).status_code == 201
    return table


def test_points_end_a_match_and_open_it_again(new_table):
    table = scored(new_table, [14, 26])
    assert table.read("")["standing"]["totals"] == [7, 6]
    over = ruled(table, remedy="offset", side=1, points=-6, reason="agreed")
    assert (over["standing"]["over"], over["standing"]["winners"]) == (True, [1])
    assert table.write("hands/", {"shuffle": True}).json()["code"] == "match_over"
    opened = ruled(table, remedy="offset", side=1, points=1)
    assert (opened["standing"]["over"], opened["standing"]["totals"]) == (False, [7, 1])
    table.deal()
    # the match cannot be over before a hand that was played
    before, seq = table.read("scoresheet/"), table.seq
    refused = table.write("rulings/", {"remedy": "offset", "hand": 1, "side": 1, "points": -1})
    assert (refused.status_code, refused.json()["code"]) == (422, "match_over")
    assert (table.read("scoresheet/"), table.seq) == (before, seq)


def test_points_in_an_earlier_hand_are_late_past_the_window(new_table):
    table = scored(new_table, [14, 26], [14, 26], [14, 26])
    told = [ruled(table, remedy="offset", hand=hand, side=0, points=1)["entry"] for hand in (3, 2, 1)]
    assert [(one["hand"], one["data"]["late"]) for one in told] == [(3, False), (2, True), (1, True)]
    assert [row["standing"]["totals"] for row in table.read("scoresheet/")["hands"]] == [
        [8, 6],
        [9, 5],
        [10, 4],
    ]
    assert table.write("rulings/", {"remedy": "offset", "hand": 4, "side": 0, "points": 1}).json()[
        "code"
    ] == ("no_such_hand")


# -- rulings of a game -----------------------------------------------------------------------------------


def test_a_ruling_on_a_finished_hand_finishes_it_anew(new_table, api):
    hand = revoked("auction-house", 0)
    table = started(new_table, "auction-house", hand)
    table.play(*hand.moves)
    before = table.read("")
    options = next(row for row in table.read("rulings/")["remedies"] if row["remedy"] == "not_counted")[
        "moves"
    ]
    assert options
    _, _, seat, trick = options[0].split()
    told = ruled(
        table, remedy="not_counted", seat=int(seat), trick=int(trick), irregularity="revoke", reason="so"
    )
    assert told["hand"]["playing"] is False
    row = table.read("scoresheet/", explain="1")["hands"][0]
    assert row["entered"] != before["hand"]["entered"]
    assert row["last_seq"] == told["seq"]
    assert [one["remedy"] for one in row["rulings"]] == ["not_counted"]
    record = table.read("record/")
    assert record["hands"][0]["moves"][-1] == options[0]
    other = type(table)(api.client, api.post("records/", record).json())
    assert other.read("record/") == record
    assert table.write("takebacks/", {"to": before["seq"]}).status_code == 201
    assert table.read("")["hand"] == before["hand"]


def listed(table, remedy):
    """The rulings of a kind that could be made now."""
    return next(row["moves"] for row in table.read("rulings/")["remedies"] if row["remedy"] == remedy)


@pytest.mark.parametrize("slug", ["troeven", "huutopussi"])
def test_the_worst_result_ends_the_hand(new_table, slug):
    hand = revoked(slug, 0)
    table, moves = started(new_table, slug, hand), iter(hand.moves)
    while not listed(table, "worst_result"):
        table.play(next(moves))
    seat = int(listed(table, "worst_result")[0].split()[2])
    told = ruled(table, remedy="worst_result", seat=seat, irregularity="revoke", reason="revoked on purpose")
    assert (told["hand"]["playing"], told["legal"]) == (False, [])
    assert told["standing"]["hands"] == 1
    row = table.read("scoresheet/", explain="1")["hands"][0]
    assert any("ruling" in line["text"] for line in row["lines"])
    assert any(one["seq"] == told["seq"] for line in row["lines"] for one in line["entries"])


# -- refused ---------------------------------------------------------------------------------------------


def test_only_the_steward_rules(false_tochoo):
    for who in (false_tochoo.viewer, *false_tochoo.seats):
        for remedy in ("warning", "pickup", "nonsense"):
            answer = false_tochoo.write("rulings/", {"remedy": remedy, "seat": 1}, who)
            assert (answer.status_code, answer.json()["code"]) == (403, "steward_only")


@pytest.mark.parametrize(
    ("ruling", "status", "code"),
    [
        ({}, 400, "/remedy missing"),
        ({"remedy": "nonsense"}, 400, "/remedy not_a_choice"),
        ({"remedy": "warning", "irregularity": "nonsense"}, 400, "/irregularity not_a_choice"),
        ({"remedy": "warning", "seat": 3}, 400, "/seat out_of_range"),
        ({"remedy": "warning", "seat": "1"}, 400, "/seat wrong_type"),
        ({"remedy": "warning", "entry": 99}, 400, "/entry out_of_range"),
        ({"remedy": "warning", "reason": "x" * 501}, 400, "/reason too_long"),
        ({"remedy": "warning", "reason": "a\nb"}, 400, "/reason control_character"),
        ({"remedy": "warning", "more": 1}, 400, "/more unknown_key"),
        ({"remedy": "warning", "entry": 1}, 409, "no_such_play"),
        ({"remedy": "take_back"}, 400, "/to missing"),
        ({"remedy": "take_back", "to": 99}, 400, "/to out_of_range"),
        ({"remedy": "take_back", "to": 11}, 409, "nothing_to_take_back"),
        ({"remedy": "offset", "points": 1}, 400, "/side missing"),
        ({"remedy": "offset", "side": 3, "points": 1}, 400, "/side out_of_range"),
        ({"remedy": "offset", "side": 0, "points": 1001}, 400, "/points out_of_range"),
        ({"remedy": "offset", "side": 0, "points": 1, "hand": 2}, 409, "no_such_hand"),
        ({"remedy": "offset", "side": 0, "points": 1, "hand": 0}, 400, "/hand out_of_range"),
        ({"remedy": "pickup"}, 400, "wrong_arguments"),
        ({"remedy": "pickup", "seat": 1, "more": 2}, 400, "wrong_arguments"),
        ({"remedy": "pickup", "offender": "one"}, 400, "wrong_arguments"),
    ],
)
def test_what_is_not_well_said_is_refused(false_tochoo, ruling, status, code):
    seq = false_tochoo.seq
    answer = false_tochoo.write("rulings/", ruling)
    told = answer.json()
    faults = [f"{fault['pointer']} {fault['code']}" for fault in told.get("errors", [])]
    assert (answer.status_code, code) == (status, faults[0] if faults else told["code"])
    assert false_tochoo.seq == seq


def test_a_remedy_that_has_nothing_to_put_right_is_refused_by_its_rule(new_table):
    table = new_table("getaway", seats=3)
    assert table.write("rulings/", {"remedy": "warning"}).json()["code"] == "no_hand"
    table.start()
    refused = table.write("rulings/", {"remedy": "pickup", "seat": 1}).json()
    assert (refused["status"], refused["code"]) == (422, "no_remedy")
    assert refused["rule"]["id"] in refused["detail"]
    assert table.write("rulings/", {"remedy": "warning"}).status_code == 201


def test_a_closed_table_rules_no_more(false_tochoo):
    false_tochoo.steward.patch(false_tochoo.path, {"status": "closed"})
    assert false_tochoo.write("rulings/", {"remedy": "warning"}).json()["code"] == "table_closed"
    assert false_tochoo.read("rulings/")["rulings"] == []


def test_it_is_based_on_the_newest_entry_and_done_once(false_tochoo):
    ruling = {"remedy": "pickup", "seat": 1}
    assert false_tochoo.write("rulings/", ruling, based_on=3).json()["code"] == "stale"
    assert false_tochoo.steward.post(false_tochoo.path + "rulings/", ruling).json()["code"] == "no_version"
    seq = false_tochoo.seq
    one, two = (false_tochoo.write("rulings/", ruling, based_on=seq, Idempotency_Key='"a"') for _ in range(2))
    assert (one.status_code, false_tochoo.seq) == (201, seq + 1)
    assert plain(false_tochoo, one) == plain(false_tochoo, two)
    other = false_tochoo.write("rulings/", {"remedy": "stand"}, Idempotency_Key='"a"')
    assert other.json()["code"] == "key_reused"


def test_at_open_sight_rulings_work_alike(new_table):
    table = new_table("troeven", {"version": "stock"})
    table.deal()
    played = []
    while not listed(table, "worst_result"):
        played.append(table.read("legal-moves/")["legal"][0])
        table.play(played[-1])
    told = ruled(table, remedy="worst_result", seat=1, reason="looked at the stock")
    assert told["hand"]["playing"] is False
    assert table.read("record/")["hands"][0]["moves"] == [*played, "* worst_result 1"]
    assert table.read("rulings/", table.viewer)["rulings"] == [told["entry"]]

"""POST shown/: cards that a seat showed after a hand, for the audit."""

import random

import pytest

from referee.engine.cards import card_texts
from tests.api.hidden import GAMES, WITH_DUTIES, honest, revoked, started
from tests.games.hidden import go_on, play_hand, seen_of


def with_cards_left():
    """An honest game of Getaway whose loser still holds some cards that nobody has seen; and those cards."""
    game = GAMES["getaway"]
    for number in range(400):
        rng = random.Random(number)
        hand = play_hand(rng, game, game.terms({}, 3))
        left = [(seat, card_texts(cards)) for seat, cards in enumerate(hand.states()[-1].hands) if cards]
        usable = hand.standing == game.opening(hand.terms) and len(hand.moves) < 100
        if usable and len(left) == 1 and len(left[0][1]) >= 3:
            return hand, *left[0]
    raise AssertionError


@pytest.fixture
def ended(new_table):
    hand, seat, cards = with_cards_left()
    table = new_table("getaway", seats=3)
    table.start({}, hand.dealer)
    table.play(*seen_of(hand).moves)
    return table, hand, seat, cards


def verdicts(told):
    return [said["verdict"] for said in told["audit"]]


def test_cards_still_held_tell_the_audit_more(ended):
    table, _, seat, cards = ended
    before = table.read("findings/")
    answer = table.write("shown/", {"hand": 1, "seat": seat, "cards": cards}, table.seats[seat])
    assert answer.status_code == 201, answer.json()
    told = answer.json()
    assert told == table.read("findings/", table.viewer)
    assert [said["shown"] for said in told["audit"]] == [place == seat for place in range(3)]
    assert told["findings"] == []
    rank = {"unknown": 0, "clean": 1}
    assert all(rank[new] >= rank[old] for new, old in zip(verdicts(told), verdicts(before), strict=True))
    entry = table.read("moves/")["entries"][-1]
    assert (entry["kind"], entry["text"], entry["hand"], entry["undone"]) == (
        "shown",
        f"* shown 1 {seat}",
        1,
        False,
    )
    assert entry["data"] == {"hand": 1, "seat": seat, "cards": cards, "dealt": False}
    assert entry["by"] == {"role": "seat", "seat": seat}


def test_all_that_was_dealt_makes_everything_certain(new_table):
    hand, _, _ = with_cards_left()
    table = new_table("getaway", seats=3)
    table.start({}, hand.dealer)
    table.play(*seen_of(hand).moves)
    exchanged = any("take" in move.text for move in hand.moves)
    for seat, cards in enumerate(hand.deal["hands"]):
        answer = table.write("shown/", {"hand": 1, "seat": seat, "cards": cards, "dealt": True})
        if exchanged:
            return
        assert answer.status_code == 201, answer.json()
        assert table.read("moves/")["entries"][-1]["text"] == f"* dealt 1 {seat}"
    assert verdicts(table.read("findings/")) == ["clean"] * 3


@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_a_dealt_hand_that_does_not_fit_is_refused(new_table, slug):
    hand = honest(slug, 0)
    table = started(new_table, slug, hand)
    table.play(*hand.moves)
    seq = table.seq
    for cards in ([], ["KH"]):
        answer = table.write("shown/", {"hand": 1, "seat": 0, "cards": cards, "dealt": True})
        assert answer.status_code == 422, answer.json()
        assert answer.json()["code"] in {"wrong_count", "not_allowed"}
        assert answer.json()["rule"]["id"] in answer.json()["detail"]
    assert table.seq == seq


def test_a_card_that_is_gone_or_was_seen_elsewhere_is_refused(ended):
    table, hand, seat, cards = ended
    gone = next(move.text.split()[2] for move in hand.moves if "play" in move.text)
    seq = table.seq
    for place in range(3):
        answer = table.write("shown/", {"hand": 1, "seat": place, "cards": [gone]})
        assert (answer.status_code, answer.json()["code"]) == (422, "cannot_be")
    others = table.write("shown/", {"hand": 1, "seat": (seat + 1) % 3, "cards": cards[:1]})
    assert others.json()["code"] == "cannot_be"
    assert table.seq == seq


def test_a_seat_shows_its_own_cards_and_a_viewer_none(ended):
    table, _, seat, cards = ended
    sent = {"hand": 1, "seat": seat, "cards": cards}
    for who in (table.viewer, table.seats[(seat + 1) % 3]):
        assert table.write("shown/", sent, who).json()["code"] == "not_your_seat"
    assert table.write("shown/", sent).status_code == 201


def test_what_is_shown_later_takes_the_place_of_what_was_shown(ended):
    table, _, seat, cards = ended
    table.write("shown/", {"hand": 1, "seat": seat, "cards": cards[:1]})
    few = table.read("findings/")
    table.write("shown/", {"hand": 1, "seat": seat, "cards": cards})
    assert few["audit"][seat]["shown"]
    assert verdicts(table.read("findings/")) == verdicts(
        table.write("shown/", {"hand": 1, "seat": seat, "cards": cards[::-1]}).json()
    )


def ended_otherwise(hand, seat):
    """Another ending of the hand, in which the seat has got away; from which move on, and its moves."""
    rng, states = random.Random(1), hand.states()
    while True:
        place = rng.randrange(len(hand.moves) // 2, len(hand.moves))
        rest, end = go_on(rng, hand.game, states[place], {"take": 0}), states[place]
        for move in rest or ():
            end = hand.game.applied(end, move)
        if rest and not end.hands[seat]:
            return place, [move.text for move in rest]


def test_a_hand_that_ends_otherwise_after_all_is_audited_without_what_was_shown(ended):
    """Taken back and played on, so that the cards shown were not held at the end."""
    table, hand, seat, cards = ended
    assert table.write("shown/", {"hand": 1, "seat": seat, "cards": cards}).status_code == 201
    moves = [entry["seq"] for entry in table.read("moves/")["entries"] if entry["move"]]
    place, rest = ended_otherwise(hand, seat)
    assert table.write("takebacks/", {"to": moves[place] - 1}).status_code == 201
    assert table.play(*rest)["over"] is True
    told = table.read("findings/")
    assert (told["findings"], [said["shown"] for said in told["audit"]]) == ([], [False] * 3)


def test_only_after_a_hand_at_hidden_sight(new_table):
    table = new_table("getaway", seats=3)
    sent = {"hand": 1, "seat": 0, "cards": ["KH"]}
    assert table.write("shown/", sent).json()["code"] == "no_such_hand"
    table.start()
    assert table.write("shown/", sent).json()["code"] == "not_finished"
    scored = new_table("troeven")
    scored.write("results/", {"entered": {"points": [20, 20]}, "dealer": 0})
    assert scored.write("shown/", sent).json()["code"] == "not_finished"


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"hand": 0}, "/hand", "out_of_range"),
        ({"seat": -1}, "/seat", "out_of_range"),
        ({"cards": "KH"}, "/cards", "wrong_type"),
        ({"cards": ["XX"]}, "/cards/0", "bad_card"),
        ({"cards": ["KH", "KH"]}, "/cards/1", "twice"),
        (
            {"cards": [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"] + ["AS"]},
            "/cards",
            "wrong_length",
        ),
        ({"dealt": "yes"}, "/dealt", "wrong_type"),
        ({"more": 1}, "/more", "unknown_key"),
    ],
)
def test_faults_of_form(ended, change, pointer, code):
    table, _, seat, _ = ended
    answer = table.write("shown/", {"hand": 1, "seat": seat, "cards": ["KH"]} | change)
    assert answer.status_code == 400
    assert (pointer, code) in [(one["pointer"], one["code"]) for one in answer.json()["errors"]]


def test_its_version_and_doing_it_once(ended):
    table, _, seat, cards = ended
    sent = {"hand": 1, "seat": seat, "cards": cards}
    assert table.write("shown/", sent, based_on=2).json()["code"] == "stale"
    assert table.steward.post(table.path + "shown/", sent).json()["code"] == "no_version"
    seq = table.seq
    one, two = (table.write("shown/", sent, based_on=seq, Idempotency_Key='"s"') for _ in range(2))
    assert (one.content, table.seq) == (two.content, seq + 1)
    table.steward.patch(table.path, {"status": "closed"})
    assert table.write("shown/", sent).json()["code"] == "table_closed"


def test_a_revoke_is_found_by_what_was_dealt(new_table):
    """With the hands known, a play that nothing had proved is certainly wrong, or certainly right."""
    seen = set()
    for number in range(6):
        hand = revoked("huutopussi", number)
        table = started(new_table, "huutopussi", hand)
        table.play(*hand.moves)
        seen |= set(verdicts(table.read("findings/")))
    assert "revoked" in seen

"""Noninterference over HTTP: deals that a key's holder cannot tell apart are answered alike everywhere.

For each game a hand is played at random on one deal. A second deal has two cards changed places wherever
they lie, and the same moves (face-down ones with the cards changed too), so that all the holder of the key
ever sees is the same. Then both are played at real tables and every answer is compared, headers included.
"""

import json
import random
import re

import pytest

from referee import games
from referee.engine import evidence as ev
from referee.engine.cards import NAMES, bits
from referee.engine.errors import BadForm, Refused
from referee.engine.moves import WILD
from referee.engine.watch import Watch
from tests.api.hidden import WITH_DUTIES, started, told_early, watched

VIEWER = None
READS = [
    "",
    "moves/",
    "moves/?after=3",
    "legal-moves/",
    "scoresheet/",
    "record/",
    "findings/",
    "findings/?hand=1",
    "rulings/",
]
TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z")


JUDGED = [
    ("rulings/", {"remedy": "warning"}),
    ("rulings/", {"remedy": "pickup", "seat": 1}),
    ("rulings/", {"remedy": "worst_result", "seat": 1}),
    ("rulings/", {"remedy": "offset", "side": 0, "points": 1}),
    ("amendments/?preview=1", {"entry": 3, "text": "0 play AS"}),
    ("amendments/", {"entry": 3, "text": "0 play AS"}),
    ("amendments/?preview=1", {"entry": 2, "dealer": 1}),
    ("confirmations/", {"hand": 1, "seat": 0}),
    ("confirmations/", {"hand": 2}),
    ("takebacks/3/votes/", {"agree": True, "seat": 0}),
    ("shown/", {"hand": 1, "seat": 0, "cards": ["AS"]}),
    ("shown/", {"hand": 1, "seat": 1, "cards": [], "dealt": True}),
]
"""Sent by everybody who may see less than everything: answered by what they may see, or by a no."""


def changed(value, one, other):
    """The same JSON with two cards changed places."""
    if isinstance(value, list):
        return [changed(item, one, other) for item in value]
    if isinstance(value, dict):
        return {key: changed(item, one, other) for key, item in value.items()}
    return {one: other, other: one}.get(value, value)


def changed_text(game, text, seats, one, other, sees):
    """A face-down move of somebody else with two cards changed places; all other moves as they are."""
    move = game.parse(text, seats)
    if not move.verb.face_down or sees >> move.seat & 1:
        return text
    return " ".join(changed(text.split(" "), one, other))


def filled(game, state, move, rng):
    """A move with the free places of a pattern chosen at random."""
    if WILD not in move.args:
        return move
    act, args = game.phases[state.phase].act(move.verb), ()
    for _ in move.args:
        args += (rng.choice(bits(act.allowed(state, move.seat, args))),)
    return move._replace(args=args)


def seen(game, terms, deal, texts, sees):
    """All that a set of seats sees of a hand, step by step; None where the moves do not fit the deal."""
    try:
        state = game.start(terms, game.opening(terms), 0, deal)
        told = [game.view(state, sees)]
        for text in texts:
            move = game.parse(text, terms.seats)
            state = game.apply(state, move)
            told += [game.veiled(state, move, sees).text, game.view(state, sees)]
            told.append([legal.text for legal in game.legal_moves(state, sees)])
    except (Refused, BadForm):
        return None
    moves = [
        game.veiled(state, game.parse(text, terms.seats), sees).text for text in texts
    ]  # as they lie now
    return told, moves, state.over and game.report(state)


def twins(slug, seat, rng, full):
    """Two deals with their moves that a seat (or a viewer) cannot tell apart."""
    game = games.get(slug)
    terms = game.terms({}, {"getaway": 3}.get(slug, game.seats[0]))
    sees = 0 if seat is VIEWER else 1 << seat
    for _ in range(200):
        standing = game.opening(terms)
        deal = game.deal(terms, standing, 0, lambda cards: rng.sample(cards, len(cards)))
        state, texts = game.start(terms, standing, 0, deal), []
        most = 10_000 if full else rng.randint(4, 14)
        while len(texts) < most and (moves := game.legal_moves(state)):
            move = filled(game, state, rng.choice(moves), rng)
            state = game.apply(state, move)
            texts.append(move.text)
        before = seen(game, terms, deal, texts, sees)
        pack = [NAMES[card] for card in bits(game.pack)]
        for _ in range(60):
            one, other = rng.sample(pack, 2)
            twin = changed(deal, one, other)
            same = [changed_text(game, text, terms.seats, one, other, sees) for text in texts]
            if twin != deal and seen(game, terms, twin, same, sees) == before:
                return game, terms.seats, (deal, texts), (twin, same)
    raise AssertionError("everything can be told apart")


def answers(table, who, seats):
    """Everything a key's holder is told: all reads, the answer to every card tried, refusals, headers."""
    seq = table.seq
    told = [who.get(table.path + path) for path in READS]
    told.append(who.get(table.path + "moves/", Accept="application/x-ndjson"))
    told.append(who.get(table.path + "scoresheet/", Accept="text/csv"))
    tries = [f"{seat} play {card}" for seat in range(seats) for card in ("AS", "9C")]
    tries += [
        f"{seat} {verb}" for seat in range(seats) for verb in ("pass", "take", "claim 3", "lay KH", "draw 9D")
    ]
    for number, text in enumerate([*tries, "0 nonsense"]):
        asked = who.post(table.path + "moves/check/", {"text": text})
        told.append(asked)
        if asked.status_code >= 400 and number % 4 == 0:
            told.append(who.post(table.path + "moves/", {"text": text}, based_on=seq))
    told.append(who.post(table.path + "moves/check/", [{"text": text} for text in tries]))
    told.append(who.post(table.path + "moves/", {"text": "0 pass"}, based_on=1))
    told.append(who.post(table.path + "takebacks/", {"to": 1}, based_on=seq))
    told.append(who.post(table.path + "hands/", {"shuffle": True}, based_on=seq))
    for path, sent in JUDGED:
        told.append(who.post(table.path + path, sent))
        told.append(who.post(table.path + path, sent, based_on=seq))
    return [plain(table, answer) for answer in told]


def plain(table, answer):
    """Status, headers and body, without the table's id and the times."""
    text = TIME.sub("TIME", answer.content.decode().replace(table.id, "ID"))
    headers = {name: value for name, value in answer.items() if name != "Content-Length"}
    return answer.status_code, headers, text


def compared(new_table, slug, seat, *, full):
    """What a seat, a viewer or the steward is answered at two tables that the seat cannot tell apart."""
    _, seats, *hands = twins(slug, seat, random.Random(f"{slug} {seat} {full}"), full)
    assert json.dumps(hands[0]) != json.dumps(hands[1])
    tables = []
    for deal, moves in hands:
        table = new_table(slug, seats=seats)
        table.deal(deal, 0)
        table.play(*moves)
        tables.append(table)
    return tables, seats


@pytest.mark.parametrize("seat", [1, VIEWER])
@pytest.mark.parametrize("slug", games.all_games())
def test_what_cannot_be_told_apart_is_answered_alike(new_table, slug, seat):
    tables, seats = compared(new_table, slug, seat, full=False)
    who = [table.viewer if seat is VIEWER else table.seats[seat] for table in tables]
    told = [answers(table, key, seats) for table, key in zip(tables, who, strict=True)]
    for one, other in zip(*told, strict=True):
        assert one == other


def test_the_comparison_can_fail(new_table):
    """Deals that differ in what a seat holds are told apart by that seat and by the steward alone."""
    game = games.get("auction-house")
    terms, rng = game.terms({}, 4), random.Random(1)
    deal = game.deal(terms, game.opening(terms), 0, lambda cards: rng.sample(cards, len(cards)))
    told = []
    for cards in (deal, changed(deal, deal["hands"][0][0], deal["hands"][2][0])):
        table = new_table("auction-house")
        table.deal(cards, 0)
        keys = {"steward": table.steward, "viewer": table.viewer, **dict(enumerate(table.seats))}
        told.append({name: plain(table, key.get(table.path)) for name, key in keys.items()})
    assert {name for name in told[0] if told[0][name] != told[1][name]} == {"steward", 0, 2}


@pytest.mark.parametrize("seat", [1, VIEWER])
@pytest.mark.parametrize("slug", ["auction-house", "checks", "getaway"])
def test_cards_that_nobody_saw_stay_unseen_after_the_end(new_table, slug, seat):
    """Games at whose end cards may lie unseen, or may have gone from hand to hand unseen."""
    tables, seats = compared(new_table, slug, seat, full=True)
    who = [table.viewer if seat is VIEWER else table.seats[seat] for table in tables]
    told = [answers(table, key, seats) for table, key in zip(tables, who, strict=True)]
    for one, other in zip(*told, strict=True):
        assert one == other


# -- what follows about hidden cards at hidden sight ---------------------------------------------------------


DUTIES_ARE_BELIEVED = Watch._note


def believing_nothing(watch, kind, seat, cards, other=-1, **more):
    """As a watch notes what happens; that a legal play says something of the cards not seen is left out."""
    if kind not in (ev.DENY, ev.SAID_HAS, ev.SAID_NONE, ev.SAID_NOT_BOTH):
        DUTIES_ARE_BELIEVED(watch, kind, seat, cards, other, **more)


def said_during(table, moves, until):
    """What every key is told after each move, up to one; and now and then all that can be read and asked."""
    told = []
    for place, text in enumerate(moves[:until]):
        made = table.write("moves/", {"text": text})
        assert made.status_code == 201, made.json()
        told.append(plain(table, made))
        if place % max(until // 3, 1) and place != until - 1:
            continue
        for who in (table.viewer, table.steward):
            told += [plain(table, who.get(table.path + path)) for path in READS]
        seq, mover = table.seq, text.split()[0]
        for who in (table.viewer, table.steward):
            for tried in (f"{mover} play KH", f"{mover} play! 7C", f"{mover} pass", f"{mover} take"):
                told.append(plain(table, who.post(table.path + "moves/check/", {"text": tried})))
            sent = {"entry": max(seq - 2, 3), "text": text}
            told.append(plain(table, who.post(table.path + "amendments/?preview=1", sent)))
        assert table.seq == seq
    return told


QUICK = {("getaway", "when_shown"), ("auction-house", "hand_end")}
"""Those of many that are tried each time; the others take long."""


@pytest.mark.parametrize(
    ("slug", "disclosure"),
    [
        pytest.param(slug, setting, marks=() if (slug, setting) in QUICK else pytest.mark.long)
        for slug in WITH_DUTIES
        for setting in ("hand_end", "when_shown")
    ],
)
def test_deductions_do_not_leave_during_a_hand(new_table, monkeypatch, slug, disclosure):
    """A referee that deduces nothing from duties says the same, up to what the table lets be told."""
    hand = told_early(slug)
    steps = range(1, len(hand.moves))
    first = next(step for step in steps if any(found.own for found in watched(slug, hand, step)))
    until = min(first - 1 if disclosure == "when_shown" else len(hand.moves) - 3, 60)
    told = []
    for note in (DUTIES_ARE_BELIEVED, believing_nothing):
        monkeypatch.setattr(Watch, "_note", note)
        table = started(new_table, slug, hand, {"disclosure": disclosure})
        told.append(said_during(table, hand.moves, until))
    for one, other in zip(*told, strict=True):
        assert one == other


@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_and_without_the_setting_they_do(new_table, monkeypatch, slug):
    """The comparison can fail: what a card has contradicted is told, by a referee that believes duties."""
    hand, told = told_early(slug), []
    for note in (DUTIES_ARE_BELIEVED, believing_nothing):
        monkeypatch.setattr(Watch, "_note", note)
        table = started(new_table, slug, hand)
        told.append(table.play(*hand.moves[:-2])["findings"])
    assert told[0]
    assert not told[1]

"""A game as a table of data and small functions, and everything that can be asked of any game."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

from referee.engine import forms
from referee.engine.acts import Act, Phase, never
from referee.engine.cards import NAMES, UNSEEN, bits, card_texts
from referee.engine.errors import BadForm, Fault, NotAMove, Refused
from referee.engine.irregularities import REMEDIES, Irregularity
from referee.engine.match import RULING_LINE, Line, Offset, Score, Standing, Terms
from referee.engine.moves import CARD, NOBODY, REFEREE, Move, Verb, move_from_json, parse_move
from referee.engine.rules import Option, Rule, Value, resolve
from referee.engine.sources import Told
from referee.engine.state import OVER, State

S = TypeVar("S", bound=State)

_NAMES = frozenset(NAMES)

EVERYBODY = -1
"""A set of seats that holds every seat."""

Sides = Sequence[Sequence[int]]
"""The seats of each side, in the order of `Standing.totals`."""


Shuffle = Callable[[Sequence[int]], Sequence[int]]
"""Takes cards and gives them back in an order of chance."""


class TurnedUp(NamedTuple):
    """Cards that were turned up and have to be noted: how, at which seat, which blanks, from which cards."""

    verb: Verb
    seat: int | None
    blanks: tuple[int, ...]
    allowed: int


def each_alone(terms: Terms) -> Sides:
    """Return every seat as a side of its own."""
    return [(seat,) for seat in range(terms.seats)]


def cards_in(view: Any) -> set[str]:
    """Return the texts of all cards that stand anywhere in a view."""
    if isinstance(view, str):
        return {view} & _NAMES
    items = view.values() if isinstance(view, dict) else view if isinstance(view, list) else ()
    return set().union(*map(cards_in, items))


@dataclass(frozen=True)
class Game(Generic[S]):
    """One card game. A game file fills this in; the methods below answer for all games alike.

    Attributes:
        slug, title: name in addresses and records, and for people (English).
        version: version of the rules, pinned in tables and records.
        seats: allowed numbers of players.
        pack: the cards dealt and played with.
        rules: the numbered rules by id, in the order of the rule book.
        options, presets: the table options and the names of their presets.
        phases: by name, in order of play; `end_rule` is cited once the hand is over.
        opening: the standing before the first hand.
        shapes: form of a deal for given terms, standing and dealer.
        begin: the state right after the deal.
        report: what a table would report of a finished hand, as `read_report` gives it.
        read_report: reads such a report; raises Refused where it does not tally.
        score: what a reported hand is worth. Played and merely reported hands go the same way.
        sources: the places of the moves that a line of the sheet comes from.
        public: facts that everybody at the table can see, as JSON.
        own: facts that only one seat can see besides its hand, as JSON.
        open_hand: whether everybody sees a seat's hand.
        places: the sets of cards that lie elsewhere than in hands, so that all together are the pack.
        still_down: whether the cards of a face-down move are still face down on the table.
        shared_with: the seats besides the mover that know the cards of a face-down move, as a set.
        sides: the seats that score together, in the order of the totals; by default each seat alone.
        turn_ups: the kinds of move by which cards that are turned up are noted at hidden sight.
        turned_up: what has been turned up and has to be noted now, at hidden sight.
        noted: changes the state after that as the game needs.
        remedies: rulings of the referee that change how the hand stands; in any phase, even when the hand is
            over, where their gates are open.
        remedy_texts: an English sentence for each of them, by name.
        irregularities: what goes wrong at a real table, and the usual remedies.
        conflicts: keys of options that cannot be combined, for given terms.
        report_schema: JSON Schema of a report.
    """

    slug: str
    title: str
    version: str
    seats: range
    pack: int
    rules: Mapping[str, Rule]
    options: Sequence[Option]
    phases: Mapping[str, Phase[S]]
    end_rule: str
    match_rule: str
    opening: Callable[[Terms], Standing]
    shapes: Callable[[Terms, Standing, int], forms.Shapes]
    begin: Callable[[Terms, Standing, int, Mapping[str, Any]], S]
    report: Callable[[S], dict[str, Any]]
    read_report: Callable[[forms.Reader, Terms, Standing], dict[str, Any]]
    score: Callable[[Terms, Standing, int, Mapping[str, Any]], Score]
    public: Callable[[S], dict[str, Any]]
    places: Callable[[S], Sequence[int]]
    sources: Callable[[Line, Sequence[Told]], Sequence[int]]
    report_schema: Mapping[str, Any]
    own: Callable[[S, int], dict[str, Any]] = lambda state, seat: {}
    open_hand: Callable[[S, int], bool] = never
    still_down: Callable[[S, Move], bool] = never
    shared_with: Callable[[S, Move], int] = lambda state, move: 0
    sides: Callable[[Terms], Sides] = each_alone
    conflicts: Callable[[Terms], Sequence[str]] = lambda terms: ()
    presets: Sequence[str] = ("book",)
    turn_ups: Sequence[Verb] = ()
    turned_up: Callable[[S], TurnedUp | None] = lambda state: None
    noted: Callable[[S], None] = lambda state: None
    remedies: Sequence[Act[S]] = ()
    remedy_texts: Mapping[str, str] = field(default_factory=dict)
    irregularities: Sequence[Irregularity] = ()

    @cached_property
    def verbs(self) -> Mapping[str, Verb]:
        """The kinds of move of this game, by name; rulings are not among them."""
        return {act.verb.name: act.verb for phase in self.phases.values() for act in phase.acts}

    @cached_property
    def remedy_verbs(self) -> Mapping[str, Verb]:
        """The kinds of ruling of this game, by name."""
        return {act.verb.name: act.verb for act in self.remedies}

    @cached_property
    def every_verb(self) -> Mapping[str, Verb]:
        """The kinds of move and of ruling, by name."""
        return {**self.verbs, **self.remedy_verbs}

    @cached_property
    def turn_up_verbs(self) -> Mapping[str, Verb]:
        """The kinds of move that note cards turned up, by name."""
        return {verb.name: verb for verb in self.turn_ups}

    # -- terms and deals ---------------------------------------------------------------------------

    def terms(self, options: Any, seats: int) -> Terms:
        """Return the terms of a table. Raises BadForm with pointers relative to an object of both."""
        faults: list[Fault] = []
        values: dict[str, Value] = {}
        if seats not in self.seats:
            limits = {"low": self.seats[0], "high": self.seats[-1]}
            faults.append(Fault("/seats", "seat_count", limits))
        try:
            values = resolve(self.options, self.presets, options)
        except BadForm as bad:
            faults += [Fault(f"/options{fault.pointer}", fault.code, fault.params) for fault in bad.faults]
        if not faults:
            terms = Terms(values, seats)
            faults = [Fault(f"/options/{key}", "conflict", {}) for key in self.conflicts(terms)]
        if faults:
            raise BadForm(faults)
        return terms

    def profile(self, terms: Terms) -> str:
        """Return the hash (SHA-256) that pins the rules played under: game, rules version, every option."""
        options = {key: value for key, value in terms.options.items() if key != "preset"}
        pinned = {"game": self.slug, "version": self.version, "options": options, "seats": terms.seats}
        return sha256(json.dumps(pinned, sort_keys=True).encode()).hexdigest()

    def deal(self, terms: Terms, standing: Standing, dealer: int, shuffled: Shuffle) -> dict[str, Any]:
        """Return a deal for the next hand as JSON. Chance comes from outside: `shuffled` shuffles cards."""
        shapes = self.shapes(terms, standing, dealer)
        piles = {pack: iter(shuffled(bits(pack))) for _, pack in shapes.values()}
        return forms.write_deal(forms.fill(shapes, lambda pack: next(piles[pack])))

    def start(self, terms: Terms, standing: Standing, dealer: int, deal: Any, pointer: str = "/deal") -> S:
        """Return the state after a deal given as JSON.

        Raises BadForm for a deal that cannot be, Refused where the match is over.
        """
        if standing.over:
            raise Refused("match_over", self.match_rule)
        cards = forms.read_deal(deal, self.shapes(terms, standing, dealer), pointer)
        return self.begin(terms, standing, dealer, cards)

    def scored(
        self,
        terms: Terms,
        standing: Standing,
        dealer: int,
        report: Mapping[str, Any],
        offsets: Sequence[Offset] = (),
    ) -> Score:
        """Return what a reported hand is worth, as `score` does, with the points that rulings gave or took.

        They count before the hand does, so that the game's own rule says whether the match is over by them.
        """
        score = self.score(terms, standing.plus(offsets), dealer, report)
        if not offsets:
            return score
        lines = [
            Line(offset.side, offset.points, (), RULING_LINE, {"reason": offset.reason or "–"})
            for offset in offsets
        ]
        return score._replace(lines=[*score.lines, *lines])

    # -- moves -------------------------------------------------------------------------------------

    def parse(self, text: str, seats: int, *, hidden: bool = False) -> Move:
        """Return the move that a text names, at open or at hidden sight. Raises NotAMove."""
        verbs = {**self.every_verb, **self.turn_up_verbs} if hidden else self.every_verb
        move = parse_move(text, verbs, seats)
        return move if hidden else self._in_sight(move)

    def from_json(self, data: Mapping[str, Any], seats: int, *, hidden: bool = False) -> Move:
        """Return the move that a JSON object names, at open or at hidden sight. Raises NotAMove."""
        verbs = {**self.every_verb, **self.turn_up_verbs} if hidden else self.every_verb
        move = move_from_json(data, verbs, seats)
        return move if hidden else self._in_sight(move)

    def _in_sight(self, move: Move) -> Move:
        """Return a move of open sight, where every card is named and none is shown besides."""
        if move.verb.shown and len(move.args) > len(move.verb.params):
            raise NotAMove("wrong_arguments", verb=move.verb.name, needs=move.verb.needs())
        for place, arg in enumerate(move.args):
            if move.verb.kind_at(place) is not CARD:
                continue
            if arg == UNSEEN:
                raise NotAMove("unseen_card")
            if not self.pack >> arg & 1:
                raise NotAMove("not_in_pack", card=CARD.text(arg))
        return move

    def to_act(self, state: S, seats: int = EVERYBODY) -> int:
        """Return the set of seats that may act now; empty when the hand is over.

        Takes with the eyes of which seats this is seen: where it follows from hidden cards (a private
        phase), others are not told.
        """
        if state.phase == OVER:
            return 0
        phase = self.phases[state.phase]
        return phase.to_act(state) & (seats if phase.private else EVERYBODY)

    def legal_moves(self, state: S, seats: int = EVERYBODY) -> list[Move]:
        """Return every legal move of some seats, all by default. Patterns hold `WILD` arguments."""
        if state.phase == OVER:
            return []
        moves: list[Move] = []
        for act in self.phases[state.phase].acts:
            for seat in bits(act.by(state) & seats):
                moves += act.moves(state, seat)
        return moves

    def legal_texts(self, state: S, seats: int = EVERYBODY) -> list[str]:
        """Return the legal moves of some seats as sorted canonical texts."""
        return sorted(move.text for move in self.legal_moves(state, seats))

    def remedy(self, verb: Verb) -> Act[S]:
        """Return the act of a ruling."""
        return next(act for act in self.remedies if act.verb is verb)

    def remedy_moves(self, state: S) -> list[Move]:
        """Return every ruling that could be made here, without cards that are shown with it."""
        acts = (act for act in self.remedies if act.is_open(state, REFEREE))
        return [move for act in acts for move in act.moves(state, REFEREE)]

    def refusal(self, state: S, move: Move) -> Refused | None:
        """Return why a move is refused here, or None if it is accepted.

        A marked move (`play!`) is accepted where its card breaks nothing but a duty to follow.
        """
        if move.verb.referee:
            ruling = self.remedy(move.verb)
            return Refused("not_illegal", str(ruling.turn)) if move.stood else ruling.refusal(state, move)
        if state.phase == OVER:
            return Refused("hand_over", self.end_rule)
        phase = self.phases[state.phase]
        act = phase.act(move.verb)
        if act is None:
            return Refused("wrong_phase", phase.rule)
        refused = act.refusal(state, move)
        if not move.stood:
            return refused
        if refused is None:
            return Refused("not_illegal", phase.rule)
        return None if refused.can_stand else refused

    def apply(self, state: S, move: Move) -> S:
        """Return the state after a move. Raises Refused where a rule forbids it."""
        refused = self.refusal(state, move)
        if refused:
            raise refused
        return self.applied(state, move)

    def applied(self, state: S, move: Move) -> S:
        """Return the state after a move **without checking it**; for moves that were checked before."""
        act: Act[S] | None = (
            self.remedy(move.verb) if move.verb.referee else self.phases[state.phase].act(move.verb)
        )
        assert act is not None, move.text
        new = state.copy()
        act.do(new, move)
        return new

    # -- when something goes wrong -----------------------------------------------------------------

    @cached_property
    def remedy_sentences(self) -> Mapping[str, str]:
        """The English sentence of every remedy by name: those of all games, and the game's own."""
        return {**REMEDIES, **self.remedy_texts}

    def irregularity(self, code: Any, pointer: str = "/irregularity") -> Irregularity:
        """Return the irregularity of a code. Raises BadForm (``not_a_choice``) for any other value."""
        for row in self.irregularities:
            if row.code == code:
                return row
        choices = ", ".join(row.code for row in self.irregularities)
        raise BadForm([Fault(pointer, "not_a_choice", {"choices": choices})])

    def irregularity_for(self, kind: str, rule: str) -> Irregularity | None:
        """Return the irregularity that a finding of a kind, by a rule, is; None where the table has none."""
        by_rule = (row for row in self.irregularities if rule in row.rules)
        by_kind = (row for row in self.irregularities if row.code == kind)
        return next(by_rule, None) or next(by_kind, None)

    def irregularities_json(self, terms: Terms, translate: Callable[[str], str]) -> list[dict[str, Any]]:
        """Return all irregularities as JSON for a table, each with its remedies, the default first."""
        return [row.as_json(translate, terms.options, self.remedy_sentences) for row in self.irregularities]

    # -- what people see ---------------------------------------------------------------------------

    def view(self, state: S, seats: int) -> dict[str, Any]:
        """Return what somebody who sees with the eyes of some seats may know, as JSON.

        The one door for hidden cards: an empty set of seats is a spectator. Two deals that these seats
        cannot tell apart give the same answer.
        """
        return {
            "phase": state.phase,
            "over": state.over,
            "dealer": state.dealer,
            "to_act": list(bits(self.to_act(state, seats))),
            "hands": [self._hand(state, seat, seats) for seat in range(state.seats)],
            **self.public(state),
        }

    def _hand(self, state: S, seat: int, seats: int) -> dict[str, Any]:
        cards = state.hands[seat]
        mine = bool(seats >> seat & 1)
        shown = mine or self.open_hand(state, seat)
        return {
            "seat": seat,
            "count": cards.bit_count(),
            "cards": card_texts(cards) if shown else None,
            **(self.own(state, seat) if mine else {}),
        }

    def reveals(self, before: S, move: Move, after: S) -> bool:
        """Return whether a move let anybody see cards besides those it names: drawn, turned up, handed over.

        Takes the states before and after it. Such a move cannot be taken back as if nothing had happened.
        """
        if move.verb.by_chance:
            return True
        named = set() if move.verb.face_down else set(move.text.split())
        eyes = [0, *(1 << seat for seat in range(before.seats))]
        return any(
            cards_in(self.view(after, seats)) - cards_in(self.view(before, seats)) - named for seats in eyes
        )

    def veiled(self, state: S, move: Move, seats: int) -> Move:
        """Return a move of this hand as some seats may know it now: cards still face down become unseen."""
        if not move.verb.face_down or move.seat == NOBODY or seats >> move.seat & 1:
            return move
        if seats & self.shared_with(state, move):
            return move
        return self.covered(move) if self.still_down(state, move) else move

    def covered(self, move: Move) -> Move:
        """Return a face-down move with its cards unseen."""
        return move._replace(args=(UNSEEN,) * len(move.args)) if move.verb.face_down else move

    def rule_of(self, refused: Refused) -> Rule:
        """Return the rule that a refusal cites."""
        return self.rules[refused.rule]

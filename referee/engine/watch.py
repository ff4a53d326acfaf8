"""The referee who cannot see the hands: a hand at hidden sight, followed from what is laid face up.

The game plays on as it does at open sight, with blank cards in the hands; a card that is shown takes the
place of a blank. What everybody can check is checked; what depends on hidden cards becomes evidence.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from referee.engine import evidence as ev
from referee.engine import forms
from referee.engine.acts import Act, Held, Obliged, Promised, denied
from referee.engine.cards import ANY, BLANK, NAMES, UNSEEN, bits, card_set, card_texts, members
from referee.engine.errors import NotAMove, Refused
from referee.engine.evidence import Event, Evidence, Proof
from referee.engine.findings import Finding
from referee.engine.findings import findings as find
from referee.engine.game import Game, TurnedUp
from referee.engine.holders import NOWHERE, Holders
from referee.engine.match import Standing, Terms
from referee.engine.moves import CARD, NOBODY, WILD, Move
from referee.engine.state import State

LEGAL, OPEN, ILLEGAL = "legal", "open", "illegal"


class Verdict(NamedTuple):
    """What is said of one move: `legal`, `illegal` with the duty it broke, or `open`.

    `rests_on_unseen` says whether cards that nobody has seen decide, whatever else follows about those.
    """

    verdict: str
    error: Refused | None = None
    rests_on_unseen: bool = False


class Watch:
    """A hand at hidden sight. Moves are given in order; the state changes with them.

    Attributes:
        state: the hand as it stands, with blank cards in it.
        step: the number of moves so far.
        evidence: all that is known of the cards.
        came: for each card that everybody saw come to a hand, the step; not for what lay open at the start.
        broken: the number of events at which they could no longer all be true, or None.
        leads: the steps at which a trick was begun.
        stood: step and seat of each play that was marked as illegal and stood.
    """

    def __init__(
        self,
        game: Game[Any],
        terms: Terms,
        standing: Standing,
        dealer: int,
        shown: Any,
        pointer: str = "/deal",
    ) -> None:
        """Start after a deal of which only `shown` lies face up (JSON in the form of a deal, parts left out).

        Raises BadForm with pointers.
        """
        self.game = game
        self.step = ev.FROM_THE_DEAL
        self.blanks = BLANK
        shapes = game.shapes(terms, standing, dealer)
        deal = forms.fill(shapes, lambda _pack: self._blank())
        self.state: Any = game.begin(terms, standing, dealer, forms.overlay(deal, shown, shapes, pointer))
        hands = [hand.bit_count() for hand in self.state.hands]
        rest = game.pack.bit_count() - sum(hands)
        self.evidence = Evidence(Holders.dealt(game.pack, hands, rest))
        self.came: dict[int, int] = {}
        for seat, hand in enumerate(self.state.hands):
            self._note(ev.HAS, seat, hand & ANY)
        self.dealt_open = self._in_sight()
        self.broken: int | None = None
        self.leads: tuple[int, ...] = ()
        self.stood: tuple[tuple[int, int], ...] = ()
        self._proof: Proof | None = None
        self._findings: tuple[int, tuple[Finding, ...]] = (0, ())
        self.step = 0

    def copy(self) -> "Watch":
        """Return a watch that can be played on without changing this one."""
        # States are never changed in place.
        new = object.__new__(Watch)
        new.__dict__ = self.__dict__ | {"evidence": self.evidence.copy(), "came": self.came.copy()}
        return new

    def _blank(self) -> int:
        self.blanks += 1
        return self.blanks - 1

    def _note(self, kind: str, seat: int, cards: int, other: int = -1, **more: Any) -> None:
        if cards or kind == ev.HAND_OVER:
            self.evidence.add(Event(self.step, kind, seat, cards, other, **more))

    @property
    def turned_up(self) -> TurnedUp | None:
        """What was turned up and has to be noted before anything else."""
        return self.game.turned_up(self.state)

    def legal_texts(self) -> list[str]:
        """Return what may be done now as sorted texts, with ``*`` for what depends on unseen cards."""
        return [move.text for move in self.legal_moves()]

    def legal_moves(self) -> list[Move]:
        """Return what may be done now, sorted by text; `WILD` stands for what depends on unseen cards."""
        turned = self.turned_up
        if turned:
            place = () if turned.seat is None else (turned.seat,)
            return [Move(NOBODY, turned.verb, (*place, *(WILD for _ in turned.blanks)))]
        if self.state.over:
            return []
        acts = self.game.phases[self.state.phase].acts
        found = [move for act in acts for seat in bits(act.by(self.state)) for move in self._moves(act, seat)]
        return sorted(found, key=lambda move: move.text)

    def _moves(self, act: Act[Any], seat: int) -> Sequence[Move]:
        if not act.public.is_open(self.state, seat):
            return []
        if not any(limit.private for row in act.limits for limit in row):
            return act.public.moves(self.state, seat)
        return [Move(seat, act.verb, (WILD,) * (act.count[1](self.state) if act.count else len(act.limits)))]

    # -- one move ----------------------------------------------------------------------------------

    def play(self, move: Move) -> Verdict:
        """Follow one move.

        Returns its verdict. Raises NotAMove, or Refused for a move that breaks a public rule or cannot be;
        nothing has changed then.
        """
        turned = self.game.turned_up(self.state)
        if turned or move.seat == NOBODY:
            self._turn_up(turned, move)
            verdict = Verdict(LEGAL)
        elif move.verb.referee:
            self._rule(move)
            verdict = Verdict(LEGAL)
        else:
            verdict = self._follow(move)
        if self.broken is None and not self.evidence.fits():
            self.broken = len(self.evidence.events)
        self.step += 1
        return verdict

    @property
    def proof(self) -> Proof | None:
        """Why no deal fits everything, at the step at which none did any more; None where some deal fits."""
        if self._proof is None and self.broken is not None:
            self._proof = self.evidence.until(self.broken).proof()
        return self._proof

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is found to be wrong, in the order in which it was proved."""
        if self._findings[0] != self.step:
            self._findings = (self.step, find(self))
        return self._findings[1]

    def _turn_up(self, turned: TurnedUp | None, move: Move) -> None:
        """Cards turned up for all to see are noted at once."""
        rule = self.game.end_rule if self.state.over else self.game.phases[self.state.phase].rule
        if turned is None:
            raise Refused("not_your_turn", rule, seat="-")
        cards = move.args if turned.seat is None else move.args[1:]
        if (
            move.verb is not turned.verb
            or move.seat != NOBODY
            or (turned.seat is not None and move.args[0] != turned.seat)
        ):
            raise Refused("turn_up_first", rule, verb=turned.verb.name)
        if len(cards) != len(turned.blanks) or len(set(cards)) != len(cards):
            raise Refused("wrong_count", rule, count=len(turned.blanks))
        for card in cards:
            if card < 0 or not turned.allowed >> card & 1 or self.lies_open() >> card & 1:
                raise Refused("cannot_be", rule, card=CARD.text(card))
        state = self.state.copy()
        for blank, card in zip(turned.blanks, cards, strict=True):
            state.uncover(blank, card)
        self.game.noted(state)
        self.state = state
        self.came.update(dict.fromkeys(cards, self.step))
        for seat, hand in enumerate(state.hands):
            self._note(ev.HAS, seat, hand & card_set(cards))

    def _rule(self, move: Move) -> None:
        """A ruling is made; cards shown with it stay in the hand of the seat it is about."""
        verb, shown = move.verb, move.args[len(move.verb.params) :]
        said = move._replace(args=move.args[: len(verb.params)])
        refused = self.game.refusal(self.state, said)
        if refused:
            raise refused
        act, seat, state = self.game.remedy(verb), move.args[0], self.state.copy()
        for card in shown:
            if card == UNSEEN:
                raise NotAMove("unseen_card")
            self._uncover(state, act, seat, card)
        if verb.shown and state.hands[seat] >> BLANK:
            count = state.hands[seat].bit_count()
            raise Refused("wrong_count", self._hand_rule(act, state, seat), count=count)
        before = state.hands.copy()
        act.do(state, said)
        self.state = state
        self._note(ev.HAS, seat, card_set(shown) & ~self.evidence.facts.seen)
        for other, hand in enumerate(state.hands):
            came = hand & ~before[other] & ANY
            self.came.update(dict.fromkeys(members(came), self.step))
            self._note(ev.AT, other, came)

    def _follow(self, move: Move) -> Verdict:
        act = self._act(move)
        state = self.state.copy()
        shown = self._shown(act, move)
        for card in shown:
            self._uncover(state, act, move.seat, card)
        if move.verb.shown and state.hands[move.seat] >> BLANK:
            count = state.hands[move.seat].bit_count()
            raise Refused("wrong_count", self._hand_rule(act, state, move.seat), count=count)
        self._lose_sight(state, move)
        move = self._with_blanks(state, move)
        refused = self._refusal(act, state, move) or self._false(act, state, move)
        if refused:
            raise refused
        if move.stood and _denied(act, state, move)[1] is None:
            raise Refused("not_illegal", self.game.phases[state.phase].rule)
        self.state = state
        verdict = self._testify(act, move, shown)
        self._make(act, move, shown)
        return verdict

    def _act(self, move: Move) -> Act[Any]:
        if self.state.over:
            raise Refused("hand_over", self.game.end_rule)
        phase = self.game.phases[self.state.phase]
        act = phase.act(move.verb)
        if act is None:
            raise Refused("wrong_phase", phase.rule)
        # Turn and public gates come first, so that a card is not said to be gone to who has no turn.
        refused = act.who.refusal(self.state, move._replace(args=()))
        if refused:
            raise refused
        return act

    # -- cards that are shown ----------------------------------------------------------------------

    def lies_open(self) -> int:
        """The cards whose place is known: shown for good, or lying somewhere for all to know."""
        return self.evidence.facts.seen | self._in_sight()

    def _in_sight(self) -> int:
        """The cards that are known where they are now, in hands and elsewhere."""
        piles: list[int] = [*self.state.hands, *self.game.places(self.state)]
        return reduce(or_, piles) & ANY

    def _shown(self, act: Act[Any], move: Move) -> list[int]:
        """The cards from the mover's own hand that a move names."""
        return [arg for place, arg in enumerate(move.args) if arg != UNSEEN and self._from_hand(act, place)]

    @staticmethod
    def _from_hand(act: Act[Any], place: int) -> bool:
        if place >= len(act.verb.params) and act.verb.shown:
            return True
        return bool(act.limits) and any(isinstance(limit, Held) for limit in act.limits_at(place))

    def _uncover(self, state: State, act: Act[Any], seat: int, card: int) -> None:
        """Let a shown card take the place of a blank of its owner. Raises Refused where it cannot be."""
        hand = state.hands[seat]
        if hand >> card & 1:
            return
        blanks = hand >> BLANK
        fact = Event(self.step, ev.HAS, seat, 1 << card)
        if not self.game.pack >> card & 1:
            raise NotAMove("not_in_pack", card=NAMES[card])
        if not blanks or self.lies_open() >> card & 1 or not self.evidence.could_be(fact):
            raise Refused("cannot_be", self._hand_rule(act, state, seat), card=NAMES[card])
        state.uncover(BLANK + (blanks & -blanks).bit_length() - 1, card)

    @staticmethod
    def _hand_rule(act: Act[Any], state: State, seat: int) -> str:
        rules = [
            limit.cited(state, seat)
            for limits in act.limits
            for limit in limits
            if not isinstance(limit, Obliged)
        ]
        return rules[-1] if rules else act.gates[-1].rule

    def _lose_sight(self, state: State, move: Move) -> None:
        """A card that goes on unseen may be one that was known to be in the hand: none is known any more."""
        if UNSEEN in move.args:
            if not move.verb.face_down or move.verb.stays:
                raise NotAMove("unseen_card")
            for card in members(state.hands[move.seat]):
                state.hands[move.seat] ^= 1 << card | 1 << self._blank()

    @staticmethod
    def _with_blanks(state: State, move: Move) -> Move:
        blanks = iter(
            [n for n in range(BLANK, state.hands[move.seat].bit_length()) if state.hands[move.seat] >> n & 1]
        )
        args = tuple(next(blanks, UNSEEN) if arg == UNSEEN else arg for arg in move.args)
        return move._replace(args=args)

    # -- what can be checked -----------------------------------------------------------------------

    def _refusal(self, act: Act[Any], state: Any, move: Move) -> Refused | None:
        """As `Act.refusal`, leaving out what nobody can know while the seat has cards that nobody has seen.

        A duty is never a reason to refuse: the card lies on the table, and what it proves is said elsewhere.
        """
        blind = bool(state.hands[move.seat] >> BLANK)
        args = move.args[: len(move.verb.params)] if move.verb.shown else move.args
        known = act.public if blind else act.without_duties
        return known.refusal(state, move._replace(args=args))

    def _false(self, act: Act[Any], state: State, move: Move) -> Refused | None:
        """What everybody can see to be false is refused: a card said to be held that is gone or elsewhere."""
        for place, limits in enumerate(act.limits[: len(move.args)]):
            for limit in limits:
                if isinstance(limit, Promised):
                    cards = limit.promise(state, move.args[place]) & ~state.hands[move.seat]
                    held = Event(self.step, ev.SAID_HAS, move.seat, cards)
                    if cards & self.lies_open() or not self.evidence.could_be(held):
                        return Refused("cannot_be", limit.rule, card=" ".join(card_texts(cards)))
        return None

    # -- testimony ---------------------------------------------------------------------------------

    def _testify(self, act: Act[Any], move: Move, shown: list[int]) -> Verdict:
        """Note what a move says of hidden cards; return its verdict."""
        verdict = self._duty(move, *_denied(act, self.state, move))
        for place, limits in enumerate(act.limits[: len(move.args)]):
            for limit in limits:
                if isinstance(limit, Promised):
                    self._said(limit, move, move.args[place])
        self._note(
            ev.HAS if move.verb.stays else ev.SHOW, move.seat, card_set(shown) & ~self.evidence.facts.seen
        )
        return verdict

    def _duty(self, move: Move, none_of: int, rule: str | None) -> Verdict:
        """Note that a legal play means that some cards are not held; return what is said of the play."""
        if rule is None:
            return Verdict(LEGAL)
        error = Refused("obliged", rule, can_stand=True, card=CARD.text(move.args[0]))
        if move.stood:
            self.stood += ((self.step, move.seat),)
            return Verdict(ILLEGAL, error)
        held = self.state.hands[move.seat] & none_of
        clash = min((self.came.get(one, ev.FROM_THE_DEAL) for one in members(held)), default=None)
        if clash is None and not self.state.hands[move.seat] >> BLANK:
            return Verdict(LEGAL)
        verdict = OPEN if self._open(move.seat, none_of) else LEGAL
        unseen = clash is not None or bool(none_of & ~self.lies_open())
        self._note(ev.DENY, move.seat, none_of, clash=clash, rule=rule)
        return Verdict(verdict, None, unseen) if clash is None else Verdict(ILLEGAL, error, unseen)

    def _open(self, seat: int, none_of: int) -> bool:
        """Whether the seat may still have one of these cards unseen."""
        known = self.evidence.known
        owned = known.owned(seat)
        return any(known.may[card] & owned for card in members(none_of & ~self.lies_open()))

    def _said(self, limit: Promised[Any], move: Move, value: int) -> None:
        """A promise says that cards are held; where the truth must be told, a no denies every yes."""
        promised = limit.promise(self.state, value)
        self._note(ev.SAID_HAS, move.seat, promised, rule=limit.rule)
        if promised or not limit.truthful(self.state):
            return
        for other in members(limit.values(self.state, move.seat)):
            cards = limit.promise(self.state, other)
            if not cards & self.evidence.facts.seen:
                kind = ev.SAID_NONE if cards.bit_count() == 1 else ev.SAID_NOT_BOTH
                self._note(kind, move.seat, cards, rule=limit.rule)

    # -- cards that move on ------------------------------------------------------------------------

    def _make(self, act: Act[Any], move: Move, shown: list[int]) -> None:
        """Make the move, and note which cards changed hands; those shown with it went from hand to table."""
        before, after = self.state.hands.copy(), self.state.copy()
        before[move.seat] &= ~card_set(shown)
        args = move.args[: len(move.verb.params)] if move.verb.shown else move.args
        act.do(after, move._replace(args=args))
        if getattr(after, "trick", ()) and not self.state.trick:
            self.leads += (self.step,)
        self.state = after
        for kind, seat, cards, other in _changes(before, after.hands):
            if kind == ev.AT:
                self._came_to(seat, cards)
            else:
                self._note(kind, seat, cards, other)

    def _came_to(self, seat: int, cards: int) -> None:
        """Everybody saw these cards come to a seat: from the table, or from what was not dealt out."""
        unseen = cards & ~self.evidence.facts.seen
        self.came.update(dict.fromkeys(members(cards & ~(unseen & self.dealt_open)), self.step))
        self._note(ev.MOVE, NOWHERE, self.evidence.facts.undealt(unseen), seat)
        self._note(ev.AT, seat, unseen)


def _denied(act: Act[Any], state: Any, move: Move) -> tuple[int, str | None]:
    """Return the cards that the mover cannot hold if the play is legal, and the rule that says so."""
    for limit in act.limits[0] if act.limits else ():
        if isinstance(limit, Obliged):
            duties = limit.duties(state, move.seat)
            none_of = denied(move.args[0], duties)
            return none_of, next((duty.rule for duty in duties if duty.holding & none_of), None)
    return 0, None


Change = tuple[str, int, int, int]
"""Kind, seat, cards or their number, other seat."""


def _changes(before: list[int], after: list[int]) -> Iterator[Change]:
    """Yield what went from where to where: whole hands, unseen cards, and cards that everybody can follow."""
    unseen_before, unseen_after = _unseen(before), _unseen(after)
    for seat, hand in enumerate(after):
        gained = hand & ~before[seat]
        for other, old in enumerate(before):
            if other != seat and old & gained and not after[other] and not old & ~gained:
                yield ev.HAND_OVER, other, 0, seat
                gained &= ~old
            elif other != seat and (moved := (old & gained) >> BLANK):
                yield ev.MOVE, other, moved.bit_count(), seat
        if drawn := (gained >> BLANK) & ~unseen_before:
            yield ev.MOVE, NOWHERE, drawn.bit_count(), seat
        if gained & ANY:
            yield ev.AT, seat, gained & ANY, NOWHERE
        if laid := (before[seat] >> BLANK) & ~unseen_after:
            yield ev.LAY_AWAY, seat, laid.bit_count(), NOWHERE


def _unseen(hands: list[int]) -> int:
    """The blanks of all hands."""
    return reduce(or_, hands) >> BLANK

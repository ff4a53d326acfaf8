"""States are values: a copy can be changed without changing what it was made from."""

from dataclasses import dataclass, field, fields

from referee.engine.cards import BLANK, NAMES, card_set
from referee.engine.state import OVER, State, TrickState
from referee.games import all_games
from tests.games.cards import hand, start


@dataclass
class Layout(State):
    """A state with cards in nested places and a list of its own."""

    CARDS = ("piles", "turned")

    piles: list[tuple[int, ...]] = field(default_factory=list)
    turned: int | None = None
    marks: list[int] = field(default_factory=list)


def layout() -> Layout:
    hands = [1 << BLANK | 1, 1 << 3]
    return Layout({}, 2, 0, "play", hands, piles=[(BLANK, 5), ()], turned=BLANK + 1, marks=[1])


def test_a_copy_shares_no_list() -> None:
    for game in all_games().values():
        state = start(game)
        new = state.copy()
        assert new == state
        assert type(new) is type(state)
        for item in fields(state):
            value = getattr(state, item.name)
            assert not isinstance(value, list) or value is not getattr(new, item.name), (game.slug, item.name)


def test_changing_a_copy_changes_nothing_else() -> None:
    state = layout()
    new = state.copy()
    new.hands[0] = 0
    new.piles[1] = (9,)
    new.marks.append(2)
    new.turned = None
    assert state == layout()


def test_equal_states_are_equal_field_by_field() -> None:
    assert layout() == layout()
    other = layout()
    other.hands[1] = hand("AS")
    assert other != layout()


def test_seats_go_round_and_a_hand_ends() -> None:
    state = TrickState({}, 4, 0, "tricks", [0, 0, 0, 0])
    assert [state.left_of(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert not state.over
    state.phase = OVER
    assert state.over


def test_a_card_takes_the_place_of_a_blank_wherever_it_lies() -> None:
    state = layout()
    card = NAMES.index("QH")
    state.uncover(BLANK, card)
    assert state.hands == [card_set([0, card]), 1 << 3]
    assert state.piles == [(card, 5), ()]
    assert state.turned == BLANK + 1
    state.uncover(BLANK + 1, 7)
    assert state.turned == 7

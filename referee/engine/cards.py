"""Cards and card sets.

A card is an integer from 0 to 51, ``13 * suit + rank``; a card set is an integer used as a 52-bit mask.
Suits run S H D C, ranks 2 … A, so plain integer order is ace-high order inside a suit.
Text is rank then suit, ``QS``; readers are lenient (``10h``, ``hq``, ``Q♠``).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.engine.errors import NotAMove

RANKS = "23456789TJQKA"
SUITS = "SHDC"
SUIT_SIGNS = "♠♥♦♣"
UNSEEN = -1
"""Stands for a card that the referee did not see; its text is ``?``."""

BLANK = 52
"""The first of the blank cards, which stand in for cards that nobody has seen yet: 52, 53, …"""

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Canonical text of every card, by its number."""

FULL_SUIT = (1 << 13) - 1
SUIT_SETS: tuple[int, ...] = tuple(FULL_SUIT << (13 * suit) for suit in range(4))
"""The thirteen cards of each suit, as card sets."""

ANY = (1 << 52) - 1
"""Every card of the 52-card pack."""

_NUMBERS = {name: number for number, name in enumerate(NAMES)}
_LENIENT = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_BITS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(base + i for i in range(13) if mask >> i & 1) for mask in range(1 << 13))
    for base in (0, 13, 26, 39)
)


def members(cards: int) -> tuple[int, ...]:
    """Return the cards of a card set in ascending order; blanks are left out."""
    s, h, d, c = _BITS
    return s[cards & 8191] + h[cards >> 13 & 8191] + d[cards >> 26 & 8191] + c[cards >> 39 & 8191]


def bits(mask: int) -> tuple[int, ...]:
    """Return the positions of the set bits of any non-negative integer, ascending."""
    if mask < 1 << 13:
        return _BITS[0][mask]
    if mask <= ANY:
        return members(mask)
    return _many_bits(mask)


@lru_cache(maxsize=1024)
def _many_bits(mask: int) -> tuple[int, ...]:
    """Sets of large numbers, such as bids: few different ones."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def card_set(cards: Iterable[int]) -> int:
    """Return the set of the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def suit_of(card: int) -> int:
    """Return the suit (0 … 3 for S H D C) of a card."""
    return card // 13


def card_text(card: int) -> str:
    """Return the canonical text of a card, ``?`` for one that was not seen."""
    return NAMES[card] if 0 <= card < BLANK else "?"


def card_texts(cards: int) -> list[str]:
    """Return the canonical texts of a card set, suit by suit, highest first inside a suit."""
    return [NAMES[card] for suit in SUIT_SETS for card in reversed(members(cards & suit))]


def parse_card(text: str) -> int:
    """Return the card that a text names, read leniently.

    Raises NotAMove (code ``bad_card``) if the text names no card of a 52-card pack.
    """
    plain = text.translate(_LENIENT).upper().replace("10", "T").replace("0", "T")
    if plain not in _NUMBERS:
        plain = plain[::-1]
    if plain not in _NUMBERS or len(text) > 3:
        raise NotAMove("bad_card", card=text)
    return _NUMBERS[plain]


def parse_cards(text: str) -> list[int]:
    """Return the cards named in a text that separates them by spaces, in its order."""
    return [parse_card(word) for word in text.split()]


def parse_suit(text: str) -> int:
    """Return the suit (0 … 3) that one letter or suit sign names.

    Raises NotAMove (code ``bad_suit``).
    """
    plain = text.translate(_LENIENT).upper()
    if len(plain) != 1 or plain not in SUITS:
        raise NotAMove("bad_suit", suit=text)
    return SUITS.index(plain)


class Ranking:
    """The order of the ranks in one game, highest first, for example ``"T98765432A"``.

    Attributes:
        pack: the set of cards that have a rank in this game.
        strength: by card number, higher beats lower inside a suit (0 for cards not in the pack).
        above: by card number, the set of cards of the same suit that beat it.
    """

    def __init__(self, order: str) -> None:
        self.order = order
        places: Sequence[int] = [order.find(RANKS[card % 13]) for card in range(52)]
        self.pack = card_set(card for card in range(52) if places[card] >= 0)
        self.strength = tuple(len(order) - place if place >= 0 else 0 for place in places)
        self.above = tuple(
            card_set(
                other
                for other in members(SUIT_SETS[suit_of(card)] & self.pack)
                if self.strength[other] > self.strength[card]
            )
            for card in range(52)
        )

    def highest(self, cards: Iterable[int]) -> int:
        """Return the strongest of some cards of one suit."""
        return max(cards, key=self.strength.__getitem__)


ACE_HIGH = Ranking("AKQJT98765432")
"""The usual order, ace high."""

"""The catalogue of everything the API says no with: one entry for each code, and the exception of this part.

The codes and sentences of the engine and of the tables are theirs; here each gets a title, a kind and with it
an HTTP status and an explanation for the page that the problem's `type` leads to.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext

from referee.engine.errors import FORM_SENTENCES
from referee.engine.errors import SENTENCES as ENGINE
from referee.tables.errors import SENTENCES as TABLES

TYPE_PREFIX = "/problems/"

SENTENCES: Mapping[str, str] = {
    "not_found": "There is nothing at this address.",
    "no_game": "There is no game of this name.",
    "method_not_allowed": "%(method)s does not work at this address.",
    "not_acceptable": "No answer can be made in the asked media type; there is: %(types)s.",
    "wrong_media_type": "A body is sent as application/json in UTF-8, not as “%(type)s”.",
    "length_required": "The length of the body must be said before it is sent (Content-Length).",
    "too_large": "A body may be at most %(most)s bytes long.",
    "no_body": "A body in JSON is needed here.",
    "bad_encoding": "The body is not UTF-8 from byte %(place)s on.",
    "bad_json": "The body is not JSON at line %(line)s, column %(column)s (%(what)s).",
    "too_deep": "The body is nested too deeply.",
    "name_twice": "The name “%(name)s” is twice in one object.",
    "number_too_large": "Numbers may have at most %(most)s digits.",
    "not_a_number": "%(name)s is not a number of JSON.",
    "bad_character": "The character %(character)s cannot stand in a text.",
    "bad_form": "Something is not written in the form it should be; see errors.",
    "bad_authorization": "The key is sent as “Authorization: Bearer KEY”.",
    "bad_if_match": 'If-Match names one entry in double quotes, for example "12".',
    "bad_idempotency_key": "Idempotency-Key is a text of 1 to 255 printable ASCII characters in double quotes.",
    "bad_request": "The request cannot be understood.",
    "server_error": "Something went wrong here. It has been noted; nothing was written.",
    "not_ready": "The service is not ready: its database does not answer.",
}
"""Code of every problem of HTTP itself, with its English sentence."""

STATUSES: Mapping[str, int] = {
    "not_found": 404,
    "no_game": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "wrong_media_type": 415,
    "length_required": 411,
    "too_large": 413,
    "bad_authorization": 401,
    "server_error": 500,
    "not_ready": 503,
    # of the tables; the classes of referee/tables/errors.py say the same
    "no_table": 404,
    "no_key": 401,
    "wrong_key": 403,
    "steward_only": 403,
    "not_your_seat": 403,
    "not_your_move": 403,
    "no_hand": 409,
    "hand_in_progress": 409,
    "table_closed": 409,
    "no_such_entry": 409,
    "nothing_to_take_back": 409,
    "no_version": 428,
    "key_reused": 422,
    "record_faults": 422,
    "chance_chooses": 422,
}
"""Statuses of single codes; all others have their kind's."""


class ApiError(Exception):
    """A request that HTTP or JSON itself forbids; `code` is one of SENTENCES here."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code] % params)

    @property
    def sentence(self) -> str:
        """The English sentence, not yet filled in."""
        return SENTENCES[self.code]


NOT_A_MOVE, REFUSED, STALE, FORM, SERVICE, REQUEST = (
    "not-a-move",
    "refused",
    "stale",
    "form",
    "service",
    "request",
)

KINDS: Mapping[str, tuple[int, str]] = {
    NOT_A_MOVE: (
        400,
        "What was sent is not a move of this game, whatever the table looks like. The game's page lists its kinds "
        "of move and how each is written.",
    ),
    REFUSED: (
        422,
        "It is well written, and a numbered rule of the game forbids it here. The answer names the rule and lists "
        "the legal alternatives, as far as the key that asked may see them. Nothing was changed.",
    ),
    STALE: (
        412,
        "Somebody else was faster: since the entry that this was based on, the table has moved on. The answer holds "
        "the number of the newest entry and the entries since. Look at them, then send it again if it is still "
        "meant.",
    ),
    FORM: (
        400,
        "A fault of form, found at one place of what was sent. Every fault is listed with its place, so all can be "
        "mended at once. Nothing was changed.",
    ),
    SERVICE: (
        409,
        "The rules of the game have nothing to say here: the service itself does not allow this, because of the key, "
        "the state of the table, or how it was asked. Nothing was changed.",
    ),
    REQUEST: (
        400,
        "The request could not be read or answered as it was sent. Nothing was changed.",
    ),
}
"""Kinds of problem: the HTTP status, and an explanation in English."""

TITLES: Mapping[str, str] = {
    "bad_text": "Not written as a move",
    "bad_seat": "No such seat",
    "unknown_verb": "No such move",
    "bad_card": "Not a card",
    "bad_suit": "Not a suit",
    "bad_number": "Not a number",
    "bad_answer": "Not an answer",
    "not_in_pack": "Card not in the pack",
    "wrong_arguments": "Wrong arguments",
    "unseen_card": "Card not named",
    "hand_over": "Hand over",
    "wrong_phase": "Not at this point of the hand",
    "not_your_turn": "Not your turn",
    "not_allowed": "Not allowed now",
    "not_held": "Card not held",
    "outside": "Not among the choices",
    "obliged": "Against a duty",
    "wrong_count": "Wrong number of cards",
    "not_illegal": "Marked, yet legal",
    "cannot_stand": "Cannot stand",
    "unfinished": "Hand not finished",
    "wrong_result": "Wrong result",
    "wrong_sum": "Does not tally",
    "sum_too_high": "Sum too high",
    "count_impossible": "Impossible count",
    "not_multiple": "Not a multiple",
    "beyond_tricks": "More than the tricks can hold",
    "seat_twice": "Seat named twice",
    "match_over": "Match over",
    "card_used": "Card used before",
    "card_missing": "Card missing",
    "stale": "The table has moved on",
    "missing": "Missing",
    "unknown_key": "Unknown name",
    "wrong_type": "Wrong type",
    "wrong_length": "Wrong length",
    "out_of_range": "Out of range",
    "not_a_choice": "Not a choice",
    "twice": "Twice",
    "conflict": "Conflicting options",
    "unknown_game": "No such game",
    "unknown_preset": "No such preset",
    "seat_count": "Wrong number of players",
    "blank": "Empty",
    "too_long": "Too long",
    "control_character": "Control character",
    "same_name": "Same name twice",
    "hidden_sight": "Hidden hands",
    "too_many": "Too many",
    "no_table": "No such table",
    "no_key": "Key needed",
    "wrong_key": "Wrong key",
    "steward_only": "Steward only",
    "not_your_seat": "Not your seat",
    "not_your_move": "Not your move",
    "no_hand": "No hand",
    "hand_in_progress": "Hand in progress",
    "table_closed": "Table closed",
    "no_such_entry": "No such entry",
    "nothing_to_take_back": "Nothing to take back",
    "no_version": "Version needed",
    "key_reused": "Idempotency-Key used before",
    "record_faults": "Record against the rules",
    "chance_chooses": "Chance chooses",
    "not_found": "Nothing here",
    "no_game": "No such game",
    "method_not_allowed": "Method not allowed",
    "not_acceptable": "No such media type",
    "wrong_media_type": "Wrong media type",
    "length_required": "Length needed",
    "too_large": "Too large",
    "no_body": "Body needed",
    "bad_encoding": "Not UTF-8",
    "bad_json": "Not JSON",
    "too_deep": "Nested too deeply",
    "name_twice": "Name twice",
    "number_too_large": "Number too large",
    "not_a_number": "Not a number of JSON",
    "bad_character": "Character not allowed",
    "bad_form": "Faults of form",
    "bad_authorization": "Bad Authorization",
    "bad_if_match": "Bad If-Match",
    "bad_idempotency_key": "Bad Idempotency-Key",
    "bad_request": "Bad request",
    "server_error": "Error of the service",
    "not_ready": "Not ready",
}
"""A short English title for each code."""


@dataclass(frozen=True)
class Problem:
    """What is to be said about one code, in English; `title`, `sentence` and `text` are msgids.

    Attributes:
        code: stable and public; `type` is the address of the page about it.
        kind: one of KINDS.
        status: the HTTP status it comes with; a fault of form comes inside a `bad_form`.
        title: a few words.
        sentence: what `detail` says, with places for data in the form %(name)s.
        text: what kind of problem it is and what to do about it.
    """

    code: str
    kind: str
    status: int
    title: str
    sentence: str
    text: str

    @property
    def type(self) -> str:
        """The address of the page about it, on this host."""
        return TYPE_PREFIX + self.code


_BEFORE_REFUSED = "hand_over"


@cache
def catalogue() -> Mapping[str, Problem]:
    """Return every problem by its code, in a stable order."""
    codes = list(ENGINE)
    not_a_move = set(codes[: codes.index(_BEFORE_REFUSED)])
    kinds = {code: NOT_A_MOVE if code in not_a_move else REFUSED for code in codes} | {"stale": STALE}
    kinds |= {code: FORM for code in FORM_SENTENCES if code not in kinds}
    kinds |= dict.fromkeys(TABLES, SERVICE) | dict.fromkeys(SENTENCES, REQUEST)
    sentences = {**FORM_SENTENCES, **ENGINE, **TABLES, **SENTENCES}
    return {
        code: Problem(
            code,
            kind,
            STATUSES.get(code, KINDS[kind][0]),
            TITLES.get(code, code),
            sentences[code],
            KINDS[kind][1],
        )
        for code, kind in kinds.items()
    }


MOST_SHOWN = 200
"""How much of something that was sent is repeated inside a sentence."""

_WORDS = frozenset({"expected", "what"})
"""Data of sentences that are English texts themselves."""


def told(sentence: str, params: Mapping[str, Any]) -> str:
    """Return a sentence in the asked language, filled in."""
    return gettext(sentence) % {name: _shown(name, value) for name, value in params.items()}


def _shown(name: str, value: Any) -> Any:
    if isinstance(value, int):
        return value
    text = str(value)
    if name in _WORDS and text:
        return gettext(text)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"

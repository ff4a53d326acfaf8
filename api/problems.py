"""The catalogue of everything the API says no with: one entry for each code, and the exception of this part.

The codes and sentences of the engine and of the tables are theirs; here each gets a title, a kind and with it
an HTTP status and an explanation for the page that the problem's `type` leads to.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from referee.engine.errors import FORM_SENTENCES
from referee.engine.errors import SENTENCES as ENGINE
from referee.tables.errors import SENTENCES as TABLES

TYPE_PREFIX = "/problems/"

SENTENCES: Mapping[str, str] = {
    "not_found": _("There is nothing at this address."),
    "no_game": _("There is no game of this name."),
    "method_not_allowed": _("%(method)s does not work at this address."),
    "not_acceptable": _("No answer can be made in the asked media type; there is: %(types)s."),
    "wrong_media_type": _("A body is sent as application/json in UTF-8, not as “%(type)s”."),
    "length_required": _("The length of the body must be said before it is sent (Content-Length)."),
    "too_large": _("A body may be at most %(most)s bytes long."),
    "no_body": _("A body in JSON is needed here."),
    "bad_encoding": _("The body is not UTF-8 from byte %(place)s on."),
    "bad_json": _("The body is not JSON at line %(line)s, column %(column)s."),
    "too_deep": _("The body is nested too deeply."),
    "name_twice": _("The name “%(name)s” is twice in one object."),
    "number_too_large": _("Numbers may have at most %(most)s digits."),
    "not_a_number": _("%(name)s is not a number of JSON."),
    "bad_character": _("The character %(character)s cannot stand in a text."),
    "bad_form": _("Something is not written in the form it should be; see errors."),
    "bad_authorization": _("The key is sent as “Authorization: Bearer KEY”."),
    "bad_if_match": _('If-Match names one entry in double quotes, for example "12".'),
    "bad_idempotency_key": _(
        "Idempotency-Key is a text of 1 to 255 printable ASCII characters in double quotes."
    ),
    "bad_request": _("The request cannot be understood."),
    "server_error": _("Something went wrong here. It has been noted; nothing was written."),
    "not_ready": _("The service is not ready: its database does not answer."),
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
    "shown_since": 403,
    "no_hand": 409,
    "hand_in_progress": 409,
    "table_closed": 409,
    "no_such_entry": 409,
    "nothing_to_take_back": 409,
    "no_such_play": 409,
    "no_such_hand": 409,
    "other_hand": 409,
    "no_proposal": 409,
    "not_finished": 409,
    "window_over": 403,
    "no_version": 428,
    "key_reused": 422,
    "would_break": 422,
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
        _(
            "What was sent is not a move of this game, whatever the table looks like. The game's page lists its kinds "
            "of move and how each is written."
        ),
    ),
    REFUSED: (
        422,
        _(
            "It is well written, and a numbered rule of the game forbids it here. The answer names the rule and lists "
            "the legal alternatives, as far as the key that asked may see them. Nothing was changed."
        ),
    ),
    STALE: (
        412,
        _(
            "Somebody else was faster: since the entry that this was based on, the table has moved on. The answer holds "
            "the number of the newest entry and the entries since. Look at them, then send it again if it is still "
            "meant."
        ),
    ),
    FORM: (
        400,
        _(
            "A fault of form, found at one place of what was sent. Every fault is listed with its place, so all can be "
            "mended at once. Nothing was changed."
        ),
    ),
    SERVICE: (
        409,
        _(
            "The rules of the game have nothing to say here: the service itself does not allow this, because of the key, "
            "the state of the table, or how it was asked. Nothing was changed."
        ),
    ),
    REQUEST: (
        400,
        _("The request could not be read or answered as it was sent. Nothing was changed."),
    ),
}
"""Kinds of problem: the HTTP status, and an explanation in English."""

TITLES: Mapping[str, str] = {
    "bad_text": _("Not written as a move"),
    "bad_seat": _("No such seat"),
    "unknown_verb": _("No such move"),
    "bad_card": _("Not a card"),
    "bad_suit": _("Not a suit"),
    "bad_number": _("Not a number"),
    "bad_answer": _("Not an answer"),
    "not_in_pack": _("Card not in the pack"),
    "wrong_arguments": _("Wrong arguments"),
    "referee_alone": _("A ruling of the referee"),
    "unseen_card": _("Card not named"),
    "hand_over": _("Hand over"),
    "wrong_phase": _("Not at this point of the hand"),
    "not_your_turn": _("Not your turn"),
    "not_allowed": _("Not allowed now"),
    "no_remedy": _("Nothing to put right"),
    "cannot_be": _("Card cannot be there"),
    "no_deal_fits": _("No deal fits"),
    "turn_up_first": _("Turned-up cards first"),
    "not_held": _("Card not held"),
    "outside": _("Not among the choices"),
    "obliged": _("Against a duty"),
    "wrong_count": _("Wrong number of cards"),
    "not_illegal": _("Marked, yet legal"),
    "cannot_stand": _("Cannot stand"),
    "unfinished": _("Hand not finished"),
    "wrong_result": _("Wrong result"),
    "wrong_sum": _("Does not tally"),
    "sum_too_high": _("Sum too high"),
    "count_impossible": _("Impossible count"),
    "not_multiple": _("Not a multiple"),
    "beyond_tricks": _("More than the tricks can hold"),
    "seat_twice": _("Seat named twice"),
    "match_over": _("Match over"),
    "card_used": _("Card used before"),
    "card_missing": _("Card missing"),
    "stale": _("The table has moved on"),
    "missing": _("Missing"),
    "unknown_key": _("Unknown name"),
    "wrong_type": _("Wrong type"),
    "wrong_length": _("Wrong length"),
    "out_of_range": _("Out of range"),
    "not_a_choice": _("Not a choice"),
    "twice": _("Twice"),
    "conflict": _("Conflicting options"),
    "unknown_game": _("No such game"),
    "unknown_preset": _("No such preset"),
    "seat_count": _("Wrong number of players"),
    "blank": _("Empty"),
    "too_long": _("Too long"),
    "control_character": _("Control character"),
    "same_name": _("Same name twice"),
    "too_many": _("Too many"),
    "bad_constant": _("Not a number of JSON"),
    "double_key": _("Name twice"),
    "no_table": _("No such table"),
    "no_key": _("Key needed"),
    "wrong_key": _("Wrong key"),
    "steward_only": _("Steward only"),
    "not_your_seat": _("Not your seat"),
    "not_your_move": _("Not your move"),
    "shown_since": _("Cards shown since"),
    "no_hand": _("No hand"),
    "hand_in_progress": _("Hand in progress"),
    "table_closed": _("Table closed"),
    "no_such_entry": _("No such entry"),
    "nothing_to_take_back": _("Nothing to take back"),
    "no_such_play": _("Nothing to amend there"),
    "no_such_hand": _("No such hand"),
    "other_hand": _("Another hand"),
    "no_proposal": _("Nothing to vote on"),
    "not_finished": _("Hand not finished"),
    "window_over": _("Too late to correct"),
    "would_break": _("Later entry could not stand"),
    "no_version": _("Version needed"),
    "key_reused": _("Idempotency-Key used before"),
    "record_faults": _("Record against the rules"),
    "chance_chooses": _("Chance chooses"),
    "not_found": _("Nothing here"),
    "no_game": _("No such game"),
    "method_not_allowed": _("Method not allowed"),
    "not_acceptable": _("No such media type"),
    "wrong_media_type": _("Wrong media type"),
    "length_required": _("Length needed"),
    "too_large": _("Too large"),
    "no_body": _("Body needed"),
    "bad_encoding": _("Not UTF-8"),
    "bad_json": _("Not JSON"),
    "too_deep": _("Nested too deeply"),
    "name_twice": _("Name twice"),
    "number_too_large": _("Number too large"),
    "not_a_number": _("Not a number of JSON"),
    "bad_character": _("Character not allowed"),
    "bad_form": _("Faults of form"),
    "bad_authorization": _("Bad Authorization"),
    "bad_if_match": _("Bad If-Match"),
    "bad_idempotency_key": _("Bad Idempotency-Key"),
    "bad_request": _("Bad request"),
    "server_error": _("Error of the service"),
    "not_ready": _("Not ready"),
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

"""What can be wrong with a request besides the rules of the game."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from referee.engine.replay import Replay

SENTENCES: Mapping[str, str] = {
    "no_table": _("There is no such table."),
    "no_key": _("A key of this table is needed."),
    "wrong_key": _("This key does not open this table."),
    "steward_only": _("Only the steward's key allows this."),
    "not_your_seat": _("This key does not move for seat %(seat)s."),
    "not_your_move": _("A seat's key takes back only the last move, and only its own."),
    "shown_since": _("Cards have been shown by this move, so only the steward's key takes it back."),
    "no_hand": _("No hand is being played."),
    "hand_in_progress": _("A hand is still being played."),
    "table_closed": _("The table is closed."),
    "no_such_entry": _("The log of this table has no entry %(seq)s to go back to."),
    "nothing_to_take_back": _("There is nothing after entry %(seq)s to take back."),
    "no_version": _("This depends on what the table looks like: say on which entry it is based (If-Match)."),
    "key_reused": _("This Idempotency-Key was used before for something else."),
    "record_faults": _("The record breaks rules of its game, so it was not kept."),
    "no_such_play": _("Entry %(seq)s is no entry of play that stands and can be amended."),
    "other_hand": _("Entry %(seq)s belongs to another hand; one amendment is about one hand."),
    "no_such_hand": _("There is no hand %(hand)s."),
    "no_proposal": _("Entry %(seq)s is no proposal that can still be voted on."),
    "not_finished": _("Hand %(hand)s is not finished, or was not played like that."),
    "window_over": _("The time in which this could be corrected is over; only the steward's key still can."),
    "would_break": _("Entry %(seq)s could not stand after that."),
    "chance_chooses": _("The card of this move is drawn by the service and cannot be named."),
}
"""Code of every refusal of the service, with its English sentence."""


class ServiceError(Exception):
    """Base: carries a stable code, an HTTP status and the data of its sentence."""

    status = 409

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code] % params)

    @property
    def sentence(self) -> str:
        """The English sentence, not yet filled in."""
        return SENTENCES[self.code]


class NoTable(ServiceError):
    """There is no table of this id."""

    status = 404


class NoKey(ServiceError):
    """No key was given."""

    status = 401


class Forbidden(ServiceError):
    """The key given does not allow this."""

    status = 403


class NotNow(ServiceError):
    """The table is not in a state in which this can be done."""

    status = 409


class NoVersion(ServiceError):
    """The write did not say what it is based on."""

    status = 428


class Unacceptable(ServiceError):
    """The request is well written and yet cannot be accepted."""

    status = 422


class RecordRefused(Unacceptable):
    """A record that is to be kept breaks rules of its game; `replay` says where."""

    def __init__(self, replay: Replay) -> None:
        super().__init__("record_faults")
        self.replay = replay


class WouldBreak(Unacceptable):
    """An amendment after which a later entry could not stand; `trial` says what it would do."""

    def __init__(self, trial: Any, problem: Any) -> None:
        super().__init__("would_break", seq=problem.step.seq)
        self.trial = trial

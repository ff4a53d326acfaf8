"""What is kept: tables, seats, keys, hands and the log.

The log (`Entry`) is the truth and is only ever added to. `Table.standing`, `Hand` and `Score` are projections
of it that `rebuild.rebuild_table` can make again.
"""

from django.db import models
from django.db.models import F, Q

from referee.tables.ids import new_id


class Table(models.Model):
    """One match: a game under fixed terms, with seats and a log."""

    OPEN, CLOSED = "open", "closed"

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    options = models.JSONField(help_text="The options as they were asked for.")
    terms = models.JSONField(help_text="Every option with its value.")
    rules_version = models.CharField(max_length=20)
    settings = models.JSONField(default=dict, help_text="How the table wants to be refereed.")
    seat_count = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, default=OPEN)
    seq = models.PositiveIntegerField(default=0, help_text="Number of the last entry of the log.")
    head = models.PositiveIntegerField(default=0, help_text="Last entry of play as it stands.")
    hand = models.ForeignKey("Hand", null=True, on_delete=models.PROTECT, related_name="+")
    standing = models.JSONField()
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="table_status", condition=Q(status__in=["open", "closed"])),
            models.CheckConstraint(name="table_head_in_log", condition=Q(head__lte=F("seq"))),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Seat(models.Model):
    """One place at a table and the name of who sits there."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(name="seat_once", fields=["table", "position"])]

    def __str__(self) -> str:
        return f"{self.position} {self.name}"


class Key(models.Model):
    """A secret that opens a table in one role. Only its SHA-256 digest is kept."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="keys")
    digest = models.CharField(max_length=64)
    role = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="key_once", fields=["table", "digest"]),
            models.CheckConstraint(name="key_role", condition=Q(role__in=["steward", "seat", "viewer"])),
            models.CheckConstraint(
                name="key_seat_goes_with_role",
                condition=Q(role="seat", seat__isnull=False) | (~Q(role="seat") & Q(seat__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.seat}"


class Hand(models.Model):
    """One deal from shuffle to score, or a result that was only reported."""

    PLAYING, FINISHED, UNDONE, VOID = "playing", "finished", "undone", "void"
    NOT_COUNTED = (UNDONE, VOID)
    """Hands that were taken back, or that a ruling made void: another one has their number."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField()
    sight = models.CharField(max_length=10, help_text="open or hidden, or score: only the result is known.")
    deal = models.JSONField(null=True)
    shuffled = models.BooleanField(default=False, help_text="Whether the service shuffled and dealt.")
    standing = models.JSONField(help_text="The standing before this hand.")
    status = models.CharField(max_length=10)
    entered = models.JSONField(null=True, help_text="What the table reported, or would have.")
    result = models.JSONField(null=True)
    offsets = models.JSONField(default=list, help_text="Points that rulings gave or took.")
    findings = models.JSONField(default=list, help_text="What was proved by the end, at hidden sight.")
    closed = models.BooleanField(default=False, help_text="Whether cards stay face down after the end.")
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="hand_once", fields=["table", "number"], condition=~Q(status__in=["undone", "void"])
            ),
            models.CheckConstraint(
                name="hand_status", condition=Q(status__in=["playing", "finished", "undone", "void"])
            ),
            models.CheckConstraint(name="hand_sight", condition=Q(sight__in=["open", "hidden", "score"])),
            models.CheckConstraint(
                name="hand_finished_has_result", condition=~Q(status="finished") | Q(result__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.number}"


class Entry(models.Model):
    """One entry of a table's log. Never changed, never deleted.

    `prev` is the entry of play before this one, so that entries of play form a tree; `head` is the last
    entry of play as it stands after this entry. A takeback only moves the head.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    prev = models.PositiveIntegerField(default=0)
    head = models.PositiveIntegerField(default=0)
    hand = models.ForeignKey(Hand, null=True, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=12)
    seat = models.SmallIntegerField(null=True)
    text = models.CharField(max_length=200)
    data = models.JSONField(null=True)
    verdict = models.CharField(max_length=10, default="legal")
    by_role = models.CharField(max_length=10)
    by_seat = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(name="entry_seq_once", fields=["table", "seq"])]
        indexes = [models.Index(name="entry_of_hand", fields=["hand", "seq"])]

    def __str__(self) -> str:
        return f"{self.seq} {self.text}"


class Score(models.Model):
    """What one seat got in one finished hand, for questions over many tables."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="scores")
    seat = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(name="score_once", fields=["hand", "seat"])]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"


class Answer(models.Model):
    """The answer to a write that named an Idempotency-Key, to be given again when it is sent again."""

    scope = models.CharField(max_length=16, help_text="The table, or `create` where there was none yet.")
    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64, help_text="Digest of who asked what.")
    status = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField(null=True)
    body = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="answer_once", fields=["scope", "key"])]
        indexes = [models.Index(name="answer_age", fields=["at"])]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"

"""Every operation of the API as the OpenAPI file tells it; the views use these as decorators."""

from typing import Any

from api import examples as eg
from api.schema import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    ONCE_PROBLEMS,
    VERSION_PROBLEMS,
    Answer,
    operation,
    parameter,
)

CATALOGUE, TABLES, PLAY, RECORDS, SERVICE = "catalogue", "tables", "play", "records", "service"
TAGS = [
    {"name": CATALOGUE, "description": "The games, their options, kinds of move and numbered rules."},
    {"name": TABLES, "description": "Tables, seats and keys."},
    {"name": PLAY, "description": "Hands, moves, corrections, results, the sheet."},
    {"name": RECORDS, "description": "Tables as portable text, and the referee that keeps nothing."},
    {"name": SERVICE, "description": "Whether the service works."},
]

KNOWN = Answer(None, "The client knows the newest answer already.", status=304, headers=ETAG)
READ: dict[str, Any] = {"about_table": True, "parameters": [IF_NONE_MATCH]}
WRITE: dict[str, Any] = {"about_table": True, "parameters": [IF_MATCH, IDEMPOTENCY_KEY]}
WRITE_PROBLEMS = (*VERSION_PROBLEMS, *ONCE_PROBLEMS)
LOCATION = {"Location": {"description": "Address of the new table.", "schema": {"type": "string"}}}
REFUSED = {"obliged": eg.REFUSAL, "stale": eg.STALE, "bad_form": eg.FAULTS}

# -- catalogue -------------------------------------------------------------------------------------

list_games = operation(
    "listGames", CATALOGUE, "List the games",
    answers=[Answer("GameList", "All games.", {"games": eg.GAMES})],
)  # fmt: skip
show_game = operation(
    "showGame", CATALOGUE, "Show a game",
    text="Its options, the forms of a deal and of a report as JSON Schema, its kinds of move, and its numbered "
    "rules in the asked language.",
    parameters=[parameter("path", "slug", "The game.", {"type": "string", "examples": ["troeven"]}, required=True)],
    answers=[Answer("Game", "The game.", {"game": eg.GAME})],
    problems=["no_game"],
)  # fmt: skip

# -- tables ----------------------------------------------------------------------------------------

create_table = operation(
    "createTable", TABLES, "Make a table",
    text="Needs no key. The answer holds the keys of the table, which are not shown again. With an Idempotency-Key "
    "that nobody else can guess, the same request gives the same table and keys.",
    parameters=[IDEMPOTENCY_KEY],
    body="NewTable", examples={"book": eg.NEW_TABLE, "options": eg.NEW_TABLE_OPTIONS},
    answers=[Answer("TableMade", "The table.", {"made": eg.TABLE_MADE}, status=201, headers=ETAG | LOCATION)],
    problems=ONCE_PROBLEMS,
    problem_examples=REFUSED,
)  # fmt: skip
show_table = operation(
    "showTable", TABLES, "Show a table",
    text="The state as the key's holder may see it: other seats' hands are null.",
    answers=[Answer("Table", "The table.", {"table": eg.TABLE}, headers=ETAG), KNOWN], **READ,
)  # fmt: skip
change_table = operation(
    "changeTable", TABLES, "Rename the seats, close or reopen",
    text="For the steward. If-Match may be sent and then counts.",
    about_table=True,
    parameters=[IF_MATCH | {"required": False}, IDEMPOTENCY_KEY],
    body="TableChange", examples={"names": {"seats": ["Ann", "Bob"]}, "close": {"status": "closed"}},
    answers=[Answer("Table", "The table.", {"table": eg.TABLE}, headers=ETAG)],
    problems=["steward_only", "bad_if_match", "stale", *ONCE_PROBLEMS],
    problem_examples=REFUSED,
)  # fmt: skip
reissue_key = operation(
    "reissueKey", TABLES, "Make a key anew",
    text="For the steward. The old key of that role and seat opens nothing any more.",
    about_table=True,
    parameters=[IF_MATCH | {"required": False}],
    body="KeyWanted", examples={"seat": {"role": "seat", "seat": 1}, "viewer": {"role": "viewer"}},
    answers=[Answer("KeyMade", "The new key.", {"key": eg.KEY_MADE}, status=201, headers=ETAG)],
    problems=["steward_only", "bad_if_match"],
)  # fmt: skip

# -- play ------------------------------------------------------------------------------------------

deal_hand = operation(
    "dealHand", PLAY, "Deal the next hand",
    text="For the steward. Either the service shuffles from a cryptographic source, or the deal is given. Left out, the "
    "dealer is the one whose turn it is; at the start of a match one is drawn.",
    body="NewHand", examples={"shuffled": eg.SHUFFLE, "given": eg.DEAL},
    answers=[Answer("HandWritten", "The hand was dealt.", {"dealt": eg.DEALT}, status=201, headers=ETAG)],
    problems=["steward_only", "hand_in_progress", "table_closed", "match_over", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
score_hand = operation(
    "scoreHand", PLAY, "Score a hand that was played without the referee",
    text="For the steward. What does not tally is refused by the rule of the game that it breaks.",
    body="Report", examples={"troeven": eg.REPORT, "auction house": eg.REPORT_AUCTION},
    answers=[Answer("HandWritten", "The hand was scored.", {"scored": eg.SCORED}, status=201, headers=ETAG)],
    problems=["steward_only", "hand_in_progress", "table_closed", "wrong_sum", "match_over", *WRITE_PROBLEMS],
    problem_examples=REFUSED | {"wrong_sum": eg.DOES_NOT_TALLY}, **WRITE,
)  # fmt: skip
record_moves = operation(
    "recordMoves", PLAY, "Record moves",
    text="One move, or a list of moves in order. Of a list, the moves before the first refused one are kept and the "
    "refusal is told in the answer; where already the first is refused, the answer is the problem itself. At "
    "choices that several seats make at the same time, another seat's choice does not make If-Match stale.",
    body="MovesSent", examples={"move": eg.MOVE, "text": {"text": "1 play QH"}, "list": eg.MOVES},
    answers=[
        Answer(
            {"anyOf": [{"$ref": "#/components/schemas/MoveRecorded"}, {"$ref": "#/components/schemas/MovesRecorded"}]},
            "The move, or at least the first of the list, was accepted.",
            {"move": eg.RECORDED, "list": eg.RECORDED_LIST}, status=201, headers=ETAG,
        )
    ],
    problems=["bad_text", "bad_card", "not_your_seat", "no_hand", "table_closed", "obliged", "not_your_turn", "not_held",
              "hand_over", "chance_chooses", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
list_entries = operation(
    "listEntries", PLAY, "List the log",
    text="Entries in order, at most 500; as JSON, or with one entry on each line as application/x-ndjson by Accept. "
    "Entries of play that were taken back are marked `undone`. A card that lies face down for the key is `?`.",
    about_table=True,
    parameters=[
        parameter("query", "after", "Only entries with a larger number.", {"type": "integer", "minimum": 0, "default": 0}),
        IF_NONE_MATCH,
    ],
    answers=[
        Answer("EntryPage", "The entries.", {"entries": eg.ENTRIES}, headers=ETAG),
        Answer({"type": "string"}, "The entries.", {"lines": eg.ENTRY_LINES}, media_type="application/x-ndjson"),
        KNOWN,
    ],
    problems=["bad_form"],
    problem_examples={"bad_form": eg.QUERY_FAULTS},
)  # fmt: skip
check_moves = operation(
    "checkMoves", PLAY, "Ask what recording moves would answer",
    text="The same answers with status 200 and nothing written; If-Match is not needed. Only the steward is told how the "
    "hand would go on: what a move leads to may follow from cards that its seat does not see, so other keys are told "
    "how the hand stands now, and may ask about one move at a time.",
    about_table=True,
    body="MovesSent", examples={"move": eg.MOVE, "text": {"text": "1 play QH"}, "list": eg.MOVES},
    answers=[
        Answer(
            {"anyOf": [{"$ref": "#/components/schemas/MoveRecorded"}, {"$ref": "#/components/schemas/MovesRecorded"}]},
            "The move, or at least the first of the list, would be accepted.",
            {"move": eg.CHECKED}, headers=ETAG,
        )
    ],
    problems=["bad_text", "bad_card", "not_your_seat", "no_hand", "obliged", "not_your_turn", "not_held", "hand_over",
              "chance_chooses"],
    problem_examples=REFUSED,
)  # fmt: skip
list_legal_moves = operation(
    "listLegalMoves", PLAY, "List the legal moves",
    text="Of the seats that the key sees, sorted by text. Moves that choose several cards, or a card that chance "
    "chooses, stand in the list as one pattern with `*`.",
    answers=[Answer("LegalMoves", "The legal moves.", {"legal": eg.LEGAL}, headers=ETAG), KNOWN], **READ,
)  # fmt: skip
take_back = operation(
    "takeBack", PLAY, "Take back",
    text="Goes back to how the table stood after an entry; an entry itself, never a deletion. The steward may go back "
    "to any entry, also forward again to one that was taken back; a seat takes back its own last move only, and none by which anybody saw further cards.",
    body="Takeback", examples={"takeback": {"to": 11, "reason": "wrong card tapped"}},
    answers=[Answer("HandWritten", "Taken back.", {"taken back": eg.TAKEN_BACK}, status=201, headers=ETAG)],
    problems=["not_your_move", "shown_since", "no_such_entry", "nothing_to_take_back", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
show_scoresheet = operation(
    "showScoresheet", PLAY, "Show the scoresheet",
    text="Each finished hand with its lines, and the rules that made each line; also as CSV by Accept. In CSV a cell "
    "that a spreadsheet would take for a formula begins with an apostrophe.",
    answers=[
        Answer("Scoresheet", "The sheet.", {"sheet": eg.SHEET}, headers=ETAG),
        Answer({"type": "string"}, "The sheet.", {"csv": eg.SHEET_CSV}, media_type="text/csv"),
        KNOWN,
    ],
    parameters=[
        IF_NONE_MATCH,
        parameter("query", "explain", "1: name with each line the log entries it comes from.", {"type": "string", "enum": ["0", "1"], "default": "0"})
    ],
    problems=["bad_form"],
    problem_examples={"bad_form": eg.QUERY_FAULTS},
    about_table=True,
)  # fmt: skip

# -- records ---------------------------------------------------------------------------------------

show_record = operation(
    "showRecord", RECORDS, "Show a table's record",
    text="The finished hands as portable text. Until the match is over, all but the steward are given a hand "
    "played at open sight as its result, since the deal holds cards that they may never have seen.",
    answers=[Answer("Record", "The record.", {"record": eg.RECORD}, headers=ETAG), KNOWN], **READ,
)  # fmt: skip
show_record_schema = operation(
    "showRecordSchema", RECORDS, "Show the JSON Schema of records",
    text="JSON Schema (2020-12) of the record of every game.",
    answers=[Answer("RecordSchema", "The schema.", {"schema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Card-table record"}})],
)  # fmt: skip
import_record = operation(
    "importRecord", RECORDS, "Make a table of a record",
    parameters=[IDEMPOTENCY_KEY],
    body="Record", examples={"record": eg.RECORD},
    answers=[Answer("TableMade", "The table.", {"made": eg.TABLE_MADE}, status=201, headers=ETAG | LOCATION)],
    problems=["record_faults", *ONCE_PROBLEMS],
    problem_examples=REFUSED | {"record_faults": eg.RECORD_FAULTS},
)  # fmt: skip
replay_record = operation(
    "replayRecord", RECORDS, "Referee a record and keep nothing",
    text="A verdict for every move. The first move that is not legal ends its hand, and the replay, there; one marked "
    "with `!` that could stand is reported and played on. At hidden sight a verdict may be `open`, and the replay goes "
    "on past a play that is proved wrong: the fault stands at the step at which no deal fits any more, with suspects and "
    "evidence. At most 1 MiB and 200 hands.",
    parameters=[
        parameter("query", "legal", "1: list before each step the legal moves of all seats.", {"type": "string", "enum": ["0", "1"], "default": "0"})
    ],
    body="Record", examples={"record": eg.RECORD, "fault": eg.RECORD_WITH_FAULT},
    answers=[Answer("Replay", "What was found.", {"fault": eg.REPLAY})],
    problem_examples=REFUSED,
)  # fmt: skip

# -- service ---------------------------------------------------------------------------------------

health_live = operation(
    "isLive", SERVICE, "Say whether the process answers",
    answers=[Answer("Health", "It does.", {"ok": {"status": "ok"}})],
)  # fmt: skip
health_ready = operation(
    "isReady", SERVICE, "Say whether the database answers",
    answers=[Answer("Health", "It does.", {"ok": {"status": "ok"}})],
)  # fmt: skip

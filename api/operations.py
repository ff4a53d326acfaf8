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

CATALOGUE, TABLES, PLAY, JUDGING, RECORDS, SERVICE = (
    "catalogue",
    "tables",
    "play",
    "judging",
    "records",
    "service",
)
TAGS = [
    {"name": CATALOGUE, "description": "The games, their options, kinds of move and numbered rules."},
    {"name": TABLES, "description": "Tables, seats and keys."},
    {"name": PLAY, "description": "Hands, moves, corrections, results, the sheet."},
    {"name": JUDGING, "description": "What was proved, what the table decides, what is put right."},
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
    text="For the steward. Either the service shuffles from a cryptographic source, or the deal is given; or at hidden "
    "sight the cards are dealt at the table, and `deal` holds what lies face up there, if anything. Left out, the "
    "dealer is the one whose turn it is; at the start of a match one is drawn.",
    body="NewHand", examples={"shuffled": eg.SHUFFLE, "given": eg.DEAL, "hidden": {"sight": "hidden"}},
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
    "refusal is told in the answer; where already the first is refused, the answer is the problem itself. At hidden "
    "sight a card that nobody sees is `?`, cards turned up from a pack are noted with the seat `-` (in JSON null), and "
    "where a card cannot be there, `suggestions` are single changes of an entry after which everything would fit. At "
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
              "hand_over", "chance_chooses", "cannot_be", "turn_up_first", *WRITE_PROBLEMS],
    problem_examples=REFUSED | {"cannot_be": eg.CANNOT_BE}, **WRITE,
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
              "chance_chooses", "cannot_be", "turn_up_first"],
    problem_examples=REFUSED | {"cannot_be": eg.CANNOT_BE},
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
    "to any entry, also forward again to one that was taken back; a seat takes back its own last move only, and none by "
    "which anybody saw further cards. The table's setting `takeback` says who else must agree: nobody (`mover`), only the "
    "steward may (`steward`), or all seats (`everyone`): then it is a proposal on which they vote.",
    body="Takeback", examples={"takeback": {"to": 11, "reason": "wrong card tapped"}},
    answers=[Answer("HandWritten", "Taken back.", {"taken back": eg.TAKEN_BACK}, status=201, headers=ETAG),
             Answer("HandWritten", "Proposed: at this table every seat has to agree.", {"proposed": eg.PROPOSED}, status=202, headers=ETAG)],
    problems=["steward_only", "not_your_move", "shown_since", "no_such_entry", "nothing_to_take_back", "table_closed", *WRITE_PROBLEMS],
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

# -- judging and correcting ------------------------------------------------------------------------

_HAND_ASKED = parameter(
    "query", "hand", "Number of the hand; the current one by default.", {"type": "integer", "minimum": 1}
)

list_findings = operation(
    "listFindings", JUDGING, "List what the cards that were shown prove",
    text="At hidden sight: plays and words that cannot have been right, each with its evidence, as far as the table's "
    "`disclosure` lets it be told now; after the end of the hand also the audit, seat by seat: certainly revoked, "
    "certainly clean, or not to be known, and why.",
    parameters=[IF_NONE_MATCH, _HAND_ASKED],
    answers=[Answer("Findings", "What is proved.", {"findings": eg.FINDINGS, "audit": eg.FINDINGS_AFTER}, headers=ETAG), KNOWN],
    problems=["bad_form", "no_such_hand"], problem_examples={"bad_form": eg.QUERY_FAULTS}, about_table=True,
)  # fmt: skip
show_cards = operation(
    "showCards", JUDGING, "Note cards that a seat showed after the end",
    text="For the audit of a finished hand at hidden sight: the cards that a seat still held, or with `dealt` all cards "
    "that it was dealt. A seat's key says it for that seat, the steward's for any.",
    body="ShownCards", examples={"held": eg.SHOWN},
    answers=[Answer("Findings", "What can be known now.", {"audit": eg.FINDINGS_AFTER}, status=201, headers=ETAG)],
    problems=["not_your_seat", "no_such_hand", "not_finished", "cannot_be", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
list_rulings = operation(
    "listRulings", JUDGING, "List irregularities, remedies, and the rulings made",
    text="The game's table of what goes wrong at a real table: what happened, when it is noticed, what is usual then and "
    "what else makes sense. `moves` of a remedy are the rulings of that kind that could be made now.",
    answers=[Answer("Rulings", "The table and the rulings.", {"rulings": eg.RULINGS}, headers=ETAG), KNOWN], **READ,
)  # fmt: skip
rule = operation(
    "rule", JUDGING, "Rule",
    text="For the steward. Applies a remedy, as an entry with reason and author: `take_back` to an entry, `correct` or "
    "`stand` or `warning` (the play stays as it is), `redeal` (the hand is void, the same dealer deals again), `offset` "
    "(points for a side), or one of the game's own, with the members its kind of ruling has (`* pickup 1` is "
    "`{\"remedy\": \"pickup\", \"seat\": 1}`).",
    body="Ruling", examples={"pick up and lead": eg.RULING, "offset": eg.RULING_OFFSET},
    answers=[Answer("HandWritten", "Ruled.", {"ruled": eg.RULED}, status=201, headers=ETAG)],
    problems=["steward_only", "no_hand", "no_such_hand", "no_such_entry", "nothing_to_take_back", "no_remedy", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
amend = operation(
    "amend", JUDGING, "Amend earlier entries",
    text="Says how entries of one hand, also of a finished one, are to be read from now on. Everything after them is "
    "played anew; an entry that could not stand then refuses the whole. With `?preview=1` nothing is written: the answer "
    "lists entries that would be judged differently, findings that would appear or vanish, and the difference for each "
    "seat's score. Both versions stay in the log. Past the table's `correction_window` it is the steward's to do, and "
    "marked as late; before, a seat's key may amend how its own cards were noted at hidden sight.",
    body="Amendment", examples={"move": eg.AMENDMENT},
    parameters=[IF_MATCH | {"required": False}, IDEMPOTENCY_KEY,
                parameter("query", "preview", "1: only say what it would do.", {"type": "string", "enum": ["0", "1"], "default": "0"})],
    answers=[Answer("Amended", "What it would do.", {"preview": eg.PREVIEW}, headers=ETAG),
             Answer("Amended", "Amended.", {"amended": eg.AMENDED}, status=201, headers=ETAG)],
    problems=["bad_form", "steward_only", "window_over", "no_such_play", "other_hand", "not_your_seat", "would_break", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED | {"would_break": eg.WOULD_BREAK}, about_table=True,
)  # fmt: skip
confirm = operation(
    "confirmResult", JUDGING, "Confirm a hand's result",
    text="For a seat; the steward's key may say it for any. The sheet says who confirmed a result. Once the result is "
    "another one, the confirmation no longer stands, and the sheet says so.",
    body="Confirmation", examples={"hand": {"hand": 1}},
    answers=[Answer("HandWritten", "Confirmed.", {"confirmed": eg.CONFIRMED}, status=201, headers=ETAG)],
    problems=["not_your_seat", "no_such_hand", "not_finished", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED, **WRITE,
)  # fmt: skip
vote = operation(
    "voteOnTakeback", JUDGING, "Vote on a proposed takeback",
    text="Where the table's `takeback` is `everyone`, a takeback is proposed first. It is done once every seat agrees; "
    "one that declines ends it. The steward's key may speak for any seat.",
    body="Vote", examples={"agree": {"agree": True}},
    parameters=[IF_MATCH, IDEMPOTENCY_KEY,
                parameter("path", "proposal", "Entry of the proposal.", {"type": "integer"}, required=True)],
    answers=[Answer("HandWritten", "Noted; with the last agreement, taken back.", {"voted": eg.VOTED}, status=201, headers=ETAG)],
    problems=["not_your_seat", "no_proposal", "table_closed", *WRITE_PROBLEMS],
    problem_examples=REFUSED, about_table=True,
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

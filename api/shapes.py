"""Components of the OpenAPI file: JSON Schemas (2020-12) of everything that is sent and answered.

What only one game knows (its view, its deal, its report) is an open object here; its schema is in the catalogue.
"""

from collections.abc import Mapping
from typing import Any

from api.schema import ref
from referee.tables.settings import CHOICES, DISCLOSURE, TAKEBACK, WINDOW

Shape = Mapping[str, Any]


def obj(
    text: str, needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None
) -> dict[str, Any]:
    """Return the schema of an object that has nothing but these members."""
    return {
        "type": "object",
        "description": text,
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }


def some(text: str, **schema: Any) -> dict[str, Any]:
    """Return a schema with a description."""
    return {**schema, "description": text}


def many(items: Shape, text: str = "") -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": items} | ({"description": text} if text else {})


def or_null(shape: Shape) -> dict[str, Any]:
    """Return a schema that allows null too."""
    return {"anyOf": [shape, {"type": "null"}]}


TEXT: Shape = {"type": "string"}
BOOL: Shape = {"type": "boolean"}
WHOLE: Shape = {"type": "integer"}
COUNT: Shape = {"type": "integer", "minimum": 0}
SEAT: Shape = {"type": "integer", "minimum": 0, "description": "A seat, counted clockwise from 0."}
SEQ: Shape = {"type": "integer", "minimum": 0, "description": "Number of an entry of the table's log."}
TIME: Shape = {"type": "string", "format": "date-time"}
OPEN: Shape = {"type": "object", "additionalProperties": True}
SEATS: Shape = {"type": "array", "items": SEAT}
SCHEMA: Shape = some("A JSON Schema (2020-12).", **OPEN)
MOVES_TEXT = many(TEXT, "Moves in canonical text, sorted; `*` stands for arguments that are chosen freely.")
ROLE: Shape = {"type": "string", "enum": ["steward", "seat", "viewer"]}
NAMES: Shape = {
    "type": "array",
    "items": {"type": "string", "minLength": 1, "maxLength": 60},
    "minItems": 1,
    "description": "The players' names, by seat; all different.",
}
DEALER: Shape = or_null(some("Who deals; left out, the one whose turn it is.", type="integer", minimum=0))
WITH_X: Shape = some("Anything; kept and never read.", **OPEN)

HAND_OF_RECORD = obj(
    "One hand of a record: played (`sight`, `deal`, `moves`) or only scored (`entered`).",
    {"dealer": SEAT, "moves": {"type": "array", "items": TEXT, "maxItems": 1000}},
    {
        "sight": {"type": "string", "enum": ["open", "hidden"]},
        "deal": some("The deal, in the game's form.", **OPEN),
        "entered": some("What the table reported, in the game's form.", **OPEN),
        "result": some("What the hand is worth, in the game's form.", **OPEN),
        "x": WITH_X,
    },
)

SCHEMAS: dict[str, Any] = {
    "Problem": {
        "type": "object",
        "description": "What is wrong (RFC 9457).",
        "properties": {
            "type": some("Address of a page that explains it.", type="string", format="uri-reference"),
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": some("The problem in words, in the asked language.", type="string"),
            "code": some("A stable name.", type="string"),
            "rule": some("The rule of the game that forbids it.", **ref("Rule")),
            "legal": many(TEXT, "What is legal instead, for the seats that the key sees."),
            "rules": some("The rules in force at the table.", **ref("RulesInForce")),
            "can_stand": some("Whether a table may let the move stand, marked with `!`.", type="boolean"),
            "seq": SEQ,
            "move": some("The move as it was sent.", **OPEN),
            "place": some("Place of the refused move in the list.", type="integer", minimum=0),
            "suggestions": many(
                ref("Suggestion"), "Single changes after which everything fits, likeliest first."
            ),
            "preview": some("What an amendment would do.", **ref("Preview")),
            "entries": many(ref("Entry"), "What happened since the entry that the write was based on."),
            "errors": many(ref("FormFault"), "Faults of form, each with its place."),
            "faults": many(ref("RecordFault"), "Where a record breaks the rules."),
        },
        "required": ["type", "title", "status", "detail", "code"],
        "additionalProperties": False,
    },
    "RulesInForce": obj(
        "What pins the rules played by: the version of the game's rules, and the hash (SHA-256) of that and of every "
        "option.",
        {"version": TEXT, "profile": TEXT},
    ),
    "Suggestion": obj(
        "A change of one entry, or with a null `entry` of the move that was sent, which is to be sent again after it.",
        {"entry": or_null(SEQ), "was": TEXT, "text": TEXT},
    ),
    "FormFault": obj(
        "One fault of form.",
        {
            "pointer": some("JSON Pointer into the body, or `?name` for the query.", type="string"),
            "code": TEXT,
            "detail": TEXT,
        },
    ),
    "Rule": obj(
        "A numbered rule of a game.", {"id": some("For example `A18`.", type="string"), "text": TEXT}
    ),
    "GameList": obj("All games.", {"games": many(ref("GameSummary"))}),
    "GameSummary": (
        _summary := obj(
            "One game in brief.",
            {
                "slug": some("Its name in addresses and records.", type="string"),
                "title": TEXT,
                "rules_version": TEXT,
                "seats": obj("How many can play.", {"least": COUNT, "most": COUNT}),
                "presets": many(TEXT, "Names of sets of options; the first is the default."),
            },
        )
    ),
    "Game": obj(
        "One game.",
        {
            **_summary["properties"],
            "options": SCHEMA,
            "deals": many(ref("DealForm"), "The forms of a deal."),
            "report": SCHEMA,
            "moves": many(ref("MoveKind")),
            "rules": many(ref("Rule")),
        },
    ),
    "DealForm": obj(
        "The form of a deal for some options and number of players (those named, where they make a difference).",
        {"seats": COUNT, "options": OPEN, "schema": SCHEMA},
    ),
    "MoveKind": obj(
        "One kind of move.",
        {
            "kind": TEXT,
            "by": some(
                "Who makes it: a seat; nobody, for cards that are turned up at hidden sight; or the referee, who rules.",
                type="string",
                enum=["seat", "nobody", "referee"],
            ),
            "text": some("How it is written as text.", type="string"),
            "arguments": many(
                obj(
                    "One argument.",
                    {
                        "name": TEXT,
                        "type": TEXT,
                        "many": BOOL,
                        "least": COUNT,
                        "most": COUNT,
                        "shown": some("Whether it is cards that are shown with it at hidden sight.", **BOOL),
                    },
                )
            ),
            "face_down": some("Whether its cards lie face down at first.", type="boolean"),
            "simultaneous": some("Whether several seats choose at once.", type="boolean"),
            "by_chance": some("Whether the service draws its card where it shuffled.", type="boolean"),
            "schema": SCHEMA,
        },
    ),
    "NewTable": obj(
        "A table to be made.",
        {"game": some("Slug of the game.", type="string"), "seats": NAMES},
        {
            "options": some("`preset`, and single options that differ from it.", **OPEN),
            "settings": ref("Settings"),
        },
    ),
    "TableMade": obj(
        "A new table with its keys, which are shown this once.",
        {
            **(
                _table := {
                    "id": TEXT,
                    "game": TEXT,
                    "title": TEXT,
                    "status": {"type": "string", "enum": ["open", "closed"]},
                    "seq": SEQ,
                    "options": some("Every option with its value.", **OPEN),
                    "rules": ref("RulesInForce"),
                    "settings": ref("Settings"),
                    "seats": many(obj("A seat.", {"seat": SEAT, "name": TEXT})),
                    "you": obj("What the key is.", {"role": ROLE, "seat": or_null(SEAT)}),
                    "standing": ref("Standing"),
                    "hand": or_null(ref("Hand")),
                    "created_at": TIME,
                    "changed_at": TIME,
                }
            ),
            "keys": ref("Keys"),
        },
    ),
    "Keys": obj(
        "Secret keys: the steward's does everything, a seat's moves for its seat, a viewer's only looks.",
        {"steward": TEXT, "seats": many(TEXT, "One for each seat."), "viewer": TEXT},
    ),
    "Table": obj("A table as the key's holder may see it.", _table),
    "Standing": obj(
        "Where the match stands.",
        {
            "totals": many(WHOLE, "Running score of each side."),
            "carry": some("Points waiting for a later hand.", type="integer"),
            "hands": some("Finished hands.", type="integer", minimum=0),
            "next_dealer": or_null(SEAT),
            "over": some("Whether the match has ended.", type="boolean"),
            "winners": or_null(many(COUNT, "The sides that won.")),
            "memo": some("Further facts that one game carries on.", **OPEN),
        },
    ),
    "Hand": obj(
        "The current hand; between two hands the last one.",
        {
            "number": COUNT,
            "dealer": SEAT,
            "sight": some(
                "`open`: the hands are known; `hidden`: only what lies face up; `score`: only the result.",
                type="string",
                enum=["open", "hidden", "score"],
            ),
            "shuffled": some("Whether the service dealt.", type="boolean"),
            "playing": BOOL,
            "void": some("Whether a ruling made it void.", type="boolean"),
            "result": or_null(OPEN),
            "entered": or_null(OPEN),
            "view": or_null(ref("View")),
        },
    ),
    "View": {
        "type": "object",
        "description": "The hand as the key's holder sees it. Further members belong to the game.",
        "properties": {
            "phase": TEXT,
            "over": BOOL,
            "dealer": SEAT,
            "to_act": SEATS,
            "hands": many(
                {
                    "type": "object",
                    "properties": {
                        "seat": SEAT,
                        "count": COUNT,
                        "cards": or_null(many(TEXT, "Null for a hand that the key does not see.")),
                    },
                    "required": ["seat", "count", "cards"],
                }
            ),
        },
        "required": ["phase", "over", "dealer", "to_act", "hands"],
    },
    "TableChange": obj(
        "What to change.",
        {},
        {
            "seats": NAMES,
            "settings": ref("Settings"),
            "status": {"type": "string", "enum": ["open", "closed"]},
        },
    ),
    "KeyWanted": obj(
        "Whose key to make anew.", {"role": ROLE}, {"seat": or_null({"type": "integer", "minimum": 0})}
    ),
    "KeyMade": obj(
        "A new key, shown this once.", {"role": ROLE, "seat": or_null(SEAT), "key": TEXT, "seq": SEQ}
    ),
    "NewHand": obj(
        "The next hand: either `shuffle`, or a `deal` in the game's form; at hidden sight what of it lies face up.",
        {},
        {
            "sight": {"type": "string", "enum": ["open", "hidden"], "default": "open"},
            "shuffle": some("Let the service shuffle and deal.", type="boolean", default=False),
            "deal": or_null(OPEN),
            "dealer": DEALER,
        },
    ),
    "Report": obj(
        "What happened in a hand that was played without the referee.",
        {"entered": some("In the game's form (`report` in the catalogue).", **OPEN)},
        {"dealer": DEALER},
    ),
    "Takeback": obj(
        "Where to go back to.",
        {"to": some("The entry after which the table stood as wanted.", type="integer", minimum=0)},
        {"reason": {"type": "string", "maxLength": 500}},
    ),
    "HandWritten": obj(
        "What a write did to the hand.",
        {
            "entry": ref("Entry"),
            "seq": SEQ,
            "hand": or_null(ref("Hand")),
            "standing": ref("Standing"),
            "to_act": SEATS,
            "legal": MOVES_TEXT,
            "findings": many(ref("Finding"), "What may be told now of what is proved in the current hand."),
            "proposal": or_null(ref("Proposal")),
        },
    ),
    "Settings": obj(
        "How a table wants to be refereed; what is left out has its default, the first value.",
        {},
        {
            key: some(text, type="string", enum=list(CHOICES[key]))
            for key, text in {
                DISCLOSURE: "When what is proved at hidden sight is told: as soon as a card laid face up contradicts "
                "that player's own earlier play, at the end of the hand, or at once, joint findings too.",
                TAKEBACK: "Who must agree to a takeback: the mover to that of the last move, the steward alone, or "
                "everyone.",
                WINDOW: "Until when others than the steward correct a hand: until the next hand is finished, until it "
                "is started, or until the match is over.",
            }.items()
        },
    ),
    "NamedEntry": obj("An entry of play and how it reads now.", {"seq": SEQ, "text": TEXT}),
    "Finding": obj(
        "Something that cannot have been right.",
        {
            "kind": some(
                "A duty was broken, or what was said is not true.", type="string", enum=["revoke", "untrue"]
            ),
            "rule": ref("Rule"),
            "certain": some("Whether it is proved of one play alone.", type="boolean"),
            "seats": SEATS,
            "plays": many(ref("NamedEntry"), "The plays that cannot all have been right."),
            "suspects": many(SEQ, "Those of the plays that alone could be the wrong one."),
            "evidence": many(ref("NamedEntry"), "A smallest set of entries that cannot be together."),
            "found_at": SEQ,
            "correctable_from": SEQ,
            "established": some("Whether a trick has been begun since.", type="boolean"),
            "irregularity": or_null(some("Its code in the game's table.", type="string")),
            "noticed": or_null(TEXT),
            "remedies": many(TEXT, "What is usual, the default first."),
            "ruled": many(SEQ, "Rulings that were made on one of the plays."),
        },
    ),
    "SeatAudit": obj(
        "What can be known of one seat after a hand.",
        {
            "seat": SEAT,
            "verdict": {"type": "string", "enum": ["revoked", "clean", "unknown"]},
            "plays": many(ref("NamedEntry"), "Plays and words that were certainly wrong."),
            "open_play": or_null(ref("NamedEntry")),
            "cards": many(TEXT, "The cards that decide whether `open_play` was wrong."),
            "shown": some("Whether the seat showed cards afterwards.", type="boolean"),
        },
    ),
    "Findings": obj(
        "What is proved in a hand, as far as it may be told.",
        {
            "seq": SEQ,
            "hand": or_null(COUNT),
            "disclosure": TEXT,
            "findings": many(ref("Finding")),
            "audit": or_null(many(ref("SeatAudit"))),
        },
    ),
    "ShownCards": obj(
        "Cards that a seat showed after a hand.",
        {"hand": some("Number of the hand.", type="integer", minimum=1), "seat": SEAT, "cards": many(TEXT)},
        {"dealt": some("Whether these are all cards it was dealt.", type="boolean", default=False)},
    ),
    "Irregularity": obj(
        "Something that goes wrong at a table.",
        {
            "irregularity": TEXT,
            "what": TEXT,
            "advice": TEXT,
            "rules": many(TEXT),
            "cases": many(
                obj(
                    "What is usual, by when it is noticed.",
                    {
                        "noticed": TEXT,
                        "text": TEXT,
                        "remedies": many(
                            obj("A remedy; the first is the default.", {"remedy": TEXT, "text": TEXT})
                        ),
                    },
                )
            ),
        },
    ),
    "Rulings": obj(
        "What a ruling can be, and what was ruled.",
        {
            "seq": SEQ,
            "irregularities": many(ref("Irregularity")),
            "remedies": many(
                obj(
                    "A remedy.",
                    {"remedy": TEXT, "text": TEXT, "moves": many(TEXT, "What could be ruled now.")},
                )
            ),
            "rulings": many(ref("Entry")),
        },
    ),
    "Ruling": {
        "type": "object",
        "description": "A remedy, and what it needs: `to` for `take_back`, `side` and `points` for `offset`, "
        "`seat` and whatever else its kind has for one of the game's own.",
        "properties": {
            "remedy": TEXT,
            "irregularity": or_null(TEXT),
            "seat": or_null(SEAT),
            "entry": or_null(some("The play that is ruled on.", **SEQ)),
            "reason": {"type": "string", "maxLength": 500},
            "to": SEQ,
            "hand": COUNT,
            "side": COUNT,
            "points": WHOLE,
        },
        "required": ["remedy"],
    },
    "Change": obj(
        "How an entry is to be read: a move as in recording moves or as `text`, what a scored hand reported, who "
        "dealt, or what lay face up.",
        {"entry": SEQ},
        {
            "move": ref("MoveSent"),
            "text": {"type": "string", "maxLength": 200},
            "entered": OPEN,
            "dealer": SEAT,
            "deal": some("What lay face up at the start of a hand at hidden sight.", **OPEN),
        },
    ),
    "Amendment": {
        "type": "object",
        "description": "One change, or several of one hand in `changes`.",
        "properties": {
            "entry": SEQ,
            "move": ref("MoveSent"),
            "text": {"type": "string", "maxLength": 200},
            "entered": OPEN,
            "dealer": SEAT,
            "deal": some("What lay face up at the start of a hand at hidden sight.", **OPEN),
            "changes": {"type": "array", "items": ref("Change"), "minItems": 1, "maxItems": 50},
            "reason": {"type": "string", "maxLength": 500},
            "stand": some("Let later plays stand that would break a duty.", type="boolean", default=False),
        },
        "anyOf": [{"required": ["entry"]}, {"required": ["changes"]}],
    },
    "Preview": obj(
        "What an amendment does.",
        {
            "possible": some("Whether all later entries could stand.", type="boolean"),
            "problem": or_null(ref("NamedEntry")),
            "entries": many(
                obj(
                    "An entry that reads or is judged differently.",
                    {"seq": SEQ, "was": TEXT, "text": TEXT, "verdict": TEXT, "problem": or_null(TEXT)},
                )
            ),
            "findings": obj(
                "Findings that come and go.",
                {"appear": many(ref("Finding")), "vanish": many(ref("Finding"))},
            ),
            "difference": many(WHOLE, "The difference for each seat's score."),
            "totals": many(WHOLE, "The running score by side then."),
        },
    ),
    "Amended": obj(
        "What an amendment does, and what was written.",
        {"seq": SEQ, "preview": ref("Preview"), "written": or_null(ref("HandWritten"))},
    ),
    "Confirmation": obj(
        "Whose result.",
        {"hand": some("Number of the hand.", type="integer", minimum=1)},
        {"seat": or_null(SEAT)},
    ),
    "Vote": obj("Yes or no.", {"agree": BOOL}, {"seat": or_null(SEAT)}),
    "Proposal": obj(
        "A takeback on which the seats vote.",
        {"seq": SEQ, "to": SEQ, "reason": TEXT, "by": or_null(SEAT), "agreed": SEATS},
    ),
    "MoveSent": {
        "type": "object",
        "description": "A move: `seat`, `kind` and the arguments of its kind by name, or its `text` alone.",
        "properties": {
            "seat": or_null({"type": "integer", "minimum": 0}),
            "kind": TEXT,
            "text": {"type": "string", "maxLength": 200},
            "stood": some("True for a play that broke a duty and yet stood.", type="boolean"),
        },
        "anyOf": [{"required": ["seat", "kind"]}, {"required": ["text"]}],
    },
    "MovesSent": {
        "description": "One move, or a list of moves in order.",
        "anyOf": [
            ref("MoveSent"),
            {"type": "array", "items": ref("MoveSent"), "minItems": 1, "maxItems": 500},
        ],
    },
    "Move": {
        "type": "object",
        "description": "A move, with the arguments of its kind by name.",
        "properties": {
            "seat": or_null(SEAT),
            "kind": TEXT,
            "text": some("The canonical text.", type="string"),
            "stood": BOOL,
        },
        "required": ["seat", "kind", "text"],
    },
    "Entry": obj(
        "One entry of the log.",
        {
            "seq": SEQ,
            "kind": {
                "type": "string",
                "enum": [
                    "table",
                    "deal",
                    "move",
                    "result",
                    "ruling",
                    "amendment",
                    "takeback",
                    "seats",
                    "status",
                    "settings",
                    "proposal",
                    "vote",
                    "confirm",
                    "shown",
                ],
            },
            "hand": or_null(some("Number of the hand.", type="integer", minimum=1)),
            "text": some(
                "The entry in canonical text; `?` for a card that the key does not see.", type="string"
            ),
            "move": or_null(ref("Move")),
            "verdict": {"type": "string", "enum": ["legal", "open", "illegal"]},
            "data": or_null(OPEN),
            "undone": some("Whether it was taken back.", type="boolean"),
            "by": obj("Whose key wrote it.", {"role": ROLE, "seat": or_null(SEAT)}),
            "at": TIME,
        },
    ),
    "EntryPage": obj(
        "Entries of the log.",
        {"entries": many(ref("Entry")), "seq": SEQ, "more": some("Whether there are more.", type="boolean")},
    ),
    "MoveRecorded": obj(
        "A move that was accepted, and how the hand stands now.",
        {
            "entry": or_null(ref("Entry")),
            **(
                _now := {
                    "seq": SEQ,
                    "to_act": SEATS,
                    "legal": MOVES_TEXT,
                    "over": some("Whether the hand is over.", type="boolean"),
                    "result": or_null(some("What it is worth.", **OPEN)),
                    "findings": many(ref("Finding"), "What may be told now of what is proved."),
                }
            ),
        },
    ),
    "MovesRecorded": obj(
        "What became of a list of moves: those before the first refused one were accepted.",
        {
            "accepted": many(ref("Entry")),
            "count": some("How many were accepted.", type="integer", minimum=0),
            "refused": or_null(obj("The first refused move.", {"place": COUNT, "problem": ref("Problem")})),
            **_now,
        },
    ),
    "LegalMoves": obj(
        "What the seats that the key sees may do now.",
        {"seq": SEQ, "to_act": SEATS, "moves": many(ref("Pattern")), "legal": MOVES_TEXT},
    ),
    "Pattern": {
        "type": "object",
        "description": "A move, or a pattern of moves: its free arguments are `*`.",
        "properties": {"seat": or_null(SEAT), "kind": TEXT, "text": TEXT},
        "required": ["seat", "kind", "text"],
    },
    "Scoresheet": obj(
        "The finished hands.",
        {
            "game": TEXT,
            "seats": many(TEXT),
            "sides": many(SEATS, "The seats that score together."),
            "start": ref("Standing"),
            "hands": many(ref("SheetHand")),
            "standing": ref("Standing"),
        },
    ),
    "SheetHand": obj(
        "One finished hand.",
        {
            "number": COUNT,
            "dealer": SEAT,
            "sight": {"type": "string", "enum": ["open", "hidden", "score"]},
            "entered": or_null(OPEN),
            "result": OPEN,
            "lines": many(
                obj(
                    "One line: what one side got.",
                    {"side": COUNT, "points": WHOLE, "rules": many(TEXT, "Ids of the rules."), "text": TEXT},
                    {"entries": many(obj("A log entry it comes from.", {"seq": SEQ, "text": TEXT}))},
                )
            ),
            "standing": ref("Standing"),
            "first_seq": SEQ,
            "last_seq": or_null(SEQ),
            "rulings": many(
                obj(
                    "A ruling about the hand.",
                    {
                        "seq": SEQ,
                        "text": TEXT,
                        "remedy": TEXT,
                        "irregularity": or_null(TEXT),
                        "seat": or_null(SEAT),
                        "entry": or_null(SEQ),
                        "reason": TEXT,
                        "late": or_null(BOOL),
                    },
                )
            ),
            "stood": many(SEQ, "Plays that broke a duty and stood."),
            "amended": many(obj("An amendment.", {"seq": SEQ, "reason": TEXT, "late": BOOL})),
            "confirmed": many(
                obj(
                    "Who confirmed the result, and whether it is still that one.",
                    {"seq": SEQ, "seat": SEAT, "stands": BOOL},
                )
            ),
            "findings": some("How many things were found that cannot have been right.", **COUNT),
        },
    ),
    "Record": obj(
        "A whole table as portable text.",
        {
            "record": {"type": "integer", "const": 1},
            "game": TEXT,
            "options": OPEN,
            "seats": NAMES,
            "hands": {"type": "array", "items": HAND_OF_RECORD, "maxItems": 200},
        },
        {"x": WITH_X},
    ),
    "RecordSchema": {"type": "object", "description": "A JSON Schema.", "required": ["$schema"]},
    "RecordFault": obj(
        "Where a record breaks a rule.",
        {
            "hand": COUNT,
            **(
                _fault := {
                    "step": COUNT,
                    "rule": or_null(TEXT),
                    "code": TEXT,
                    "detail": TEXT,
                    "suspects": many(
                        COUNT,
                        "The steps that could be to blame: if one alone was no legal play, all else fits.",
                    ),
                    "evidence": many(COUNT, "A smallest set of steps that cannot all have been legal."),
                }
            ),
        },
    ),
    "Replay": obj(
        "What the referee found in a record.",
        {
            "hands": many(
                obj(
                    "One hand.",
                    {
                        "steps": many(
                            obj(
                                "One move.",
                                {
                                    "move": TEXT,
                                    "verdict": {"type": "string", "enum": ["legal", "open", "illegal"]},
                                },
                                {"rule": or_null(TEXT), "detail": TEXT, "legal": MOVES_TEXT},
                            )
                        ),
                        "faults": many(obj("One fault.", _fault)),
                        "result": or_null(OPEN),
                    },
                )
            ),
            "standing": obj("The match.", {"scores": many(WHOLE), "winners": or_null(many(COUNT))}),
        },
        {
            "made_under": some(
                "Profile of the rules that the record says it was made under, where these are not the rules of today.",
                type="string",
            ),
            "rules": some("The rules it was replayed by, then.", **ref("RulesInForce")),
        },
    ),
    "Health": obj("All is well.", {"status": {"type": "string", "const": "ok"}}),
}

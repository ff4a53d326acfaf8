"""What the worked examples of the rule books need to be played over HTTP.

Every move is sent with the key of the seat that makes it, and what is legal is asked for with that key.
"""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "data" / "worked_examples"
"""Deals and moves that lead to a position of an example; `how` says how each was found."""


def stored(game):
    """Return the stored ways to the positions of a game's examples, by the name of the example."""
    return json.loads((FOLDER / f"{game}.json").read_text())


def legal(table, seat, verb="play"):
    """Return what may follow a verb in the legal moves that a seat's key is told."""
    answer = table.seats[seat].get(table.path + "legal-moves/")
    assert answer.status_code == 200
    moves = (text.split(maxsplit=2) for text in answer.json()["legal"])
    return {" ".join(rest) for mover, name, *rest in moves if name == verb and int(mover) == seat}


def follow(table, transcript):
    """Play a transcript, a move a line, each by its own seat; return the last answer.

    Braces after a move hold all that its seat may do with its verb, or how many there are.
    """
    last, seq = None, table.seq
    for line in transcript.strip().splitlines():
        text, told = re.fullmatch(r"([^{]+?)\s*(?:\{(.*)\})?", line.strip()).groups()
        seat, verb = int(text.split()[0]), text.split()[1]
        if told is not None:
            found = legal(table, seat, verb)
            assert len(found) == int(told) if told.isdigit() else found == set(told.split()), (line, found)
        answer = table.write("moves/", {"text": text}, table.seats[seat], based_on=seq)
        assert answer.status_code == 201, (line, answer.json())
        last = answer.json()
        seq = last["seq"]
    return last


def refused(table, text):
    """Send a move that is to be refused by a rule; return the code and the rule's id. Nothing is written."""
    before = table.seq
    answer = table.write("moves/", {"text": text}, table.seats[int(text.split()[0])])
    problem = answer.json()
    assert (answer.status_code, table.seq) == (422, before), problem
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["rule"]["text"] in problem["detail"]
    return problem["code"], problem["rule"]["id"]


def seen(table, seat=None):
    """Return the view of the hand: the steward's, who sees all at open sight, or a seat's."""
    who = table.steward if seat is None else table.seats[seat]
    return who.get(table.path).json()["hand"]["view"]


def held(table, seat):
    """Return the cards that a seat is told it holds."""
    return set(seen(table, seat)["hands"][seat]["cards"])


def counts(table):
    """Return the number of cards in every hand, as the viewer is told."""
    view = table.viewer.get(table.path).json()["hand"]["view"]
    return [hand["count"] for hand in view["hands"]]


def result(table):
    """Return the result of a hand that is over, and see that nothing can be done any more."""
    told = table.viewer.get(table.path).json()["hand"]
    assert told["view"]["over"]
    assert table.steward.get(table.path + "legal-moves/").json()["legal"] == []
    return told["result"]

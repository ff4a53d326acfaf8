"""The tour of the README, run as it stands there by a shell with curl, against the real server."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db  # so that the server's database is made also where these tests run alone

CREATE, DEAL, AUCTION, KITTY, REFUSED, PLAYED, SHEET, HIDDEN, PROOF, RULED = range(10)


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / name).read_text(), flags=re.DOTALL)


def tour(name: str) -> str:
    return "\necho\n".join(block for block in blocks(name, "sh") if "curl" in block)


@pytest.fixture(scope="module")
def answers(server: Any) -> list[Any]:
    """What each command of the tour printed; making the table prints nothing."""
    if shutil.which("curl") is None:
        pytest.fail("The README's tour needs curl.")
    env = os.environ | {"API": f"{server.url}/api/v1"}
    done = subprocess.run(
        ["sh", "-eu"],
        check=False,
        input=tour("README.md"),
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return [None, *(json.loads(line) for line in done.stdout.splitlines())]


def test_the_round_is_dealt_and_played_to_its_end(answers: list[Any]) -> None:
    assert answers[DEAL]["entry"]["text"] == "* deal 3"
    assert answers[AUCTION]["refused"] is None
    assert answers[KITTY]["refused"] is None
    assert answers[PLAYED]["refused"] is None
    assert answers[PLAYED]["over"]
    assert answers[PLAYED]["result"] == {"points": [0, 0, 19, 0], "carry": 0}


def test_the_refusal_is_the_one_printed(answers: list[Any]) -> None:
    printed = json.loads(blocks("README.md", "json")[0])
    assert answers[REFUSED] == printed
    assert printed["rule"]["id"] == "A18"
    assert printed["legal"] == ["1 play 7H"]


def test_the_sheet_has_the_line_printed(answers: list[Any]) -> None:
    printed = json.loads(blocks("README.md", "json")[1])
    assert answers[SHEET]["hands"][0]["lines"] == [printed]
    assert answers[SHEET]["standing"]["totals"] == [0, 0, 19, 0]
    assert answers[SHEET]["standing"]["carry"] == 0


def test_the_revoke_is_proved_as_printed(answers: list[Any]) -> None:
    assert answers[HIDDEN]["hand"]["sight"] == "hidden"
    printed = json.loads(blocks("README.md", "json")[2])
    assert answers[PROOF]["findings"] == [printed]
    verdicts = [entry["verdict"] for entry in answers[PROOF]["accepted"]]
    assert verdicts.count("open") == 2
    assert "illegal" not in verdicts


def test_the_ruling_is_made_on_what_was_found(answers: list[Any]) -> None:
    assert answers[RULED]["entry"]["text"] == "* pickup 3"
    assert answers[RULED]["hand"]["view"]["power"] == 3
    assert [finding["ruled"] for finding in answers[RULED]["findings"]] == [[answers[RULED]["seq"]]]


def test_the_japanese_readme_has_the_same_tour() -> None:
    plain = [re.sub("#.*", "", tour(name)) for name in ("README.md", "README.ja.md")]
    assert plain[0] == plain[1]
    assert blocks("README.md", "json") == blocks("README.ja.md", "json")

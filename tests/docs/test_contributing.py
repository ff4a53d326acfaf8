"""The game of CONTRIBUTING, run as it stands there: dropped in as one file, it keeps every law."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITH_ONE_MORE_GAME = """
import sys
import pytest
import referee.games
referee.games.__path__.append(sys.argv[1])
laws = "plain-tricks and (to_its_end or reported or apart)"
sys.exit(pytest.main(["tests/games/test_laws.py", "-q", "-k", laws, "-p", "no:cacheprovider"]))
"""


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(
        command, check=False, input=text, cwd=ROOT, capture_output=True, text=True, timeout=120
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.DOTALL)
    (tmp_path / "plain_tricks.py").write_text(next(block for block in found if "GAME = " in block))
    return tmp_path


def test_a_game_is_one_file_and_keeps_the_laws(folder: Path) -> None:
    done = run("-c", WITH_ONE_MORE_GAME, str(folder))
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"\b[1-9]\d* passed", done.stdout)


def test_it_is_written_in_our_style(folder: Path) -> None:
    code = (folder / "plain_tricks.py").read_text()
    lint = "-m", "ruff", "check", "--stdin-filename", "referee/games/plain_tricks.py", "-"
    done = run(*lint, text=code)
    assert done.returncode == 0, done.stdout

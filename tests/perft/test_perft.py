"""The numbers of continuations of fixed positions: recorded, by the referee, and by the naive counters."""

import pytest

from tests.perft import counting, naive, positions

POSITIONS = [position for slug in naive.GAMES for position in positions.read(slug)]


def every_count(most):
    """Return the parameters of a test, those with a larger count than `most` left to the long run."""
    return pytest.mark.parametrize(
        ("position", "depth"),
        [
            pytest.param(
                position,
                depth,
                id=f"{position.slug}: {position.name}: {depth}",
                marks=[pytest.mark.long] if count > most else [],
            )
            for position in POSITIONS
            for depth, count in position.counts.items()
        ],
    )


@pytest.mark.parametrize("slug", naive.GAMES)
def test_each_game_has_positions_to_depth_four(slug):
    found = [position for position in POSITIONS if position.slug == slug]
    assert len(found) >= 3
    assert all(list(position.counts) == [1, 2, 3, 4] for position in found)
    assert len({position.name for position in found}) == len(found)


@every_count(most=30_000)
def test_referee(position, depth):
    assert counting.count_by_referee(*counting.referee_position(position), depth) == position.counts[depth]


@every_count(most=1000)
def test_naive_counter(position, depth):
    assert naive.count(counting.naive_position(position), depth) == position.counts[depth]


def test_the_naive_counters_share_no_code_with_the_referee():
    for file in positions.FOLDER.glob("naive*.py"):
        assert "referee." not in file.read_text(encoding="utf-8").replace("referee's", ""), file.name

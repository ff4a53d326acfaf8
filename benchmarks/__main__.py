"""`make bench`: measure, and write benchmarks/results.md."""

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")


def main(what: list[str]) -> None:
    """Measure the named parts, all by default, and write them down."""
    parts = {"engine": _engine, "hidden": _hidden, "http": _http}
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    lines = [
        "# Results",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d} on {machine}, by `make bench`.",
        "Machines differ; the ratios carry over, the absolute figures do not.",
        "",
    ]
    for name, part in parts.items():
        if not what or name in what:
            lines += part()
    text = "\n".join(lines)
    print(text)
    if not what:
        RESULTS.write_text(text, encoding="utf-8")


def _engine() -> list[str]:
    from benchmarks import engine

    rates = engine.measure()
    peer = rates.pop("python-chess")
    lines = [
        "## Rules",
        "",
        "Legal moves plus a validated move in random complete hands, one thread.",
        "Wanted: at least twice python-chess.",
        "",
        "| | moves a second | beside python-chess |",
        "|---|---|---|",
        f"| python-chess, random games | {peer:,.0f} | 1 |",
    ]
    lines += [f"| {slug} | {rate:,.0f} | {rate / peer:.1f} |" for slug, rate in rates.items()]
    return [*lines, ""]


def _hidden() -> list[str]:
    from benchmarks import hidden

    lines = [
        "## Hidden sight",
        "",
        "Following a move of a hand that nobody sees, in random complete hands, one thread, in time of the",
        "processor; beside applying the same moves at open sight in the same run.",
        "Wanted: at most 1,000 µs a move where it is dearest, with eight seats and 52 cards.",
        "",
        "| | µs a move | dearest tenth from | open sight, µs | ratio |",
        "|---|---|---|---|---|",
    ]
    for name, cost in hidden.measure().items():
        ratio = cost.hidden / cost.open
        lines.append(f"| {name} | {cost.hidden:,.0f} | {cost.slow:,.0f} | {cost.open:,.0f} | {ratio:.1f} |")
    return [*lines, ""]


def _http() -> list[str]:
    from benchmarks import http

    found = http.measure()
    ceiling, bare = found["pgbench"].rate, found["bare Django view"].rate
    lines = [
        "## Moves over HTTP",
        "",
        f"{http.CLIENTS} clients, durable commits, server of `make run`, medians of {http.ROUNDS} rounds.",
        "The load generator runs on the same cores.",
        "Wanted: half a bare Django view or more, and p99 at most 5 × p50.",
        "",
        "| | per second | p50 ms | p99 ms | of pgbench | of the bare view |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {f.rate:,.0f} | {f.p50:.1f} | {f.p99:.1f} "
        f"| {f.rate / ceiling:.2f} | {f.rate / bare:.2f} |"
        for name, f in found.items()
    ]
    return [*lines, ""]


main(sys.argv[1:])

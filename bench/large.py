"""Loops of hundreds and thousands of operations: every number of `docs/results/large.md`.

`python -m bench.large` asks `solvers.min_ii` for tiles of a matrix product, stencils, transforms
and random loops on arrays of 8×8 to 32×32. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import exp, log
from typing import Any, NamedTuple

from bench.frame import Asker, Namespace, Parts, bench, number, some
from bench.min_ii import asked, verdict
from bench.page import columns
from examples.loops.nests import stencil, tile, transform
from examples.loops.random_loops import random_loop
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

REACH, RECURRENCES = 24, 3
"""Of local loops: how near operands are, and how many of them close a cycle."""


class Asked(NamedTuple):
    """A loop on an array, and the entry that says what came of it."""

    dfg: Dfg
    array: str
    entry: Entry


class Group(NamedTuple):
    """Arrays and loops of similar sizes; `local` operations have the random loops, 0 for none."""

    title: str
    arrays: tuple[str, ...]
    loops: tuple[Dfg, ...]
    local: int
    seconds: float


GROUPS = {
    "8x8": Group(
        "8×8", ("mesh:8x8,registers=4,io=all",), (tile(4, 8, 8), stencil(8), transform(64)), 500, 60
    ),
    "16x16": Group(
        "16×16",
        ("mesh:16x16,registers=4,io=all",),
        (tile(8, 8, 8), stencil(16), transform(128)),
        1000,
        120,
    ),
    "32x32": Group("32×32", ("mesh:32x32,registers=4,io=all",), (stencil(16),), 0, 300),
    "machines": Group(
        "Other machines",
        ("hycube:8x8,io=memory", "adres:8x8,io=memory", "lisa:8x8,io=memory"),
        (tile(4, 8, 8), stencil(8), transform(64), random_loop(500, 0, RECURRENCES, reach=REACH)),
        0,
        60,
    ),
}


@bench(
    "large",
    "Loops of hundreds of operations",
    some("--only", GROUPS, "GROUP"),
    number("--seeds", 10, "random loops of each size"),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every loop on every array."""
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY`, with the seconds that a question"
        " has at most. `4` is proven minimal; `4 (≥ 3)` is the best that was found, and what is"
        " proven. `first` says when there was a mapping. Memory is that of all processes. Loops are"
        " those of `python -m examples tile|stencil|transform`; `loop500_3` is `random-loop 500"
        f" --seed 3 --recurrences {RECURRENCES} --reach {REACH}`.\n"
    )
    for name in options.only:
        group = GROUPS[name]
        found = list(_asked(group, asker, options.seeds))
        yield f"## {group.title}, {group.seconds:g} s\n"
        yield columns(
            found,
            ("loop", lambda own: own.dfg.name),
            ("operations", lambda own: len(own.dfg.operations)),
            ("array", lambda own: f"`{own.array}`"),
            ("II", lambda own: verdict(own.entry)),
            ("first s", lambda own: own.entry["first"]),
            ("found by", lambda own: own.entry["found_by"]),
            ("s", lambda own: own.entry["seconds"]),
            ("MB", lambda own: own.entry["megabytes"]),
        )
        yield _summary(found)


def _asked(group: Group, asker: Asker, seeds: int) -> Iterator[Asked]:
    drawn = range(seeds) if group.local else ()
    local = [random_loop(group.local, seed, RECURRENCES, reach=REACH) for seed in drawn]
    for array in group.arrays:
        for dfg in (*group.loops, *local):
            yield Asked(dfg, array, asked(asker, dfg, array, group.seconds, more=_first))


def _first(answer: dict[str, Any]) -> Entry:
    """Return when the first mapping was found, in seconds."""
    times = [each["at"] for each in answer.get("tried", []) if each["outcome"] == "mapped"]
    return {"first": f"{min(times):.1f}" if times else None}


def _summary(found: list[Asked]) -> str:
    ratios = [
        each.entry["ii"] / each.entry["lower_bound"]
        for each in found
        if each.entry["ii"] is not None
    ]
    proven = sum(each.entry["status"] == "optimal" for each in found)
    if not ratios:
        return f"None of {len(found)} has a mapping.\n"
    mean = exp(sum(map(log, ratios)) / len(ratios))
    return (
        f"Of {len(found)}, {len(ratios)} have a mapping and {proven} are proven minimal. II above"
        f" the bound: {mean:.2f} times in the geometric mean, {max(ratios):.2f} at most.\n"
    )


if __name__ == "__main__":
    sys.exit(main())

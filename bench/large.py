"""Loops of hundreds and thousands of operations: every number of `docs/results/large.md`.

`python -m bench.large` asks `solvers.min_ii` for tiles of a matrix product, stencils, transforms
and random loops on arrays of 8×8 to 32×32. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from math import exp, log
from statistics import linear_regression
from typing import Any, NamedTuple

from archs.files import load_architecture
from bench.counted import SAID
from bench.frame import Asker, Namespace, Option, Parts, bench, number, option
from bench.min_ii import asked, verdict
from bench.page import columns
from examples.loops.nests import stencil, tile, transform
from examples.loops.random_loops import random_loop
from heuristics.modulo.partial import MOST_CONTEXTS, Pipelined
from heuristics.placement.times import least_held
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry, digest

REACH, RECURRENCES = 24, 3
"""Of local loops: how near operands are, and how many of them close a cycle."""


class Asked(NamedTuple):
    """A loop on an array, and the entry that says what came of it.

    `needed` is the interval at which values, held as short as they can, fit into registers.
    """

    dfg: Dfg
    array: str
    entry: Entry
    needed: int | None


class Group(NamedTuple):
    """Arrays and loops of similar sizes; `local` operations have the random loops, 0 for none."""

    title: str
    arrays: tuple[str, ...]
    loops: tuple[Dfg, ...]
    local: int
    seconds: float
    estimated: bool = False
    """Whether registers bind, so that the page says what they would need at least."""
    growing: bool = False
    """Whether the page says how seconds grow with operations."""


GROWING = (stencil(6), stencil(8), stencil(12), stencil(16), stencil(20))
"""312 to 3,840 operations."""

MESH8, MESH16, MESH32 = (f"mesh:{n}x{n},registers=4,io=all" for n in (8, 16, 32))


def local(count: int, seed: int) -> Dfg:
    """Return a random loop whose operands are near."""
    return random_loop(count, seed, RECURRENCES, reach=REACH)


SMALL = "small"
"""A group that is not on the page, of loops that are quickly mapped."""

GROUPS = {
    "8x8": Group("8×8", (MESH8,), (tile(4, 8, 8), stencil(8), transform(64)), 500, 60),
    "16x16": Group("16×16", (MESH16,), (tile(8, 8, 8), stencil(16), transform(128)), 1000, 120),
    "32x32": Group(
        "32×32",
        (MESH32,),
        (tile(8, 8, 16), stencil(16), transform(256), local(2000, 0)),
        0,
        300,
    ),
    "random": Group(
        "Operands from anywhere, 8×8",
        (MESH8,),
        tuple(random_loop(500, seed, RECURRENCES) for seed in range(3)),
        0,
        300,
        estimated=True,
    ),
    "growth": Group("Stencils that grow, 16×16", (MESH16,), GROWING, 0, 300, growing=True),
    SMALL: Group(
        "4×4", ("mesh:4x4,registers=4,io=all",), (tile(2, 2, 2), stencil(2)), 0, 60, True, True
    ),
}


def only(groups: dict[str, Group]) -> Option:
    """Return a choice of groups, all but the small one by default."""
    names = [name for name in groups if name != SMALL]
    about = f"only these: {', '.join(groups)}"
    return option("--only", nargs="+", choices=groups, default=names, metavar="GROUP", help=about)


@bench(
    "large",
    "Loops of hundreds of operations",
    only(GROUPS),
    number("--seeds", 10, "random loops of each size"),
    smoke="--only small --seeds 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every loop on every array."""
    yield from sections([GROUPS[name] for name in options.only], asker, options.seeds)


def sections(groups: Iterable[Group], asker: Asker, seeds: int) -> Parts:
    """Yield what there is to say of all groups, and a section for each; `seeds` random loops."""
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY`, with the seconds that a question"
        " has at most. `4` is proven minimal; `4 (≥ 3)` is the best that was found, and what is"
        " proven. `first` says when there was a mapping. Memory is that of all processes. Loops are"
        " those of `python -m examples tile|stencil|transform`; `loop500_3` is `random-loop 500"
        f" --seed 3 --recurrences {RECURRENCES} --reach {REACH}`. Without a reach operands come"
        " from anywhere, and registers are short: `registers need` is the interval at which"
        " values would fit if wires took no time and each operation were executed once, which is an"
        f" estimate and no bound.{SAID}\n"
    )
    for group in groups:
        found = list(_asked(group, asker, seeds))
        yield f"## {group.title}, {group.seconds:g} s\n"
        yield columns(
            found,
            ("loop", lambda own: own.dfg.name),
            ("operations", lambda own: len(own.dfg.operations)),
            ("array", lambda own: f"`{own.array}`"),
            ("II", lambda own: verdict(own.entry)),
            ("first s", lambda own: _tenths(own.entry["first"])),
            ("found by", lambda own: own.entry["found_by"]),
            ("s", lambda own: own.entry["seconds"]),
            ("MB", lambda own: own.entry["megabytes"]),
            *([("registers need", lambda own: own.needed)] if group.estimated else []),
        )
        yield _summary(found)
        if group.growing:
            yield _exponent(found)


def _asked(group: Group, asker: Asker, seeds: int) -> Iterator[Asked]:
    drawn = [local(group.local, seed) for seed in range(seeds if group.local else 0)]
    for array in group.arrays:
        for dfg in (*group.loops, *drawn):
            entry = asked(asker, dfg, array, group.seconds, more=_first)
            needed = _estimate(asker, dfg, array) if group.estimated else None
            yield Asked(dfg, array, entry, needed)


def _first(answer: dict[str, Any]) -> Entry:
    """Return when the first mapping was found, in seconds."""
    times = [each["at"] for each in answer.get("tried", []) if each["outcome"] == "mapped"]
    return {"first": min(times, default=None)}


def _tenths(seconds: float | None) -> str | None:
    return None if seconds is None else f"{seconds:.1f}"


def _estimate(asker: Asker, dfg: Dfg, array: str) -> int | None:
    """Return the least interval at which values, held as short as they can, fit into registers."""

    def measure() -> Entry:
        arch = load_architecture(array)
        registers = sum(part.capacity or 0 for part in arch.components)
        for contexts in range(1, MOST_CONTEXTS):
            shared = Pipelined.of(Problem(dfg, arch, contexts))
            if shared is None or shared.when is None:
                continue
            if least_held(shared) <= registers * contexts:
                return {"needed": contexts}
        return {"needed": None}

    key: dict[str, object] = {"registers": array, "dfg": digest(dfg_to_json(dfg))}
    needed: int | None = asker.entry(key, measure)["needed"]
    return needed


def _exponent(found: list[Asked]) -> str:
    """Return by which power of operations seconds grow, fitted by least squares of logarithms."""
    sizes = [log(len(each.dfg.operations)) for each in found]
    seconds = [log(each.entry["seconds"]) for each in found]
    slope = linear_regression(sizes, seconds).slope
    return f"Seconds grow with operations to the power of {slope:.2f}, by least squares.\n"


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

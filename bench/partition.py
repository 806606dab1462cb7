"""BOPart's Table I beside ours: `python -m bench.partition`.

Whole processes of `heuristics.partition` on the poster's eight graphs: BOPart as it is printed,
over several seeds, then with what was added to it, NSGA-II, METIS and the exact method. Writes
`docs/results/partition.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bench.counted import SAID
from bench.figures import middle, numbers, ranged
from bench.frame import (
    Asker,
    Fault,
    Namespace,
    Parts,
    bench,
    jobs,
    number,
    option,
    some,
    time_limit,
)
from bench.page import columns, table
from bench.partition_ask import MAX_II, Method, Partitioner, missing
from bench.partition_sets import ARRAY, NAMES, OF_ARRAY, Kernel, chosen
from bench.workers import together
from solvers.questions.entries import Entry

TWO = ("--parts", "2")
BAYES = ("optuna",)

PRINTED = Method(
    "as printed",
    ("--method", "bopart", *TWO, "--encoding", "raw", "--no-refinement"),
    BAYES,
    True,
    "BOPart as its poster prints it, but for the mended guard of coarsening: TPE on the coarsened"
    " graph, part numbers as they come, parts as they are found.",
)
ACYCLIC = Method(
    "bopart",
    ("--method", "bopart", *TWO),
    BAYES,
    True,
    "The same with part numbers made acyclic, and moves of operations after uncoarsening.",
)
NSGA2 = Method("nsga2", ("--method", "nsga2", *TWO), BAYES, True, "NSGA-II instead of TPE.")
METIS = Method(
    "multilevel",
    ("--method", "multilevel", *TWO),
    ("pymetis",),
    about="METIS, its parts made acyclic, then the same moves.",
)
EXACT = Method(
    "exact",
    ("--method", "exact", *TWO),
    ("ortools",),
    about="CP-SAT: proves what counting leaves, and proposes partitions at it.",
)
AUTO = Method(
    "auto",
    ("--method", "auto", *TWO),
    ("ortools",),
    about="Topological orders cut and refined, then the exact method.",
)
METHODS = (PRINTED, ACYCLIC, NSGA2, METIS, EXACT, AUTO)
FREE = Method("auto, any number of parts", ("--method", "auto"), ("ortools",))
DEPTHS = (MAX_II, 8)
"""The context memories for which the number of parts is free."""

LOST = "cosine1"
"""The graph whose total II is above the poster's."""
READINGS = (
    ARRAY,
    f"{ARRAY},registers=16,global=32",
    f"{ARRAY},ports=row:4",
    f"{ARRAY},diagonals=yes",
)
"""The array, and with more of what the poster does not give."""

ABOUT = (
    "Whole processes of `python -m heuristics.partition DFG ARRAY`, wall time with the start of"
    " Python. Every part is mapped, every mapping checked, and all parts executed one after another"
    " through a memory: their values are those of the DFG. The total II is the sum over the parts."
    f" What is stored and loaded between parts is part of them and takes memory ports.{SAID}\n"
)
UNKNOWN = (
    "The poster does not publish MaxII, the weights of its cost, or MaxIter, and its figures are"
    f" of another machine (Intel i7-10700). Here MaxII is {MAX_II}, the weights are the command's"
    " own, and there are {trials} trials. Four of its numbers of nodes are not those of its graphs;"
    " `operations` are the real ones, and its I_orig agrees with those. The poster cuts into two"
    " at least, so the same is asked here: into two parts, each cut again where it does not map.\n"
)

Runs = dict[str, list[Entry]]
"""The runs of one graph by method, one per seed."""


@bench(
    "partition",
    "Partitions for temporal mapping",
    number("--seeds", 5),
    number("--trials", 300, "of each cut"),
    time_limit(120),
    jobs(help="runs at a time"),
    number("--rival-seeds", None, "of all but the poster's (default all)"),
    some("--only", NAMES, "GRAPH"),
    option("--without", nargs="+", choices=[m.name for m in METHODS], default=[], metavar="METHOD"),
    smoke="--seeds 1 --trials 3 --only feedback --without bopart nsga2 multilevel exact",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask all methods; a mapping that contradicts a bound is a fault."""
    kernels = chosen(options.only)
    lacking = {m.name: missing(asker, m) for m in (*METHODS, FREE)}
    methods = [m for m in METHODS if m.name not in options.without and not lacking[m.name]]
    ask = Partitioner(asker, options.time_limit, options.trials).ask
    questions = [
        (kernel, method, seed)
        for kernel in kernels
        for method in methods
        for seed in range(_seeds(method, options))
    ]
    answers = together(options.jobs, [partial(ask, *question) for question in questions])
    found: dict[str, Runs] = {kernel.name: {} for kernel in kernels}
    for (kernel, method, _), entry in zip(questions, answers, strict=True):
        found[kernel.name].setdefault(method.name, []).append(entry)
    unbound = (
        [] if lacking[FREE.name] else [(kernel, depth) for kernel in kernels for depth in DEPTHS]
    )
    calls = [partial(ask, kernel, FREE, 0, depth) for kernel, depth in unbound]
    freed = zip(unbound, together(options.jobs, calls), strict=True)
    free = {(kernel.name, depth): entry for (kernel, depth), entry in freed}
    yield from page(kernels, found, free, options, lacking)
    lost = [
        replace(kernel, arch=arch) for kernel in kernels if kernel.name == LOST for arch in READINGS
    ]
    if lost and AUTO in methods:
        yield f"## {LOST} on other readings of the array\n"
        yield (
            "By `auto` in two parts. The poster gives neither the sizes of register files nor the"
            " ports of a row nor the neighbours of a PE, which are four here, or eight with"
            " diagonals.\n"
        )
        yield readings(lost, together(options.jobs, [partial(ask, each, AUTO) for each in lost]))


def _seeds(method: Method, options: Namespace) -> int:
    if not method.seeded:
        return 1
    few: int | None = None if method is PRINTED else options.rival_seeds
    seeds: int = options.seeds
    return seeds if few is None else few


def faults(runs: Runs) -> Iterable[str]:
    """Yield what contradicts a bound on partitions into two parts."""
    bounds = [run["bound"] for entries in runs.values() for run in entries]
    for name, entries in runs.items():
        for seed, entry in enumerate(entries):
            if len(entry["intervals"]) == 2 and entry["total"] < max(bounds):
                yield f"{name}, seed {seed}: {entry['total']}, less than {max(bounds)}"


def page(
    kernels: list[Kernel],
    found: dict[str, Runs],
    free: dict[tuple[str, int], Entry],
    options: Namespace,
    lacking: Mapping[str, Sequence[str]],
) -> Parts:
    """Yield the parts of the page."""
    methods = [m for m in METHODS if any(m.name in found[kernel.name] for kernel in kernels)]
    few = options.rival_seeds
    rivals = "" if few is None else f", of all but the poster's {few}"
    yield ABOUT
    yield OF_ARRAY
    yield UNKNOWN.replace("{trials}", str(options.trials))
    yield (
        f"Limit of a run: {options.time_limit:g} s. Runs at a time: {options.jobs}."
        f" Seeds: {options.seeds}{rivals}.\n"
    )
    for name, packages in lacking.items():
        if packages:
            yield f"Left out, {' and '.join(packages)} missing: {name}.\n"
    yield "## The poster's table\n"
    yield summary(kernels, found, methods)
    yield (
        "Total II and seconds, the median of the seeds and the range where they differ; `none`:"
        " no partition was found that maps. A run that is not out of time and does not map found no"
        " partition, or one with a part that was neither mapped nor cut. `11 (≥ 10)`: less than 10"
        " is impossible with two parts. Without that it is the proven minimum, in columns without"
        " seeds.\n"
    )
    for method in methods:
        yield f"## Two parts: {method.name}\n"
        yield f"{method.about}\n"
        yield f"`{' '.join(method.words)}`\n"
        yield details({kernel.name: found[kernel.name][method.name] for kernel in kernels})
    if free:
        yield "## Any number of parts\n"
        yield freely(free)
    for kernel in kernels:
        for fault in faults(found[kernel.name]):
            yield Fault(f"* **{kernel.name} contradicts a bound: {fault}.**\n")


def summary(kernels: list[Kernel], found: dict[str, Runs], methods: Sequence[Method]) -> str:
    """Return the poster's figures beside the total II of every method."""
    heads = ["DFG", "operations", "poster's nodes", "I_orig", "I_part", "poster's s"]
    rows: list[list[object]] = []
    for kernel in kernels:
        operations = found[kernel.name][methods[0].name][0]["operations"]
        row: list[object] = [kernel.name, operations, kernel.printed, kernel.whole]
        row += [kernel.parted, f"{kernel.seconds:g}"]
        for method in methods:
            runs = found[kernel.name][method.name]
            row.append(_totals(runs) + ("" if method.seeded else _at_least(runs[0])))
            row.append(_seconds(runs))
        rows.append(row)
    return table([*heads, *(word for m in methods for word in (m.name, "s"))], rows)


def details(found: Runs) -> str:
    """Return a row per graph: totals, what is proven, and the parts of the median run."""
    return columns(
        found.items(),
        ("DFG", lambda own: own[0]),
        ("runs that map", lambda own: _counted(run["total"] is not None for run in own[1])),
        ("out of time", lambda own: sum(run["stopped"] is not None for run in own[1])),
        ("total II", lambda own: _totals(own[1])),
        ("lower bound", lambda own: max(run["bound"] for run in own[1])),
        ("proven minimal", lambda own: _counted(run["status"] == "optimal" for run in own[1])),
        ("parts' IIs", lambda own: _listed(middle(own[1], "total"))),
        ("stores and loads", lambda own: middle(own[1], "total")["extra"]),
        ("s", lambda own: _seconds(own[1])),
    )


def freely(free: dict[tuple[str, int], Entry]) -> str:
    """Return a row per graph and context memory, the number of parts free."""
    return columns(
        free.items(),
        ("DFG", lambda own: own[0][0]),
        ("MaxII", lambda own: own[0][1]),
        ("total II", lambda own: _totals([own[1]])),
        ("lower bound", lambda own: own[1]["bound"]),
        ("proven minimal", lambda own: own[1]["status"] == "optimal"),
        ("parts' IIs", lambda own: _listed(own[1])),
        ("stores and loads", lambda own: own[1]["extra"]),
        ("s", lambda own: _seconds([own[1]])),
    )


def readings(kernels: Sequence[Kernel], found: Sequence[Entry]) -> str:
    """Return a row for each array: what `auto` finds in two parts."""
    return columns(
        list(zip(kernels, found, strict=True)),
        ("array", lambda own: f"`{own[0].arch}`"),
        ("total II", lambda own: _totals([own[1]])),
        ("lower bound", lambda own: own[1]["bound"]),
        ("parts' IIs", lambda own: _listed(own[1])),
        ("s", lambda own: _seconds([own[1]])),
    )


def _totals(runs: Sequence[Entry]) -> str:
    return ranged(numbers(runs, "total"))


def _seconds(runs: Sequence[Entry]) -> str:
    return ranged(numbers(runs, "seconds"), 1)


def _counted(said: Iterable[bool]) -> str:
    every = list(said)
    return f"{sum(every)} of {len(every)}"


def _at_least(entry: Entry) -> str:
    return "" if entry["status"] == "optimal" else f" (≥ {entry['bound']})"


def _listed(entry: Entry) -> str | None:
    return " + ".join(map(str, entry["intervals"])) or None


if __name__ == "__main__":
    sys.exit(main())

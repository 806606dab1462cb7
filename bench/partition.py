"""BOPart's Table I beside ours: `python -m bench.partition`.

Whole processes of `heuristics.partition` on the poster's eight graphs: BOPart as it is printed,
over several seeds, then with what was added to it, NSGA-II, METIS and the exact method. Writes
`docs/results/partition.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.lisa_ask import together
from bench.measure import table, write
from bench.partition_ask import MAX_II, PACKAGES, Asker, Method, middle, ranged, totals
from bench.partition_sets import NAMES, OF_ARRAY, Kernel, chosen, package_versions
from bench.resume import Entry, Resume
from models.process.command import guarded, positive, seconds

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

ABOUT = (
    "Whole processes of `python -m heuristics.partition DFG ARRAY`, wall time with the start of"
    " Python. Every part is mapped, every mapping checked, and all parts executed one after another"
    " through a memory: their values are those of the DFG. The total II is the sum over the parts."
    " What is stored and loaded between parts is part of them and takes memory ports.\n"
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


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page; 1 where a mapping contradicts a bound."""
    parser = argparse.ArgumentParser(prog="bench.partition", description="BOPart's Table I")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="GRAPH")
    known = [method.name for method in METHODS]
    parser.add_argument("--without", nargs="+", choices=known, default=[], metavar="METHOD")
    parser.add_argument("--seeds", type=positive, default=5, metavar="N")
    parser.add_argument(
        "--rival-seeds", type=positive, metavar="N", help="of all but the poster's (default all)"
    )
    parser.add_argument("--trials", type=positive, default=300, metavar="N", help="of each cut")
    parser.add_argument("--time-limit", type=seconds, default=120.0, metavar="S", help="of a run")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="runs at a time")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    kernels = chosen(options.only)
    methods = [m for m in METHODS if m.name not in options.without and not m.missing]
    asker = Asker(Resume(options.resume), options.time_limit, options.trials)
    found = measured(asker, kernels, methods, options)
    free = {} if FREE.missing else unbound(asker, kernels, options.jobs)
    command = f"python -m bench.partition --seeds {options.seeds} --trials {options.trials}"
    command += f" --time-limit {options.time_limit:g} --jobs {options.jobs}"
    if options.rival_seeds is not None:
        command += f" --rival-seeds {options.rival_seeds}"
    if len(kernels) < len(NAMES):
        command += " --only " + " ".join(kernel.name for kernel in kernels)
    if options.without:
        command += " --without " + " ".join(f"'{name}'" for name in options.without)
    parts = page(kernels, found, free, options)
    print(write("partition", "Partitions for temporal mapping", command, parts))
    return 1 if any(list(faults(found[kernel.name])) for kernel in kernels) else 0


def measured(
    asker: Asker, kernels: list[Kernel], methods: list[Method], options: argparse.Namespace
) -> dict[str, Runs]:
    """Return the runs of every graph, two parts."""
    questions = [
        (kernel, method, seed)
        for kernel in kernels
        for method in methods
        for seed in range(_seeds(method, options))
    ]
    calls = [functools.partial(asker.ask, *question) for question in questions]
    found: dict[str, Runs] = {kernel.name: {} for kernel in kernels}
    answers = together(options.jobs, calls)
    for (kernel, method, _), entry in zip(questions, answers, strict=True):
        found[kernel.name].setdefault(method.name, []).append(entry)
    return found


def _seeds(method: Method, options: argparse.Namespace) -> int:
    if not method.seeded:
        return 1
    few = None if method is PRINTED else options.rival_seeds
    return options.seeds if few is None else few


def unbound(asker: Asker, kernels: list[Kernel], jobs: int) -> dict[tuple[str, int], Entry]:
    """Return the answers where the number of parts is free, by graph and context memory."""
    questions = [(kernel, depth) for kernel in kernels for depth in DEPTHS]
    calls = [functools.partial(asker.ask, kernel, FREE, 0, depth) for kernel, depth in questions]
    answers = together(jobs, calls)
    return {(k.name, depth): e for (k, depth), e in zip(questions, answers, strict=True)}


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
    options: argparse.Namespace,
) -> list[str]:
    """Return the parts of the page."""
    methods = [m for m in METHODS if any(m.name in found[kernel.name] for kernel in kernels)]
    few = options.rival_seeds
    rivals = "" if few is None else f", of all but the poster's {few}"
    parts = [
        ABOUT,
        OF_ARRAY,
        UNKNOWN.replace("{trials}", str(options.trials)),
        f"Limit of a run: {options.time_limit:g} s. Runs at a time: {options.jobs}."
        f" Seeds: {options.seeds}{rivals}. Packages: {package_versions(*PACKAGES) or 'none'}.\n",
    ]
    for method in (*METHODS, FREE):
        if method.missing:
            parts.append(f"Left out, {' and '.join(method.missing)} missing: {method.name}.\n")
    parts += ["## The poster's table\n", *summary(kernels, found, methods)]
    for method in methods:
        parts += [f"## Two parts: {method.name}\n", f"{method.about}\n"]
        parts += [f"`{' '.join(method.words)}`\n"]
        parts.append(details(kernels, found, method))
    if free:
        parts += ["## Any number of parts\n", freely(kernels, free)]
    for kernel in kernels:
        for fault in faults(found[kernel.name]):
            parts.append(f"* **{kernel.name} contradicts a bound: {fault}.**\n")
    return parts


def summary(kernels: list[Kernel], found: dict[str, Runs], methods: Sequence[Method]) -> list[str]:
    """Return the poster's figures beside the total II of every method."""
    heads = ["DFG", "operations", "poster's nodes", "I_orig", "I_part", "poster's s"]
    rows: list[list[object]] = []
    for kernel in kernels:
        count = len(kernel.dfg().operations)
        row: list[object] = [kernel.name, count, kernel.printed, kernel.whole, kernel.parted]
        row.append(f"{kernel.seconds:g}")
        for method in methods:
            runs = found[kernel.name][method.name]
            row.append(ranged(totals(runs)) + ("" if method.seeded else _at_least(runs[0])))
            row.append(ranged([run["seconds"] for run in runs], 1))
        rows.append(row)
    return [
        table([*heads, *(word for m in methods for word in (m.name, "s"))], rows),
        "Total II and seconds, the median of the seeds and the range where they differ; `none`:"
        " no partition was found that maps. A run that is not out of time and does not map found no"
        " partition, or one with a part that was neither mapped nor cut. `11 (≥ 10)`: less than 10"
        " is impossible with two parts. Without that it is the proven minimum, in columns without"
        " seeds.\n",
    ]


def details(kernels: list[Kernel], found: dict[str, Runs], method: Method) -> str:
    """Return a row per graph: totals, what is proven, and the parts of the median run."""
    heads = ["DFG", "runs that map", "out of time", "total II", "lower bound", "proven minimal"]
    heads += ["parts' IIs", "stores and loads", "s"]
    rows: list[list[object]] = []
    for kernel in kernels:
        runs = found[kernel.name][method.name]
        mapped = sum(run["total"] is not None for run in runs)
        proven = sum(run["status"] == "optimal" for run in runs)
        own = middle(runs)
        rows.append(
            [
                kernel.name,
                f"{mapped} of {len(runs)}",
                sum(run["stopped"] is not None for run in runs),
                ranged(totals(runs)),
                max(run["bound"] for run in runs),
                f"{proven} of {len(runs)}",
                _listed(own),
                "-" if own["extra"] is None else own["extra"],
                ranged([run["seconds"] for run in runs], 1),
            ]
        )
    return table(heads, rows)


def freely(kernels: list[Kernel], free: dict[tuple[str, int], Entry]) -> str:
    """Return a row per graph and context memory, the number of parts free."""
    heads = ["DFG", "MaxII", "total II", "lower bound", "proven minimal", "parts' IIs"]
    rows: list[list[object]] = []
    for kernel in kernels:
        for depth in DEPTHS:
            entry = free[kernel.name, depth]
            rows.append(
                [
                    kernel.name,
                    depth,
                    ranged(totals([entry])),
                    entry["bound"],
                    "yes" if entry["status"] == "optimal" else "no",
                    _listed(entry),
                    "-" if entry["extra"] is None else entry["extra"],
                    f"{entry['seconds']:.1f}",
                ]
            )
    return table([*heads, "stores and loads", "s"], rows)


def _at_least(entry: Entry) -> str:
    return "" if entry["status"] == "optimal" else f" (≥ {entry['bound']})"


def _listed(entry: Entry) -> str:
    return " + ".join(map(str, entry["intervals"])) or "-"


main = guarded(run, "bench.partition")

if __name__ == "__main__":
    sys.exit(main())

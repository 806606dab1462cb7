"""Optimal cuts, proven, and what others find: `python -m bench.partition_cuts`.

Partitions of the poster's graphs into 2, 3 and 4 parts without a cycle between parts, none more
than 10 % above its share of the operations. Within processes that stay. Writes
`docs/results/partition_cuts.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.frame import Asker, Fault, Namespace, Parts, bench, jobs, option, some, time_limit
from bench.page import columns, table
from bench.partition_optima import (
    COARSE,
    CUT,
    EXTRA,
    FOUND,
    HEURISTICS,
    METIS,
    START,
    measure,
    most,
)
from bench.partition_sets import NAMES, OF_ARRAY, Kernel, Task, chosen
from bench.workers import answered
from models.process.command import positive
from solvers.questions.entries import Entry

PARTS = (2, 3, 4)
PROVEN = ("optimal", "infeasible")

ABOUT = (
    "Every edge leads to the same part or a later one, no part is empty, and none has more than"
    " 1.1 · ⌈operations / K⌉ operations. The cut counts edges between parts. A value is stored"
    " once, and loaded once in every part that reads it: these are the extra memory operations.\n"
)
OPTIMAL = (
    "The smallest cut by CP-SAT with one worker; `9 (≥ 8)` where the time was up before the proof."
    " `known`: the optimum that another program has proven before, in up to 40 s, matinv with four"
    " parts in 62 s. `coarsened`: the smallest cut on the graph after coarsening (Algorithm 3),"
    " and how many nodes it has; `none` where no partition of its nodes is balanced so.\n"
)
MEMORY = (
    "The extra memory operations of the partition with the smallest cut that was found (there may"
    " be others with the same cut and fewer), and the smallest number of them that any partition"
    " has.\n"
)
HEURISTIC = (
    "Cuts that others find, on the whole graph, and their ratio to the smallest acyclic and"
    " balanced one. METIS knows no directions: `↻` marks parts that wait for each other. `METIS,"
    " acyclic` is repaired. All but METIS itself have other aims: no part may take more than 1.1"
    " times its share of what the whole takes, rounded up; then the sum of intervals counts, then"
    " extra memory operations, then the cut. They do not balance operations: `(+30%)` is a part"
    " with so many more than its share, more than allowed above, so that a ratio may be below 1.\n"
)


@dataclass
class Row:
    """All that is known of a graph in K parts: optima, and what each heuristic found."""

    kernel: Kernel
    parts: int
    optima: dict[str, Entry] = field(default_factory=dict)
    found: dict[str, Entry] = field(default_factory=dict)

    @property
    def operations(self) -> int:
        """How many there are."""
        return int(self.optima[CUT]["operations"])

    def known(self, coarse: bool = False) -> int | None:
        """The optimum that was proven before, if it was."""
        cuts = self.kernel.coarse_cuts if coarse else self.kernel.cuts
        place = self.parts - PARTS[0]
        return cuts[place] if 0 <= place < len(cuts) else None

    def faults(self) -> Iterator[str]:
        """Yield what contradicts a proof."""
        cut, coarse, extra = (self.optima[what] for what in (CUT, COARSE, EXTRA))
        for entry, coarsened in ((cut, False), (coarse, True)):
            known = self.known(coarsened)
            if known is not None and not _agrees(entry, known):
                yield f"the known optimum {known} is not {shown(entry)}"
        if coarse["value"] is not None and coarse["value"] < cut["bound"]:
            yield f"the coarsened graph has a cut of {coarse['value']}, less than {cut['bound']}"
        if cut["value"] is not None and cut["extra"] < extra["bound"]:
            yield f"a cut takes {cut['extra']} memory operations, less than {extra['bound']}"
        for name, entry in self.found.items():
            if entry["cyclic"] or entry["largest"] > most(self.operations, self.parts):
                continue
            if not entry["smallest"]:
                continue
            if cut["status"] == "infeasible" or entry["cut"] < cut["bound"]:
                yield f"{name} cuts {entry['cut']} edges, {shown(cut)} by the proof"
            elif entry["extra"] < extra["bound"]:
                yield f"{name} takes {entry['extra']}, less than {extra['bound']}"


def _agrees(entry: Entry, known: int) -> bool:
    """Whether a known optimum is between what is proven and what was found."""
    if entry["status"] == "infeasible":
        return False
    return entry["bound"] <= known and (entry["value"] is None or known <= entry["value"])


@bench(
    "partition_cuts",
    "Optimal cuts",
    time_limit(120, "of a proof"),
    jobs(),
    some("--only", NAMES, "GRAPH"),
    option("--parts", nargs="+", type=positive, choices=PARTS, default=list(PARTS), metavar="K"),
    smoke="--only feedback --parts 2",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for all optima; what contradicts a proof is a fault."""
    kernels, limit = chosen(options.only), options.time_limit
    tasks = [Task(kernels[0], START, 1, limit)]
    for kernel in kernels:
        for parts in options.parts:
            tasks += [Task(kernel, what, parts, limit) for what in (CUT, COARSE, EXTRA, HEURISTICS)]
    entries = answered(asker, tasks, measure, options.jobs)
    yield f"{ABOUT}\n{OF_ARRAY}"
    yield (
        f"Limit of a proof: {limit:g} s. At a time: {options.jobs}. Seconds of a proof are from the"
        " question to the answer: they include building the model and the start of the solver's"
        f" process, {entries[0]['seconds']:.1f} s for an empty question, but not reading the"
        " graph.\n"
    )
    yield from page(gathered(tasks[1:], entries[1:]))


def gathered(tasks: Sequence[Task], entries: Sequence[Entry]) -> list[Row]:
    """Return the answers by graph and number of parts."""
    found: dict[tuple[str, int], Row] = {}
    for task, entry in zip(tasks, entries, strict=True):
        row = found.setdefault((task.kernel.name, task.parts), Row(task.kernel, task.parts))
        if task.what == HEURISTICS:
            row.found = {each["name"]: each for each in entry["found"]}
        else:
            row.optima[task.what] = entry
    return list(found.values())


def page(rows: list[Row]) -> Parts:
    """Yield the tables, and what contradicts a proof."""
    yield "## Smallest cuts\n"
    yield OPTIMAL
    yield _cuts(rows)
    optima = [row.optima[CUT] for row in rows]
    proven = sum(entry["status"] in PROVEN for entry in optima)
    slowest = max(entry["seconds"] for entry in optima)
    yield f"Proven: {proven} of {len(rows)}; the slowest question took {slowest:.1f} s.\n"
    yield "## Extra memory operations\n"
    yield MEMORY
    yield columns(
        rows,
        ("DFG", lambda row: row.kernel.name),
        ("K", lambda row: row.parts),
        ("smallest cut", lambda row: shown(row.optima[CUT])),
        ("extra with it", lambda row: row.optima[CUT].get("extra")),
        ("fewest extra", lambda row: shown(row.optima[EXTRA])),
        ("s", lambda row: f"{row.optima[EXTRA]['seconds']:.1f}"),
        ("cut with those", lambda row: row.optima[EXTRA].get("cut")),
    )
    yield "## Heuristics\n"
    yield HEURISTIC
    if not any(METIS in row.found for row in rows):
        yield "METIS is left out: pymetis is missing.\n"
    yield _heuristics(rows)
    for row in rows:
        for fault in row.faults():
            yield Fault(f"* **{row.kernel.name}, {row.parts} parts: {fault}.**\n")


def shown(entry: Entry) -> str:
    """Return an optimum, or what was found and what is proven."""
    if entry["status"] == "infeasible":
        return "none"
    if entry["status"] == "optimal":
        return str(entry["value"])
    return f"{'?' if entry['value'] is None else entry['value']} (≥ {entry['bound']})"


def _cuts(rows: list[Row]) -> str:
    return columns(
        rows,
        ("DFG", lambda row: row.kernel.name),
        ("operations", lambda row: row.operations),
        ("K", lambda row: row.parts),
        ("cut", lambda row: shown(row.optima[CUT])),
        ("bound", lambda row: _bound(row.optima[CUT])),
        ("proven", lambda row: row.optima[CUT]["status"] in PROVEN),
        ("s", lambda row: f"{row.optima[CUT]['seconds']:.1f}"),
        ("known", lambda row: row.known()),
        ("nodes coarsened", lambda row: row.optima[COARSE]["nodes"]),
        ("cut coarsened", lambda row: shown(row.optima[COARSE])),
        ("s", lambda row: f"{row.optima[COARSE]['seconds']:.1f}"),
        ("known", lambda row: row.known(coarse=True)),
    )


def _bound(entry: Entry) -> object:
    return None if entry["status"] == "infeasible" else entry["bound"]


def _heuristics(rows: list[Row]) -> str:
    names = [name for name in FOUND if all(name in row.found for row in rows)]
    heads = ["DFG", "K", "smallest cut", *(word for name in names for word in (name, "ratio", "s"))]
    listed: list[list[object]] = []
    for row in rows:
        cut = row.optima[CUT]
        cells: list[object] = [row.kernel.name, row.parts, shown(cut)]
        for name in names:
            entry = row.found[name]
            marks = " ↻" if entry["cyclic"] else ""
            if entry["largest"] > most(row.operations, row.parts):
                marks += f" (+{entry['largest'] * row.parts / row.operations - 1:.0%})"
            ratio = entry["cut"] / cut["value"] if cut["value"] else None
            cells += [f"{entry['cut']}{marks}", ratio, float(entry["seconds"])]
        listed.append(cells)
    cyclic = sum(row.found[METIS]["cyclic"] for row in rows if METIS in row.found)
    said = f"METIS leaves a cycle between parts in {cyclic} of {len(rows)} cases.\n"
    return table(heads, listed) + ("\n" + said if METIS in names else "")


if __name__ == "__main__":
    sys.exit(main())

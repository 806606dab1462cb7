"""Loops of C and of LLVM's text: every number of `docs/results/c_loops.md`.

`python -m bench.c_loops` reads loops of `examples/data/loops.ll` and random ones as graphs, runs
each graph against the compiled loop, maps it, and runs the mapping against the compiled loop.
`--resume FILE` keeps the mappings that are done.
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.frame import Asker, Fault, Namespace, Parts, bench, number, time_limit
from bench.min_ii import asked, verdict
from bench.page import columns, table
from examples.loops.llvm_text import random_loop_text
from models.errors import InputError
from programs.dataflow import DataflowOptions, kernels
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, FAULT, LONG, SAME, compared
from programs.llvm.execution import Schedule
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of
from programs.llvm.read import read_loops
from programs.source import read_file
from solvers.questions.entries import Entry

ARRAYS = ("hycube:4x4", "adres:4x4")
LONGER = 6
"""How many times as long a loop is asked for that had no mapping at first."""
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LOOPS, PROGRAMS = EXAMPLES / "data" / "loops", EXAMPLES / "programs"


class Row(NamedTuple):
    """A loop: its graph, what came of its trials, and what each array made of it."""

    graph: LoopGraph
    alone: Counter[str]
    entries: tuple[Entry, ...]
    mapped: Counter[str]


@bench(
    "c_loops",
    "Loops of C against the compiled loops",
    time_limit(30, "of a question"),
    number("--trials", 1000, "random inputs of each comparison"),
    number("--random", 200, "random loops"),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare and map every loop."""
    yield (
        f"Each graph is executed on {options.trials} random inputs with its iterations overlapped"
        " at random, and by the schedule of each mapping; the loop that LLVM compiled is executed"
        " on the same inputs. `same`: left by the same exit, with the same values and memory."
        " `long`: more than 200 iterations; `fault`: the compiled loop left its memory; such inputs"
        " say nothing. An II without a figure behind it is proven minimal:"
        f" `python -m solvers.min_ii`, {options.time_limit:g} s, default options.\n"
    )
    own = list(_rows(read_loops(f"{LOOPS}.ll"), options, asker, []))
    yield f"## The {len(own)} loops of `examples/data/loops.c`\n"
    yield columns(
        own,
        ("loop", lambda row: row.graph.dfg.name.removesuffix(".lr.ph")),
        ("operations", lambda row: len(row.graph.dfg.operations)),
        ("exits", lambda row: len(row.graph.loop.exits)),
        ("same", lambda row: row.alone[SAME]),
        ("long", lambda row: row.alone[LONG]),
        ("fault", lambda row: row.alone[FAULT]),
        (f"II on `{ARRAYS[0]}`", lambda row: verdict(row.entries[0])),
        (f"II on `{ARRAYS[1]}`", lambda row: verdict(row.entries[1])),
        ("mapped: same", lambda row: row.mapped[SAME]),
    )
    yield from _summary(own)
    yield from _compiled(options)
    texts = (functions_of(random_loop_text(seed), "random") for seed in itertools.count())
    found = (loop for text in texts for loop in innermost_loops(text[0]))
    loops = list(itertools.islice(found, options.random))
    drawn = list(_rows(loops, options, asker, ["--first"]))
    yield f"## {len(drawn)} random loops of `examples/loops/llvm_text.py`\n"
    yield (
        "The first mapping is taken (`--first`). A loop without one is asked for again, for"
        f" {LONGER} times as long.\n"
    )
    yield from _summary(drawn)
    yield f"## Both ways of reading C, on `{ARRAYS[0]}`\n"
    yield (
        "The loops of `examples/programs`, read by `optimize` (with `addresses=operations`) and by"
        " `dfg`, where arguments never meet. In LLVM's text addresses count bytes, and indices are"
        " extended to 64 bits: operations of their own. Each array has an address of its own, an"
        " input that has to be brought. Loads whose address never changes stay in the loop. What"
        " depends on the bounds of loops, such as x[i] and x[j] with j < i, counts as one place,"
        " and what is loaded waits for what was stored there. Below the table is what keeps each"
        " larger interval from being smaller.\n"
    )
    yield from _both(options, asker)


def _compiled(options: Namespace) -> Parts:
    """Compare the graphs of the text that the installed clang makes of the same loops."""
    clang = shutil.which("clang")
    if clang is None:
        yield "Not run with another compiler: no clang is installed.\n"
        return
    told = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True)
    total: Counter[str] = Counter()
    loops = read_loops(f"{LOOPS}.c")
    for loop in loops:
        total += compared(loop_graph(loop, Layout([loop.function])), options.trials, 0).verdicts
    version = told.stdout.splitlines()[0].removeprefix("Debian ")
    yield f"This was text of LLVM 22. The {len(loops)} loops in the text of {version}:\n"
    yield from _counted(total)


def _rows(loops: list[Loop], options: Namespace, asker: Asker, words: list[str]) -> Iterator[Row]:
    for loop in loops:
        graph = loop_graph(loop, Layout([loop.function]))
        found = [_mapped(graph, array, options, asker, words) for array in ARRAYS]
        for n, array in enumerate(ARRAYS):
            if found[n]["ii"] is None:
                longer = Namespace(time_limit=LONGER * options.time_limit)
                found[n] = _mapped(graph, array, longer, asker, words)
        alone = compared(graph, options.trials, 0).verdicts
        mapped: Counter[str] = Counter()
        for entry in found:
            if entry["ii"] is not None:
                schedule: Schedule = (entry["starts"], entry["ii"])
                mapped += compared(graph, options.trials, 0, schedule).verdicts
        yield Row(graph, alone, tuple(found), mapped)


def _mapped(
    graph: LoopGraph, array: str, options: Namespace, asker: Asker, words: list[str]
) -> Entry:
    def starts(answer: dict[str, Any]) -> Entry:
        first: dict[str, int] = {}
        for name, _, cycle in (answer["mapping"] or {"issues": ()})["issues"]:
            first[name] = min(cycle, first.get(name, cycle))
        return {"starts": first}

    return asked(asker, graph.dfg, array, options.time_limit, words, starts)


def _both(options: Namespace, asker: Asker) -> Iterator[str]:
    """Ask for the loops of the programs in both ways, where C can be compiled."""
    rows: list[list[object]] = []
    why: list[str] = []
    for path in sorted(PROGRAMS.glob("*.c")):
        try:
            loops = read_loops(str(path))
        except InputError as error:
            yield f"Not run: {error.what}.\n"
            return
        chosen = DataflowOptions(addresses="operations")
        others = [each for region in read_file(str(path)) for each in kernels(region, chosen)]
        for place, (loop, other) in enumerate(zip(loops, others, strict=True), 1):
            pair = (other.dfg, loop_graph(loop, Layout([loop.function]), restrict=True).dfg)
            found = [asked(asker, dfg, ARRAYS[0], options.time_limit) for dfg in pair]
            sizes = [len(dfg.operations) for dfg in pair]
            rows.append([f"{path.stem} {place}", *sizes, *map(verdict, found)])
            if found[0]["ii"] != found[1]["ii"]:
                why.append(f"* {path.stem} {place}: {found[1]['lower_bound_reason']}.")
    yield table(("loop", "operations", "by LLVM", "II", "by LLVM"), rows)
    yield "\n".join(why) + "\n"


def _summary(rows: list[Row]) -> Iterator[str]:
    total = sum((row.alone + row.mapped for row in rows), Counter[str]())
    lines = []
    for n, array in enumerate(ARRAYS):
        of = [row.entries[n] for row in rows]
        proven = sum(entry["status"] == "optimal" for entry in of)
        mapped = sum(entry["ii"] is not None for entry in of)
        lines.append([f"`{array}`", len(of), mapped, proven, max(e["seconds"] for e in of)])
    yield table(("array", "loops", "mapped", "proven minimal", "longest s"), lines)
    yield from _counted(total)


def _counted(total: Counter[str]) -> Parts:
    yield (
        f"{sum(total.values()):,} runs: {total[SAME]:,} the same, {total[DIFFERENT]} different,"
        f" {total[LONG]:,} too long, {total[FAULT]:,} faults.\n"
    )
    if total[DIFFERENT]:
        yield Fault("A graph and its loop differ.\n")


if __name__ == "__main__":
    sys.exit(main())

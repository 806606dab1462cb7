"""Loops of C and of LLVM's text: every number of `docs/results/c_loops.md`.

`python -m bench.c_loops` reads loops of `examples/data/loops.ll` and random ones as graphs, runs
each graph against the compiled loop, maps it, and runs the mapping against the compiled loop.
`--resume FILE` keeps the mappings that are done.
"""

from __future__ import annotations

import functools
import itertools
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench.counted import SAID
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, time_limit
from bench.loop_sets import Loop as Known
from bench.min_ii import asked, verdict
from bench.page import columns, table
from examples.loops.llvm_text import random_loop_text
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from programs.dataflow import DataflowOptions, kernels
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, FAULT, LONG, SAME, UNDEFINED, compared
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of
from programs.llvm.read import read_loops
from programs.source import read_file
from solvers.questions.entries import Entry, digest

ARRAYS = ("hycube:4x4", "adres:4x4")
LONGER = 6
"""How many times as long a loop is asked for that had no mapping at first."""
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LOOPS, PROGRAMS = EXAMPLES / "data" / "loops", EXAMPLES / "programs"


class Row(NamedTuple):
    """A loop: what it has, what came of its trials, and what each array made of it."""

    loop: Entry
    alone: Counter[str]
    entries: tuple[Entry, ...]
    mapped: Counter[str]

    @property
    def runs(self) -> Counter[str]:
        """All trials."""
        return self.alone + self.mapped


@bench(
    "c_loops",
    "Loops of C against the compiled loops",
    time_limit(30, "of a question"),
    number("--trials", 1000, "random inputs of each comparison"),
    number("--random", 200, "random loops"),
    number("--most", None, "only so many loops of each kind, the smallest, and programs"),
    smoke="--time-limit 10 --trials 20 --random 20 --most 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare and map every loop."""
    yield (
        f"Each graph is executed on {options.trials} random inputs with its iterations overlapped"
        " at random, and by the schedule of each mapping; the loop that LLVM compiled is executed"
        " on the same inputs. `same`: left by the same exit, with the same values and memory."
        " `so far`: the same until both were stopped, after 200 iterations or less; `fault`: the"
        " compiled loop left its memory; `undefined`: it did what has no defined result; the last"
        " two say nothing. An II without a figure behind it is proven minimal:"
        f" `python -m solvers.min_ii`, {options.time_limit:g} s, else default options.{SAID}\n"
    )
    own = list(_rows("loops.ll", lambda: read_loops(f"{LOOPS}.ll"), options, asker))
    yield f"## The {len(own)} loops of `examples/data/loops.c`\n"
    yield columns(
        own,
        ("loop", lambda row: row.loop["name"].removesuffix(".lr.ph")),
        ("operations", lambda row: row.loop["operations"]),
        ("exits", lambda row: row.loop["exits"]),
        ("same", lambda row: row.alone[SAME]),
        ("so far", lambda row: row.alone[LONG]),
        ("fault", lambda row: row.alone[FAULT]),
        ("undefined", lambda row: row.alone[UNDEFINED]),
        (f"II on `{ARRAYS[0]}`", lambda row: verdict(row.entries[0])),
        (f"II on `{ARRAYS[1]}`", lambda row: verdict(row.entries[1])),
        ("mapped: same", lambda row: row.mapped[SAME]),
    )
    yield from _summary(own)
    yield from _compiled(asker, options.trials, options.most)
    drawn = list(_rows("random", partial(_drawn, options.random), options, asker, ("--first",)))
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


def _drawn(count: int) -> list[Loop]:
    """Return so many random loops."""
    texts = (functions_of(random_loop_text(seed), "random") for seed in itertools.count())
    return [*itertools.islice((x for text in texts for x in innermost_loops(text[0])), count)]


def _smallest(loops: list[Loop], most: int | None) -> list[Loop]:
    """Return so many loops, all of them in their order for None."""
    if most is None:
        return loops
    return sorted(loops, key=lambda loop: sum(len(own.instructions) for own in loop.blocks))[:most]


def _compiled(asker: Asker, trials: int, most: int | None) -> Parts:
    """Compare the graphs of the text that the installed clang makes of the same loops."""

    def measure() -> Entry:
        clang = shutil.which("clang")
        if clang is None:
            return {"compiler": None}
        told = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True)
        loops = _smallest(read_loops(f"{LOOPS}.c"), most)
        runs = [compared(loop_graph(loop, Layout([loop.function])), trials, 0) for loop in loops]
        found = sum((run.verdicts for run in runs), Counter[str]())
        return {"compiler": told.stdout.splitlines()[0], "loops": len(loops), "trials": found}

    key: dict[str, object] = {"loops": "loops.c", "trials": trials, "most": most}
    found = asker.entry(key, measure, lambda entry: entry["compiler"] is not None)
    if found["compiler"] is None:
        yield "Not run with another compiler: no clang is installed.\n"
        return
    version = found["compiler"].removeprefix("Debian ")
    yield f"This was text of LLVM 22. The {found['loops']} loops in the text of {version}:\n"
    yield from _counted(Counter(found["trials"]))


def _rows(
    kind: str,
    read: Callable[[], list[Loop]],
    options: Namespace,
    asker: Asker,
    words: tuple[str, ...] = (),
) -> Iterator[Row]:
    trials = options.trials

    @functools.cache
    def graphs() -> list[LoopGraph]:
        loops = _smallest(read(), options.most)
        return [loop_graph(loop, Layout([loop.function])) for loop in loops]

    def measure() -> Entry:
        loops = [(graph.dfg, len(graph.loop.exits)) for graph in graphs()]
        return {
            "loops": [
                {
                    "name": dfg.name,
                    "operations": len(dfg.operations),
                    "exits": exits,
                    "digest": digest(dfg_to_json(dfg)),
                }
                for dfg, exits in loops
            ]
        }

    of = {"graphs": kind, "random": options.random, "most": options.most}
    # The text may have changed since a run that is resumed.
    for place, loop in enumerate(asker.entry(of, measure, lambda _: False)["loops"]):
        key = {"loops": kind, "number": place, "trials": trials}

        def dfg(place: int = place) -> Dfg:
            return graphs()[place].dfg

        known = Known(loop["name"], loop["operations"], loop["digest"], dfg)

        def executed(answer: dict[str, Any], place: int = place) -> Entry:
            first: dict[str, int] = {}
            for name, _, cycle in (answer["mapping"] or {"issues": ()})["issues"]:
                first[name] = min(cycle, first.get(name, cycle))
            none = Counter[str]()
            schedule = (first, answer["ii"])
            graph = graphs()[place]
            return {"trials": compared(graph, trials, 0, schedule).verdicts if first else none}

        found = []
        for array in ARRAYS:
            for limit in (options.time_limit, LONGER * options.time_limit):
                entry = asked(asker, known, array, limit, words, executed, key)
                if entry["ii"] is not None:
                    break
            found.append(entry)

        def alone(place: int = place) -> Entry:
            return {"trials": compared(graphs()[place], trials, 0).verdicts}

        runs = asker.entry(key | {"dfg": loop["digest"]}, alone)["trials"]
        mapped = sum((Counter(entry["trials"]) for entry in found), Counter[str]())
        yield Row(loop, Counter(runs), tuple(found), mapped)


def _both(options: Namespace, asker: Asker) -> Iterator[str]:
    """Ask for the loops of the programs in both ways, where C can be compiled."""
    rows: list[list[object]] = []
    why: list[str] = []
    for path in sorted(PROGRAMS.glob("*.c"))[: options.most]:
        key: dict[str, object] = {"program": path.stem}
        read = asker.entry(key, partial(_pairs, path), lambda entry: entry["refused"] is None)
        if read["refused"] is not None:
            yield f"Not run: {read['refused']}.\n"
            return
        for place, texts in enumerate(read["graphs"][: options.most], 1):
            pair = [dfg_from_json(text, path.stem) for text in texts]
            found = [asked(asker, dfg, ARRAYS[0], options.time_limit) for dfg in pair]
            sizes = [len(dfg.operations) for dfg in pair]
            rows.append([f"{path.stem} {place}", *sizes, *map(verdict, found)])
            if found[0]["ii"] != found[1]["ii"]:
                why.append(f"* {path.stem} {place}: {found[1]['lower_bound_reason']}.")
    yield table(("loop", "operations", "by LLVM", "II", "by LLVM"), rows)
    yield "\n".join(why) + "\n"


def _pairs(path: Path) -> Entry:
    """Return both graphs of each loop of a program; those of LLVM's depend on the compiler."""
    try:
        loops = read_loops(str(path))
    except InputError as error:
        return {"refused": error.what}
    chosen = DataflowOptions(addresses="operations")
    others = [each.dfg for region in read_file(str(path)) for each in kernels(region, chosen)]
    graphs = [loop_graph(loop, Layout([loop.function]), restrict=True).dfg for loop in loops]
    pairs = zip(others, graphs, strict=True)
    return {"refused": None, "graphs": [[*map(dfg_to_json, pair)] for pair in pairs]}


def _summary(rows: list[Row]) -> Iterator[str]:
    total = sum((row.runs for row in rows), Counter[str]())
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
        f" {total[LONG]:,} the same so far, {total[FAULT]:,} faults,"
        f" {total[UNDEFINED]:,} undefined.\n"
    )
    if total[DIFFERENT]:
        yield Fault("A graph and its loop differ.\n")


if __name__ == "__main__":
    sys.exit(main())

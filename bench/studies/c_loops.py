"""Loops of C against the compiled loops: `python -m bench.studies.c_loops KIND TRIALS SECONDS`.

KIND is `text` for the loops of `examples/data/loops.ll`, `compiled` for the text that the installed
clang makes of the same loops, and `random` for random ones. Each graph is executed on random
inputs, and so is each mapping; the compiled loop is executed on the same inputs.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter

from bench.asking import COUNTED
from bench.process import Answer, run, written
from bench.rows import ROOT
from bench.studies import printed
from models.formats.native_json import dfg_to_json
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, FAULT, LONG, SAME, UNDEFINED, compared
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import DataLayout
from programs.llvm.module import functions_of
from programs.llvm.random_text import random_loop_text
from programs.llvm.read import read_loops

ARRAYS = ("hycube:4x4", "adres:4x4")
LOOPS = ROOT / "examples" / "data" / "loops"
RANDOM = 20
NAMES = {
    SAME: "same",
    DIFFERENT: "different",
    LONG: "so far",
    FAULT: "faults",
    UNDEFINED: "undefined",
}


def main(kind: str, trials: str, seconds: str) -> Answer:
    """Return counts of runs by outcome, and of mapped loops by array."""
    total: Counter[str] = Counter()
    mapped: Counter[str] = Counter()
    loops = read(kind)
    for loop in loops:
        graph = loop_graph(loop, DataLayout([loop.function]))
        total += Counter(compared(graph, int(trials), 0).verdicts)
        for array in ARRAYS if kind != "compiled" else ():
            found = _mapped(graph, array, seconds, ("--first",) if kind == "random" else ())
            if found["ii"] is not None:
                first: dict[str, int] = {}
                for name, _, cycle in found["mapping"]["issues"]:
                    first[name] = min(cycle, first.get(name, cycle))
                runs = compared(graph, int(trials), 0, (first, found["ii"]))
                total += Counter(runs.verdicts)
                mapped[array] += 1
                mapped[f"{array} proven"] += found["status"] == "optimal"
    counts = {name: total[verdict] for verdict, name in NAMES.items()}
    return {"loops": len(loops), "runs": counts, "mapped": dict(mapped)}


def read(kind: str) -> list[Loop]:
    """Return the loops of a kind. Raises `InputError` without a compiler that it needs."""
    if kind != "random":
        return read_loops(f"{LOOPS}.{'c' if kind == 'compiled' else 'll'}")
    texts = (functions_of(random_loop_text(seed), "random") for seed in itertools.count())
    return [*itertools.islice((x for text in texts for x in innermost_loops(text[0])), RANDOM)]


def _mapped(graph: LoopGraph, array: str, seconds: str, words: tuple[str, ...]) -> Answer:
    with written({"dfg": dfg_to_json(graph.dfg)}) as filled:
        asked = ("solvers.min_ii", filled("{dfg}"), array, *words, *COUNTED)
        return run(*asked, "--time-limit", seconds, "--json", "--quiet").picked(
            "status", "ii", "mapping"
        )


if __name__ == "__main__":
    printed(main, *sys.argv[1:])

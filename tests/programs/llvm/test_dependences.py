"""Orders of accesses: all that executions show, and of affine ones no others."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from programs.llvm.builder import LoopGraph
from programs.llvm.compiler import WORDS
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import DataLayout
from programs.llvm.module import functions_of
from tests.programs.llvm.random_accesses import (
    Text,
    conflicts,
    observe,
    operations_of,
    random_text,
    shortest,
)

FLAGS = ((), ("-fwrapv",), ("-O1", "-fno-vectorize", "-fno-unroll-loops", "-g"))


def graphs(text: Text, flags: tuple[str, ...], folder: Path) -> list[LoopGraph]:
    """Return the graphs of all loops, as the text has them."""
    path, made = folder / "f.c", folder / "f.ll"
    path.write_text("\n".join(text.lines) + "\n")
    words = ["-S", "-emit-llvm", "-w", *flags] if "-O1" in flags else [*WORDS, *flags]
    subprocess.run(["clang", *words, str(path), "-o", str(made)], check=True, timeout=600)
    functions = functions_of(made.read_text(), "f.ll")
    loops = [loop for each in functions if not each.helper for loop in innermost_loops(each)]
    return [loop_graph(loop, DataLayout([loop.function])) for loop in loops]


def faults(graph: LoopGraph, text: Text, seed: int, exact: bool) -> list[str]:
    """Return the orders that are missing in a graph, and the superfluous ones."""
    draw = random.Random(seed)
    found, operations = list[str](), operations_of(graph)
    least = shortest(graph.dfg)
    seen: set[tuple[str, str, int]] = set()
    longest = 0
    for most in (40, 40, 40, 300, 40, 40):
        accesses = observe(graph, draw, most)
        if accesses is None:
            continue
        longest = max([longest, *(iteration for _, iteration, _, _ in accesses)])
        for first, then, distance in conflicts(accesses):
            if first in operations and then in operations:
                seen.add((operations[first], operations[then], distance))
    for before, after, distance in sorted(seen):
        if least[before].get(after, distance + 1) > distance and distance <= 256:
            found.append(f"missing: {before} -> {after} at {distance}")
    found_at = ((name, re.search(r":(\d+)", i.line)) for i, name in operations.items())
    lines = {name: int(at[1]) for name, at in found_at if at is not None}
    for order in graph.dfg.order:
        pair = [text.families.get(lines.get(name, 0)) for name in (order.before, order.after)]
        copies = order.before != order.after and lines.get(order.before) == lines.get(order.after)
        if copies or pair[0] is None or pair[1] is None or pair[0][0] != pair[1][0]:
            continue
        if order.distance > longest - 8:  # no run shows it
            continue
        # Unlike steps of words that wrap around meet after more iterations than are observed.
        alike = pair[0] == pair[1] or (exact and pair[0][1] == pair[1][1] == "plain")
        if alike and (order.before, order.after, order.distance) not in seen:
            found.append(f"superfluous: {order.before} -> {order.after} at {order.distance}")
    return found


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
@pytest.mark.oracle
def test_orders_are_those_observed(tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests functions with all types of counters, pointers, two loops, calls and volatile."""
    found = []
    for seed in range(amount(10)):
        text = random_text(seed)
        for graph in graphs(text, FLAGS[seed % 3], tmp_path):
            counter = next(a for a in graph.loop.function.arguments if a.name in ("n", "arg3"))
            exact = counter.type == "i64" and "-fwrapv" not in FLAGS[seed % 3]
            what = faults(graph, text, seed, exact)
            found += [f"seed {seed}: {graph.dfg.name}: {each}" for each in what]
    assert not found, found[:20]

"""Random loops on real arrays, mapped by a heuristic: what tests and measurements execute."""

from __future__ import annotations

import random

from msgspec.structs import replace

from archs.presets import Needs, architecture_preset, suited
from examples.loops.random_loops import random_loop
from heuristics.modulo import modulo_schedule
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.data.mapping import Mapping
from models.data.problem import Problem

ARRAYS = (
    "mesh:2x2,io=all",
    "mesh:2x2,io=all,registers=4,units=2,width=2",
    "mesh:3x3,io=all,registers=3,latency=1",
    "torus:2x2,io=all,registers=3",
    "adres:2x2",
    "adres:4x4",
    "hycube:2x2",
    "hycube:4x4",
    "lisa:2x2",
    "lisa:3x3",
    "s4:4x4",
    "satmapit:3x3,moves=unlimited",
)
LOAD = Operator("load", 1, effect=True)
STORE = Operator("store", 2, effect=True)


def loop(seed: int, least: int = 2, most: int = 14) -> Dfg:
    """A random loop body of some operations, distances to 4, initial numbers and latencies.

    Some load from a table and store the result, in order.
    """
    source = random.Random(f"loop {seed}")
    size = source.randint(least, most)
    inputs = source.randint(1, 2)
    recurrences = source.randint(0 if inputs else 1, max(0, min(2, size - inputs)))
    dfg = random_loop(size, seed, recurrences, source.randint(1, 4), inputs)
    initial = tuple(
        Initial(o.name, tuple(source.randrange(-99, 99) for _ in range(source.randint(1, 4))))
        for o in dfg.operations
        if source.random() < 0.5
    )
    operators = tuple(
        replace(row, latency=source.choice((1, 1, 1, 2, 3))) if row.name == "mul" else row
        for row in dfg.operators
    )
    dfg = replace(dfg, initial=initial, operators=operators)
    return _with_memory(dfg, source) if source.random() < 0.3 else dfg


def _with_memory(dfg: Dfg, source: random.Random) -> Dfg:
    """The first result is the address of a table, and what is there is stored one input further."""
    known = dfg.results[0]
    more = (
        Operation("loaded", "load", (Operand(known),)),
        Operation("stored", "store", (Operand(dfg.inputs[0]), Operand("loaded"))),
    )
    return replace(
        dfg,
        operators=(*dfg.operators, LOAD, STORE),
        operations=(*dfg.operations, *more),
        results=dfg.results if source.random() < 0.5 else ("loaded",),
        order=(OrderEdge("loaded", "stored"), OrderEdge("stored", "loaded", 1)),
    )


def mapped(dfg: Dfg, spec: str, effort: int = 60) -> tuple[Problem, Mapping] | None:
    """A mapping with the smallest interval that the heuristic finds, up to 24; None without one."""
    arch = architecture_preset(suited(spec, Needs.of(dfg)))
    for interval in range(1, 25):
        problem = Problem(dfg, arch, interval)
        found = modulo_schedule(problem, effort=effort)
        if found is not None:
            return problem, found
    return None

"""The random problems of all system tests: small graphs and arrays of many kinds, by their seeds.

`problem_of` has one kind of feature at a time, `drawn` any of them; `body` and `array` are loops
and presets of real arrays.
"""

from __future__ import annotations

import random
from typing import cast

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.computation import Transform
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem
from tests.models.wide_problems import wide_problem

Draw = random.Random
Ends = tuple[tuple[str, ...], tuple[str, ...]]

KINDS = {
    "as written": "results brought to the external component",
    "latencies": "operators, paths and components that take several cycles",
    "buses": "shared paths, of any width",
    "ports": "read and write ports",
    "memories": "a second memory with an input, or one of choice; transient registers",
    "pipelined": "1 to 3 contexts",
    "loop-carried": "operands of earlier iterations, pipelined",
    "effects": "operations that are executed exactly once",
    "multi-node": "multiply-add beside its parts",
    "enumerate": "sums in any order, all orders listed",
    "xbtree": "sums in any order, by exchangers",
    "select": "sums in any order, one tree for each",
    "chain": "sums in any order, as chains",
    "multi-node sums": "multiply-add in sums of any order, pipelined or not",
}

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("put", 1, effect=True),
)
MULTIPLY_ADD = Pattern("+_*__", ("+", "_", "*", "_", "_"))


def problem_of(kind: str, seed: int) -> Problem:
    """Return a small random problem; the same arguments give the same one."""
    source = random.Random(f"{kind} {seed}")
    pipelined = kind in ("pipelined", "loop-carried") or (
        kind in ("effects", "multi-node sums") and seed % 2 == 1
    )
    contexts = source.randint(1, 3) if pipelined else None
    how: Transform = "none"
    if kind in ("enumerate", "xbtree", "select", "chain"):
        how = cast(Transform, kind)
    elif kind == "multi-node sums":
        how = source.choice(("enumerate", "select"))
    dfg = _sums(source, kind) if how != "none" else _graph(source, kind)
    return Problem(dfg, _machine(source, kind, dfg), contexts, how)


def _graph(source: random.Random, kind: str) -> Dfg:
    inputs = tuple("abc"[: source.randint(1, 3)])
    values = list(inputs)
    operations: list[tuple[str, str, list[Operand]]] = []
    wanted = ("+", "*") if kind == "multi-node" else ("+", "*", "f")
    for place in range(source.randint(2, 4)):
        operator = source.choice(wanted)
        arity = 1 if operator == "f" else 2
        operands = [Operand(source.choice(values[-3:])) for _ in range(arity)]
        operations.append((f"v{place}", operator, operands))
        values.append(f"v{place}")
    if kind == "loop-carried":
        for _, _, operands in source.sample(operations, 1 + (len(operations) > 2)):
            late = Operand(source.choice(values), source.randint(1, 2))
            operands[source.randrange(len(operands))] = late
    results = {values[-1], *(v for v in values[len(inputs) :] if source.random() < 0.2)}
    if kind == "effects":
        operations.append(("e", "put", [Operand(source.choice(values[len(inputs) :]))]))
    latency = {name: 1 + (kind == "latencies" and source.random() < 0.4) for name in "+*f"}
    return Dfg(
        "random",
        tuple(_timed(operator, latency.get(operator.name, 1)) for operator in OPERATORS),
        inputs,
        tuple(Operation(name, operator, tuple(read)) for name, operator, read in operations),
        tuple(sorted(results)),
        patterns=(MULTIPLY_ADD,) if kind == "multi-node" else (),
    )


def _timed(operator: Operator, latency: int) -> Operator:
    how = (operator.commutative, operator.associative)
    return Operator(operator.name, operator.arity, *how, latency, operator.effect)


def _sums(source: random.Random, kind: str) -> Dfg:
    inputs = tuple("abcd"[: source.randint(3, 4)])
    operations, terms = [], [Operand(name) for name in inputs]
    if kind == "multi-node sums" or source.random() < 0.5:
        operations.append(Operation("m", "*", tuple(source.sample(terms, 2))))
        terms[0] = Operand("m")
    source.shuffle(terms)
    partial = terms[0]
    for place, term in enumerate(terms[1:], 1):
        name = "y" if place == len(terms) - 1 else f"s{place}"
        operations.append(Operation(name, "+", (partial, term)))
        partial = Operand(name)
    patterns = (MULTIPLY_ADD,) if kind == "multi-node sums" else ()
    return Dfg("sum", OPERATORS, inputs, tuple(operations), ("y",), patterns=patterns)


def _machine(source: random.Random, kind: str, dfg: Dfg) -> Architecture:
    ports, buses = kind == "ports", kind in ("buses", "ports")
    elements = [f"pe{n}" for n in range(source.choice((1, 2, 2)))]
    parts = [
        Component(
            "ext",
            initial="all",
            holds_intermediates=source.random() < 0.3,
            read_ports=source.choice((None, 1, 2)) if ports else None,
        )
    ]
    for name in elements:
        parts.append(
            Component(
                name,
                issue=source.choice((1, 1, 2)),
                capacity=source.choice((1, 2, 2, 3, None)),
                transient=kind == "memories" and source.random() < 0.3,
                read_ports=source.choice((None, 1, 2)) if ports else None,
                write_ports=source.choice((None, 1, 2)) if ports else None,
            )
        )
    joined = [(("ext",), tuple(elements)), (tuple(elements), ("ext",))]
    ends: list[Ends] = []
    for bus, sources, targets in ((buses, *joined[0]), (buses, *joined[1])):
        pairs = [((s,), (t,)) for s in sources for t in targets]
        ends += [(sources, targets)] if bus and source.random() < 0.6 else pairs
    ends += [((a,), (b,)) for a in elements for b in elements if a != b and source.random() < 0.7]
    if kind == "memories":
        loaded = InitialContents(choices=(Choice(1, dfg.inputs),))
        if source.random() < 0.5:
            loaded = InitialContents(dfg.inputs[:1])
        parts.append(Component("rom", initial=loaded))
        ends.append((("rom",), (source.choice(elements),)))
    slow = kind == "latencies"
    paths = (
        Path(
            f"p{n}",
            *own,
            width=source.choice((1, 1, 2, None)),
            latency=int(slow and source.random() < 0.3),
        )
        for n, own in enumerate(ends)
    )
    return Architecture("random", tuple(parts), tuple(paths), "ext")


# Loops and arrays as they are met.

REAL = """
    lisa:2x2,io=memory lisa:3x3,io=memory lisa-simple:2x2,io=memory s4:2x2,io=memory
    r4:2x2,io=memory h6:2x2,io=memory,memory=all adres:2x2,io=memory adres:3x3,io=memory,global=4
    hycube:2x2,io=memory,max_hops=2 hycube:3x3,io=memory satmapit:2x2,io=memory
    satmapit:3x3,io=memory,moves=2 monomap:2x2,io=memory,registers=2 mesh:2x2,registers=2,io=all
    mesh:3x3,registers=1,io=all torus:3x3,registers=2,io=all
    ring:3,registers=3 full:3,registers=2
""".split()
"""Arrays for pipelined loops."""


def body(draw: Draw) -> Dfg:
    """Return the body of a loop with operators that every array has."""
    size = draw.randint(1, 7)
    recurrences = draw.randint(0, min(2, size - 1))
    distance = draw.randint(1, 3)
    inputs = draw.randint(1, max(1, min(2, size - recurrences)))
    return random_loop(size, draw.randrange(10**6), recurrences, distance, inputs)


def loop_array(draw: Draw) -> Architecture:
    """Return an array onto which loops are pipelined, some of them with a context memory."""
    return architecture_preset(draw.choice(REAL))


def drawn(draw: Draw) -> Problem:
    """Return a tiny problem with any feature of the model."""
    kind = draw.choice((*KINDS, *["wide"] * 6))
    if kind == "wide":
        contexts = draw.choice((None, None, 1, 2, 3))
        return wide_problem(draw.randrange(10**6), contexts, ports=draw.random() < 0.3)
    return problem_of(kind, draw.randrange(10**6))


def loop_problem(draw: Draw) -> Problem:
    """Return a tiny pipelined loop."""
    kind = draw.choice(("loop-carried", "pipelined", "wide"))
    if kind == "wide":
        return wide_problem(draw.randrange(10**6), draw.randint(1, 3))
    return problem_of(kind, draw.randrange(10**6))

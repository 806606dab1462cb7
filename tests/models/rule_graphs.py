"""Graphs with rewrite rules, written briefly, and random ones."""

from __future__ import annotations

import random

from models.data.architecture import Architecture, Component, Path, Support
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge, Priority, Rule
from tests.models.mappings import operations

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("*", 2, commutative=True, associative=True),
    Operator("-", 2),
    Operator("neg", 1),
    Operator("<<", 2),
    Operator("max", 2, commutative=True, associative=True),
    Operator("min", 2, commutative=True, associative=True),
    Operator("out", 1, effect=True),
)
CONSTANTS = (Constant("two", 2), Constant("one", 1), Constant("zero", 0))

OUT = "* a + b c -> + * a b * a c"
IN = "+ * a b * a c -> * a + b c"
DOUBLE = "* a 2 -> + a a"
HALVE = "+ a a -> * a 2"
SHIFT = "* a 2 -> << a 1"
MINUS = "- a b -> + a neg b"
PLUS = "+ a neg b -> - a b"
TWICE = "neg neg a -> a"
SWAP = "- a b -> neg - b a"
NOTHING = "+ a 0 -> a"
SAME = "- a a -> 0"
LARGEST = "max a b -> neg min neg a neg b"
RULE_SETS = (
    (OUT,),
    (IN,),
    (OUT, IN),
    (DOUBLE, HALVE),
    (DOUBLE, SHIFT),
    (MINUS,),
    (MINUS, PLUS),
    (MINUS, TWICE, NOTHING, SAME),
    (SWAP, TWICE),
    (NOTHING, DOUBLE),
    (LARGEST, TWICE),
    (OUT, MINUS, DOUBLE),
)


def rules(*lines: str) -> tuple[Rule, ...]:
    """Return rules called r1, r2, … from lines `LEFT -> RIGHT`."""
    found = []
    for place, line in enumerate(lines, 1):
        left, right = line.split("->")
        found.append(Rule(f"r{place}", tuple(left.split()), tuple(right.split())))
    return tuple(found)


def graph(text: str, inputs: str, results: str, *lines: str) -> Dfg:
    """Return a graph of operations `name operator operands; …` with rules."""
    return Dfg(
        "graph",
        OPERATORS,
        tuple(inputs),
        operations(text),
        tuple(results.split()),
        constants=CONSTANTS,
        rules=rules(*lines),
    )


def random_graph(seed: int, late: bool = True, most: int = 7) -> Dfg:
    """Return a small random graph, with one of the rule sets."""
    source = random.Random(seed)
    lines = RULE_SETS[seed % len(RULE_SETS)]
    inputs = tuple("abc"[: source.randint(2, 3)])
    values = list(inputs)
    words = [word for line in lines for word in line.split()]
    favourites = [row.name for row in OPERATORS if row.name in words] or ["+"]
    operations = []
    for place in range(source.randint(2, most)):
        name = source.choice(favourites if source.random() < 0.8 else ["+", "-", "max", "out"])
        arity = 1 if name in ("neg", "out") else 2
        reads = []
        for _ in range(arity):
            chance = source.random()
            if chance < 0.2:
                reads.append(Operand(source.choice(CONSTANTS).name))
            elif chance < 0.25 and late:
                reads.append(Operand(source.choice(values), 1))
            else:
                reads.append(Operand(source.choice(values[-4:])))
        operations.append(Operation(f"v{place}", name, tuple(reads)))
        values.append(f"v{place}")
    names = [operation.name for operation in operations]
    first, then = sorted(source.sample(range(len(names)), 2))
    chance = source.random()
    return Dfg(
        f"random{seed}",
        OPERATORS,
        inputs,
        tuple(operations),
        tuple(dict.fromkeys((names[-1], source.choice(names)))),
        constants=CONSTANTS,
        order=(OrderEdge(names[first], names[then]),) if chance < 0.1 else (),
        priorities=(Priority(names[first], names[then]),) if chance > 0.9 else (),
        rules=rules(*lines),
    )


def array(size: int = 1, width: int = 2, ops: str = "") -> Architecture:
    """Return `size` elements, each linked with all others and the external memory."""
    names = [f"pe{n}" for n in range(size)]
    supports = tuple(map(Support, ops.split())) or None
    elements = [Component(name, issue=1, capacity=6, ops=supports) for name in names]
    links = [Path(f"in{n}", ("ext",), (name,), width) for n, name in enumerate(names)]
    links += [Path(f"out{n}", (name,), ("ext",), 1) for n, name in enumerate(names)]
    links += [Path(f"{p}-{q}", (p,), (q,), 1) for p in names for q in names if p != q]
    memory = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("array", (memory, *elements), tuple(links), external="ext")

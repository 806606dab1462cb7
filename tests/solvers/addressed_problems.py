"""Tiny loops and arrays on which static register files matter."""

from __future__ import annotations

import random

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem

ADD = Operator("+", 2, commutative=True)


def carried(distance: int) -> Dfg:
    """The loop y = a + y@distance with the result z = a + y, so that y stays in the array."""
    operations = (
        Operation("y", "+", (Operand("a"), Operand("y", distance))),
        Operation("z", "+", (Operand("a"), Operand("y"))),
    )
    return Dfg("carried", (ADD,), ("a",), operations, ("z",))


def element(registers: int, *, apart: bool = False, width: int = 1) -> Architecture:
    """One element with its registers, which are `apart` or its own, and a memory."""
    ends = [("ext", "pe"), ("pe", "ext")]
    parts = [Component("pe", issue=1, capacity=1 if apart else registers)]
    if apart:
        parts.append(Component("rf", capacity=registers))
        ends += [("pe", "rf"), ("rf", "pe")]
    paths = tuple(Path(f"{a}-{b}", (a,), (b,), width=width) for a, b in ends)
    memory = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("element", (memory, *parts), paths, "ext")


def random_carried(seed: int) -> Problem:
    """Up to three sums with operands of distances up to three, on one element."""
    source = random.Random(seed)
    names = [f"v{n}" for n in range(source.randint(1, 3))]
    operations = []
    for n, name in enumerate(names):
        reads = [Operand(source.choice(["a", *names[:n]])) for _ in range(2)]
        if source.random() < 0.6:
            reads[1] = Operand(source.choice(names), source.randint(1, 3))
        operations.append(Operation(name, "+", tuple(reads)))
    dfg = Dfg("random", (ADD,), ("a",), tuple(operations), (names[-1],))
    apart = source.random() < 0.5
    arch = element(source.choice((2, 3)), apart=apart, width=source.choice((1, 2)))
    return Problem(dfg, arch, 1)

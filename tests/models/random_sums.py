"""Random problems with sums to reorder and multi-node operations, small enough for the oracles."""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.architecture import Architecture, InitialContents
from models.data.dfg import (
    Constant,
    Dfg,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.data.problem import Problem
from tests.models.random_problems import random_machine

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator(".", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("put", 1, effect=True),
)
PATTERNS = tuple(
    Pattern(text.replace(" ", ""), tuple(text.split()))
    for text in (
        "+ _ * _ _",
        "+ + _ _ _",
        "+ * _ _ * _ _",
        "+ _ + _ _",
        "* _ + _ _",
        ". _ . _ _",
        "+ f _ _",
    )
)


def random_sums(
    seed: int,
    *,
    contexts: int | None = None,
    patterns: bool = False,
    ordered: bool = False,
    leaves: int = 5,
) -> Problem:
    """Return a problem with at most `leaves` leaves of sums; equal arguments, equal problems.

    With `ordered`, most have effects, order edges and priorities; otherwise few.
    """
    source = random.Random(f"{seed} {contexts} {patterns} {leaves}")
    dfg = _graph(source, contexts, patterns, 0.6 if ordered else 0.12, leaves)
    return Problem(dfg, _machine(source, dfg, contexts), contexts)


class _Body:
    """Operations in the making."""

    def __init__(self, source: random.Random, contexts: int | None) -> None:
        self.source, self.contexts = source, contexts
        self.operations: list[Operation] = []
        self.sums: list[str] = []

    def add(self, name: str, operator: str, *operands: Operand) -> Operand:
        self.operations.append(Operation(name, operator, operands))
        return Operand(name)

    def add_sum(self, root: str, operator: str, leaves: list[Operand]) -> None:
        """Combine the leaves in a random order."""
        parts = list(leaves)
        number = 0
        while len(parts) > 1:
            at = self.source.randrange(len(parts) - 1)
            left, right = parts[at : at + 2]
            name = root if len(parts) == 2 else f"{root}_{number}"
            number += 1
            parts[at : at + 2] = [self.add(name, operator, left, right)]
        self.sums.append(root)


def _graph(
    source: random.Random, contexts: int | None, patterns: bool, often: float, most: int
) -> Dfg:
    inputs = tuple("abcd"[: source.randint(2, 4)])
    body = _Body(source, contexts)
    pool = [Operand(name) for name in inputs]
    chances = ("*", "*", "*", "f") if patterns else ("*", "f")
    for n in range(source.choice((0, 1, 2) if patterns else (0, 0, 1))):
        operator = source.choice(chances)
        read = [source.choice(pool) for _ in range(1 if operator == "f" else 2)]
        made = body.add(f"m{n}", operator, *read)
        pool += [made, made] if patterns else [made]
    if source.random() < 0.15:
        pool.append(Operand("k"))
    left = most
    favourite = source.choice("++++.")
    for root in ("y", "z", "w"):
        if left < 2:
            break
        size = min(left, source.choice((2, 3, 3, 4, 4, 5, most) if root == "y" else (2, 2, 3)))
        left -= size
        distinct = source.random() < 0.6 and size <= len(pool)
        leaves = source.sample(pool, size) if distinct else source.choices(pool, k=size)
        if contexts and source.random() < 0.6:
            late = source.choice((root, root, *inputs[:1], *body.sums))
            leaves[source.randrange(size)] = Operand(late, source.choice((1, 1, 2)))
        if body.sums and source.random() < 0.3:
            leaves[0] = Operand(source.choice(body.sums))
        operator = favourite if source.random() < 0.85 else source.choice("+.")
        body.add_sum(root, operator, leaves)
        if source.random() < 0.6:
            pool.append(Operand(root))
        if source.random() < (0.3 if root == "y" else 0.6):
            break
    read = {operand.value for step in body.operations for operand in step.operands}
    results = [n for n in body.sums if n not in read or source.random() < 0.6]
    if source.random() < often:
        body.add("e", "put", Operand(source.choice(body.sums)))
    names = [step.name for step in body.operations]
    results += [n for n in names if n not in results and n != "e" and source.random() < 0.08]
    if not results and "e" not in names:
        results = body.sums[-1:]
    order: list[OrderEdge] = []
    priorities: list[Priority] = []
    if len(names) > 1 and source.random() < often:
        before, after = sorted(source.sample(range(len(names)), 2))
        if contexts and source.random() < 0.5:
            order.append(OrderEdge(names[after], names[before], 1))
        else:
            order.append(OrderEdge(names[before], names[after]))
    if len(names) > 1 and source.random() < often:
        first, then = sorted(source.sample(range(len(names)), 2))
        priorities.append(Priority(names[first], names[then], source.choice((">", ">="))))
    return Dfg(
        "sums",
        _table(source),
        inputs,
        tuple(body.operations),
        tuple(results),
        constants=(Constant("k", 5),) if Operand("k") in pool else (),
        order=tuple(order),
        priorities=tuple(priorities),
        patterns=tuple(source.sample(PATTERNS, source.randint(1, 3))) if patterns else (),
    )


def _table(source: random.Random) -> tuple[Operator, ...]:
    slow = source.choice(("", "", "", "+", "*"))
    return tuple(
        Operator(o.name, o.arity, o.commutative, o.associative, 1 + (o.name == slow), o.effect)
        for o in OPERATORS
    )


def _machine(source: random.Random, dfg: Dfg, contexts: int | None) -> Architecture:
    """A random one; now and then an element has an input from the start."""
    arch = random_machine(source, dfg, source.random() < 0.15, contexts)
    parts = [
        replace(part, initial=InitialContents((source.choice(dfg.inputs),)))
        if part.issue and source.random() < 0.2
        else part
        for part in arch.components
    ]
    return replace(arch, components=tuple(parts))

"""Random problems with sums to reorder and multi-node operations, small enough for the oracles."""

from __future__ import annotations

import random

from models.data.architecture import Architecture, Component, InitialContents, Path, Support
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
    count = source.choice((1, 2, 2, 2))
    elements = [f"pe{i}" for i in range(count)]
    used = sorted({step.operator for step in dfg.operations})
    named = [*used, *(pattern.name for pattern in dfg.patterns)]
    external = Component(
        "ext",
        initial="all" if source.random() < 0.85 else InitialContents(dfg.inputs[:-1]),
        holds_intermediates=source.random() < 0.15,
    )
    parts = [external]
    for name in elements:
        parts.append(
            Component(
                name,
                issue=source.choice((1, 1, 1, 1, 2)),
                ops=_operators(source, named, used),
                capacity=source.choice((1, 2, 2, 3, 3)),
                transient=source.random() < 0.05,
                initial=_loaded(source, dfg),
                read_ports=1 if source.random() < 0.08 else None,
                write_ports=source.choice((1, 2)) if source.random() < 0.15 else None,
            )
        )
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    if source.random() < 0.25:
        ends.append((("ext",), tuple(elements)))
    else:
        ends += [(("ext",), (name,)) for name in elements]
    if source.random() < 0.25:
        ends.append((tuple(elements), ("ext",)))
    else:
        ends += [((name,), ("ext",)) for name in elements]
    if count > 1:
        ends.append((("pe0",), ("pe1",)))
        if source.random() < 0.6:
            ends.append((("pe1",), ("pe0",)))
    widths = (1, 1, 2, None)
    paths = tuple(
        Path(f"p{h}", s, t, width=source.choice(widths), latency=int(source.random() < 0.08))
        for h, (s, t) in enumerate(ends)
    )
    return Architecture("machine", tuple(parts), paths, "ext")


def _loaded(source: random.Random, dfg: Dfg) -> InitialContents:
    """Now and then an element has an input from the start."""
    if source.random() < 0.8:
        return InitialContents()
    return InitialContents((source.choice(dfg.inputs),))


def _operators(
    source: random.Random, named: list[str], used: list[str]
) -> tuple[str | Support, ...] | None:
    if source.random() < 0.5:
        return None
    supported = [name for name in named if source.random() < 0.85] or used[:1]
    return tuple(
        Support(name, source.randint(1, 3)) if source.random() < 0.3 else name for name in supported
    )

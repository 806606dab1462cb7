"""Random problems in which few paths lead out of the memories and into the external component."""

from __future__ import annotations

import random

from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("slow", 1, latency=2),
    Operator("put", 1, effect=True),
)


def moving(seed: int) -> Problem:
    """Return one problem: inputs that are summed up, or results of one operation each."""
    source = random.Random(f"moving {seed}")
    contexts = source.choice((None, None, 1, 2, 3, 4))
    dfg = _graph(source, contexts)
    how = source.choice(("none", "none", "none", "enumerate"))
    return Problem(dfg, _machine(source, dfg), contexts, how)


def _graph(source: random.Random, contexts: int | None) -> Dfg:
    inputs = tuple("abcde"[: source.randint(2, 5)])
    made: list[tuple[str, str, list[Operand]]] = []
    if source.random() < 0.5:
        terms = list(inputs)
        while len(terms) > 1:
            made.append(
                (f"v{len(made)}", source.choice("++*"), [Operand(terms.pop()) for _ in "ab"])
            )
            terms.insert(source.choice((0, len(terms))), made[-1][0])
    else:
        values = list(inputs)
        for number in range(source.randint(2, 5)):
            made.append(
                (f"v{number}", source.choice(("f", "f", "slow")), [Operand(source.choice(values))])
            )
            values += [f"v{number}"] * (source.random() < 0.3)
    names = [name for name, _, _ in made]
    if contexts and source.random() < 0.5:
        operands = source.choice(made)[2]
        operands[0] = Operand(source.choice([*inputs, *names]), source.randint(1, 2))
    read = {operand.value for _, _, operands in made for operand in operands}
    results = [name for name in names if name not in read or source.random() < 0.4] or names[-1:]
    results += [source.choice(inputs)] * (source.random() < 0.1)
    if source.random() < 0.15:
        made.append(("put", "put", [Operand(source.choice([*inputs, *names]))]))
    return Dfg(
        "moving",
        OPERATORS,
        inputs,
        tuple(Operation(name, operator, tuple(operands)) for name, operator, operands in made),
        tuple(results),
        patterns=(Pattern("mac", ("+", "_", "*", "_", "_")),) * (source.random() < 0.3),
    )


def _machine(source: random.Random, dfg: Dfg) -> Architecture:
    elements = [f"pe{n}" for n in range(source.choice((1, 2, 2, 3)))]
    limited = source.random() < 0.3
    first, second = _contents(source, dfg.inputs)
    memories = {"ext": first} if second is None else {"ext": first, "rom": second}
    parts = [
        Component(
            name,
            initial=initial,
            holds_intermediates=source.random() < 0.4,
            transient=name == "ext" and source.random() < 0.06,
            **_ports(source, limited),
        )
        for name, initial in memories.items()
    ]
    for name in elements:
        capacity, issue = source.choice((2, 3, None, None)), source.choice((1, 1, 2, 3))
        parts.append(Component(name, issue=issue, capacity=capacity, **_ports(source, limited)))
    ends: list[tuple[list[str], list[str]]] = []
    for name in memories:
        for _ in range(source.choice((1, 1, 2))):
            other = [m for m in memories if m != name and source.random() < 0.3]
            some = source.sample(elements, source.randint(1, len(elements)))
            ends.append(([name, *other], some) if source.random() < 0.7 else ([name], some + other))
    for _ in range(source.choice((1, 1, 2))):
        some = source.sample(elements, source.randint(1, len(elements)))
        rest = [name for name in elements if name not in some and source.random() < 0.4]
        ends.append((some, ["ext", *rest]))
    ends += [([a], [b]) for a in elements for b in elements if a != b and source.random() < 0.7]
    ends += [(["ext"], ["ext"])] * (source.random() < 0.05)
    slow = source.random() < 0.25
    paths = (
        Path(
            f"h{n}",
            tuple(sources),
            tuple(targets),
            width=source.choice((1, 1, 1, 1, 2)),
            latency=int(slow and source.random() < 0.4),
        )
        for n, (sources, targets) in enumerate(ends)
    )
    return Architecture("moving", tuple(parts), tuple(paths), "ext")


def _ports(source: random.Random, limited: bool) -> dict[str, int | None]:
    numbers = (None, 1, 2, 3) if limited else (None,)
    return {field: source.choice(numbers) for field in ("read_ports", "write_ports")}


def _contents(
    source: random.Random, inputs: tuple[str, ...]
) -> tuple[str | InitialContents, InitialContents | None]:
    """What the external component holds at first, and a second memory if there is one."""
    if source.random() < 0.6:
        return "all", None
    cut = source.randint(0, len(inputs) - 1)
    near, far = inputs[:cut], inputs[cut:]
    shared = far[: source.choice((0, 0, 1))]
    if len(far) > 1 and source.random() < 0.4:
        choice = Choice(source.choice((1, 2)), far[:2])
        return InitialContents((*near, *shared)), InitialContents(far[2:], (choice,))
    return InitialContents((*near, *shared)), InitialContents(far)

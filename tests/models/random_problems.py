"""Random problems that are small enough for the oracles, with every feature of the model."""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge, Priority
from models.data.problem import Problem

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("f", 1),
    Operator("-", 2),
    Operator("slow", 1, latency=2),
    Operator("put", 1, effect=True),
)


def random_problem(seed: int, contexts: int | None = None, *, ports: bool = False) -> Problem:
    """Return one problem; the same arguments give the same one."""
    source = random.Random(f"{seed} {contexts} {ports}")
    dfg = _graph(source, contexts, small=ports)
    return Problem(dfg, random_machine(source, dfg, ports, contexts), contexts)


def filed_problem(seed: int, contexts: int | None = None) -> Problem:
    """Return a problem whose elements count operands and results at the ports of their files."""
    return filed(random_problem(seed, contexts, ports=True), seed)


def filed(problem: Problem, seed: int) -> Problem:
    """The same with such elements, and a path for each pair of ends of a bus."""
    source = random.Random(f"files {seed} {problem.contexts}")
    parts = [
        replace(
            part,
            file_ports=True,
            read_ports=source.choice((1, 1, 2, 2, None)),
            write_ports=source.choice((1, 1, 2, None)),
        )
        if part.issue
        else part
        for part in problem.arch.components
    ]
    ends = [(path, s, t) for path in problem.arch.paths for s in path.sources for t in path.targets]
    paths = [replace(path, name=f"{s}-{t}", sources=(s,), targets=(t,)) for path, s, t in ends]
    named = {path.name: path for path in paths}
    arch = replace(problem.arch, components=tuple(parts), paths=tuple(named.values()))
    changed: Problem = replace(problem, arch=arch)
    return changed


def _graph(source: random.Random, contexts: int | None, small: bool) -> Dfg:
    inputs = tuple("abc"[: source.randint(1, 2 if small else 3)])
    values = list(inputs)
    operations = []
    count = source.randint(1, 3) if small else source.randint(2, 4)
    weights = (5, 4, 3, 1, 1)
    for place in range(count):
        operator = source.choices(OPERATORS, weights)[0]
        operands = []
        for _ in range(operator.arity):
            recent = values[-3:] if source.random() < 0.7 else values
            operands.append(Operand(source.choice(recent)))
        operations.append((f"v{place}", operator.name, operands))
        values.append(f"v{place}")
    if contexts:
        for _, _, operands in operations:
            if source.random() < 0.35:
                late = Operand(source.choice(values), source.randint(1, 2 if contexts < 3 else 1))
                operands[source.randrange(len(operands))] = late
    names = [name for name, _, _ in operations]
    pure = [name for name, operator, _ in operations if operator != "put"] or list(inputs)
    results = tuple(sorted(set(source.sample(pure, min(len(pure), source.randint(1, 2))))))
    if pure[-1] not in results and source.random() < 0.8:
        results = (*results, pure[-1])
    order, priorities = [], []
    if count > 1 and source.random() < 0.3:
        before, after = sorted(source.sample(range(count), 2))
        if contexts and source.random() < 0.5:
            order.append(OrderEdge(names[after], names[before], 1))
        else:
            order.append(OrderEdge(names[before], names[after]))
    if count > 1 and source.random() < 0.3:
        first, then = sorted(source.sample(range(count), 2))
        priorities.append(Priority(names[first], names[then], source.choice((">", ">="))))
    return Dfg(
        "random",
        OPERATORS,
        inputs,
        tuple(Operation(n, o, tuple(read)) for n, o, read in operations),
        results,
        order=tuple(order),
        priorities=tuple(priorities),
    )


def random_machine(
    source: random.Random, dfg: Dfg, ports: bool, contexts: int | None
) -> Architecture:
    count = source.choice((1, 2, 2))
    used = sorted({operation.operator for operation in dfg.operations})
    named = [*used, *(pattern.name for pattern in dfg.patterns)]
    parts = [_external(source, dfg, ports, bounded=contexts is None)]
    elements = [f"pe{i}" for i in range(count)]
    for name in elements:
        parts.append(
            Component(
                name,
                issue=source.choice((1, 1, 1, 2)),
                ops=_operators(source, named),
                capacity=source.choice((1, 1, 2, 2, 3, None) if count > 1 else (1, 2, 2, 3)),
                transient=source.random() < 0.1,
                read_ports=source.choice((None, 1, 2)) if ports else None,
                write_ports=source.choice((None, 1, 2)) if ports else None,
            )
        )
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    bus_in = source.random() < (0.6 if ports else 0.25)
    bus_out = source.random() < (0.6 if ports else 0.25)
    ends += [(("ext",), tuple(elements))] if bus_in else [(("ext",), (e,)) for e in elements]
    if bus_in and source.random() < 0.3:
        ends.append((("ext",), (elements[0],)))
    ends += [(tuple(elements), ("ext",))] if bus_out else [((e,), ("ext",)) for e in elements]
    if count > 1:
        ends.append((("pe0",), ("pe1",)))
        if source.random() < 0.5:
            ends.append((("pe1",), ("pe0",)))
    if source.random() < 0.3:
        parts.append(_rom(source, dfg))
        ends.append((("rom",), (source.choice(elements),)))
    if source.random() < 0.15:
        ends.pop(source.randrange(len(ends)))
    paths = tuple(
        Path(
            f"p{h}",
            sources,
            targets,
            width=source.choice((1, 1, 1, 2, None)),
            latency=int(source.random() < 0.12),
        )
        for h, (sources, targets) in enumerate(ends)
    )
    return Architecture("random", tuple(parts), paths, "ext")


def _external(source: random.Random, dfg: Dfg, ports: bool, bounded: bool) -> Component:
    initial = "all" if source.random() < 0.8 else InitialContents(dfg.inputs[:2])
    limited = bounded and source.random() < 0.08
    return Component(
        "ext",
        initial=initial,
        holds_intermediates=source.random() < 0.3,
        transient=source.random() < 0.06,
        capacity=len(dfg.inputs) + source.randint(0, 1) if limited else None,
        read_ports=source.choice((None, None, 1, 2)) if ports else None,
        write_ports=source.choice((None, None, 1)) if ports else None,
    )


def _operators(source: random.Random, used: list[str]) -> tuple[str | Support, ...] | None:
    if source.random() < 0.6:
        return None
    supported = [name for name in used if source.random() < 0.85] or used[:1]
    return tuple(
        Support(name, source.randint(1, 2)) if source.random() < 0.3 else name for name in supported
    )


def _rom(source: random.Random, dfg: Dfg) -> Component:
    choices = (Choice(1, dfg.inputs),)
    if len(dfg.inputs) > 2 and source.random() < 0.5:
        choices = (Choice(1, dfg.inputs[:2]), Choice(1, dfg.inputs[1:]))
    return Component("rom", initial=InitialContents(choices=choices))

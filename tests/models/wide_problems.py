"""Random problems with every widening of the model, small enough for the oracles."""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.architecture import Architecture, Component, InitialContents, Path, SharedIssue
from models.data.dfg import Dfg, Operand, Operation
from models.data.problem import Problem
from models.errors import NotSupportedError
from models.space_time.transfers import require_plain_ports
from tests.models.random_problems import OPERATORS, _graph, _operators, _rom


def wide_problem(seed: int, contexts: int | None = None, *, ports: bool = False) -> Problem:
    """Return one problem; the same arguments give the same one."""
    source = random.Random(f"wide {seed} {contexts} {ports}")
    dfg = _graph(source, contexts, small=source.random() < 0.6)
    while True:
        arch = _array(source, dfg, ports)
        try:
            require_plain_ports(arch)
        except NotSupportedError:
            continue
        return Problem(dfg, arch, contexts)


def _array(source: random.Random, dfg: Dfg, ports: bool) -> Architecture:
    used = sorted({operation.operator for operation in dfg.operations})
    elements = [f"pe{i}" for i in range(source.choice((1, 1, 2)))]
    switches = [f"s{i}" for i in range(source.choice((1, 2, 3, 3)))]
    crowded = source.random() < 0.6
    parts = [
        Component(
            "ext",
            initial="all" if source.random() < 0.9 else InitialContents(dfg.inputs[:2]),
            holds_intermediates=source.random() < 0.3,
            transient=source.random() < 0.04,
            switch=source.random() < 0.1,
            **_ports(source, ports),
        )
    ]
    parts += [
        Component(
            name,
            issue=source.choice((1, 1, 1, 2)),
            ops=_operators(source, used),
            capacity=source.choice((0, 1, 1, 2, 2, 3, None)),
            transient=source.random() < 0.15,
            switch=source.random() < 0.25,
            routing_issues=source.random() < 0.5,
            keeps_arrivals=source.random() < 0.8,
            **_ports(source, ports),
        )
        for name in elements
    ]
    parts += [
        Component(
            name,
            switch=True,
            issue=source.choice((0, 0, 0, 1)),
            ops=_operators(source, used),
            capacity=source.choice((0, 0, 0, 1, None)),
            holds_intermediates=source.random() < 0.85,
            routing_issues=source.random() < 0.2,
            keeps_arrivals=source.random() < 0.85,
            **_ports(source, ports),
        )
        for name in switches
    ]
    places = [*elements, *switches]
    ends = [(("ext",), (switches[0],)), ((source.choice(places),), (elements[0],))]
    ends += [((switches[-1],), (elements[-1],)), ((elements[-1],), (source.choice(switches),))]
    ends += [((source.choice(places),), ("ext",)), ((elements[0],), ("ext",))]
    if source.random() < 0.6:  # a ring of switches
        ends += [((a,), (b,)) for a, b in zip(switches, switches[1:] + switches[:1], strict=True)]
    for _ in range(source.randint(0, 3)):
        ends.append(_bus(source, places))
    if source.random() < 0.2:
        parts.append(_rom(source, dfg))
        ends.append((("rom",), (source.choice(places),)))
    for _ in range(source.choice((0, 0, 1))):
        ends.pop(source.randrange(len(ends)))
    most = source.choice((None, None, 0, 1, 1, 2, 3))
    paths = tuple(
        Path(
            f"p{h}",
            *both,
            width=source.choice((1, 1, 1, 2, None) if crowded else (1, 2, None, None)),
            latency=int(source.random() < 0.1),
            hops=min(source.choice((0, 0, 1, 1, 2)), 2 if most is None else most),
        )
        for h, both in enumerate(ends)
    )
    return Architecture(
        "wide",
        tuple(parts),
        paths,
        "ext",
        max_hops=most,
        max_routes=source.choice((None, None, 0, 1, 2)),
        shared=_shared(source, places, used),
    )


def _ports(source: random.Random, ports: bool) -> dict[str, int | None]:
    if not ports:
        return {}
    return {
        "read_ports": source.choice((None, None, 1, 2)),
        "write_ports": source.choice((None, None, 1, 2)),
    }


def _bus(source: random.Random, places: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sizes = source.choice(((1, 1), (1, 2), (2, 1), (2, 2)))
    first, second = (
        tuple(source.sample(["ext", *places], min(size, len(places)))) for size in sizes
    )
    return first, second


def _shared(source: random.Random, places: list[str], used: list[str]) -> tuple[SharedIssue, ...]:
    count = source.choice((0, 0, 1, 1, 2))
    return tuple(
        SharedIssue(
            f"port{n}",
            tuple(source.sample(places, source.randint(1, min(3, len(places))))),
            tuple(source.sample(used, source.randint(1, len(used)))),
            source.choice((1, 1, 1, 2, 0)),
        )
        for n in range(count)
    )


def symmetric_problem(seed: int, contexts: int | None = None) -> Problem:
    """Equal tiles in a ring around the memory, and as many equal rows of operations."""
    source = random.Random(f"symmetric {seed} {contexts}")
    count = source.choice((2, 2, 3))
    most = source.choice((None, None, 0, 1, 2, 3))
    hops = [min(source.randint(0, 1), 3 if most is None else most) for _ in range(4)]
    width = source.choice((1, 1, 2, None))
    ports = source.random() < 0.3
    element = {
        "issue": 1,
        "capacity": source.choice((0, 1, 1, 2)),
        "switch": source.random() < 0.2,
        "routing_issues": source.random() < 0.5,
        "keeps_arrivals": source.random() < 0.7,
        "transient": source.random() < 0.15,
        "read_ports": source.choice((None, 1)) if ports else None,
    }
    crossbar = {"switch": source.random() < 0.9, "capacity": source.choice((0, 0, 1))}
    parts = [Component("ext", initial="all", holds_intermediates=source.random() < 0.3)]
    paths = []
    both = source.random() < 0.5
    reads, writes = source.random() < 0.8, source.random() < 0.8
    for n in range(count):
        pe, own, following = f"pe{n}", f"s{n}", f"s{(n + 1) % count}"
        parts += [Component(pe, **element), Component(own, **crossbar)]
        ends = [((own,), (pe,), 0), ((pe,), (own,), 1), ((own,), (following,), 2)]
        ends += [((following,), (own,), 2)] if both else []
        ends += [(("ext",), (own if reads else pe,), 3), ((own if writes else pe,), ("ext",), 3)]
        paths += [
            Path(f"p{n}.{h}", sources, targets, width, hops=hops[kind])
            for h, (sources, targets, kind) in enumerate(ends)
        ]
    if source.random() < 0.3:
        every = tuple(f"s{n}" for n in range(count))
        paths.append(Path("bus", every, (*every, "ext"), 1))
    elements = [f"pe{n}" for n in range(count)]
    groups = source.choice(([], [], [elements], [elements[:1]], [elements[:2], elements[1:]]))
    arch = Architecture(
        "tiles",
        tuple(parts),
        tuple(paths),
        "ext",
        max_hops=most,
        max_routes=source.choice((None, None, 0, 1, 2)),
        shared=tuple(
            SharedIssue(f"x{n}", tuple(own), ("f", "+"), 1) for n, own in enumerate(groups)
        ),
    )
    try:
        require_plain_ports(arch)
    except NotSupportedError:
        return symmetric_problem(seed + 10**6, contexts)
    return Problem(_rows(source, source.choice((1, 2, 2))), arch, contexts)


def _rows(source: random.Random, count: int) -> Dfg:
    """Equal rows of operations on an input of their own and a common one."""
    inputs = ("c", *(f"a{n}" for n in range(count)))
    operations: list[Operation] = []
    length = source.randint(1, 2)
    reads = [source.choice(("c", "a", "v")) for _ in range(length)]
    operators = [source.choice(("+", "f", "-")) for _ in range(length)]
    for n in range(count):
        last = f"a{n}"
        for place, (other, operator) in enumerate(zip(reads, operators, strict=True)):
            second = {"c": "c", "a": f"a{n}", "v": last}[other]
            operands = (Operand(last), Operand(second))[: 1 if operator == "f" else 2]
            operations.append(Operation(f"v{n}.{place}", operator, operands))
            last = f"v{n}.{place}"
    results = tuple(f"v{n}.{length - 1}" for n in range(count))
    return Dfg("rows", OPERATORS, inputs, tuple(operations), results)


def widened(problem: Problem, seed: int) -> Problem:
    """A random problem with a switch or two, and random limits on what passes and on issues."""
    source = random.Random(f"widened {seed}")
    arch = problem.arch
    operators = {step.operator for step in problem.dfg.operations}
    used = sorted(operators | {pattern.name for pattern in problem.dfg.patterns})
    parts = [
        replace(
            part,
            switch=part.name != "ext" and source.random() < 0.2,
            routing_issues=part.issue > 0 and source.random() < 0.5,
            keeps_arrivals=not part.issue or source.random() < 0.7,
            read_ports=None,
            write_ports=None,
        )
        for part in arch.components
    ]
    elements = [part.name for part in parts if part.issue]
    most = source.choice((None, None, 1, 2))
    paths = [
        replace(path, hops=min(source.randint(0, 1), 2 if most is None else most))
        for path in arch.paths
    ]
    for n in range(source.randint(1, 2)):
        parts.append(Component(f"s{n}", switch=True, capacity=source.choice((0, 0, 1))))
        for h, both in enumerate(((("ext",), f"s{n}"), (elements, f"s{n}"))):
            width, hops = source.choice((1, 1, None)), source.randint(0, 1)
            paths.append(Path(f"i{n}.{h}", tuple(both[0]), (both[1],), width, hops=hops))
        targets = (*elements, "ext") if source.random() < 0.5 else (source.choice(elements),)
        paths.append(Path(f"o{n}", (f"s{n}",), targets, source.choice((1, 2))))
        if n:
            paths += [Path("r0", ("s0",), ("s1",)), Path("r1", ("s1",), ("s0",))]
    changed = replace(
        arch,
        components=tuple(parts),
        paths=tuple(paths),
        max_hops=most,
        max_routes=source.choice((None, None, 0, 1, 2)),
        shared=_shared(source, elements, used),
    )
    return replace(problem, arch=changed)

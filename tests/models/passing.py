"""Mappings whose values pass through switches, and whose sources are a choice."""

from __future__ import annotations

import random

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.problem import Problem
from tests.models.mappings import ADD, Case, links, mapping, memory, operation


def switched(
    horizon: int = 3, transfers: str = "", max_hops: int | None = None, far: int = 0
) -> Case:
    """Two switches between the memory and an element, with paths between them both ways."""
    dfg = Dfg("twice", (ADD,), ("a",), (operation("d", "+", "a", "a"),), ("d",))
    switches = (Component(f"sw{i}", capacity=0, switch=True) for i in range(2))
    arch = Architecture(
        "switches",
        (memory(), *switches, Component("pe", issue=1, capacity=1)),
        (
            Path("h10", ("sw1",), ("sw0",), 1, hops=1),
            Path("e0", ("ext",), ("sw0",), 1),
            Path("h01", ("sw0",), ("sw1",), 1, hops=1),
            Path("e1", ("ext",), ("sw1",), 1, hops=2),
            Path("p", ("sw1",), ("pe",), 1, hops=1, latency=far),
            Path("out", ("pe",), ("ext",), 1),
        ),
        "ext",
        max_hops=max_hops,
    )
    at = horizon - 2
    return mapping(
        Problem(dfg, arch),
        horizon,
        ["a ext 0 0", f"d pe {at} {at}", f"d ext {at + 1} {at + 1}"],
        f"{transfers},d out {at + 1}",
        f"d pe {at}",
    )


SWITCHED = switched(3, "a h01 1,a h10 1,a p 1,a e0 1", max_hops=2)


def two_memories(ports: int) -> Case:
    """Two buses, each of which either of two memories can drive."""
    dfg = Dfg("pass", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
    memories = (Component(f"m{i}", initial="all", read_ports=ports) for i in range(2))
    arch = Architecture(
        "two memories",
        (*memories, Component("pe", issue=1), Component("ext")),
        links("in0: m0 m1 > pe w=1; in1: m0 m1 > pe w=1; out: pe > ext w=1"),
        "ext",
    )
    return mapping(
        Problem(dfg, arch),
        3,
        ["a m0 0 0", "a m1 0 0", "b m0 0 0", "s pe 1 1", "s ext 2 2"],
        "a in0 1,b in1 1,s out 2",
        "s pe 1",
    )


def moving(seed: int) -> Case:
    """Two values that move over random paths between switches and registers with few ports."""
    source = random.Random(seed)
    names = [f"c{n}" for n in range(4)]
    limits = (None, 1, 1, 2)
    parts = [
        Component(
            name,
            switch=source.random() < 0.8,
            read_ports=source.choice(limits),
            write_ports=source.choice(limits),
        )
        for name in names
    ]
    parts += [Component("ext", initial="all"), Component("rom", initial="all", read_ports=1)]
    paths = [Path("e0", ("ext", "rom"), ("c0",)), Path("e1", ("rom", "c0"), ("c1", "c2"))]
    for place in range(8):
        sources = tuple(source.sample(names, source.choice((1, 1, 2))))
        targets = tuple(source.sample(names, source.choice((1, 1, 2))))
        hops, latency = source.choice((0, 1, 1)), int(source.random() < 0.15)
        paths.append(Path(f"p{place}", sources, targets, latency=latency, hops=hops))
    dfg = Dfg("move", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),))
    arch = Architecture("maze", tuple(parts), tuple(paths), max_hops=source.choice((None, 2, 3)))
    period = source.choice((None, 2))
    moved = {f"{source.choice('aab')} {path.name} {source.choice((1, 1, 2))}" for path in paths}
    moved |= {f"a e0 1,a {source.choice(names).replace('c', 'p')} 1"}
    transfers = ",".join(sorted({move for moves in moved for move in moves.split(",")}))
    holds = [f"{value} {place} 0 1" for value in "ab" for place in ("ext", "rom")]
    return mapping(Problem(dfg, arch, period), 3, holds, transfers, "")

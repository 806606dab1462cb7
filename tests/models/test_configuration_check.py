"""The check of configurations, which finds every change; and what the JSON says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.configuration.build import configuration
from models.configuration.check import configuration_faults
from models.configuration.data import Cell, Configuration, Write
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.mapping import Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from tests.models.mappings import (
    ADD,
    EVERY,
    Case,
    adding,
    mapping,
    operation,
    ring,
    with_component,
)
from tests.models.switching import ring_of_switches


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


CASES = {**EVERY, "switched": ring_of_switches(max_hops=2)}


def tampered(made: Configuration) -> Iterator[Configuration]:
    """Configurations with one entry left out, twice, elsewhere, or of another origin."""
    for place, route in enumerate(made.routes):
        for others in (
            (),
            (route, route),
            *((replace(route, **{name: getattr(route, name) + 1}),) for name in ("stage", "left")),
            (replace(route, context=route.context + 1),),
            (replace(route, source="nowhere"),),
            (replace(route, path="nowhere"),),
            (replace(route, via=route.path),),
        ):
            yield replace(made, routes=(*made.routes[:place], *others, *made.routes[place + 1 :]))
    for place, cell in enumerate(made.cells):
        for other in (*_tampered_cells(cell), replace(cell, component="nowhere")):
            yield replace(made, cells=(*made.cells[:place], other, *made.cells[place + 1 :]))
    for name in ("dfg", "architecture", "horizon", "contexts"):
        yield replace(made, **{name: 9})


def _tampered_cells(cell: Cell) -> Iterator[Cell]:
    for name in ("writes", "operations"):
        items: tuple[Any, ...] = getattr(cell, name)
        for place, item in enumerate(items):
            others = [(), (item, item), (replace(item, stage=item.stage + 1),)]
            others += [(replace(item, value="?"),), *((new,) for new in _tampered_origins(item))]
            for other in others:
                yield replace(cell, **{name: (*items[:place], *other, *items[place + 1 :])})


def _tampered_origins(item: Any) -> Iterator[Any]:
    if isinstance(item, Write):
        for origin in ("initial", "kept", "result", "path"):
            if origin != item.origin:
                yield replace(item, origin=origin)
        yield replace(item, path="?")
        return
    yield replace(item, operator="?")
    yield replace(item, reads=item.reads[1:])
    for place, read in enumerate(item.reads):
        for new in (
            *(
                replace(read, origin=origin)
                for origin in ("held", "result", "path", "constant")
                if origin != read.origin
            ),
            replace(read, path="?"),
            replace(read, stage=read.stage + 1),
            replace(read, value="?"),
        ):
            yield replace(item, reads=(*item.reads[:place], new, *item.reads[place + 1 :]))


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_tampering(case: Case) -> None:
    """Tests that every single change of a configuration is found."""
    problem, full = case
    made = configuration(problem, full)
    changes = 0
    for other in tampered(made):
        assert configuration_faults(problem, full, other), other
        changes += 1
    assert changes > 10


def test_circles_and_limits_are_found() -> None:
    """Tests that the check finds what rests on itself, too many hops, and too few ports."""
    problem, full = ring_of_switches()
    full = adding(Transfer("a", "r2", 1))(full)
    made = configuration(problem, full)
    circle = tuple(
        replace(r, via="r2") if (r.path, r.value) == ("r0", "a") else r for r in made.routes
    )
    faults = configuration_faults(problem, full, replace(made, routes=circle))
    assert any("rests on itself" in line for line in faults)
    short = replace(problem, arch=replace(problem.arch, max_hops=2))
    assert any("chain of 3 hops" in line for line in configuration_faults(short, full, made))
    problem, full = ring()
    made = configuration(problem, full)
    reading = with_component(problem, "pe0", keeps_arrivals=False)
    assert len(configuration_faults(reading, full, made)) == 1
    few = with_component(problem, "pe1", write_ports=1)
    faults = configuration_faults(few, full, made)
    assert faults == ["pe1: 2 write ports in context 3, there are 1"]


@pytest.mark.oracle
@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9))
def test_a_choice_is_found_where_there_is_one(seed: int) -> None:
    """Tests that transfers have sources if and only if the checker says that there is a choice."""
    problem, full = moving(seed)
    kept = full
    while True:
        try:
            made = configuration(problem, kept)
        except InputError:
            assert check(problem, kept)
            kept = replace(kept, transfers=kept.transfers[:-1])
        else:
            assert check(problem, kept) == []
            assert configuration_faults(problem, kept, made) == []
            return

"""The check of configurations, which finds every change; and what the JSON says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from models.configuration.build import configuration
from models.configuration.check import configuration_faults
from models.configuration.data import Cell, Configuration, Write
from models.data.mapping import Transfer
from tests.models.mappings import (
    EVERY,
    Case,
    adding,
    ring,
    with_component,
)
from tests.models.switching import ring_of_switches

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

"""Configurations: an array computes with them, and their check finds every change."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.configuration.build import configuration
from hardware.configuration.check import configuration_faults
from hardware.configuration.data import Cell, Configuration, Write
from models.data.mapping import Held, Transfer
from models.errors import InfeasibleError, InputError, NotSupportedError
from models.judge.checker import check
from models.space_time.xyz import build
from tests.hardware.configured import assert_right
from tests.models.decide import solved
from tests.models.mappings import (
    EVERY,
    Case,
    adding,
    ring,
    with_component,
)
from tests.models.random_problems import random_problem
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


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_cases(case: Case) -> None:
    """Tests that the configurations of all mappings made by hand are right."""
    assert_right(*case)


@pytest.mark.oracle
@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2]), st.booleans())
def test_solved_problems_with_switches(seed: int, contexts: int | None, ports: bool) -> None:
    """Tests that those of solved problems are right where any component may be a switch."""
    problem = random_problem(seed, contexts, ports=ports)
    source = random.Random(seed)
    parts = [
        replace(part, switch=part.name != "ext" and source.random() < 0.7)
        for part in problem.arch.components
    ]
    paths = [replace(path, hops=source.randint(0, 1)) for path in problem.arch.paths]
    arch = replace(
        problem.arch,
        components=tuple(parts),
        paths=tuple(paths),
        max_hops=source.choice((None, 1, 2)),
    )
    problem = replace(problem, arch=arch)
    try:
        full = solved(build(problem, 6))
    except (InfeasibleError, NotSupportedError):
        full = None
    assume(full is not None)
    assert full is not None
    assume(check(problem, full) == [])  # transfers may rest on each other in the bare model
    assert_right(problem, full, seed)


def test_no_origin() -> None:
    """Tests that a value is refused that is held for no reason, or that must not be stored."""
    problem, full = ring()
    with pytest.raises(InputError, match="value 'a' in pe0 in cycle 1 has no origin"):
        configuration(with_component(problem, "pe0", keeps_arrivals=False), full)
    with pytest.raises(InputError, match="value 'a' in pe1 in cycle 2 has no origin"):
        configuration(problem, replace(full, holds=(*full.holds, Held("a", "pe1", 2))))

"""Values that stay for longer than an interval go round by a neighbour, where there is one."""

from __future__ import annotations

import msgspec
import pytest

from ecosystems.neura.apart import able_apart
from ecosystems.neura.check import faults
from ecosystems.neura.document import Array, Document, Edge, Link, Op, Tile
from ecosystems.neura.execute import difference
from ecosystems.neura.model import op_name, problem_of, registers, unit
from ecosystems.neura.routes import written_of
from ecosystems.neura.stretches import shortened
from ecosystems.neura.timing import TIMINGS, Convention
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.register_files.stretches import stretches

BEGIN, END = 1, 10
"""Cycle 0 is before everything."""


def waiting(
    convention: Convention, links: tuple[Link, ...], kept: int = 8
) -> tuple[Document, Problem, Mapping]:
    """Return an operation whose value another one reads in the same tile, nine cycles later."""
    tiles = (Tile(0, 0, 0, kept, 2), Tile(1, 1, 0, kept, 2))
    array = Array(2, 8, tiles, {"add": (0, 1)}, links)
    document = Document(array, (Op(0, "add"), Op(1, "add")), (Edge(0, 1, 0),))
    problem = msgspec.structs.replace(problem_of(document, "w", convention), contexts=4)
    first, second = (op_name(op) for op in document.ops)
    own, place = unit(0, convention), registers(0)
    begins = BEGIN + (convention == "solver")
    holds = {Held(first, place, cycle) for cycle in range(begins, END)}
    holds |= {Held(first, own, BEGIN), Held(second, own, END)}
    sent = [Transfer(first, "keep0", BEGIN + 1), Transfer(first, "read0", END)]
    mapping = Mapping(
        "w",
        problem.arch.name,
        END + 1,
        4,
        tuple(sorted(holds, key=lambda held: (held.value, held.component, held.cycle))),
        tuple(sent if convention == "solver" else ()),
        (Issue(first, own, BEGIN), Issue(second, own, END)),
    )
    return document, problem, mapping


@pytest.mark.parametrize("latency", [1, 2])
@pytest.mark.parametrize("convention", TIMINGS)
def test_round_by_a_neighbour(convention: Convention, latency: int) -> None:
    """Tests that the compiler takes what it would have refused, and that values are the same."""
    timing = TIMINGS[convention]
    links = (Link(0, 1, latency), Link(1, 0, latency))
    document, problem, mapping = waiting(convention, links)
    assert check(problem, mapping) == []
    before = faults(document, written_of(document, mapping, timing), timing)
    assert [line for line in before if "longer than 4" in line]
    changed = shortened(problem, mapping)
    assert changed is not None and check(problem, changed) == []
    assert changed.issues == mapping.issues
    found = [each for several in stretches(problem, changed).values() for each in several]
    assert max(each.length for each in found) <= 4
    written = written_of(document, changed, timing)
    assert faults(document, written, timing) == []
    assert difference(document, written, timing) is None


@pytest.mark.parametrize("links, kept", [((), 8), ((Link(0, 1, 1),), 8)], ids=["none", "one way"])
def test_no_way_round(links: tuple[Link, ...], kept: int) -> None:
    """Tests that nothing is promised where a value cannot come back."""
    _, problem, mapping = waiting("rtl", links, kept)
    assert shortened(problem, mapping) is None


def test_what_is_short_stays() -> None:
    """Tests that a mapping without long stretches keeps its routes."""
    _, problem, mapping = waiting("rtl", ())
    wide = msgspec.structs.replace(problem, contexts=10)
    same = shortened(wide, msgspec.structs.replace(mapping, contexts=10))
    assert same is not None and (same.holds, same.transfers) != ((), ())
    assert {*mapping.holds} >= {*same.holds}


def test_tiles_apart() -> None:
    """Tests that no tile has both long operations and others; None where one tile is all."""
    tiles = tuple(Tile(n, n, 0, 8, 1) for n in range(4))
    able = {"add": (0, 1, 2, 3), "mul": (2, 3)}
    ops = (*(Op(n, "add") for n in range(6)), Op(6, "mul", 3), Op(7, "mul", 3))
    found = able_apart(Document(Array(4, 8, tiles, able, ()), ops, ()))
    assert found is not None
    assert {tile for tile, each in found.items() if any(op.latency > 1 for op in each)} == {2}
    assert {tile for tile, each in found.items() if any(op.latency == 1 for op in each)} == {
        0,
        1,
        3,
    }
    alone = Document(Array(1, 8, tiles[:1], {"add": (0,), "mul": (0,)}, ()), ops, ())
    assert able_apart(alone) is None

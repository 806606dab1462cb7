"""Predicated values, merges and operands that are missing, as hardware and on numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.hardware_loops import mapped
from hardware.model.realise import Form, difference
from hardware.model.reference import reference
from hardware.model.stimulus import Stimulus, random_stimulus
from hardware.model.units import computes, unit_of
from interchange.graphs.morpher_dfg import dfg_from_morpher
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, Pattern
from models.errors import InputError
from tests.hardware.icarus import needs_icarus, require_pass
from tests.interchange.test_morpher_dfg import graph, node

FORMS: dict[str, tuple[int, Callable[..., int]]] = {
    "add.if": (3, lambda p, a, b: a + b if p else 0),
    "sub.unless": (3, lambda p, a, b: 0 if p else a - b),
    "select.if": (3, lambda p, a, b: a if p else b),
    "select.unless": (3, lambda p, a, b: b if p else a),
    "select.if/4": (4, lambda p, c, a, b: (a if c else b) if p else 0),
    "select": (2, lambda a, b: a or b),
    "cmerge": (2, lambda a, b: a or b),
    "cmerge.if": (2, lambda p, a: a if p else 0),
    "cmerge.unless": (2, lambda p, a: 0 if p else a),
    "cmerge.if/3": (3, lambda p, a, b: (a or b) if p else 0),
    "phi": (1, lambda a: a),
    "movcl": (1, lambda a: a),
    "mov.if": (2, lambda p, a: a if p else 0),
    "eq": (1, lambda a: int(a == 0)),
    "lt.if": (2, lambda p, a: int(bool(p) and a < 0)),
    "sub": (2, lambda a, b: a - b),
}
NUMBERS = (0, 1, -1, 7)


@pytest.mark.parametrize("name", FORMS)
def test_meanings(name: str) -> None:
    """Tests that the unit of an operator, and the graph, compute what the operator means."""
    arity, meaning = FORMS[name]
    row = Operator(name, arity)
    dfg = Dfg("one", (row,), ("a",), (Operation("r", name, (Operand("a"),) * arity),), ("r",))
    unit = unit_of(dfg, name, "i16")
    assert unit.arity == arity
    for first in NUMBERS:
        for second in NUMBERS:
            given = (first, second, 5, -3)[:arity]
            assert computes(unit, "i16", given) == meaning(*given), given
        due = reference(dfg, "i16", 1, _of(dfg, first)).outputs["r"]
        assert due == (meaning(*(first,) * arity),)


def _of(dfg: Dfg, number: int) -> Stimulus:
    return Stimulus({"a": (number,)}, random_stimulus(dfg, "i16", 1, 16).memory)


@needs_icarus
def test_all_forms(tmp_path: Path) -> None:
    """Tests a loop that has all of them, in Verilog."""
    steps = [
        Operation("p", "and", (Operand("x"), Operand("one"))),
        Operation("q", "and", (Operand("y"), Operand("one"))),
        Operation("z", "mul", (Operand("p"), Operand("y"))),
    ]
    for n, (name, (arity, _)) in enumerate(FORMS.items()):
        read = [Operand(value) for value in ("p", "z", "y", "x")[:arity]]
        steps.append(Operation(f"r{n}", name, tuple(read if n % 2 else [Operand("q"), *read[1:]])))
    steps.append(Operation("given", "output.if", (Operand("p"), Operand("y"))))
    rows = [Operator("and", 2), Operator("mul", 2), Operator("output.if", 2, effect=True)]
    rows += [Operator(name, arity) for name, (arity, _) in FORMS.items()]
    results = tuple(step.name for step in steps[3:-1])
    dfg = Dfg("forms", tuple(rows), ("x", "y"), tuple(steps), results, (Constant("one", 1),))
    case = mapped(dfg, "mesh:2x2,io=all,registers=4")
    assert case is not None
    made = require_pass(case, Form("moves"), tmp_path)
    assert difference(dfg, made.machine, made.words) is None


WALK = graph(
    node(1, "LOADB", "", "2:P 9:P 12:P", "4094"),
    node(2, "CMERGE", "1", "3:I1", "0"),
    node(3, "SELECT", "2 8", "4:I1 5:I1 7:I1"),
    node(4, "LS", "3", "6:I2", "2"),
    node(5, "ADD", "3", "10:I1", "1"),
    node(6, "OLOAD", "4", "10:I2"),
    node(7, "ADD", "3", "8:I1 11:I1", "1"),
    node(8, "CMERGE", "7 11", "3:I2:1"),
    node(9, "STOREB", "1 13", "", "4094"),
    node(10, "MUL", "5 6", "12:I1"),
    node(11, "CMP", "7", "8:P!", "20"),
    node(12, "OSTORE", "10 1", ""),
    node(13, "MOVC", "", "9:I1", "0"),
)
"""A loop over an array in Morpher's way: a flag in memory says which iteration is the first."""


@needs_icarus
@pytest.mark.parametrize("spec", ["hycube:4x4", "adres:4x4", "s4:4x4"])
def test_graphs_of_morpher(spec: str, tmp_path: Path) -> None:
    """Tests a loop whose start is a flag in memory, which nothing but the mapping orders."""
    dfg = dfg_from_morpher(WALK, "walk.xml", "walk")
    case = mapped(dfg, spec, 200)
    assert case is not None
    made = require_pass(case, Form("moves"), tmp_path, timed=True)
    assert difference(dfg, made.machine, made.words, begins=made.begins) is None


def test_patterns_of_predicated_operators() -> None:
    """Tests that a pattern must consist of plain arithmetic."""
    rows = (Operator("add.if", 3), Operator("add", 2))
    steps = (Operation("r", "add.if", (Operand("a"),) * 3),)
    pattern = Pattern("both", ("add", "add.if", "_", "_", "_", "_"))
    dfg = Dfg("one", rows, ("a",), steps, ("r",), patterns=(pattern,))
    with pytest.raises(InputError, match="'both' contains 'add.if', which is no plain arithmetic"):
        unit_of(dfg, "both", "i16")

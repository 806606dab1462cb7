"""Models in Python: their expressions are the data of a file, and nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xyzmap
from models.data.constraints import Holds, Issues, Pair, Sum, Term, Time, Transfers
from models.errors import InputError
from models.formats.constraints_file import load_constraints
from tests.one_line import one_line

DOT = xyzmap.example("dot", length=4)[0]
MODEL = xyzmap.Model(DOT, "mesh:3x3,registers=2", contexts=4)
X, Y, Z = MODEL.X, MODEL.Y, MODEL.Z
MUL = Term(z=Issues(class_="mul"), weight=5)
ADD = Term(z=Issues(operator="+"))
POWER = 5 * Z(class_="mul") + Z(operator="+")


def total(*terms: Term, **fields: Any) -> Sum:
    return Sum(name="constraint", of=terms, **fields)


@pytest.mark.parametrize(
    ("made", "meant"),
    [
        (lambda: POWER.per("context") <= 9, total(MUL, ADD, per="context", at_most=9)),
        (lambda: POWER >= 2, total(MUL, ADD, at_least=2)),
        (lambda: POWER == 7, total(MUL, ADD, equal=7)),
        (lambda: POWER < 9, total(MUL, ADD, at_most=8)),
        (lambda: POWER > 9, total(MUL, ADD, at_least=10)),
        (lambda: POWER <= 9, total(MUL, ADD, at_most=9)),
        (lambda: POWER + 3 <= 9, total(MUL, ADD, at_most=6)),
        (lambda: POWER.per("tile").total() <= np.int32(9), total(MUL, ADD, at_most=9)),
        (lambda: sum([Z(operator="+"), Z(operator="+")]) <= 1, total(ADD, ADD, at_most=1)),
        (lambda: Z["p_*", "pe_0_*"] <= 1,
         total(Term(z=Issues(operation="p_*", component="pe_0_*")), at_most=1)),
        (lambda: Z["s"] <= 1, total(Term(z=Issues(operation="s")), at_most=1)),
        (lambda: Z[:, "pe_0_0"] <= 1, total(Term(z=Issues(component="pe_0_0")), at_most=1)),
        (lambda: X["s", "pe_*"] <= 1,
         total(Term(x=Holds(value="s", component="pe_*")), at_most=1)),
        (lambda: Y(path=["pe_0_0->pe_0_1"]) <= 1,
         total(Term(y=Transfers(path=("pe_0_0->pe_0_1",))), at_most=1)),
        (lambda: Z(class_="mul").used("tile").per("operation") >= 2,
         total(Term(z=Issues(class_="mul"), used="tile"), per="operation", at_least=2)),
        (lambda: Z(operator="+") - Z(class_="mul") <= 0,
         total(ADD, Term(z=Issues(class_="mul"), weight=-1), at_most=0)),
        (lambda: Z(operator="+") <= Z(class_="mul"),
         total(ADD, Term(z=Issues(class_="mul"), weight=-1), at_most=0)),
        (lambda: 3 - Z(operator="+") >= 1,
         total(Term(z=Issues(operator="+"), weight=-1), at_least=-2)),
        (lambda: MODEL.start("s") - MODEL.end("p_0") <= 6,
         Time(name="constraint", start="s", minus_end="p_0", at_most=6)),
        (lambda: xyzmap.never_both(Z(), Z(operator="+"), where="linked", per="context"),
         Pair(name="constraint", first=Issues(), second=Issues(operator="+"), never="linked",
              per="context")),
    ],
)  # fmt: skip
def test_an_expression_is_the_data_of_a_file(made: Callable[[], object], meant: object) -> None:
    assert made() == meant


@pytest.mark.parametrize(
    "lost",
    [
        lambda: 0 <= POWER <= 3,
        lambda: (POWER <= 3) and (POWER >= 1),
        lambda: bool(POWER),
        lambda: POWER != 3,
        lambda: max(POWER, POWER + 1),
        lambda: 1 if MODEL.start("s") - MODEL.start("p_0") else 2,
    ],
)
def test_what_would_lose_a_constraint_raises(lost: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        lost()


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (lambda: Z["q*"], "model.operation: unknown operation 'q*'; known: p_0"),
        (lambda: Z(operator="mul"), "model.operator: unknown operator 'mul'; known: *, +"),
        (lambda: Z(component="extmem"), "nothing of the problem can ever fall under it"),
        (lambda: Z(opp="+"), "known: operation, operator, class_, component, tile, context"),
        (lambda: POWER.per("tile") + POWER.per("context"), "per tile and per context"),
        (lambda: POWER <= 1.5, "1.5 is no whole number"),
        (lambda: POWER <= True, "True is no whole number"),
        (lambda: np.array([1, 2]) >= POWER, "is no whole number"),
        (lambda: POWER - POWER <= 3 if not (POWER - POWER).terms else Z() * 0 <= 3, "of numbers"),
        (lambda: MODEL.add(True), "True is no constraint"),
        (lambda: MODEL.add(POWER), "is no constraint: compare a sum"),
        (lambda: xyzmap.implies(POWER, Z()), "not a sum"),
        (lambda: xyzmap.never_both(X(), Z(), where="same"), "a pair is of issues"),
        (lambda: MODEL.minimize(3), "3 is no sum of facts"),
        (lambda: MODEL.add(MODEL.start("q") - MODEL.start("s") <= 1), "unknown operation 'q'"),
    ],
)
def test_what_means_nothing_is_refused_at_once(bad: Callable[[], object], words: str) -> None:
    with one_line(within=words):
        bad()


def test_names_are_unique() -> None:
    model = xyzmap.Model(DOT, "mesh:3x3,registers=2")
    model.add(model.Z() <= 9, name="all")
    assert model.add(model.Z() <= 8).name == "constraint 1"
    with one_line(within="a second constraint of this name"):
        model.add(model.Z() <= 7, name="all")
    assert len(model.constraints) == 2


def test_a_model_is_saved_and_loaded(tmp_path: Path) -> None:
    model = xyzmap.Model(DOT, "mesh:3x3,registers=2")
    model.add(5 * model.Z(class_="mul") + model.Z(operator="+") <= 50, name="power")
    model.add(xyzmap.implies(model.Z["p_0", "pe_0_*"], model.Z["p_1", "pe_0_*"]), name="both")
    energy = model.minimize(3 * model.Z() + 7 * model.Y(), name="energy")
    peak = model.minimize(model.Z().per("context"))
    assert (peak.name, peak.per) == ("objective 1", "context")
    model.save(tmp_path / "rules.json")
    assert load_constraints(str(tmp_path / "rules.json")).constraints == model.constraints
    assert load_constraints(str(tmp_path / "rules.json")).minimize == (energy, peak)
    again = xyzmap.Model.load(tmp_path / "rules.json", DOT, "mesh:3x3,registers=2")
    assert again.constraints == model.constraints
    assert again.objectives == model.objectives
    assert again.to_json() == model.to_json()
    assert repr(again) == "Model(dot4 on mesh:3x3,registers=2: power, both)"


@pytest.mark.process
def test_both_questions_and_the_judge() -> None:
    model = xyzmap.Model(DOT, "mesh:3x3,registers=2")
    power = 5 * model.Z(class_="mul") + model.Z(operator="+")
    model.add(power.per("context") <= 9, name="power")
    cycles, interval = model.min_cycles(), model.min_ii()
    assert (cycles.status, interval.status, interval.value) == ("optimal", "optimal", 4)
    assert model.check(cycles.mapping) == model.check(interval.mapping) == []
    free = xyzmap.Model(DOT, "mesh:3x3,registers=2")
    broken = model.check(free.min_ii(max_ii=3).mapping or free.min_ii().mapping)
    assert all(line.startswith("own: constraint 'power'") for line in broken)


def test_patterns_are_left_out_and_presets_tell() -> None:
    graph = xyzmap.example("ring", size=4, mac="pattern")[0]
    model = xyzmap.Model(graph, "mesh:2x2,registers=4")
    assert not model.dfg.patterns
    assert isinstance(model.notes, tuple)
    with pytest.raises(InputError):
        xyzmap.Model("no such file", "mesh:2x2")

"""From an assignment to a mapping."""

from __future__ import annotations

import pytest

from models.data.mapping import Mapping
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from tests.models.mappings import CASES


def chosen(model: XyzModel, mapping: Mapping) -> list[int]:
    """The variables of a mapping's X, Y and Z."""
    problem, value = model.problem, model.index.value
    path = {p.name: h for h, p in enumerate(problem.arch.paths)}
    component = model.index.component
    found = [model.x[value[x.value], component[x.component], x.cycle] for x in mapping.holds]
    found += [model.y[value[y.value], path[y.path], y.cycle] for y in mapping.transfers]
    found += [model.z[value[z.operation], component[z.component], z.cycle] for z in mapping.issues]
    return [int(v) for v in found]


@pytest.mark.parametrize("windowed", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_a_mapping_survives_the_way_through_its_variables(name: str, windowed: bool) -> None:
    """Tests that the variables of a legal mapping decode to it, as a set of items."""
    problem, mapping = CASES[name]
    model = build(problem, mapping.horizon, windowed=windowed)
    variables = chosen(model, mapping)
    assert all(variables)
    found = decode(model, variables)
    assert (found.dfg, found.architecture) == (mapping.dfg, mapping.architecture)
    assert (found.horizon, found.contexts) == (mapping.horizon, mapping.contexts)
    assert set(found.transfers) == set(mapping.transfers)
    assert set(found.issues) == set(mapping.issues)
    assert set(found.holds) <= set(mapping.holds)
    assert check(problem, found) == []


def test_other_variables_and_the_order_do_not_matter() -> None:
    """Tests that auxiliaries, false literals and repetition are ignored."""
    problem, mapping = CASES["ring"]
    model = build(problem, mapping.horizon)
    variables = chosen(model, mapping)
    beyond = model.constraints.variables + 1
    noisy = [beyond, beyond + 70, 0, -1, *reversed(variables), *variables]
    assert decode(model, iter(noisy)) == decode(model, variables)


def test_what_nothing_needs_is_left_out() -> None:
    """Tests that variables which a solver set for no reason leave no trace."""
    problem, mapping = CASES["ring"]
    model = build(problem, mapping.horizon, windowed=False)
    variables = chosen(model, mapping)
    ext = model.index.component["ext"]
    idle = [int(v) for name in "abc" for v in model.x[model.index.value[name], ext]]
    idle += [int(model.y[model.index.value["c"], 1, 1]), int(model.x[model.index.value["c"], 1, 1])]
    found = decode(model, [*variables, *idle])
    assert found == decode(model, variables)
    assert len(found.holds) == len(mapping.holds)


def test_nothing_true_is_an_empty_mapping() -> None:
    """Tests that no variable at all is a mapping too, though not a legal one."""
    problem, mapping = CASES["ring"]
    found = decode(build(problem, mapping.horizon), [])
    assert (found.holds, found.transfers, found.issues) == ((), (), ())
    assert check(problem, found)

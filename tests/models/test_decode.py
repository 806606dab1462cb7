"""From an assignment to a mapping, and back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from models.data.mapping import Held, Mapping
from models.judge.checker import check
from models.space_time.decode import decode, literals_of
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
    assert {n for n in literals_of(model, mapping) if n > 0} == set(variables)
    strange = Held(mapping.holds[0].value, mapping.holds[0].component, cycle=10**30)
    longer = replace(mapping, holds=(*mapping.holds, strange))
    assert set(literals_of(model, longer)) == set(literals_of(model, mapping))


def test_other_variables_and_the_order_do_not_matter() -> None:
    """Tests that auxiliaries, false literals and repetition are ignored."""
    problem, mapping = CASES["ring"]
    model = build(problem, mapping.horizon)
    variables = chosen(model, mapping)
    beyond = model.constraints.variables + 1
    noisy = [beyond, beyond + 70, 0, -1, *reversed(variables), *variables]
    assert decode(model, iter(noisy)) == decode(model, variables)

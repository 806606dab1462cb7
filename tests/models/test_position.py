"""Positions of components, which only drawings use."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.presets import architecture_preset
from examples.ring import ring
from heuristics.labels.arrays import fingerprint
from models.data.architecture import Architecture, Component
from models.data.problem import Problem
from models.errors import InputError
from models.symmetry.automorphisms import architecture_symmetries, symmetry_count
from models.symmetry.check import is_automorphism
from solvers.verification.parts import faults


def placed(arch: Architecture) -> Architecture:
    """Return the array with a place for everything but the external memory."""
    parts = (
        component if component.name == arch.external else replace(component, position=(7, number))
        for number, component in enumerate(arch.components)
    )
    return replace(arch, components=tuple(parts))


@pytest.mark.parametrize("spec", ["mesh:3x3", "torus:3x3,io=all", "hycube:2x2,io=memory", "ring:5"])
def test_positions_change_no_question(spec: str) -> None:
    """Tests files, symmetries, parts of arrays and what trained models know an array by."""
    plain = architecture_preset(spec)
    arch = placed(plain)
    assert architecture_from_json(architecture_to_json(arch), "a.json") == arch
    dfg, _ = ring(3)
    problem = Problem(dfg, arch)
    found = architecture_symmetries(problem)
    assert found
    assert symmetry_count(problem) == symmetry_count(Problem(dfg, plain))
    assert not any(is_automorphism(problem, (), each) for each in found)
    assert not list(faults(plain, arch, (), ["+"])) and not list(faults(arch, plain, (), ["+"]))
    assert fingerprint(plain) == fingerprint(arch) and fingerprint(arch) == fingerprint(arch)


def test_elements_have_places_of_their_own() -> None:
    """Tests that memories may share a place with an element, but no two elements."""
    unit, store = Component("a", issue=1, position=(0, 1)), Component("b", position=(0, 1))
    Architecture("x", (unit, store, replace(store, name="c")), ())
    with pytest.raises(InputError, match=r"'a' and 'b' are both at \[0, 1\]") as caught:
        Architecture("x", (unit, replace(store, issue=1)), ())
    assert str(caught.value).startswith("$.components[1].position: ")

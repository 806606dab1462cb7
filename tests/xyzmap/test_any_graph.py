"""A graph with inputs and results maps on every preset, without a word about memory."""

from __future__ import annotations

import pytest

import xyzmap
from archs.presets import PRESETS, with_memory
from models.data.dfg import Dfg, Operand, Operation, Operator

SUM = Dfg(
    "sum",
    (Operator("add", 2), Operator("mul", 2)),
    ("a", "b", "c"),
    (
        Operation("p", "mul", (Operand("a"), Operand("b"))),
        Operation("y", "add", (Operand("p"), Operand("c"))),
    ),
    ("y",),
)
SIZES = {"N": ":4", "RxC": ":3x3", "": ""}


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "streaming"])
def test_every_preset_maps_it(name: str) -> None:
    """Tests that the smallest interval is proven, and the answer says what was assumed."""
    spec = name + SIZES[PRESETS[name].size]
    answer = xyzmap.min_ii(SUM, spec)
    assert answer.status == "optimal" and answer.mapping is not None
    assert answer.mapping.problem.arch.name == with_memory(spec)
    assert ("io=memory" in answer.words) == (with_memory(spec) != spec)


@pytest.mark.parametrize("spec", ["hycube:3x3,io=none", "mesh:2x2", "nothing:3", "x.json"])
def test_what_the_spec_says_stays(spec: str) -> None:
    assert with_memory(spec) == spec


def test_what_was_assumed_is_in_the_name() -> None:
    assert with_memory("s4") == "s4,io=memory"
    assert with_memory("satmapit:2x2,moves=1") == "satmapit:2x2,moves=1,io=memory"
    assert with_memory("monomap") == "monomap,io=memory,moves=unlimited"

"""Loops that are drawn with a mapping: the mapping is one, and fills the array."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from learn.labels.planted import planted_loop
from models.cleanup.prune_unused import prune_unused
from models.data.problem import Problem
from models.errors import InputError
from solvers.search.record import judge
from tests.seeds import seeds

ARRAYS = ("lisa-simple:3x3", "satmapit:3x3", "hycube:3x3", "s4:3x3", "monomap:3x3")


@seeds(range(6))
@pytest.mark.parametrize("array", ARRAYS)
def test_the_mapping_is_one_and_no_smaller_interval_has_room(array: str, seed: int) -> None:
    arch, interval = architecture_preset(array), 1 + seed % 3
    dfg, mapping = planted_loop(arch, interval, 0.8, seed)
    problem = Problem(dfg, arch, interval)
    judge(problem, prune_unused(problem, mapping))
    slots = sum(component.issue for component in arch.components)
    assert slots * (interval - 1) < len(dfg.operations) <= slots * interval
    assert len(dfg.operations) >= 0.8 * slots * interval


def test_the_same_arguments_give_the_same_loop() -> None:
    arch = architecture_preset("hycube:3x3")
    assert planted_loop(arch, 2, 0.8, 5) == planted_loop(arch, 2, 0.8, 5)
    assert planted_loop(arch, 2, 0.8, 5) != planted_loop(arch, 2, 0.8, 6)


@pytest.mark.parametrize("arguments", [(0, 0.9), (2, 0.0), (2, 1.5)])
def test_impossible_arguments(arguments: tuple[int, float]) -> None:
    with pytest.raises(InputError, match="interval|fill"):
        planted_loop(architecture_preset("hycube:3x3"), *arguments)


def test_an_array_that_cannot_be_filled() -> None:
    """Tests that nothing endless is tried: no component stores."""
    arch = architecture_preset("adres:3x3")
    with pytest.raises(InputError, match="no loop was drawn that uses"):
        planted_loop(arch, 1, 1.0, 0)

"""Loops that are drawn with a mapping, and samples of them: the mapping is one."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from learn.labels.array_view import array_view
from learn.labels.planted import drawn_loop, planted_loop
from learn.labels.planting import Planter, generate
from learn.labels.samples import read_samples
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


@pytest.mark.parametrize("arguments", [(0, 0.9), (2, 0.0), (2, 1.5)])
def test_impossible_arguments(arguments: tuple[int, float]) -> None:
    with pytest.raises(InputError, match="interval|fill"):
        planted_loop(architecture_preset("hycube:3x3"), *arguments)


def test_an_array_that_cannot_be_filled() -> None:
    """Tests that nothing endless is tried: no component stores."""
    arch = architecture_preset("adres:3x3")
    with pytest.raises(InputError, match="no loop was drawn that uses"):
        planted_loop(arch, 1, 1.0, 0)


@seeds(range(4))
@pytest.mark.parametrize("array", ["lisa-simple:3x3", "hycube:3x3", "random:29"])
def test_a_drawn_loop_has_its_mapping(array: str, seed: int) -> None:
    arch = architecture_preset(array)
    dfg, mapping = drawn_loop(arch, 2, 14, seed)
    if dfg.operations:
        problem = Problem(dfg, arch, 2)
        judge(problem, prune_unused(problem, mapping))


@pytest.mark.parametrize("array", ["adres:3x3,io=memory", "mesh:3x3,io=all"])
def test_an_external_memory_takes_no_part(array: str) -> None:
    """Tests that nothing is routed through it, which may hold no intermediate values."""
    for seed in range(8):
        sample = Planter(array).sample(seed)
        assert sample.labels is None or len(sample.tiles) == sample.flow.size


def test_samples_say_where_operations_were() -> None:
    sample = next(
        one for one in map(Planter("random").sample, range(1, 40)) if one.labels is not None
    )
    assert sample.arch == f"random:{sample.seed}"
    arch = architecture_preset(sample.arch)
    view, targets = array_view(arch), sample.targets()
    assert len(sample.tiles) == sample.flow.size == len(targets.order)
    for tile, operator in zip(sample.tiles, sample.flow.operators, strict=True):
        assert view.slots(operator)[tile] > 0
    assert Planter("random").sample(sample.seed) == sample


def test_a_file_goes_on_and_keeps_to_its_teacher(tmp_path: object) -> None:
    out = f"{tmp_path}/s.jsonl"
    generate("lisa-simple:2x2", 2, 5, 1, out, quiet=True)
    generate("lisa-simple:2x2", 3, 5, 1, out, quiet=True)
    found = read_samples(out)
    assert sorted(sample.seed for sample in found) == [5, 6, 7]
    assert {sample.teacher for sample in found} == {"planted"}
    with pytest.raises(InputError, match="has samples of"):
        generate("lisa-simple:3x3", 1, 5, 1, out, quiet=True)

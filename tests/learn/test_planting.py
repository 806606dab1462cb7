"""Loops that are drawn with a mapping, and samples of them: the mapping is one."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from learn.labels.planted import planted_loop
from learn.labels.planting import generate
from learn.labels.samples import read_samples
from models.cleanup.prune_unused import prune_unused
from models.data.problem import Problem
from models.errors import InputError
from solvers.tasks.mappings import judge
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


def test_a_file_goes_on_and_keeps_to_its_teacher(tmp_path: object) -> None:
    out = f"{tmp_path}/s.jsonl"
    generate("lisa-simple:2x2", 2, 5, 1, out, quiet=True)
    generate("lisa-simple:2x2", 3, 5, 1, out, quiet=True)
    found = read_samples(out)
    assert sorted(sample.seed for sample in found) == [5, 6, 7]
    assert {sample.teacher for sample in found} == {"planted"}
    with pytest.raises(InputError, match="has samples of"):
        generate("lisa-simple:3x3", 1, 5, 1, out, quiet=True)

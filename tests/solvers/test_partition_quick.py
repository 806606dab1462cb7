"""Small parts mapped by heuristics alone, before solvers decide them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.formats.dfg_files import load_dfg
from models.judge.checker import check
from models.partition import Partition
from solvers.questions.partition import methods
from solvers.questions.partition.answer import Settings
from solvers.questions.partition.mapping import Wanted
from solvers.questions.partition.search import PartitionSearch

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "benchmarks" / "express_dot"


def test_quick_mapping_maps_small_parts_without_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    dfg, arch = polybench("gesummv", 2), architecture_preset("adres:2x2,io=memory")
    search = PartitionSearch(dfg, arch, Settings(16))
    monkeypatch.setattr(search.mapper, "_decide", None)
    known = search.known([operation.name for operation in dfg.operations])
    search.mapper.map_quickly([Wanted(known, known.lower)], 20.0, time.perf_counter() + 20)
    assert known.mapping is not None and known.found_by == "modulo scheduling"
    mapped = Problem(known.part.dfg, arch, known.mapping.contexts)
    assert check(mapped, known.mapping) == []
    # What reaches its target is not mapped again.
    search.mapper.map_quickly([Wanted(known, 16)], 20.0, 0.0)


@pytest.mark.skipif(not FOLDER.exists(), reason="graphs outside of the repository")
def test_many_partitions_are_mapped_quickly_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dfg = load_dfg(str(FOLDER / "cosine1.dot"))
    search = PartitionSearch(dfg, architecture_preset("adres:4x4"), Settings(16, 2))
    seen: list[Partition] = []

    def tried(by: str, partition: Partition, planned: object, seconds: float) -> None:
        seen.append(partition)

    monkeypatch.setattr(search, "try_partition", tried)
    monkeypatch.setattr(methods, "QUICK_SECONDS", 0.2)
    for _ in methods._quick_mappings(search):
        if len(seen) > 2:
            break
    assert len(seen) > 1
    assert len({frozenset(partition.parts) for partition in seen}) == len(seen)


def test_quick_mappings_end_where_nothing_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dfg, arch = polybench("gesummv", 1), architecture_preset("adres:2x2,io=memory")
    search = PartitionSearch(dfg, arch, Settings(16, 2))
    monkeypatch.setattr(methods, "planned_intervals", lambda *asked: [99])
    monkeypatch.setattr(methods, "QUICK_SECONDS", 0.05)
    steps = sum(1 for _ in methods._quick_mappings(search))
    assert steps <= 2 * methods.IDLES * methods.STARTS

"""Tests of the command that cuts a DFG into parts and maps them, and of its quick mappings."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.formats.native_json import dfg_to_json, mapping_from_json
from models.judge.checker import check
from partition.__main__ import main
from partition.model.check import check_parts
from partition.model.partition import Partition, fault
from partition.question.answer import Settings
from partition.question.mapping import Wanted
from partition.question.search import PartitionSearch
from shell.budget import Budget
from shell.graph_files import load_dfg
from tests.solvers.command_line import answered, called
from tests.views.html.pages import Page

ARRAY = "adres:2x2,io=memory"

needs_optuna = pytest.mark.skipif(find_spec("optuna") is None, reason="needs optuna")
needs_metis = pytest.mark.skipif(find_spec("pymetis") is None, reason="needs pymetis")


answer = partial(answered, main)


def command(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    return called(main, capsys, *arguments, "--quiet")


@pytest.fixture
def kernel(tmp_path: Path) -> tuple[str, Dfg]:
    """A loop of 23 operations: an interval of 6 on four PEs."""
    dfg = polybench("gesummv", 2)
    path = tmp_path / "dfg.json"
    path.write_text(dfg_to_json(dfg))
    return str(path), dfg


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("method", "parts"),
    [
        ("auto", 3),
        ("exact", None),
        pytest.param("bopart", None, marks=needs_optuna),
        pytest.param("nsga2", None, marks=needs_optuna),
        pytest.param("multilevel", None, marks=needs_metis),
    ],
)
def test_methods(
    method: str, parts: int | None, kernel: tuple[str, Dfg], tmp_path: Path, capsys: Any
) -> None:
    """Tests that every method gives parts that compute the DFG, within the context memory."""
    path, dfg = kernel
    out, svg, page = (tmp_path / name for name in ("parts", "parts.svg", "page.html"))
    wanted = ["--max-ii", "4", "--method", method, "--time-limit", "60"]
    wanted += [] if method == "exact" else ["--trials", "40"]
    wanted += ["--parts", str(parts)] * (parts is not None) + [
        "--out",
        str(out),
        "--picture",
        str(svg),
    ]
    wanted += ["--html", str(page)]
    code, found = answer(capsys, path, ARRAY, *wanted)
    partition = Partition(tuple(tuple(part["operations"]) for part in found["parts"]))
    assert fault(dfg, partition) is None
    assert len(partition.parts) == parts if parts else len(partition.parts) >= 2
    assert all(part["ii"] <= 4 for part in found["parts"])
    assert found["total_ii"] == sum(part["ii"] for part in found["parts"]) >= found["bound"]
    assert code == (0 if found["bound"] == found["total_ii"] else 10)
    assert (code == 0) == (found["status"] == "optimal")
    assert found["extra"] == sum(len(p["stores"]) + len(p["loads"]) for p in found["parts"])
    texts = [(out / f"part{p}.mapping.json").read_text() for p in range(len(partition.parts))]
    mappings = [mapping_from_json(text, "part") for text in texts]
    arch = architecture_preset(ARRAY)
    checked = check_parts(dfg, arch, partition, mappings, seed=7)
    assert checked.fault is None and checked.compared > 0
    for p, mapping in enumerate(mappings):
        part = load_dfg(str(out / f"part{p}.dfg.json"))
        assert check(Problem(part, arch, mapping.contexts), mapping) == []
    assert svg.read_text().startswith("<svg")
    shown = Page(page.read_text())
    assert f"total II {found['total_ii']}" in shown.words
    for p, part in enumerate(found["parts"]):
        assert shown.data(f"scene-{p}")["mapping"]["contexts"] == part["ii"]


@pytest.mark.process
@needs_optuna
def test_study(kernel: tuple[str, Dfg], tmp_path: Path, capsys: Any) -> None:
    """Tests that trials are kept, and that those of another question are refused."""
    path, _ = kernel
    study = str(tmp_path / "trials.db")
    wanted = ["--max-ii", "4", "--method", "bopart", "--trials", "20", "--store", study]
    _, first = answer(capsys, path, ARRAY, *wanted)
    _, again = answer(capsys, path, ARRAY, *wanted)
    assert len(first["trace"]) >= 20
    assert [t["cost"] for t in first["trace"]] == [t["cost"] for t in again["trace"]]
    code, _, err = command(capsys, path, ARRAY, *wanted, "--seed", "5")
    assert code == 2
    assert len(err.splitlines()) == 1


def test_quick_mapping_maps_small_parts_without_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    dfg, arch = polybench("gesummv", 2), architecture_preset("adres:2x2,io=memory")
    search = PartitionSearch(dfg, arch, Settings(16))
    monkeypatch.setattr(search.mapper, "_decide", None)
    known = search.known([operation.name for operation in dfg.operations])
    search.mapper.map_quickly([Wanted(known, known.lower)], 20.0, Budget.of(20))
    assert known.mapping is not None
    mapped = Problem(known.part.dfg, arch, known.mapping.contexts)
    assert check(mapped, known.mapping) == []
    # What reaches its target is not mapped again.
    search.mapper.map_quickly([Wanted(known, 16)], 20.0, Budget(0.0))

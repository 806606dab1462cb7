"""Tests of the command that cuts a DFG into parts and maps them, and of its quick mappings."""

from __future__ import annotations

import json
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.formats.dfg_files import load_dfg
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from models.partition.check import check_parts
from models.partition.partition import Partition, fault
from solvers.partition import main
from solvers.questions.partition import methods
from solvers.questions.partition.answer import Settings
from solvers.questions.partition.mapping import Wanted
from solvers.questions.partition.search import PartitionSearch
from tests.solvers.command_line import called

ROOT = Path(__file__).parents[2]
ARRAY = "adres:2x2,io=memory"

needs_optuna = pytest.mark.skipif(find_spec("optuna") is None, reason="needs optuna")
needs_metis = pytest.mark.skipif(find_spec("pymetis") is None, reason="needs pymetis")


def command(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    return called(main, capsys, *arguments, "--quiet")


def answer(capsys: Any, *arguments: str) -> tuple[int, dict[str, Any]]:
    code, out, err = command(capsys, *arguments, "--json")
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return code, found


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
    out, svg = tmp_path / "parts", tmp_path / "parts.svg"
    wanted = ["--max-ii", "4", "--method", method, "--trials", "40", "--time-limit", "60"]
    wanted += ["--parts", str(parts)] * (parts is not None) + [
        "--folder",
        str(out),
        "--picture",
        str(svg),
    ]
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


@pytest.mark.process
@needs_optuna
def test_study(kernel: tuple[str, Dfg], tmp_path: Path, capsys: Any) -> None:
    """Tests that trials are kept, and that those of another question are refused."""
    path, _ = kernel
    study = str(tmp_path / "trials.db")
    wanted = ["--max-ii", "4", "--method", "bopart", "--trials", "20", "--study", study]
    _, first = answer(capsys, path, ARRAY, *wanted)
    _, again = answer(capsys, path, ARRAY, *wanted)
    assert len(first["trace"]) >= 20
    assert [t["cost"] for t in first["trace"]] == [t["cost"] for t in again["trace"]]
    code, _, err = command(capsys, path, ARRAY, *wanted, "--seed", "5")
    assert code == 2
    assert len(err.splitlines()) == 1


def recurrence(length: int) -> Dfg:
    """An accumulation whose cycle takes as many operations."""
    names = [f"s{n}" for n in range(length)]
    operations = [Operation("x", "load")]
    for n, name in enumerate(names):
        before = Operand(names[n - 1], 0 if n else 1)
        operations.append(Operation(name, "add", (before, Operand("x"))))
    operations.append(Operation("w", "store", (Operand(names[-1]),)))
    table = (
        Operator("load", 0, effect=True),
        Operator("add", 2),
        Operator("store", 1, effect=True),
    )
    return Dfg("sum", table, (), tuple(operations))


BAD = {
    "a recurrence that cannot be cut": (recurrence(6), ["--max-ii", "3"], "interval of 6"),
    "too many parts": (recurrence(2), ["--max-ii", "3", "--parts", "9"], "9 parts"),
    "an unknown operator": (
        Dfg("bad", (Operator("frobnicate", 0, effect=True),), (), (Operation("a", "frobnicate"),)),
        ["--max-ii", "3"],
        "frobnicate",
    ),
    "no operations": (Dfg("empty", (), (), ()), ["--max-ii", "3"], "no operations"),
    "trials of a method without": (
        recurrence(2),
        ["--max-ii", "3", "--method", "exact", "--study", "trials.db"],
        "--study",
    ),
    "no depth": (recurrence(2), [], "--max-ii"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name: str, tmp_path: Path, capsys: Any) -> None:
    """Tests that what cannot be asked is said in one line."""
    dfg, words, shown = BAD[name]
    path = tmp_path / "dfg.json"
    path.write_text(dfg_to_json(dfg))
    code, out, err = command(capsys, str(path), ARRAY, *words)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert shown in err


@pytest.mark.interrupted
def test_time_limit(kernel: tuple[str, Dfg], capsys: Any) -> None:
    """Tests that a limit that is up at once is no proof of anything."""
    path, _ = kernel
    words = [path, ARRAY, "--max-ii", "4", "--time-limit", "0.01", "--json", "--quiet"]
    assert main(words) == 30
    out, err = capsys.readouterr()
    # Where modules had to be loaded first, the search has not begun.
    if not out:
        assert err == "partition: time limit before the search began\n"
        return
    found = json.loads(out)
    assert (found["status"], found["stopped"]) == ("unknown", "time limit")


def test_no_opcode_for_crossing(kernel: tuple[str, Dfg], capsys: Any) -> None:
    """Tests that progress says so where nothing can be stored for another part."""
    path, _ = kernel
    capsys.readouterr()
    main([path, ARRAY, "--max-ii", "16", "--store-op", "put", "--time-limit", "20"])
    _, err = capsys.readouterr()
    assert f"no value can cross between parts: '{ARRAY}' does not execute 'put' and 'load'" in err


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


def test_quick_mappings_end_where_nothing_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dfg, arch = polybench("gesummv", 1), architecture_preset("adres:2x2,io=memory")
    search = PartitionSearch(dfg, arch, Settings(16, 2))
    monkeypatch.setattr(methods, "planned_intervals", lambda *asked: [99])
    monkeypatch.setattr(methods, "QUICK_SECONDS", 0.05)
    steps = sum(1 for _ in methods._quick_mappings(search))
    assert steps <= 2 * methods.IDLES * methods.STARTS


def test_whole(kernel: tuple[str, Dfg], capsys: Any) -> None:
    """Tests that what fits is not cut."""
    path, _ = kernel
    code, found = answer(capsys, path, ARRAY, "--max-ii", "9", "--time-limit", "60")
    assert code in (0, 10)
    assert len(found["parts"]) == 1
    assert found["extra"] == 0


def test_no_partition(tmp_path: Path, capsys: Any) -> None:
    """Tests that a number of parts for which there is too little room is proven impossible."""
    path = tmp_path / "dfg.json"
    path.write_text(dfg_to_json(polybench("gesummv", 2)))
    wanted = ["--max-ii", "2", "--parts", "2", "--method", "exact", "--time-limit", "60"]
    code, found = answer(capsys, str(path), ARRAY, *wanted)
    assert (code, found["status"]) == (20, "infeasible")
    assert found["parts"] == []

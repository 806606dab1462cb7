"""Tests of the command that transforms and maps programs."""

from __future__ import annotations

import json
import math
import os
import time
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.formats.dfg_files import load_dfg
from models.formats.mapping_json import mapping_from_json
from models.hardware.registers import Registers, allocate
from models.judge.checker import check
from programs.source import read_file
from solvers.optimize import main
from solvers.questions.optimize import prepared
from solvers.questions.optimize.report import SCHEMA
from solvers.search import named_heuristics
from solvers.verify import main as verify
from tests.solvers.command_line import called
from tests.solvers.programs_small import S4, SUMS
from tests.solvers.test_programs_winner import TWO

QUICK = ["--map-time", "2", "--prove-time", "1", "--keep", "3"]


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "sums.c"
    file.write_text(SUMS, encoding="utf-8")
    return str(file)


def command(capsys: Any, *words: str) -> tuple[int, str, str]:
    return called(main, capsys, *words, "--quiet")


def answer(capsys: Any, *words: str) -> tuple[int, dict[str, Any]]:
    code, out, err = command(capsys, *words, "--json")
    assert err == ""
    return code, json.loads(out)


@pytest.mark.process
def test_a_program_is_mapped_counted_and_checked(program: str, capsys: Any) -> None:
    code, found = answer(capsys, program, "s4", "--space", "fusion", *QUICK)
    assert (code, found["status"], found["schema"]) == (0, "feasible", SCHEMA)
    (region,) = found["regions"]
    winner = region["winner"]
    assert winner["cycles"] == sum(
        winner[part] for part in ("computing", "loading_contexts", "moving_data")
    )
    assert winner["cycles"] <= region["original"]["cycles"]
    assert winner["proven"] and all(x["ii"] == x["lower_bound"] for x in winner["loops"])
    assert region["checked"]["numbers"] == 49 and len(region["checked"]["ways"]) >= 2
    tried = {one["transformations"]: one["cycles"] for one in region["tried"]}
    assert tried[winner["transformations"]] == winner["computing"]
    assert region["seconds"].keys() >= {"original", "exploration", "mapping"}


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        ["s4", "--space", "fusion", "--predictor", "gnn", *QUICK],
        ["s4", "--search", "random", "--map-time", "10", "--prove-time", "1"],
        ["s4", "--max-ii", "2", "--keep", "2", "-D", "N=4", *QUICK[:4]],
        ["hycube:3x3,io=memory", "--space", "none", "--buffer", "64", *QUICK],
    ],
)
def test_ways_to_search(words: list[str], program: str, capsys: Any) -> None:
    """Tests a network that predicts, programs drawn at random, and small memories."""
    code, found = answer(capsys, program, *words)
    (region,) = found["regions"]
    assert code in (0, 10) and region["winner"]["cycles"] <= region["original"]["cycles"]
    assert "random" not in words or (region["explored"] is None and len(region["tried"]) > 1)
    assert "--buffer" not in words or found["buffers"]["data_bytes"] == 64
    most = 2 if "--max-ii" in words else 8
    assert max(loop["ii"] for loop in region["winner"]["loops"] if loop["ii"]) <= most


@pytest.mark.process
def test_loops_keep_to_the_arrays_own_register_files(
    program: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests that what mappings keep has addresses where the array states a kind of files.

    JSON, words and the certificates of loops name the kind; counted registers are an option.
    """
    out, array = tmp_path / "out", "hycube:4x4,io=memory"
    words = [program, array, "-D", "N=5", "--folder", str(out), "--space", "fusion", *QUICK]
    text = command(capsys, *words)[1]
    assert "register files: static (" in text
    report = json.loads((out / "report.json").read_text())
    assert (report["register_files"], report["defines"]) == ("static", {"N": "5"})
    assert read_file(out / "winner.c")[0].name == "sums"
    arch = architecture_preset(array)
    for graph in out.glob("sums.*.dfg.json"):
        base = graph.name.removesuffix(".dfg.json")
        mapping = mapping_from_json((out / f"{base}.mapping.json").read_text(), base)
        problem = Problem(load_dfg(str(graph)), arch, mapping.contexts)
        assert check(problem, mapping) == []
        assert isinstance(allocate(problem, mapping, "static"), Registers)
        assert (out / f"{base}.svg").read_text().startswith("<svg")
        capsys.readouterr()
        assert verify([str(out / f"{base}.certificate")]) == 0
        assert "register files: static, all that is kept" in capsys.readouterr().out
    _, counted = answer(capsys, *words[:2], "--register-files", "counted", *words[4:])
    assert counted["register_files"] == "counted"


def test_every_region_of_a_file_is_answered(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO, encoding="utf-8")
    code, found = answer(capsys, str(file), "s4", "--space", "none", *QUICK)
    assert code == 0
    assert [region["name"] for region in found["regions"]] == ["first", "named"]
    assert all(region["winner"] for region in found["regions"])


@pytest.mark.interrupted
def test_time_that_is_up_proves_nothing(program: str, capsys: Any) -> None:
    code, out, err = command(capsys, program, "s4", "--json", "--time-limit", "0.01")
    if not out:  # it took longer to read the program
        # A library whose import was interrupted cannot say what it was needed for.
        said = {"optimize: time limit before the search began\n", "optimize: time limit\n"}
        assert code == 30 and err in said
        return
    found = json.loads(out)
    assert code in (10, 30) and found["status"] in ("feasible", "unknown")
    assert found["regions"][0]["stopped"] == "time limit"


@pytest.mark.parametrize(
    ("body", "words", "line"),
    [
        ("while (m) m--;", ["s4"], "bad.c:4: "),
        ("m = 1;", ["nowhere"], "nowhere"),
        ("m = 1;", ["s4", "-D", "1N=2"], "1N"),
        ("m = 1;", ["s4", "--buffer", "6"], "buffer"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    body: str, words: list[str], line: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests programs, arrays and options."""
    file = tmp_path / "bad.c"
    file.write_text(f"int m;\nvoid f(void) {{\n#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n")
    code, out, err = command(capsys, str(file), *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1) and line in err


TINY = """
float a[9], b[9];
void tiny(void)
{
#pragma PTMAP
    for (int i = 0; i < 9; i++)
        b[i] = 3.0f * a[i];
#pragma ENDMAP
}
"""
LONG = 10_000


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "_is_compiled", lambda: False)
    monkeypatch.setattr(named_heuristics, "prepare", lambda: time.sleep(LONG))


@pytest.mark.usefixtures("never_compiled")
def test_compiling_ends_with_the_time_limit() -> None:
    assert not prepared.prepared(time.perf_counter() + 0.1)
    assert not prepared.prepared(time.perf_counter() - 1)


@pytest.mark.usefixtures("never_compiled")
def test_the_command_ends_although_nothing_is_compiled(tmp_path: Any, capsys: Any) -> None:
    source = tmp_path / "tiny.c"
    source.write_text(TINY)
    assert main([str(source), S4.name, "--time-limit", "0.5", "--quiet", "--jobs", "1"]) == 30
    assert "stopped: time limit" in capsys.readouterr().out


def test_what_is_compiled_is_loaded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[int] = []
    monkeypatch.setattr(named_heuristics, "prepare", lambda: where.append(os.getpid()))
    monkeypatch.setattr(prepared, "_is_compiled", lambda: False)
    assert prepared.prepared(math.inf)
    assert prepared.prepared(time.perf_counter() + 100)
    monkeypatch.setattr(prepared, "_is_compiled", lambda: True)
    assert prepared.prepared(time.perf_counter())
    assert where == [os.getpid()] * 3

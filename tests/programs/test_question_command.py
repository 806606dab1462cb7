"""Tests of the command that transforms and maps programs, and of the C that it writes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.formats.native_json import mapping_from_json
from models.judge.checker import check
from models.register_files.registers import Registers, allocate
from programs.loops import emit_body, execute
from programs.loops.random_values import random_values
from programs.optimize import main
from programs.question.report import SCHEMA
from programs.question.winner import rewritten
from programs.source import read_file, read_text
from programs.transform import Reorder, Tile, Unroll, variant_of
from shell.graph_files import load_dfg
from solvers.verify import main as verify
from tests.programs.applications import application, path
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.small import SUMS
from tests.programs.test_applications import function_of
from tests.solvers.command_line import answered, called
from tests.views.html.pages import Page

QUICK = ["--map-time", "2", "--prove-time", "1", "--candidates", "3"]


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "sums.c"
    file.write_text(SUMS, encoding="utf-8")
    return str(file)


answer = partial(answered, main)


def command(capsys: Any, *words: str) -> tuple[int, str, str]:
    return called(main, capsys, *words, "--quiet")


def test_a_program_is_mapped_counted_and_checked(program: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "page.html"
    words = [program, "s4", "--space", "fusion", *QUICK]
    words += ["--html", str(file), "--plot", f"{file}.svg"]
    code, found = answer(capsys, *words)
    assert (code, found["status"], found["schema"]) == (10, "feasible", SCHEMA)
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
    page = Page(file.read_text())
    assert page.chosen == set(range(len(page.data()["scenes"])))
    assert str(winner["cycles"]) in page.texts["td"] and "winner" in page.words
    assert region["seconds"].keys() >= {"original", "exploration", "mapping"}


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            ["s4", "--space", "fusion", "--predictor", "gnn", *QUICK], marks=pytest.mark.guests
        ),
        ["s4", "--method", "random", "--map-time", "10", "--prove-time", "1"],
        ["hycube:3x3,io=memory", "--space", "none", "--buffer", "64", "--max-ii", "4", *QUICK],
    ],
)
def test_ways_to_search(words: list[str], program: str, capsys: Any) -> None:
    """Tests a network that predicts, programs drawn at random, and small memories."""
    code, found = answer(capsys, program, *words)
    (region,) = found["regions"]
    assert code == 10 and region["winner"]["cycles"] <= region["original"]["cycles"]
    assert "random" not in words or (region["explored"] is None and len(region["tried"]) > 1)
    assert "--buffer" not in words or found["buffers"]["data_bytes"] == 64
    most = 4 if "--max-ii" in words else 8
    assert max(loop["ii"] for loop in region["winner"]["loops"] if loop["ii"]) <= most


@pytest.mark.process
def test_loops_keep_to_the_arrays_own_register_files(
    program: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests that what mappings keep has addresses where the array states a kind of files.

    JSON, words and the certificates of loops name the kind; counted registers are an option.
    """
    out, array = tmp_path / "out", "hycube:4x4,io=memory"
    words = [program, array, "-D", "N=5", "--out", str(out), "--space", "fusion", *QUICK]
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


TWO = """
int a[8][8], b[8];
void first(void)
{
    int i;
#pragma PTMAP
    for (i = 0; i < 8; i++) {
        int twice = 2 * b[i];
        b[i] = twice + 1;
    }
#pragma ENDMAP
    b[0] = b[0] + 1;   /* stays */
#pragma PTMAP named
    for (int p = 0; p < 8; p++)
        for (int q = 0; q < 8; q++)
            a[p][q] = a[p][q] * b[q];
#pragma ENDMAP
}
"""


@needs_compiler
@pytest.mark.parametrize("name", ["covariance", "harris"])
def test_rewritten_applications_compute_the_same(name: str, tmp_path: Path) -> None:
    region = application(name)
    start = variant_of(region)
    steps = [Unroll((0,), (3,)), Tile((0,), 4), Reorder((0,), (1, 0))]
    made = next((found for step in steps if (found := start.tried(step))), None)
    assert made is not None
    text = path(name).read_text(encoding="utf-8")
    text = rewritten(text, str(path(name)), [made.region], {"SMALL": "1"})
    values = random_values(region, 4)
    expected = execute(region, values)
    # What was defined is not repeated.
    assert_same(run_compiled(text, function_of(name), region, values, tmp_path), expected)


def test_several_regions_are_replaced_each_in_its_place() -> None:
    first, second = read_text(TWO, "two.c")
    tiled = variant_of(second).apply(Tile((0,), 4)).region
    text = rewritten(TWO, "two.c", [first, tiled])
    again = [emit_body(region.body) for region in read_text(text, "again.c")]
    assert again == [emit_body(first.body), emit_body(tiled.body)]
    assert text.count("/* stays */") == 1 and text.count("int i;") == 1
    # A region without a winner stays as it was written.
    assert "for (i = 0; i < 8; i++) {" in rewritten(TWO, "two.c", [tiled])

from __future__ import annotations

import json
import signal
import subprocess
import sys
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
from solvers.questions.optimize.report import SCHEMA
from solvers.verify import main as verify
from tests.programs.applications import path
from tests.solvers.command_line import ROOT, called
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
def test_intervals_are_predicted_by_a_network(program: str, capsys: Any) -> None:
    words = [program, "s4", "--space", "fusion", "--predictor", "gnn", *QUICK]
    code, found = answer(capsys, *words)
    assert code in (0, 10)
    (region,) = found["regions"]
    assert region["winner"]["cycles"] <= region["original"]["cycles"]
    assert region["checked"]["numbers"] == 49


@pytest.mark.process
def test_loops_keep_to_the_arrays_own_register_files(
    program: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests that what mappings keep has addresses where the array states a kind of files.

    JSON, words and the certificates of loops name the kind; counted registers are an option.
    """
    out, array = tmp_path / "out", "hycube:4x4,io=memory"
    words = [program, array, "--output", str(out), "--space", "fusion", *QUICK]
    text = command(capsys, *words)[1]
    assert "register files: static (" in text
    assert json.loads((out / "report.json").read_text())["register_files"] == "static"
    arch = architecture_preset(array)
    for graph in out.glob("sums.*.dfg.json"):
        base = graph.name.removesuffix(".dfg.json")
        mapping = mapping_from_json((out / f"{base}.mapping.json").read_text(), base)
        problem = Problem(load_dfg(str(graph)), arch, mapping.contexts)
        assert isinstance(allocate(problem, mapping, "static"), Registers)
        capsys.readouterr()
        assert verify([str(out / f"{base}.certificate")]) == 0
        assert "register files: static, all that is kept" in capsys.readouterr().out
    _, counted = answer(capsys, *words[:2], "--register-files", "counted", *words[4:])
    assert counted["register_files"] == "counted"


@pytest.mark.process
def test_files_fit_each_other_and_certificates_hold(
    program: str, tmp_path: Path, capsys: Any
) -> None:
    out = tmp_path / "out"
    words = [program, "s4", "-D", "N=5", "--output", str(out), "--space", "fusion", *QUICK]
    code, text, err = command(capsys, *words)
    assert code in (0, 10) and err == ""
    assert "'sums' on 's4' takes" in text and "winner:" in text
    report = json.loads((out / "report.json").read_text())
    assert report["defines"] == {"N": "5"}
    (region,) = read_file(out / "winner.c")
    assert region.name == "sums"
    graphs = sorted(out.glob("sums.*.dfg.json"))
    assert graphs
    for graph in graphs:
        base = graph.name.removesuffix(".dfg.json")
        mapping = mapping_from_json((out / f"{base}.mapping.json").read_text(), base)
        assert check(Problem(load_dfg(str(graph)), S4, mapping.contexts), mapping) == []
        assert (out / f"{base}.svg").read_text().startswith("<svg")
    certificate = next(out.glob("sums.*.certificate"))
    assert verify([str(certificate)]) == 0


@pytest.mark.process
def test_programs_drawn_at_random_are_mapped_for_the_time_there_is(
    program: str, capsys: Any
) -> None:
    words = [program, "s4", "--search", "random", "--map-time", "10", "--prove-time", "1"]
    code, found = answer(capsys, *words)
    (region,) = found["regions"]
    assert code == 10 and region["explored"] is None and len(region["tried"]) > 1
    assert region["winner"]["cycles"] <= min(x["whole"] for x in region["tried"] if x["whole"])


def test_every_region_of_a_file_is_answered(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO, encoding="utf-8")
    code, found = answer(capsys, str(file), "s4", "--space", "none", *QUICK)
    assert code == 0
    assert [region["name"] for region in found["regions"]] == ["first", "named"]
    assert all(region["winner"] for region in found["regions"])


@pytest.mark.process
def test_small_context_memories_are_kept_to(program: str, capsys: Any) -> None:
    _, found = answer(
        capsys, program, "s4", "--max-ii", "2", "--keep", "2", "-D", "N=4", *QUICK[:4]
    )
    (region,) = found["regions"]
    assert max(loop["ii"] for loop in region["winner"]["loops"] if loop["ii"]) <= 2


def test_buffers_of_any_array_may_be_given(program: str, capsys: Any) -> None:
    words = [program, "hycube:3x3,io=memory", "--space", "none", "--buffer", "64", *QUICK]
    code, found = answer(capsys, *words)
    assert code in (0, 10, 30) and found["buffers"]["data_bytes"] == 64


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


@pytest.mark.process
def test_interrupted_it_answers_with_what_is_mapped() -> None:
    words = ["-m", "programs.optimize", str(path("gemver")), "s4", "--json", "--check", "never"]
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr is not None and process.stdout is not None
        while not process.stderr.readline().startswith("as it is"):
            pass
        process.send_signal(signal.SIGINT)
        found = json.loads(process.stdout.read())
        assert process.wait(30) == 10
    (region,) = found["regions"]
    assert region["stopped"] == "interrupted"
    assert region["winner"]["transformations"] == "as it is"


HEAD = "float A[8][8], x[8], *p; int m; void g(void);\nvoid f(void) {\n#pragma PTMAP\n"
LOOP = "for (int i = 0; i < 8; i++) x[i] = 0;\n"
BAD = {
    "no end": (HEAD + LOOP + "}", ":3: ", "ENDMAP"),
    "nested": (HEAD + "#pragma PTMAP\n" + LOOP + "#pragma ENDMAP\n}", ":4: ", "PTMAP"),
    "while": (HEAD + "while (m) m--;\n#pragma ENDMAP\n}", ":4: ", "while"),
    "pointer": (HEAD + "*(p + 1) = 0;\n#pragma ENDMAP\n}", ":4: ", "pointer"),
    "call": (HEAD + LOOP + "g();\n#pragma ENDMAP\n}", ":5: ", "'g'"),
    "bound": (
        HEAD + "for (int i = 1; i * i < 8; i++) x[i] = 0;\n#pragma ENDMAP\n}",
        ":4: ",
        "affine",
    ),
    "syntax": (HEAD + "for (int i = 0; i < ; i++) x[i] = 0;\n#pragma ENDMAP\n}", ":4: ", "syntax"),
    "nothing": ("int m;", ": ", "PTMAP"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_refused_in_one_line(name: str, tmp_path: Path, capsys: Any) -> None:
    text, place, word = BAD[name]
    file = tmp_path / "bad.c"
    file.write_text(text + "\n", encoding="utf-8")
    code, out, err = command(capsys, str(file), "s4")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1 and f"bad.c{place}" in err and word in err


def test_options_that_cannot_be_are_refused_in_one_line(program: str, capsys: Any) -> None:
    for words in (
        [program, "nowhere"],
        [str(Path(program).with_name("none.c")), "s4"],
        [program, "s4", "-D", "1N=2"],
        [program, "s4", "--buffer", "6"],
        [program, "s4", "-D", "N=2000000000000"],
    ):
        code, out, err = command(capsys, *words)
        assert (code, out, len(err.splitlines())) == (2, "", 1), words

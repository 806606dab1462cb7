"""`xyzmap openedge`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecosystems.openedge import __main__ as openedge
from ecosystems.openedge.csv_files import read_instructions, read_memory
from ecosystems.openedge.interpreter import Machine
from solvers.min_ii import main as min_ii

Capture = pytest.CaptureFixture[str]
DATA = Path(openedge.__file__).parent / "data"
LOOP, MEMORY = str(DATA / "scaled.json"), str(DATA / "memory.csv")
NUMBERS = ["--value", "x=1000", "--value", "y=2000", "--value", "n=20"]


def test_a_program_is_written_and_executed(tmp_path: Path, capsys: Capture) -> None:
    """Tests y = 3x + 7 on 2×2 elements; the files do the same when they are read again."""
    words = [LOOP, "satmapit:2x2", *NUMBERS, "--memory", MEMORY]
    folder = tmp_path / "new"
    assert openedge.main([*words, "--out", str(folder)]) == 0
    first, bound, second, third, _ = capsys.readouterr().out.splitlines()
    assert first == "'scaled' on 'satmapit:2x2': II = 2, the smallest"
    assert bound.startswith("at least 2: with 1 context, 8 operations must be issued")
    assert "instructions, of which " in second
    assert third == "executed, equal to the graph: 20 iterations"
    program = read_instructions((folder / "instructions.csv").read_text(), "i")
    memory = read_memory((folder / "memory.csv").read_text(), "m")
    before = dict(memory)
    Machine(program, memory).run()
    assert memory == read_memory((folder / "memory_out.csv").read_text(), "o")
    assert {a: n for a, n in memory.items() if a >= 2000} == {
        2000 + 4 * n: 3 * before[1000 + 4 * n] + 7 for n in range(20)
    }


def test_a_mapping_of_min_ii(tmp_path: Path, capsys: Capture) -> None:
    """Tests the way over a graph and a mapping, and that the mapping is good for other numbers."""
    graph, mapping = str(tmp_path / "graph.json"), str(tmp_path / "mapping.json")
    assert openedge.main([LOOP, "satmapit:4x4", *NUMBERS, "--graph", graph]) == 0
    assert capsys.readouterr().out == ""
    # In one context nothing stays in a register.
    array = "satmapit:4x4,registers=0"
    words = [graph, array, "--out", mapping, "--quiet"]
    assert min_ii(words) == 0
    capsys.readouterr()
    for numbers in ([], [*NUMBERS[:-1], "n=7"]):
        source = LOOP if numbers else graph
        words = [source, array, *numbers, "--mapping", mapping, "--memory", MEMORY]
        assert openedge.main(words) == 0
        said = capsys.readouterr().out
        assert "': II = 1, the smallest\n" in said
        assert f"graph: {7 if numbers else 20} iterations" in said


def test_a_value_too_long_in_a_register(tmp_path: Path, capsys: Capture) -> None:
    """Tests a mapping that the model has and the machine has not."""
    graph, mapping = str(tmp_path / "graph.json"), tmp_path / "mapping.json"
    openedge.main([LOOP, "satmapit:2x2", *NUMBERS, "--graph", graph])
    folder = ["--out", str(tmp_path)]
    openedge.main([graph, "satmapit:2x2", *folder])
    made = json.loads(mapping.read_text())
    issue = next(each for each in made["issues"] if each[0] == "x.address")
    kept = issue[1].replace("pe", "rf")
    made["holds"] = [each for each in made["holds"] if each[:2] != ["x.address", kept]]
    made["holds"] += [["x.address", kept, issue[2] + n] for n in (1, 2)]
    made["transfers"].append(["x.address", f"{issue[1]}->{kept}", issue[2] + 1])
    made["transfers"] = [json.loads(t) for t in sorted({json.dumps(t) for t in made["transfers"]})]
    made["horizon"] += 4
    mapping.write_text(json.dumps(made))
    capsys.readouterr()
    assert openedge.main([graph, "satmapit:2x2", "--mapping", str(mapping)]) == 2
    assert "'x.address' is in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([LOOP, "satmapit:2x2"], "input 'x' has no number: --value x=NUMBER"),
        ([LOOP, "satmapit:2x2", "--value", "x"], "--value x: write NAME=NUMBER"),
        ([LOOP, "satmapit:2x2,waits=yes", *NUMBERS], "take the array without waits=yes"),
        ([LOOP, "hycube:2x2", *NUMBERS], "is no part of the machine"),
        ([LOOP, "satmapit:2x2", *NUMBERS, "--instructions", "5"], "more than 5 (--instructions N"),
        ([LOOP, "satmapit:2x2", *NUMBERS[:-1], "n=9000"], "what 'exit.left' begins with is -9000"),
        ([LOOP, "satmapit:2x2", *NUMBERS, "--memory", LOOP], "the first line has to be"),
        ([LOOP, "satmapit:2x2", *NUMBERS, "--mapping", LOOP], "xyzmap/dfg/1"),
    ],
)
def test_refusals(words: list[str], what: str, capsys: Capture) -> None:
    assert openedge.main(words) == 2
    error = capsys.readouterr().err
    assert what in error and error.count("\n") == 1


def _graph(tmp_path: Path, **changes: object) -> str:
    made = json.loads((DATA / "scaled.json").read_text()) | changes
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(made))
    return str(path)


def test_a_graph_without_an_exit(tmp_path: Path, capsys: Capture) -> None:
    """Tests that iterations are counted; without their number, it is asked for."""
    made = json.loads((DATA / "scaled.json").read_text())
    graph = _graph(tmp_path, operations=made["operations"][:-2], order=[])
    words = [graph, "satmapit:2x2", *NUMBERS, "--memory", MEMORY]
    assert openedge.main(words) == 2
    assert "no operation leaves the loop: give --iterations N" in capsys.readouterr().err
    for rounds in (1, 6):
        assert openedge.main([*words, "--iterations", str(rounds)]) == 0
        assert f"graph: {rounds} iterations" in capsys.readouterr().out


def test_results_and_words(tmp_path: Path, capsys: Capture) -> None:
    """Tests a result, which needs an address, and a type that the machine does not have."""
    made = json.loads((DATA / "scaled.json").read_text())
    graph = _graph(tmp_path, results=["sum"])
    words = [graph, "satmapit:4x4", *NUMBERS, "--memory", MEMORY, "--out", str(tmp_path)]
    assert openedge.main(words) == 2
    assert "result 'sum' has no address: --result sum=ADDRESS" in capsys.readouterr().err
    assert openedge.main([*words, "--result", "sum=3000"]) == 0
    memory = read_memory((tmp_path / "memory_out.csv").read_text(), "o")
    assert memory[3000] == memory[2076] == 3 * memory[1076] + 7
    made["operators"][1]["type"] = "i64"
    graph = _graph(tmp_path, operators=made["operators"])
    capsys.readouterr()
    assert openedge.main([graph, "satmapit:2x2", *NUMBERS]) == 2
    assert "'i64': words have 32 bits; is it C for --flag=-m32?" in capsys.readouterr().err

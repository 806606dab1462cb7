"""`xyzmap vectorcgra`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from ecosystems.loops.search import ShortageError, find
from ecosystems.openedge import __main__ as openedge
from ecosystems.openedge.csv_files import read_memory
from ecosystems.openedge.interpreter import signed
from ecosystems.vectorcgra import search
from ecosystems.vectorcgra.__main__ import main
from ecosystems.vectorcgra.array import array_of
from ecosystems.vectorcgra.interpreter import BINARY, Machine
from ecosystems.vectorcgra.lower import lowered
from ecosystems.vectorcgra.packets import read_packets
from shell.budget import Budget
from shell.graph_files import load_dfg
from solvers.min_ii import main as min_ii
from solvers.tasks.solver_options import SolverOptions

Capture = pytest.CaptureFixture[str]
DATA = Path(openedge.__file__).parent / "data"
LOOP, MEMORY = str(DATA / "scaled.json"), str(DATA / "memory.csv")
NUMBERS = ["--value", "x=1000", "--value", "y=2000", "--value", "n=20"]


def test_packets_are_written_and_executed(tmp_path: Path, capsys: Capture) -> None:
    """Tests y = 3x + 7 on 2×2 tiles: the files do the same when they are read again."""
    words = [LOOP, "2x2", *NUMBERS, "--memory", MEMORY, "--out", str(tmp_path)]
    assert main(words) == 0
    first, bound, second, third, _ = capsys.readouterr().out.splitlines()
    assert first == "'scaled' on 2x2 tiles: II = 4, the smallest"
    assert bound.startswith("at least 4: with 3 contexts, the recurrence i.phi1 -> ")
    assert second == "14 operations; 2 iterations overlap"
    assert third == "executed, equal to the graph: 20 iterations"
    packets = read_packets((tmp_path / "packets.json").read_text(), "p")
    memory = read_memory(Path(MEMORY).read_text(), "m")
    Machine(packets, memory).run()
    assert memory == read_memory((tmp_path / "memory_out.csv").read_text(), "o")
    for stream in packets.tiles:
        commands = [packet.cmd for packet in stream.packets]
        order = ["CMD_CONST", "CMD_CONFIG_COUNT_PER_ITER", "CMD_CONFIG_TOTAL_CTRL_COUNT"]
        kinds = [c for n, c in enumerate(commands) if c not in commands[:n]]
        assert kinds[:4] == [*order, "CMD_CONFIG"] and kinds[-1] == "CMD_LAUNCH"
        assert commands.count("CMD_CONFIG") == 4


def test_operations_that_no_unit_executes(tmp_path: Path, capsys: Capture) -> None:
    """Tests that the run, and not only a page, says which words the named snapshot cannot do."""
    text = Path(LOOP).read_text()
    changed = tmp_path / "loop.json"
    changed.write_text(
        text.replace('"product", "operator": "mul"', '"product", "operator": "xor"').replace(
            '"operators": [', '"operators": [{"name": "xor", "arity": 2},'
        )
    )
    words = [str(changed), "2x2", *NUMBERS, "--memory", MEMORY]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == (
        "no unit of VectorCGRA at a2ed1b2 of July 2026 executes OPT_XOR_CONST: these packets run in"
        " other snapshots only"
    )
    assert lines[4] == "executed, by the interpreter, equal to the graph: 20 iterations"
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lacking"] == ["OPT_XOR_CONST"]


@pytest.mark.parametrize("by", [0, 1, 31, 32, 33, 64, -1, -32])
def test_shifts(by: int) -> None:
    """Tests that nothing is left of a word that is shifted by all its bits, as in the hardware."""
    whole = by % (1 << 32)
    number = -1234567891
    wanted = {
        "LLS": number * 2**whole if whole < 32 else 0,
        "LRS": (number % (1 << 32)) // 2**whole if whole < 32 else 0,
        "ARS": number // 2**whole if whole < 32 else -1,
    }
    assert {word: signed(BINARY[word](number, by)) for word in wanted} == {
        word: signed(each) for word, each in wanted.items()
    }


def test_the_file_of_instructions(tmp_path: Path) -> None:
    """Tests the compiler's form: one operation a word, and each source is sent to."""
    assert main([LOOP, "2x2", *NUMBERS, "--iterations", "20", "--out", str(tmp_path)]) == 0
    made = yaml.safe_load((tmp_path / "instructions.yaml").read_text())["array_config"]
    assert (made["rows"], made["columns"], made["compiled_ii"]) == (2, 2, 4)
    ports: dict[str, set[tuple[int, int, int]]] = {"src_operands": set(), "dst_operands": set()}
    ways = {"NORTH": (0, 1), "SOUTH": (0, -1), "WEST": (-1, 0), "EAST": (1, 0)}
    operations = 0
    for core in made["cores"]:
        assert core["core_id"] == str(2 * core["row"] + core["column"])
        for word in core["entries"][0]["instructions"]:
            (one,) = word["operations"]
            operations += one["opcode"] != "DATA_MOV"
            assert word["index_per_ii"] == one["time_step"] % 4
            assert one["invalid_iterations"] == one["time_step"] // 4
            for kind, found in ports.items():
                late = kind == "dst_operands"
                for operand in one[kind]:
                    way = ways.get(operand["operand"])
                    if way is not None:
                        here = core["column"], core["row"]
                        to = (here[0] + way[0], here[1] + way[1])
                        link = (*here, *to) if late else (*to, *here)
                        found.add((*link, (word["index_per_ii"] + late) % 4))  # type: ignore[arg-type]
                    else:
                        assert operand["operand"][0] in "$#"
    assert operations == 14 and ports["src_operands"] == ports["dst_operands"]


def test_prologues_of_a_few_rounds() -> None:
    """Tests that no more iterations overlap than prologues count, at the cost of the interval."""
    made = lowered(load_dfg(LOOP), {"x": 1000, "y": 2000, "n": 20})
    machine = replace(search.machine_of(made), stages=1)
    known = find(machine, made.dfg, array_of(2, 2), SolverOptions(), Budget())
    assert known.contexts is not None and known.contexts > known.lower == 4
    assert machine.placed(known).stages == 1


def test_a_mapping_is_given(tmp_path: Path, capsys: Capture) -> None:
    """Tests a mapping of the graph that is written, on the array that `archs` lists, and that it
    is good for other numbers.
    """
    graph, mapping = str(tmp_path / "graph.json"), str(tmp_path / "mapping.json")
    assert main([LOOP, "3x3", *NUMBERS, "--graph", graph]) == 0
    assert capsys.readouterr().out == ""
    assert min_ii([graph, "vectorcgra:3x3", "--shortest", "--out", mapping, "--quiet"]) == 0
    capsys.readouterr()
    given = ["--mapping", mapping, "--memory", MEMORY]
    assert main([LOOP, "vectorcgra:3x3", *NUMBERS[:-1], "n=7", *given]) == 0
    said = capsys.readouterr().out
    assert said.startswith("'scaled' on 3x3 tiles: II = 4, the smallest\n")
    assert "graph: 7 iterations" in said


def _given(tmp_path: Path, capsys: Capture, mapping: Path, array: str = "2x2") -> str:
    """Return the line about a mapping that is refused."""
    words = [LOOP, array, *NUMBERS, "--iterations", "5", "--mapping", str(mapping)]
    assert main([*words, "--out", str(tmp_path / "none")]) == 2
    out, line = capsys.readouterr()
    assert out == "" and line.count("\n") == 1 and not (tmp_path / "none").exists()
    return line


def test_mappings_that_do_not_fit(tmp_path: Path, capsys: Capture) -> None:
    """Tests a mapping on another array, of another loop, for fewer words, and no mapping at all."""
    assert main([LOOP, "2x2", *NUMBERS, "--iterations", "5", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    path = tmp_path / "mapping.json"
    assert "is 'vectorcgra:2x2', not 'vectorcgra:3x3'" in _given(tmp_path, capsys, path, "3x3")
    made = json.loads(path.read_text())
    path.write_text(json.dumps(made | {"contexts": 5}))
    assert "not a legal mapping of the machine's operations (--graph): " in _given(
        tmp_path, capsys, path
    )
    path.write_text(json.dumps(made | {"issues": made["issues"][1:]}))
    assert "not a legal mapping" in _given(tmp_path, capsys, path)
    path.write_text(json.dumps(made | {"contexts": None}))
    assert str(path) in _given(tmp_path, capsys, path)
    assert "'xyzmap/mapping/1'" in _given(tmp_path, capsys, Path(LOOP))


def test_a_mapping_that_tiles_cannot_execute(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests legal mappings that tiles cannot execute (`test_vectorcgra_tiles`)."""
    assert main([LOOP, "2x2", *NUMBERS, "--iterations", "5", "--out", str(tmp_path)]) == 0
    capsys.readouterr()

    def short(*more: object) -> None:
        raise ShortageError("'i' is in rf_0_0 for 5 cycles")

    monkeypatch.setattr(search, "tiles", short)
    line = _given(tmp_path, capsys, tmp_path / "mapping.json")
    assert "mapping.json: 'i' is in rf_0_0 for 5 cycles: min-ii has no such rule" in line


MISTAKES = {
    "no numbers": ([LOOP, "2x2", "--iterations", "5"], "input 'x' has no number: --value x=NUMBER"),
    "no array": ([LOOP, "2", *NUMBERS, "--iterations", "5"], "'2': write ROWSxCOLUMNS"),
    "for how long": ([LOOP, "2x2", *NUMBERS], "--memory FILE, or --iterations N"),
    "too few rounds": (
        [LOOP, "2x2", *NUMBERS, "--iterations", "5", "--memory", MEMORY],
        "the loop has 20 iterations on this memory: --iterations 5",
    ),
}


@pytest.mark.parametrize("words, line", MISTAKES.values(), ids=MISTAKES)
def test_mistakes(words: list[str], line: str, capsys: Capture) -> None:
    """Tests that each ends with one line and code 2."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and line in err and err.count("\n") == 1

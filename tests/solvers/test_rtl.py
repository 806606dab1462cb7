"""The commands that write Verilog, and count its transistors by Yosys."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from bench.hardware_loops import mapped
from models.formats.mapping_json import mapping_to_json
from models.formats.words_json import words_from_json
from models.hardware.machine import machine_of
from models.hardware.simulate import simulate_words
from models.hardware.stimulus import random_stimulus
from models.hardware.words import require_fitting
from solvers import area
from solvers.configure import main as configure
from solvers.rtl import executed, main
from tests.models.hardware.float_loops import by_numpy, float_loop
from tests.models.mappings import Case
from tests.solvers.command_line import ROOT, files
from tests.views.icarus import needs_icarus

DOT = [str(ROOT / "docs/pictures/dot.dfg.json"), str(ROOT / "docs/pictures/dot.mapping.json")]
ARRAY = "mesh:2x2,io=all"
MAPPED = [ARRAY, "--dfg", DOT[0], "--mapping", DOT[1], "--register-files", "moves"]


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr of a command that is refused, without its name."""
    assert main(arguments) == 2
    done = capsys.readouterr()
    assert done.out == "" and done.err.startswith("rtl: ") and done.err.count("\n") == 1
    return done.err.removeprefix("rtl: ").strip()


def test_words_are_those_of_configure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that both commands write the same words, and that these fit the array."""
    assert main([*MAPPED, "-o", str(tmp_path)]) == 0
    text = (tmp_path / "words.json").read_text()
    words = words_from_json(text, "words")
    assert words.kind == "moves" and words.iterations == 12
    out = tmp_path / "other.json"
    files = ["--register-files", "moves", "--words", str(out)]
    assert configure([DOT[0], ARRAY, DOT[1], *files]) == 0
    assert out.read_text() == text
    assert "in r0" in capsys.readouterr().out
    machine = machine_of(architecture_preset(ARRAY), kind="moves")
    assert len((tmp_path / "contexts.hex").read_text().split()) == words.contexts
    assert machine.arch.name == words.architecture
    with pytest.raises(ValueError, match="has no unit 'mac'"):
        require_fitting(machine, words)


@needs_icarus
def test_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a run passes and leaves a waveform, and that a difference has its exit code."""
    words = [*MAPPED, "-o", str(tmp_path), "--run", "--iterations", "5"]
    assert main([*words, "--vcd"]) == 0
    assert capsys.readouterr().out.endswith("PASS 10 numbers\n")
    assert (tmp_path / "testbench.vcd").is_file()
    expected = tmp_path / "expected.hex"
    expected.write_text(expected.read_text().replace("0", "1"))
    assert executed(str(tmp_path), waveform=False) == 1
    assert "FAIL stream" in capsys.readouterr().out


def test_width_of_the_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that words are as wide as the graph's types, with the reason, unless a width is given.

    Without a graph they have 32 bits, and a width that is too small is refused.
    """
    text = (ROOT / "docs/pictures/dot.dfg.json").read_text()
    graph = tmp_path / "wide.json"
    graph.write_text(
        text.replace('"name": "+", "arity": 2', '"name": "+", "arity": 2, "type": "i48"')
    )
    assert graph.read_text() != text
    words = [ARRAY, "--dfg", str(graph), *MAPPED[3:], "-o", str(tmp_path)]
    assert main(words) == 0
    told = capsys.readouterr().out.splitlines()[0]
    assert told.endswith("words of type i64, since operator '+' has words of i48")
    assert main([*words, "--bits", "50"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("words of type i50")
    line = refused([*words, "--bits", "32"], capsys)
    assert line.endswith("has words of i48, wider than i32; use a width of at least 48")


needs_yosys = pytest.mark.skipif(shutil.which("yosys") is None, reason="Yosys is not installed")


def area_of(spec: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    """What the command says of an array, as JSON."""
    assert area.main([spec, "--bits", "4", "--json", *more]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@needs_yosys
@pytest.mark.process
def test_areas(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that units and datapath are the total, which grows with registers and their moves."""
    small = area_of("line:2,registers=2", capsys)
    (unit,) = small["units"]
    assert unit["times"] == 2
    assert small["total"] == small["datapath"] + 2 * unit["transistors"]
    more = area_of("line:2,registers=3", capsys)
    assert more["units"] == small["units"] and more["datapath"] > small["datapath"]
    moving = area_of("line:2,registers=3", capsys, "--register-files", "moves")
    assert moving["datapath"] > more["datapath"]
    assert area.main(["line:2", "--bits", "4"]) == 0
    out = capsys.readouterr().out
    assert f"{small['total']:,} transistors" in out.splitlines()[0]


def written(folder: Path, case: Case) -> list[str]:
    """Write graph, array and mapping; return the arguments of the command."""
    problem, mapping = case
    dfg, arch = files(folder, problem)[:2]
    path = folder / "mapping.json"
    path.write_text(mapping_to_json(mapping))
    order = [] if problem.transform == "none" else ["--transform", problem.transform]
    return [dfg, arch, str(path), *order]


def test_words_of_floats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the words of a loop of floats compute what numpy does, in the array's files."""
    dfg = float_loop(2)
    case = mapped(dfg, "adres:4x4")
    assert case is not None
    out = tmp_path / "words.json"
    assert configure([*written(tmp_path, case), "--words", str(out)]) == 0
    assert "rotating" in capsys.readouterr().out.splitlines()[0]
    words = words_from_json(out.read_text(), str(out))
    assert words.kind == "rotating" and any(":float" in unit.name for unit in words.units)
    machine = machine_of(case[0].arch, kind=words.kind, problem=case[0])
    given = random_stimulus(dfg, words.word, words.iterations, words.address_bits)
    due = by_numpy(dfg, given.inputs, given.memory, words.iterations)[0]
    found = simulate_words(machine, words, given)
    for name, numbers in found.outputs.items():
        assert [number % (1 << 32) for number in numbers] == [n % (1 << 32) for n in due[name]]

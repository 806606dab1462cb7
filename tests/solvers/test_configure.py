"""The command that prints configurations, and what it says to bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.hardware_loops import mapped
from models.configuration.build import configuration
from models.formats.configuration_json import configuration_to_json
from models.formats.mapping_json import mapping_to_json
from models.formats.words_json import words_from_json
from models.hardware.machine import machine_of
from models.hardware.simulate import simulate_words
from models.hardware.stimulus import random_stimulus
from solvers.configure import main
from tests.models.hardware.float_loops import by_numpy, float_loop
from tests.models.mappings import EVERY, Case, accumulator, ring, running_sum
from tests.solvers.command_line import files
from views.mapping.configuration import configuration_text


def written(folder: Path, case: Case) -> list[str]:
    """Write graph, array and mapping; return the arguments of the command."""
    problem, mapping = case
    dfg, arch = files(folder, problem)[:2]
    path = folder / "mapping.json"
    path.write_text(mapping_to_json(mapping))
    order = [] if problem.transform == "none" else ["--transform", problem.transform]
    return [dfg, arch, str(path), *order]


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr of a command that is refused, without its name."""
    assert main(arguments) == 2
    done = capsys.readouterr()
    assert done.out == "" and done.err.startswith("configure: ") and done.err.count("\n") == 1
    return done.err.removeprefix("configure: ").strip()


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_text_and_json(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the command prints the configuration of its mapping in both forms."""
    problem, mapping = case
    made = configuration(problem, mapping)
    arguments = written(tmp_path, case)
    assert main([*arguments, "--width", "90"]) == 0
    assert capsys.readouterr().out == configuration_text(problem, made, width=90)
    assert main([*arguments, "--json"]) == 0
    assert capsys.readouterr().out == configuration_to_json(made)


def test_words_of_floats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the words of a loop of floats compute what numpy does, in the array's files."""
    dfg = float_loop(2)
    case = mapped(dfg, "adres:4x4")
    assert case is not None
    out = tmp_path / "words.json"
    assert main([*written(tmp_path, case), "--words", str(out)]) == 0
    assert "rotating" in capsys.readouterr().out.splitlines()[0]
    words = words_from_json(out.read_text(), str(out))
    assert words.kind == "rotating" and any(":float" in unit.name for unit in words.units)
    machine = machine_of(case[0].arch, kind=words.kind, problem=case[0])
    given = random_stimulus(dfg, words.word, words.iterations, words.address_bits)
    due = by_numpy(dfg, given.inputs, given.memory, words.iterations)[0]
    found = simulate_words(machine, words, given)
    for name, numbers in found.outputs.items():
        assert [number % (1 << 32) for number in numbers] == [n % (1 << 32) for n in due[name]]


def test_illegal_mappings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a mapping that is not legal is refused, with the first broken rule."""
    problem, mapping = ring()
    line = refused(written(tmp_path, (problem, replace(mapping, issues=()))), capsys)
    assert line.startswith(f"{tmp_path}/mapping.json: not a legal mapping: 4 holding: value 'p'")
    assert line.endswith("(and 1 more)")
    other = replace(mapping, dfg="other")
    line = refused(written(tmp_path, (problem, other)), capsys)
    assert line.endswith("not a legal mapping: names: the mapping's dfg is 'other', not 'sum'")
    line = refused(written(tmp_path, (problem, replace(mapping, horizon=10**12))), capsys)
    assert line.endswith("horizon 1000000000000 exceeds 1000000")
    arguments = written(tmp_path, running_sum())[:3]
    assert "nothing may be reordered" in refused(arguments, capsys)


def test_bad_contexts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the contexts of the mapping must be possible for the graph."""
    problem, mapping = accumulator()
    for contexts, words in ((None, "loop-carried edges"), (0, "contexts 0 must be at least 1")):
        changed = replace(mapping, contexts=contexts)
        assert words in refused(written(tmp_path, (problem, changed)), capsys)


def test_missing_files_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that missing files, missing arguments and bad numbers are refused in one line."""
    arguments = written(tmp_path, ring())
    for place in range(3):
        changed = [*arguments[:place], str(tmp_path / "none.json"), *arguments[place + 1 :]]
        assert "none.json" in refused(changed, capsys)
    for wrong in (arguments[:2], [*arguments, "--width", "0"], [*arguments, "--wide"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1

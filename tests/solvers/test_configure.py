"""The command that prints configurations, and what it says to bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

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
from tests.models.mappings import EVERY, Case
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

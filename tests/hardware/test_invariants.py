"""Invariants in hardware: loaded before a run, read in all of it, in words and in Verilog."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from archs.presets import Needs, architecture_preset, suited
from bench.hardware_loops import loop
from hardware.configuration.build import configuration
from hardware.configuration.check import configuration_faults
from hardware.configuration_view import configuration_text
from hardware.model.realise import Form, difference, realised
from hardware.model.words import InvariantWord, Words
from hardware.verilog.project import run_files
from hardware.words_json import words_from_json, words_to_json
from heuristics.modulo import modulo_schedule
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from models.transform.loaded import invariants_as_constants
from tests.hardware.icarus import needs_icarus, printed, require_pass
from tests.models.mappings import Case

ARRAYS = (
    "mesh:2x2,io=all,invariants=1",
    "mesh:2x2,io=all,registers=4,units=2,width=2,invariants=2",
    "adres:2x2,invariants=2",
    "hycube:2x2,invariants=1",
    "s4:4x4,invariants=1",
)


def held(seed: int) -> Case:
    """A loop whose inputs stay the same, on an array whose units hold them."""
    dfg = loop(seed, most=8)
    dfg = replace(dfg, invariants=dfg.inputs)
    arch = architecture_preset(suited(ARRAYS[seed % len(ARRAYS)], Needs.of(dfg)))
    for contexts in range(1, 25):
        problem = Problem(dfg, arch, contexts)
        plain = invariants_as_constants(problem)
        found = modulo_schedule(plain.problem, effort=60)
        if found is not None:
            return problem, plain.lifted(found)
    raise AssertionError(seed)


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("seed", range(30))
def test_random_words(seed: int) -> None:
    """Tests that words with invariants compute the loop, and that configurations are right."""
    problem, mapping = held(seed)
    assert check(problem, mapping) == []
    made = configuration(problem, mapping)
    assert configuration_faults(problem, mapping, made) == []
    form = Form("moves", (32, 16)[seed % 2], bool(seed % 3), iterations=2 + seed % 9)
    hardware = realised(problem, mapping, form)
    assert difference(problem.dfg, hardware.machine, hardware.words, seed) is None
    assert words_from_json(words_to_json(hardware.words), "page") == hardware.words


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(15))
def test_random_verilog(seed: int, tmp_path: Path) -> None:
    """Tests that Verilog shifts invariants in before a run, and computes the loop with them."""
    form = Form("moves", 32, iterations=2 + seed % 7)
    problem, mapping = held(seed)
    made = require_pass((problem, mapping), form, tmp_path, seed)
    assert len(made.words.invariants) == len(mapping.loaded)


def test_wrong_places_are_found() -> None:
    """Tests a configuration and words that read something else, or nothing."""
    problem, mapping = held(0)
    made = configuration(problem, mapping)
    assert "loaded" in configuration_text(problem, made)
    none = replace(mapping, loaded=())
    assert configuration_faults(problem, none, made)
    hardware = realised(problem, mapping, Form("moves"))
    words = hardware.words
    assert words.invariants
    line = difference(problem.dfg, hardware.machine, replace(words, invariants=()))
    assert line is not None and "never written" in line
    first = words.invariants[0]
    outputs = [n for n, stream in enumerate(words.streams) if stream.kind == "output"]
    for wrong, why in (
        (InvariantWord(first.component, 1, first.stream), "has no invariant 1"),
        (InvariantWord("nowhere", 0, first.stream), "nowhere has no invariant 0"),
        (InvariantWord(first.component, first.index, 99), "there is no stream 99"),
        (InvariantWord(first.component, first.index, outputs[0]), "is no input"),
    ):
        forged: Words = replace(words, invariants=(wrong,))
        with pytest.raises(InputError, match=why):
            difference(problem.dfg, hardware.machine, forged)


@needs_icarus
def test_a_wrong_number_fails(tmp_path: Path) -> None:
    """Tests that the test bench finds an invariant that is another number."""
    problem, mapping = held(0)
    made = realised(problem, mapping, Form("moves"))
    files = run_files(made.machine, made.words, problem.dfg)
    numbers = files["invariants.hex"].splitlines()
    assert len(numbers) == 4 and any("x" not in number for number in numbers)
    wrong = "".join("00000005\n" if "x" not in number else f"{number}\n" for number in numbers)
    assert "FAIL" in printed(tmp_path, files | {"invariants.hex": wrong})

"""Configuration words: what they execute is the loop, in JSON and as bits as well."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import jsonschema
import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from bench.hardware_loops import ARRAYS, loop, mapped
from hardware.model.machine import HOLD, machine_of
from hardware.model.realise import Form, Realised, difference, realised
from hardware.model.words import Words, require_fitting
from hardware.words_json import words_from_json, words_to_json
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InputError
from models.judge.checker import check
from models.register_files.files import KINDS
from tests.models.mappings import Case
from xyzmap.json_schema import schemas


def every_kind(problem: Problem, full: Mapping, seed: int = 0) -> int:
    """Execute the words of every kind of file for which there are registers; count them."""
    assert check(problem, full) == []
    done = 0
    for kind in KINDS:
        form = Form(kind, 32 if seed % 3 else 16, bool(seed % 2), iterations=2 + seed % 11)
        try:
            made = realised(problem, full, form)
        except InputError as error:
            assert kind in ("static", "rotating") and "possible:" in str(error), error
            continue
        assert difference(problem.dfg, made.machine, made.words, seed) is None
        done += 1
    return done


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize("seed", range(0, 300, 5))
def test_random_loops(seed: int) -> None:
    """Tests that the words of random loops on real arrays compute what the loops compute."""
    dfg = loop(seed, most=30 if seed % 4 == 3 else 10)
    case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
    assert case is not None
    assert every_kind(*case, seed) >= 2


@cache
def small(seed: int) -> Case:
    """A small loop on an array."""
    case = mapped(loop(seed, most=6), ("adres:2x2", "mesh:2x2,io=all", "hycube:2x2")[seed % 3])
    assert case is not None
    return case


def example(kind: Kind = "moves", seed: int = 3) -> tuple[Case, Realised]:
    """A loop on hardware."""
    return small(seed), realised(*small(seed), Form(kind))


def test_what_hardware_lacks_is_refused() -> None:
    """Tests the line for ports of a register file that count operands and results."""
    arch = architecture_preset(ARRAYS[0])
    parts = tuple(replace(part, file_ports=part.issue > 0) for part in arch.components)
    with pytest.raises(InputError, match="'file_ports' has no hardware"):
        machine_of(replace(arch, components=parts))


def test_results_that_no_memory_collects() -> None:
    """Tests the line for results that stay in registers of the external component."""
    problem, mapping = small(0)
    parts = [
        replace(part, capacity=99) if part.name == problem.arch.external else part
        for part in problem.arch.components
    ]
    limited = replace(problem, arch=replace(problem.arch, components=tuple(parts)))
    assert check(limited, mapping) == []
    with pytest.raises(InputError, match="has a number of registers, where results stay"):
        realised(limited, mapping, Form("moves"))


def test_json() -> None:
    """Tests that words are written as the schema says, and read again as they were."""
    for seed in range(6):
        _, made = example("moves", seed)
        text = words_to_json(made.words)
        assert words_from_json(text, "page") == made.words
        jsonschema.validate(json.loads(text), schemas()["words.schema.json"])


WRONG: tuple[tuple[Callable[[Words], Words], str], ...] = (
    (lambda w: replace(w, architecture="other"), "the words are for 'other'"),
    (lambda w: replace(w, word="i16"), "no word of type|the words are i16"),
    (lambda w: replace(w, slots=(replace(w.slots[0], opcode="none"), *w.slots[1:])), "no unit"),
    (lambda w: replace(w, slots=(replace(w.slots[0], slot=7),)), "has no slot 7"),
    (lambda w: replace(w, slots=(replace(w.slots[0], context=99),)), "context 99 is not below"),
    (lambda w: replace(w, slots=(replace(w.slots[0], stage=999),)), "stage 999"),
    (lambda w: replace(w, deliveries=(replace(w.deliveries[0], stream=99),)), "no stream 99"),
    (lambda w: replace(w, slots=(w.slots[0], w.slots[0])), "is set twice"),
    (lambda w: replace(w, lanes=(replace(w.lanes[0], source=HOLD),)), "not among its sources"),
    (lambda w: replace(w, address_bits=65), "address_bits 65 must be from 1"),
    (lambda w: replace(w, rounds=10**9), "exceed 1000000 cycles; .* --iterations"),
    (lambda w: replace(w, streams=w.streams * 2), "duplicate stream"),
)


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_words_that_do_not_fit(number: int) -> None:
    """Tests that words of another machine, or with parts that there are not, are refused."""
    _, made = example()
    change, message = WRONG[number]
    with pytest.raises(InputError, match=message):
        require_fitting(made.machine, change(made.words))


def test_faults() -> None:
    """Tests that what words leave out is noticed: as a difference, or as a number never written."""
    noticed = 0
    for seed in range(6):
        (problem, _), made = example("moves", seed)
        words = made.words
        for name in ("slots", "registers", "lanes", "deliveries"):
            items = getattr(words, name)
            for number in range(len(items)):
                fewer = replace(words, **{name: items[:number] + items[number + 1 :]})
                assert difference(problem.dfg, made.machine, fewer, seed) is not None
                noticed += 1
    assert noticed > 60

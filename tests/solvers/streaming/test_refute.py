"""One question: a mapping, a refutation, or nothing in time."""

from __future__ import annotations

import time

import pytest

from models.streaming.bounds import least_cycles
from models.streaming.check import check
from models.streaming.engine import Engine
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from solvers.questions.streaming.refute import proof_files, refute
from tests.models.streaming.small_streaming import program

DISTANCE = Rules(program("UV", "WX", "YZ", "a", "bd", "ce"), Engine())


def test_too_few_cycles_are_refuted() -> None:
    assert refute(DISTANCE, 6, 12) is True


def test_a_mapping_is_returned_where_there_is_one() -> None:
    found = refute(DISTANCE, 6, 13)
    assert isinstance(found, Schedule)
    assert not check(DISTANCE.program, found)
    assert found.cycles == 13


def test_what_is_not_decided_in_time_is_unknown() -> None:
    assert refute(DISTANCE, 6, 12, deadline=time.perf_counter() - 1) is None


def test_a_refutation_leaves_its_proof_and_a_mapping_leaves_nothing(tmp_path) -> None:
    assert isinstance(refute(DISTANCE, 3, 15, folder=tmp_path), Schedule)
    assert not list(tmp_path.iterdir())
    assert refute(DISTANCE, 3, 14, folder=tmp_path) is True
    assert {file.name for file in tmp_path.iterdir()} == set(proof_files(3, 14))


@pytest.mark.parametrize("cycles", [0, 1, 5])
def test_less_than_the_critical_path_is_refuted_as_well(tmp_path, cycles) -> None:
    assert cycles < least_cycles(DISTANCE).value
    assert refute(DISTANCE, 6, cycles, folder=tmp_path) is True

"""Faults made on purpose in written programs are found by executing them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from archs.files import load_architecture
from ecosystems.openedge.csv_files import instructions_text, read_instructions
from models.errors import InputError
from tests.ecosystems.openedge_faults import CELLS, Words, faulty_cells, faulty_words
from tests.ecosystems.openedge_loops import (
    COMPILER,
    LOOPS,
    CLoop,
    Trial,
    compiled,
    drawn,
    executed,
    graph_of,
    instructions,
    mapped,
    wanted,
)

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="needs clang"),
]
ROUNDS = (1, 2, 3, 5, 8, 16)


class Written(NamedTuple):
    """A loop, its runs with the memory that is right, and the program of each."""

    loop: CLoop
    runs: list[tuple[Trial, dict[str, list[int]]]]
    programs: list[Words]


def _written(name: str, array: str, folder: Path) -> Written:
    loop, dfg, arch = LOOPS[name], graph_of(name, folder), load_architecture(array)
    function, found = compiled(loop, folder), mapped(loop, dfg, arch)
    runs, programs = [], []
    for seed in range(2 * len(ROUNDS)):
        trial = drawn(loop, random.Random(seed))
        trial.numbers["n"] = ROUNDS[seed % len(ROUNDS)]
        text = instructions(loop, dfg, arch, found, trial)
        runs.append((trial, wanted(loop, function, trial)))
        programs.append(read_instructions(text, "text"))
    return Written(loop, runs, programs)


@pytest.fixture(scope="module", params=["axpb satmapit:2x2", "chosen satmapit:4x4,moves=unlimited"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Written:
    name, array = request.param.split()
    return _written(name, array, tmp_path_factory.mktemp(name))


def _found(written: Written, faulty: tuple[Words, ...]) -> bool:
    """Whether one of the programs, each with the same fault, leaves another memory, or none."""
    for words, (trial, right) in zip(faulty, written.runs, strict=True):
        try:
            if executed(written.loop, instructions_text(words), trial) != right:
                return True
        except (InputError, AssertionError):
            return True
    return False


def _faults(written: Written) -> Iterator[tuple[str, str, tuple[Words, ...]]]:
    """Yield the kind and the place of each fault, and the programs of all runs with it."""
    for kind, change in CELLS.items():
        made = [faulty_cells(words, change) for words in written.programs]
        for group in zip(*made, strict=True):
            yield kind, group[0][0], tuple(words for _, words in group)
    for rows in zip(*(faulty_words(words) for words in written.programs), strict=True):
        yield rows[0][0], rows[0][1], tuple(words for _, _, words in rows)


@pytest.mark.oracle(keep=1)
def test_faults_are_found(written: Written) -> None:
    """Tests kinds of faults in cells, all of them found in a plain loop, and in whole words.

    Some words are equal, or repeat what they store; in a loop with a condition some faults are
    those of words that the condition then drops.
    """
    plain = written.loop.name == "axpb"
    made, missed = Counter[str](), Counter[str]()
    for kind, place, faulty in _faults(written):
        made[kind] += 1
        if not _found(written, faulty):
            assert not plain or kind not in CELLS, (kind, place)
            missed[kind] += 1
    assert len(made) >= 10
    assert plain or made["the other flag"]
    for kind, number in made.items():
        assert missed[kind] <= number / 4, (kind, missed[kind], number)

"""Loops of C, compiled and as programs of OpenEdgeCGRA, leave the same memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from archs.files import load_architecture
from ecosystems.openedge.csv_files import read_instructions
from models.data.architecture import Architecture
from tests.ecosystems.openedge_loops import (
    COMPILER,
    LOOPS,
    asked_of,
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
INTERVALS = {
    "axpb": (2, 1), "sums": (3, 1), "dot": (3, 1), "fir": (4, 1), "most": (5, 5), "mixed": (3, 3),
    "clipped": (2, 1), "counted": (3, 1), "prefix": (2, 1), "reversed": (2, 1), "pairs": (3, 1),
    "distance": (3, 1), "bounded": (5, 2), "masked": (2, 1),
    "within": (3, 3), "shifted": (2, 1), "looked": (3, 1),
}  # fmt: skip
"""On 2×2 and 4×4 elements, where the search ends with the bound."""


@cache
def _array(rows: int) -> Architecture:
    return load_architecture(f"satmapit:{rows}x{rows},moves=unlimited")


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize("name", LOOPS)
def test_the_program_and_the_compiled_loop(
    name: str, rows: int, tmp_path: Path, amount: Callable[[int], int]
) -> None:
    """Tests 200 memories, half of them of words with all bits, and 1 to 16 iterations."""
    loop, dfg, arch = LOOPS[name], graph_of(name, tmp_path), _array(rows)
    function, found = compiled(loop, tmp_path), mapped(loop, dfg, arch)
    if name in INTERVALS:
        assert found.contexts == found.lower == INTERVALS[name][rows // 4]
    for seed in range(amount(200)):
        trial = drawn(loop, random.Random(seed))
        text = instructions(loop, dfg, arch, found, trial)
        assert executed(loop, text, trial) == wanted(loop, function, trial), (seed, text)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", ["clipped", "chosen", "most"])
def test_selections_by_masks(name: str, tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests that programs without flags are right, too."""
    loop, dfg, arch = LOOPS[name], graph_of(name, tmp_path), _array(4)
    function, found = compiled(loop, tmp_path), mapped(loop, dfg, arch, masks=True)
    for seed in range(amount(50)):
        trial = drawn(loop, random.Random(seed))
        text = instructions(loop, dfg, arch, found, trial, masks=True)
        assert "BSFA" not in text and "BZFA" not in text
        assert executed(loop, text, trial) == wanted(loop, function, trial), (seed, text)


def test_a_plain_array_without_moves(tmp_path: Path) -> None:
    """Tests y = 3x + 7 on 2×2 and 4×4 elements that move nothing: intervals 2 and 1."""
    loop, dfg = LOOPS["axpb"], graph_of("axpb", tmp_path)
    trial = drawn(loop, random.Random(0))
    trial.numbers["n"] = 16
    for rows, interval in ((2, 2), (4, 1)):
        arch = load_architecture(f"satmapit:{rows}x{rows}")
        found = mapped(loop, dfg, arch)
        assert found.contexts == interval
        text = instructions(loop, dfg, arch, found, trial)
        words = read_instructions(text, "text")
        assert len(words) <= 32 and len(words[0]) == len(words[0][0]) == rows
        words_of_y = [3 * x + 7 for x in trial.arrays["x"][:16]] + trial.arrays["y"][16:]
        after = executed(loop, text, trial)["y"]
        assert [n % (1 << 32) for n in after] == [n % (1 << 32) for n in words_of_y]


def test_a_mapping_is_right_for_all_numbers(tmp_path: Path) -> None:
    """Tests that graphs of other numbers have the same operations, so that mappings fit them."""
    from ecosystems.openedge.lower import lowered

    for name, loop in LOOPS.items():
        dfg = graph_of(name, tmp_path)
        trials = [drawn(loop, random.Random(seed)) for seed in range(5)]
        made = [lowered(dfg, asked_of(loop, dfg, trial)) for trial in trials]
        assert len({each.operations for each in made}) == 1, name
        # What was made for the machine stays as it is.
        assert lowered(made[0], asked_of(loop, made[0], trials[0])).operations == made[0].operations

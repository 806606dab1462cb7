"""Loops of C, compiled and as packets of VectorCGRA, leave the same memory, whatever waits."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ecosystems.openedge_loops import COMPILER, LOOPS, compiled, drawn, graph_of, wanted
from tests.ecosystems.vectorcgra_loops import executed, mapped, packets

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="needs clang"),
]
REFUSED = "within"
"""A loop whose iterations read what earlier ones have stored: nothing but memory orders them."""

BY_RECURRENCE = 4
"""The interval that phi, index, comparison and grant leave at least."""

INTERVALS = {
    "fir": (6, 4), "split": (5, 4), "distance": (5, 4), "bounded": (5, 4), "reversed": (4, 3),
}  # fmt: skip
"""Others, on 2×2 and 4×4 tiles: the number of operations, or an index compared as it comes."""

OPEN = {("looked", 2), ("positive", 2)}
"""Where the search ends above the bound."""


NAMES = [name for name in LOOPS if name != REFUSED]
MANY, FEW = 200, 20
"""Memories of the first twelve loops, and of the others: each is executed cycle by cycle."""


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize("name", NAMES)
def test_the_packets_and_the_compiled_loop(
    name: str, rows: int, tmp_path: Path, amount: Callable[[int], int]
) -> None:
    """Tests random memories and 1 to 16 iterations; in every second one tiles pause at random."""
    loop, dfg = LOOPS[name], graph_of(name, tmp_path)
    function, found = compiled(loop, tmp_path), mapped(loop, dfg, rows)
    if (name, rows) not in OPEN:
        interval = INTERVALS.get(name, (BY_RECURRENCE, BY_RECURRENCE))[rows // 4]
        assert found.contexts == found.lower == interval
    for seed in range(amount(MANY if name in NAMES[:12] else FEW)):
        trial = drawn(loop, random.Random(seed))
        made = packets(loop, dfg, rows, found, trial)
        stalls = random.Random(seed) if seed % 2 else None
        assert executed(loop, made, trial, stalls) == wanted(loop, function, trial), seed

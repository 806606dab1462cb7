"""What is written in a format is read as the same program, or it is refused: random graphs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.models.drawn_graphs import drawn
from tests.models.format_trips import TRIPS, outcome

SHARES = {
    "json": 1.0, "networkx": 1.0, "build_dfg": 0.6, "dot": 0.55, "genmap": 0.45, "satmapit": 0.5,
    "ccf": 0.45, "dfgmap": 0.15,
}  # fmt: skip
"""How many of the graphs each format has to carry at least: refusing all is no way to pass."""


def test_formats_keep_what_graphs_do(tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests every format on graphs of everything: results, effects, orders and latencies."""
    count = amount(2000)
    carried: Counter[str] = Counter()
    wrong = []
    for seed in range(count):
        dfg = drawn(random.Random(seed))
        for name in TRIPS:
            found = outcome(dfg, name, tmp_path)
            wrong += [f"{name}, seed {seed}: {line}" for line in found.differences]
            if name == "json":
                assert found.dfg == dfg, seed
            if found.dfg is not None:
                carried[name] += 1
    assert not wrong, "\n".join(wrong[:20])
    assert {name: n for name, n in carried.items() if n < SHARES[name] * count} == {}

"""What is written in a format is read as the same program, or it is refused: random graphs."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from models.errors import NotSupportedError
from models.formats.dfg_files import load_dfg, save_dfg
from models.formats.dot_dfg import CONSTANT_CHOICES, SOURCE_CHOICES
from models.notes import noted
from tests.models.drawn_graphs import drawn, executed
from tests.models.format_trips import (
    FILES,
    TRIPS,
    differences,
    names_after,
    outcome,
    traits,
    without_sources,
)

SHARES = {
    "json": 1.0, "networkx": 1.0, "build_dfg": 0.6, "dot": 0.55, "genmap": 0.45, "satmapit": 0.5,
    "ccf": 0.45, "dfgmap": 0.15,
}  # fmt: skip
"""How many of the graphs each format has to carry at least: refusing all is no way to pass."""
PLAIN = {
    "distance 1", "distance 3", "self loop", "two edges", "one value twice", "constant left",
    "constant right", "islands", "effects", "names", "listed before its operands",
}  # fmt: skip
CARRIED = {
    "json": {*PLAIN, "order", "initial numbers", "latencies", "dead code", "result that is read",
             "earlier inputs"},
    "networkx": {*PLAIN, "order", "initial numbers", "latencies", "dead code",
                 "result that is read", "earlier inputs"},
    "build_dfg": {*PLAIN, "initial numbers", "latencies", "dead code", "result that is read",
                  "earlier inputs"},
    "dot": {*PLAIN, "dead code", "result that is read", "earlier inputs"},
    "genmap": {*PLAIN, "result that is read", "earlier inputs"},
    "satmapit": {*PLAIN, "order", "latencies", "result that is read"},
    "ccf": {*PLAIN, "order", "earlier inputs"},
    "dfgmap": {"one value twice", "islands", "names", "dead code", "result that is read",
               "listed before its operands"},
}  # fmt: skip
"""What must have been in some graph that each format carried."""


def test_formats_keep_what_graphs_do(tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests every format on graphs of everything: results, effects, orders and latencies."""
    count = amount(2000)
    carried: Counter[str] = Counter()
    seen: dict[str, set[str]] = {name: set() for name in TRIPS}
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
                seen[name] |= traits(dfg)
    assert not wrong, "\n".join(wrong[:20])
    assert {name: n for name, n in carried.items() if n < SHARES[name] * count} == {}
    assert {name: CARRIED[name] - seen[name] for name in TRIPS if CARRIED[name] - seen[name]} == {}


@pytest.mark.parametrize("name", FILES)
def test_constants_and_inputs_as_operations(
    name: str, tmp_path: Path, amount: Callable[[int], int]
) -> None:
    """Tests that what takes a unit or not is the only difference that the options make."""
    count, carried = amount(200), 0
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        features = {"carried", "constants", "names", "effects"}
        dfg = drawn(chance, features | {"late inputs"} if seed % 3 == 0 else features)
        path = str(tmp_path / FILES[name])
        try:
            with noted():
                save_dfg(dfg, path)
        except NotSupportedError:
            continue
        carried += 1
        wanted = executed(dfg, names_after(dfg, name))
        for constants, sources in itertools.product(CONSTANT_CHOICES, SOURCE_CHOICES):
            with noted():
                read = load_dfg(path, constants=constants, sources=sources)
            assert differences(wanted, executed(without_sources(read))) == [], seed
    assert carried > count / 3

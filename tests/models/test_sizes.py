"""The largest numbers of graphs and arrays: what is beyond them is refused by every reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from archs.formats.dfgmap_arch import architecture_from_dfgmap
from archs.presets import architecture_preset
from models.data.problem import Problem
from models.data.sizes import MOST_DISTANCE, MOST_LATENCY, MOST_UNITS
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.dfg_json import dfg_from_json
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from models.space_time.windows import windows
from xyzmap.build import build_dfg

HUGE = 10**60


def graph(**changes: Any) -> dict[str, Any]:
    """y = f(f(a)), each of as many cycles."""
    made = {
        "schema": "xyzmap/dfg/1",
        "name": "slow",
        "operators": [{"name": "f", "arity": 1, "effect": True}],
        "inputs": ["a"],
        "operations": [
            {"name": "x", "operator": "f", "operands": ["a"]},
            {"name": "y", "operator": "f", "operands": ["x"]},
        ],
        "results": ["y"],
    }
    return made | changes


def array(part: dict[str, Any], path: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """An element beside a memory."""
    made = {
        "schema": "xyzmap/architecture/1",
        "name": "one",
        "components": [{"name": "mem", "initial": "all"}, {"name": "pe", "issue": 1} | part],
        "paths": [
            {"name": "in", "sources": ["mem"], "targets": ["pe"]} | path,
            {"name": "out", "sources": ["pe"], "targets": ["mem"]},
        ],
        "external": "mem",
    }
    return made | changes


GRAPHS = {
    "latency": (lambda n: graph(operators=[{"name": "f", "arity": 1, "latency": n}]), MOST_LATENCY),
    "arity": (
        lambda n: graph(operators=[*graph()["operators"], {"name": "g", "arity": n}]),
        MOST_UNITS,
    ),
    "distance": (
        lambda n: graph(
            operations=[{"name": "y", "operator": "f", "operands": [{"value": "y", "distance": n}]}]
        ),
        MOST_DISTANCE,
    ),
    "order": (lambda n: graph(order=[{"before": "x", "after": "y", "distance": n}]), MOST_DISTANCE),
}
ARRAYS = {
    "capacity": (lambda n: array({"capacity": n}, {}), MOST_UNITS),
    "position": (lambda n: array({"position": [0, n]}, {}), MOST_UNITS),
    "own latency": (lambda n: array({"ops": [{"name": "f", "latency": n}]}, {}), MOST_LATENCY),
    "width": (lambda n: array({}, {"width": n}), MOST_UNITS),
    "hops": (lambda n: array({}, {"hops": n}), MOST_UNITS),
    "max_contexts": (lambda n: array({}, {}, max_contexts=n), MOST_UNITS),
    "shared": (
        lambda n: array(
            {}, {}, shared=[{"name": "s", "components": ["pe"], "ops": ["f"], "at_most": n}]
        ),
        MOST_UNITS,
    ),
}
READ = {
    **{what: (dfg_from_json, *given) for what, given in GRAPHS.items()},
    **{f"{what} of an array": (architecture_from_json, *a) for what, a in ARRAYS.items()},
}


@pytest.mark.parametrize("what", READ)
def test_the_largest_numbers(what: str) -> None:
    """Tests that files are read with the largest number, and refused with one more."""
    read, make, most = READ[what]
    read(json.dumps(make(most)), "f")
    for beyond in (most + 1, HUGE):
        with pytest.raises(InputError, match=f"must be (at most|from 0 to) {most}$"):
            read(json.dumps(make(beyond)), "f")


def test_other_readers(tmp_path: Path) -> None:
    """Tests that all other readers have the same limits."""
    beyond = MOST_LATENCY + 1
    (tmp_path / "k_nodes").write_text("1 not 22 -1 -1 2\n2 not 1 -1 -1 2\n")
    (tmp_path / "k_constants").write_text("22 1 4 1\n")
    (tmp_path / "k_edges").write_text(f"1 2 0 {beyond}\n")
    with pytest.raises(InputError, match="latency of 'not' 65537 must be at most"):
        load_dfg(str(tmp_path / "k"))
    with pytest.raises(InputError, match="at most"):
        build_dfg("k", {"y": ("f", "a")}, ["y"], latencies={"f": beyond})
    with pytest.raises(InputError, match=f"from 0 to {MOST_LATENCY}"):
        architecture_preset(f"mesh:2x2,latency={beyond}")
    for text in (".pe p\n.com\np -> p : 1000000000001\n", ".pe p\n.com\np -> p : 99999999999999\n"):
        with pytest.raises(InputError, match="width"):
            architecture_from_dfgmap(text, "e.txt")


@pytest.mark.parametrize("contexts", [None, 1, 3, 65_536, 1_000_000])
def test_windows_hold_at_the_largest_distances(contexts: int | None) -> None:
    """Tests windows of a value that is read as many iterations later as is allowed."""
    distance = 0 if contexts is None else MOST_DISTANCE
    read = [{"value": "x", "distance": distance}]
    dfg = graph(
        operations=[
            {"name": "x", "operator": "f", "operands": ["a"]},
            {"name": "y", "operator": "f", "operands": read},
        ]
    )
    arch = architecture_from_json(json.dumps(array({}, {})), "a")
    index = Index(Problem(dfg_from_json(json.dumps(dfg), "g"), arch, contexts))
    found = windows(index, 100)
    x = index.value["x"]
    assert found.span == 100 + distance * (contexts or 0)
    assert 0 <= found.x_first[x].min() < NEVER
    assert found.x_last[x].max() >= found.x_first[x].min()

"""The largest numbers, and names that can be printed: what is beyond them every reader refuses."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from archs.files import load_architecture
from examples.ring import ring
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.data.sizes import MOST_DISTANCE, MOST_LATENCY, MOST_UNITS
from models.errors import LONGEST_WORD, MOST_NAMES, InputError, meant, require_plain
from models.formats.json_text import decode
from models.formats.native_json import (
    architecture_from_json,
    architecture_to_json,
    dfg_from_json,
    dfg_to_json,
    mapping_from_json,
)
from models.notes import note, noted
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from models.space_time.windows import windows
from shell.graph_files import load_dfg
from streaming.model.program import Instruction, Program, program_from_json
from streaming.model.schedule import schedule_from_json
from tests.models.mappings import links, memory, operation
from tests.system.commands import DATA

DFG, ARCH = ring(2)
DFG_TREE = json.loads(dfg_to_json(DFG))
ARCH_TREE = json.loads(architecture_to_json(ARCH))
LIMIT = {"name": "s", "components": ["pe0"], "ops": ["*"]}
LARGEST: dict[str, tuple[Any, Callable[[Any, int], object], int]] = {
    "latency": (DFG_TREE, lambda t, n: t["operators"][0].update(latency=n), MOST_LATENCY),
    "distance": (
        DFG_TREE,
        lambda t, n: t["operations"][-1].update(operands=["x_0", {"value": "y_1", "distance": n}]),
        MOST_DISTANCE,
    ),
    "capacity": (ARCH_TREE, lambda t, n: t["components"][-1].update(capacity=n), MOST_UNITS),
    "width": (ARCH_TREE, lambda t, n: t["paths"][0].update(width=n), MOST_UNITS),
    "shared": (ARCH_TREE, lambda t, n: t.update(shared=[LIMIT | {"at_most": n}]), MOST_UNITS),
}


@pytest.mark.parametrize("what", LARGEST)
def test_the_largest_numbers(what: str) -> None:
    """Tests that files are read with the largest number, and refused with one more."""
    tree, change, most = LARGEST[what]
    read = dfg_from_json if tree is DFG_TREE else architecture_from_json
    for number in (most, most + 1, 10**60):
        made = copy.deepcopy(tree)
        change(made, number)
        if number == most:
            read(json.dumps(made), "f")
        else:
            with pytest.raises(InputError, match=f"must be (at most|from 0 to) {most}$"):
                read(json.dumps(made), "f")


@pytest.mark.parametrize("contexts", [None, 1, 3, 65_536, 1_000_000])
def test_windows_hold_at_the_largest_distances(contexts: int | None) -> None:
    """Tests windows of a value that is read as many iterations later as is allowed."""
    distance = 0 if contexts is None else MOST_DISTANCE
    steps = (operation("x", "f", "a"), operation("y", "f", f"x@{distance}"))
    dfg = Dfg("slow", (Operator("f", 1),), ("a",), steps, ("y",))
    paths = links("in: mem > pe; out: pe > mem")
    arch = Architecture("one", (memory("mem"), Component("pe", issue=1)), paths, "mem")
    index = Index(Problem(dfg, arch, contexts))
    found = windows(index, 100)
    x = index.value["x"]
    assert found.span == 100 + distance * (contexts or 0)
    assert 0 <= found.x_first[x].min() < NEVER
    assert found.x_last[x].max() >= found.x_first[x].min()


UNPRINTABLE = [
    "\n", "\r", "\t", "\0", "\x1b", "\x1c", "\x7f", "\x85", "\u2028", "\u2029", "\u200b", "\u200e",
    "\u202e", "\u2066", "\ufeff", "\xa0", "\ud800",
]  # fmt: skip
PROGRAM = Program("p", (Instruction("x", "add", ("v", 1)), Instruction("y", "f", ("x",))), ("v",))
FILES: dict[str, tuple[Callable[[bytes, str], object], str]] = {
    "dfg": (dfg_from_json, dfg_to_json(DFG)),
    "architecture": (architecture_from_json, architecture_to_json(ARCH)),
    "program": (program_from_json, (DATA / "streaming" / "distance.json").read_text()),
    "mapping": (
        mapping_from_json,
        '{"schema": "xyzmap/mapping/1", "dfg": "d", "architecture": "a", "horizon": 3,'
        ' "contexts": null, "holds": [["v", "c", 0]], "transfers": [["v", "h", 1]],'
        ' "issues": [["o", "c", 1, {"operator": "+", "operands": ["v"]}]],'
        ' "intermediates": [{"name": "i", "operator": "+", "operands": ["v"]}]}',
    ),
    "schedule": (
        schedule_from_json,
        '{"schema": "xyzmap/streaming_mapping/1", "program": "p", "engine": {}, "ii": 1,'
        ' "placements": [["x", 0, 0]]}',
    ),
}


def texts(tree: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where a tree of JSON has text."""
    if isinstance(tree, str):
        return [path]
    if not isinstance(tree, dict | list):
        return []
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    found = [texts(member, (*path, key)) for key, member in items]
    return [place for places in found for place in places]


@pytest.mark.parametrize("kind", FILES)
def test_no_text_of_a_native_file_is_unprintable(kind: str) -> None:
    """Tests that every name, and every other text, is refused at its place in one line."""
    read, text = FILES[kind]
    read(text.encode(), "f")
    places = [place for place in texts(json.loads(text)) if place != ("schema",)]
    assert places
    for number, place in enumerate(places[:60]):
        character = UNPRINTABLE[number % len(UNPRINTABLE)]
        tree = json.loads(text)
        at = tree
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] += character
        with pytest.raises(InputError) as error:
            read(json.dumps(tree).encode(), "f")
        assert str(error.value).isprintable()
        if character != "\ud800":  # the decoder refuses halves of pairs by itself
            assert f"U+{ord(character):04X}" in str(error.value)
            assert f"f: $.{place[0]}" in str(error.value)


@pytest.mark.parametrize("character", UNPRINTABLE, ids=ascii)
def test_structs_refuse_unprintable_names(character: str) -> None:
    """Tests that Python users get the same rule as files."""
    bad = f"a{character}verified: b"
    component = msgspec.structs.replace(ARCH.components[0], name=bad)
    changes: list[tuple[Dfg | Architecture | Program, dict[str, object]]] = [
        (DFG, {"name": bad}),
        (DFG, {"inputs": (*DFG.inputs, bad)}),
        (ARCH, {"components": (*ARCH.components, component)}),
        (PROGRAM, {"variables": ("v", bad)}),
        (PROGRAM, {"instructions": (Instruction("x", bad, ("v",)),)}),
    ]
    for whole, change in changes:
        with pytest.raises(InputError) as error:
            msgspec.structs.replace(whole, **change)
        assert str(error.value).isprintable()


def test_numbers_in_files_have_a_hundred_digits_at_most() -> None:
    """Tests that no number is too long to be computed with, or printed."""
    assert decode(f"[{10**99}, -{10**99}]", "f") == [10**99, -(10**99)]
    for number in (10**100, -(10**100), 10**4000):
        with pytest.raises(InputError, match=r"f: \$\[0\]: a number has more than 100 digits"):
            require_plain([number], "f")
    with pytest.raises(InputError, match="not JSON"):
        decode("9" * 5000, "f")


def test_swapped_files() -> None:
    for load, name in ((load_dfg, "ring4.arch.json"), (load_architecture, "ring4.dfg.json")):
        with pytest.raises(
            InputError, match=r"expected 'xyzmap/\w+/1'; are the two files swapped\?$"
        ):
            load(str(DATA / name))


def test_long_words_and_long_lists_are_not_compared() -> None:
    """Tests that a message about a hostile file takes no time that grows with it."""
    long = "a" * (LONGEST_WORD + 1)
    assert meant(long, [long]) == "" and meant("aa", [long]) == ""

    def endless() -> Iterator[str]:
        for number in range(10**9):
            assert number <= MOST_NAMES
            yield f"name{number}"

    assert meant("name5", endless()) == "; did you mean 'name5'?"


def test_lines_are_collected_once_and_by_the_inner_block() -> None:
    """Tests that a line is kept once, and that a block inside takes its own lines."""
    with noted() as outer:
        note("first")
        with noted() as inner:
            note("second", "f.dot: line 2")
            note("second", "f.dot: line 2")
    assert (outer, inner) == (["note: first"], ["note: f.dot: line 2: second"])

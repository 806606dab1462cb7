"""The compiler's documents are read, written and modelled; what it refuses is refused in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ecosystems.neura.document import Edge, Tile, read_document
from ecosystems.neura.model import problem_of
from ecosystems.neura.samples import SIZES, sample
from ecosystems.neura.written import read_written, written_to_json
from models.errors import InputError
from tests.ecosystems.neura_answers import SAMPLE, answer, document


def test_double_edges_are_one() -> None:
    """Tests that the square of a value is an operation with one route."""
    raw = json.loads(SAMPLE.read_bytes())
    raw["edges"] += [raw["edges"][0], raw["edges"][0]]
    assert read_document(json.dumps(raw), "d") == document()
    assert Edge(10, 2, 1) in document().edges


def test_files_of_older_dumps() -> None:
    """Tests that a register file has 8 registers where the dump does not say how many there are."""
    assert Tile(0, regs=32).files == 4
    assert Tile(0, regs=32, regfiles=2).files == 2


def _change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    *way, last = path.split(".")

    def change(raw: Any) -> None:
        for word in way:
            raw = raw[int(word) if isinstance(raw, list) else word]
        key = int(last) if isinstance(raw, list) else last
        if value is None:
            del raw[key]
        else:
            raw[key] = value

    return change


MISTAKES = {
    "no class": ("arch.fu_class_tiles.phi", None, "the class 'phi' is not in fu_class_tiles"),
    "no tile": ("arch.fu_class_tiles.mem", [0, 9], "there is no tile 9; known: 0, 1, 2, 3"),
    "order": ("ops.3.id", 4, "id 4; it must be the position, 3"),
    "distance": ("edges.0.w", 2, "w 2 must be 0 or 1"),
    "operation": ("edges.0.d", 14, "there is no operation 14; they are 0 to 13"),
    "both": ("edges.0", {"s": 10, "d": 2, "w": 0}, "an edge from 10 to 2 with w 0 and one with"),
    "itself": ("arch.links.0", [1, 1, 1], "a link from tile 1 to itself; remove it"),
    "link": ("arch.links.0", [1, 0, 1], "the link from tile 1 to 0 is listed twice"),
    "latency": ("arch.links.0", [0, 1, 0], "latency 0 must be from 1 to"),
    "words": ("arch.ctrl_mem_items", 0, "ctrl_mem_items 0 must be from 1 to"),
    "missing": ("arch.links", None, "Object missing required field 'links'"),
    "kind": ("ops.2.class", 7, "Expected 'str', got 'int'"),
    "tiles": ("arch.tiles.1.id", 0, "tile 0 is listed twice"),
    "circle": ("edges.0", {"s": 10, "d": 7, "w": 0}, "cycle of distance 0"),
}


@pytest.mark.parametrize("path, value, line", MISTAKES.values(), ids=MISTAKES)
def test_mistakes(path: str, value: object, line: str) -> None:
    """Tests that each is refused in one line, which names the place."""
    raw = json.loads(SAMPLE.read_bytes())
    _change(path, value)(raw)
    with pytest.raises(InputError, match=line.replace("'", ".")) as error:
        problem_of(read_document(json.dumps(raw), "d.json"), "d", "rtl")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("convention", ["rtl", "solver"])
def test_written_answers_are_read(convention: Any) -> None:
    """Tests that an answer is the same once it is written and read."""
    written = answer(convention)
    text = written_to_json(written)
    assert read_written(text, "w") == written
    assert json.loads(text)["placements"][3]["class"] == "phi"


def test_samples() -> None:
    """Tests that the samples have the sizes that are named, and a recurrence as loops have it."""
    for number, size in enumerate(SIZES):
        found = read_document(json.dumps(sample(number)), "s")
        assert size <= len(found.ops) + 1 and len(found.ops) <= size + 6
        classes = {op.op_class for op in found.ops}
        assert classes >= {"phi", "grant", "cmp", "logic", "add", "mem", "fadd", "return"}
        problem = problem_of(found, "s", "rtl")
        assert problem.dfg.max_distance == 1
    assert sample(3) == sample(3) != sample(2)

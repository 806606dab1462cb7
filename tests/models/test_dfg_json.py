"""The native DFG and mapping formats, and their schemas."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.errors import InputError
from models.formats.native_json import (
    dfg_from_json,
    dfg_to_json,
    mapping_from_json,
    mapping_to_json,
)
from tests.models.drawn_graphs import OFTEN, SELDOM, drawn
from tests.one_line import one_line
from xyzmap.json_schema import FOLDER, schema_text, schemas


@pytest.mark.parametrize("seed", range(8))
def test_round_trip(seed: int) -> None:
    """Tests that a DFG is read back as written, and that its schema agrees."""
    dfg = drawn(random.Random(seed), {*OFTEN, *SELDOM})
    text = dfg_to_json(dfg)
    assert dfg_from_json(text, "f.json") == dfg
    assert dfg_from_json(text.encode(), "f.json") == dfg
    assert text.startswith('{\n  "schema": "xyzmap/dfg/1",\n  "name"')
    jsonschema.validate(json.loads(text), schemas()["dfg.schema.json"])


def test_short_and_long_operands() -> None:
    """Tests that an operand of distance 0 is written as a string and read in both forms."""
    add = Operator("+", 2)
    operation = Operation("s", "+", (Operand("a"), Operand("s", 2)))
    dfg = Dfg("d", (add,), ("a",), (operation,))
    text = dfg_to_json(dfg)
    assert '"operands": ["a", {"value": "s", "distance": 2}]}' in text
    assert '"latency"' not in text
    long = text.replace('"operands": ["a"', '"operands": [{"value": "a", "distance": 0}')
    assert dfg_from_json(long, "f") == dfg


BASE: dict[str, Any] = {
    "schema": "xyzmap/dfg/1",
    "name": "d",
    "operators": [{"name": "+", "arity": 2}],
    "inputs": ["a", "b"],
    "operations": [{"name": "s", "operator": "+", "operands": ["a", "b"]}],
}


def change(**members: Any) -> str:
    return json.dumps({**BASE, **members})


BAD: list[tuple[str | bytes, str]] = [
    ("", "f.json: not JSON: the file is empty"),
    ("{\n\n  x", "f.json: not JSON: line 3: JSON is malformed: "),
    (b'{"a": "\xff"}', "f.json: line 1: not UTF-8: invalid start byte"),
    ('{"a": "\ud800"}', "f.json: not UTF-8: surrogates not allowed"),
    ("[" * 100_000, "f.json: nested too deeply for a file of this kind"),
    (change(schema="xyzmap/dfg/2"), 'f.json: $.schema: is "xyzmap/dfg/2"; expected'),
    (json.dumps({"schema": BASE["schema"]}), "f.json: $: Object missing required field 'name'"),
    (change(rules=[]), "f.json: $: Object contains unknown field 'rules'; allowed: name"),
    (change(inputs=["a", "a"]), "f.json: $.inputs[1]: duplicate input 'a'"),
    (change(operations=[3]), "f.json: $.operations[0]: Expected 'object', got 'int'"),
    (
        change(operations=[{"name": "s", "operator": "+", "operands": ["a", "z"]}]),
        "f.json: $.operations[0].operands[1]: unknown value 'z'; known: a, b, s",
    ),
    (
        change(priorities=[{"first": "s", "then": "s", "sign": "<"}]),
        "f.json: $.priorities[0].sign: Invalid enum value '<'; allowed: '>', '>='",
    ),
    (change(constants=[{"name": "k", "value": True}]), "f.json: $.constants[0].value: Expected"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_file(text: str | bytes, line: str) -> None:
    """Tests that every bad file gives one line: the file, the JSON path, what is wrong."""
    with one_line(line):
        dfg_from_json(text, "f.json")


def test_infinite_number_is_not_written() -> None:
    """Tests that a number that JSON lacks is refused on writing."""
    dfg = Dfg("d", (), ("a",), (), constants=(Constant("k", float("inf")),))
    with pytest.raises(InputError, match="JSON has no NaN and no infinity"):
        dfg_to_json(dfg)


NAMES = st.text(max_size=3).filter(lambda word: word.isprintable())
CELLS = (NAMES, NAMES, st.integers(-3, 2**40))


@pytest.mark.oracle
@given(
    st.integers(1, 99),
    st.none() | st.integers(1, 9),
    st.lists(st.builds(Held, *CELLS)),
    st.lists(st.builds(Transfer, *CELLS)),
    st.lists(st.builds(Issue, *CELLS)),
)
@settings(max_examples=30, deadline=None)
def test_mapping_round_trip(
    horizon: int, contexts: int | None, x: list[Held], y: list[Transfer], z: list[Issue]
) -> None:
    """Tests that a mapping is read back as written, and that its schema agrees."""
    mapping = Mapping("d", "a", horizon, contexts, tuple(x), tuple(y), tuple(z))
    text = mapping_to_json(mapping)
    assert mapping_from_json(text, "m.json") == mapping
    jsonschema.validate(json.loads(text), schemas()["mapping.schema.json"])


@pytest.mark.parametrize("name", schemas())
def test_published_schema_is_current(name: str) -> None:
    """Tests that the published schemas are the ones that the structs give."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == schema_text(schemas()[name]), "run python -m xyzmap.json_schema"
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_keys_that_stand_twice_among_many_are_found_at_once() -> None:
    """Tests a hostile object, in which comparing every key with all others would take minutes."""
    members = ", ".join(f'"k{n}": 0' for n in range(200_000))
    with pytest.raises(InputError, match="the key 'k199999' is listed twice"):
        dfg_from_json(f'{{{members}, "k199999": 1}}', "f.json")

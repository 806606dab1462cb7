"""The native DFG and mapping formats, their schemas, and lists of nodes of other tools."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from models.formats.mapping_json import mapping_from_json, mapping_to_json
from models.notes import noted
from shell.graph_files import is_own, load_dfg
from tests.models.drawn_graphs import OFTEN, SELDOM, drawn
from xyzmap.cli import main
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
    (change(foo=1), "f.json: $: Object contains unknown field 'foo'; allowed: name, operators"),
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
    with pytest.raises(InputError) as caught:
        dfg_from_json(text, "f.json")
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


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
    with pytest.raises(InputError, match="the key 'k199999' stands there twice"):
        dfg_from_json(f'{{{members}, "k199999": 1}}', "f.json")


def node(id_: int, opt: str, pre: list[int], succ: list[int], consts: int = 0) -> dict[str, Any]:
    """A node as CGRA-Mapper writes it."""
    return {
        "fu": "Alu",
        "id": id_,
        "org_opt": opt,
        "JSON_opt": f"OPT_{opt.upper()}",
        "in_const": list(range(consts)),
        "pre": pre,
        "succ": [succ],
    }


DIFFERENCES = [
    node(0, "phi", [6, 8], [1, 6], 1),
    node(1, "getelementptr", [0], [2], 1),
    node(2, "load", [1], [3]),
    node(3, "sub", [2, 4], [4]),
    node(4, "phi", [3, 8], [3], 1),
    node(6, "add", [0], [0, 7], 1),
    node(7, "cmp", [6], [8], 1),
    node(8, "br", [7], [0, 4]),
]


def read(nodes: object, tmp_path: Path) -> tuple[Dfg, list[str]]:
    path = tmp_path / "dfg.json"
    path.write_text(json.dumps(nodes, indent=2))
    with noted() as notes:
        dfg = load_dfg(str(path))
    return dfg, [line.removeprefix(f"note: {path}: ") for line in notes]


def test_cgra_mapper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests opcodes, operands, distances through phis and branches, results and notes."""
    dfg, notes = read(DIFFERENCES, tmp_path)
    found = {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }
    assert found == {
        "0": ("phi", [("6", 1), ("8", 1)]),
        "1": ("getelementptr", [("0", 0)]),
        "2": ("load", [("1", 0)]),
        "3": ("sub", [("2", 0), ("4", 0)]),
        "4": ("phi", [("3", 1), ("8", 0)]),
        "6": ("add", [("0", 0)]),
        "7": ("icmp", [("6", 0)]),
        "8": ("br", [("7", 0)]),
    }
    assert dfg.results == ("3",)
    assert [line.split(":")[0] for line in notes] == [
        "operands are in the order of the predecessors, which may not be theirs",
        "constants have no numbers here, and are left out",
        "results, as only later iterations read them",
    ]
    path = str(tmp_path / "dfg.json")
    assert not is_own(path)
    assert main(["min-ii", path, "mesh:2x2", "--quiet"]) == 0
    assert "II = 4" in capsys.readouterr().out


def test_opencgra(tmp_path: Path) -> None:
    """Tests the fields of OpenCGRA's own files."""
    nodes = [
        {"fu": "Phi", "id": 0, "opt": "OPT_PHI_CONST", "opt_predicate": 0, "in_const": [0],
         "in": [1], "in_predicate": [], "out": [[1]]},
        {"fu": "Alu", "id": 1, "opt": "OPT_ADD_CONST", "opt_predicate": 1, "in_const": [1],
         "in": [0], "in_predicate": [2], "out": [[0, 2]], "live_out_val": 0},
        {"fu": "Comp", "id": 2, "opt": "OPT_LT", "opt_predicate": 0, "in_const": [],
         "in": [1], "in_predicate": [], "out": [[1], []], "live_out_val": 1},
    ]  # fmt: skip
    dfg, notes = read(nodes, tmp_path)
    found = {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }
    assert found["0"] == ("phi", [("1", 1)])
    assert found["1"] == ("add", [("0", 0), ("2", 1)])
    assert found["2"] == ("icmp.slt", [("1", 0)])
    assert dfg.results == ("2",)
    assert any("cycles do not say which edge" in line and "2 -> 1" in line for line in notes)


BAD: list[tuple[object, str]] = [
    ([], '$: expected an object that starts with "schema": "xyzmap/dfg/1"'),
    ([node(0, "phi", [1], [1])], "$: node 0 has an edge with 1, which is no node of the file"),
    ([node(0, "add", [], []), node(0, "add", [], [])], "$[1].id: id 0 stands twice"),
    (
        [node(0, "add", [], [1]), node(1, "add", [], [])],
        "$: 0 is missing among the predecessors of 1",
    ),
    ([{"id": 0, "pre": []}], "$[0]: node 0 needs a word as org_opt, or as opt"),
]


@pytest.mark.parametrize(("nodes", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_files_are_one_line(nodes: object, line: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(nodes, tmp_path)
    assert f"dfg.json: {line}" in str(caught.value) and "\n" not in str(caught.value)

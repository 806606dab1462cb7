"""The examples on the pages about formats: the project's own readers take them as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec import to_builtins

from archs.grid_file import grid_from_toml
from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap
from models.data.architecture import Choice, InitialContents
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern, Priority
from models.data.problem import Problem
from models.errors import InputError
from models.formats.native_json import (
    architecture_from_json,
    architecture_to_json,
    dfg_from_json,
    dfg_to_json,
    mapping_from_json,
    mapping_to_json,
)
from models.formats.operators_file import operators_from_json, with_operators
from models.judge.checker import check
from models.judge.simulator import simulate
from streaming.model.check import check as check_streaming
from streaming.model.engine import Engine
from streaming.model.program import program_from_json, program_to_json
from streaming.model.schedule import schedule_from_json, schedule_to_json
from streaming.model.simulate import simulate as simulate_streaming
from xyzmap.build import build_dfg
from xyzmap.json_schema import schemas

DOCS = Path(__file__).parents[1] / "docs"
PAGE = "".join(
    (DOCS / name).read_text(encoding="utf-8") for name in ("formats.md", "formats-others.md")
)
BLOCKS = re.findall(r"^```(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
KINDS: dict[str, tuple[Any, Any]] = {
    "dfg": (dfg_from_json, dfg_to_json),
    "architecture": (architecture_from_json, architecture_to_json),
    "mapping": (mapping_from_json, mapping_to_json),
    "streaming_program": (program_from_json, program_to_json),
    "streaming_mapping": (schedule_from_json, schedule_to_json),
    "operators": (operators_from_json, None),
}


def documents(kind: str) -> dict[str, str]:
    """Return the JSON examples of one kind of document, by the name in them."""
    texts = {text: json.loads(text) for name, text in BLOCKS if name == "json"}
    return {
        document.get("name", document.get("dfg", document.get("program"))): text
        for text, document in texts.items()
        if document["schema"].startswith(f"xyzmap/{kind}/")
    }


def only(language: str) -> str:
    """Return the one block of a language."""
    (text,) = (text for name, text in BLOCKS if name == language)
    return text


def test_every_block_is_covered() -> None:
    """Tests that no example of a language without a test is on the pages."""
    dfgmap = {"dfgmap-architecture", "dfgmap-dataflow", "dfgmap-options"}
    # xml: tests/interchange/test_morpher_dfg.py; cgra-mapper: tests/interchange/test_cgra_mapper.py
    # node-link: tests/interchange/test_drawn_graphs.py
    languages = {name for name, _ in BLOCKS}
    assert languages == {"json", "xml", "cgra-mapper", "node-link", "toml", *dfgmap}
    texts = [text for name, text in BLOCKS if name == "json"]
    assert len(texts) == sum(len(documents(kind)) for kind in KINDS)


def test_grid() -> None:
    """Tests the links, operators and registers of the grid."""
    arch = grid_from_toml(only("toml").encode(), "formats.md")
    assert arch.name == "express" and "pe_0_0->pe_0_2" in arch.path_by_name
    parts = arch.component_by_name
    assert [name for name in parts if parts[name].supports("*")] == [
        f"pe_{row}_{column}" for row in (0, 3) for column in (1, 2)
    ]
    assert parts["pe_1_0"].supports("load") and parts["rf_1_0"].capacity == 16
    assert parts["pe_2_2"].own_latency("shl") == 2 and len(arch.shared) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_documents(kind: str) -> None:
    """Tests that each is read, written again, and as its schema says."""
    read, write = KINDS[kind]
    assert documents(kind)
    for text in documents(kind).values():
        found = read(text, "page")
        jsonschema.validate(json.loads(text), schemas()[f"{kind}.schema.json"])
        if write is not None:
            assert read(write(found), "again") == found
            jsonschema.validate(json.loads(write(found)), schemas()[f"{kind}.schema.json"])


def test_objects_within_the_text() -> None:
    """Tests that each object that the text shows is read, where it belongs."""
    arch = json.loads(documents("architecture")["bus-pair"])
    graph, array, seen = json.loads(documents("dfg")["dot"]), dict(arch), 0
    shown_objects = re.findall(r"`(\{\"[^`]*\})`", PAGE)
    for shown in [json.loads(text) for text in shown_objects if "…" not in text]:
        seen += 1
        if "at_most" in shown:
            parts = [{"name": name, "issue": 1} for name in shown["components"]]
            array = {**array, "components": [*arch["components"], *parts], "shared": [shown]}
        elif "latency" in shown:
            parts = [{"name": "own", "issue": 1, "ops": [shown]}]
            array = {**array, "components": [*array["components"], *parts]}
        elif "line" in shown:
            graph = {**graph, "lines": [shown]}
        else:
            raise AssertionError(f"no test of {shown}")
    assert seen >= 3
    assert architecture_from_json(json.dumps(array), "page").shared[0].name == "row 0"
    assert dfg_from_json(json.dumps(graph), "page").line_of == {"s": "sum.c:12:5"}


def test_mapping() -> None:
    """Tests that the mapping is legal, with the multi-node operation."""
    (text,) = documents("mapping").values()
    steps = ("q * a b", "r * c d", "p * e f", "v + p q", "s + v r")
    operations = (line.split() for line in steps)
    dfg = Dfg(
        "sum-of-three",
        (Operator("+", 2, commutative=True, associative=True), Operator("*", 2)),
        tuple("abcdef"),
        tuple(Operation(n, o, (Operand(one), Operand(two))) for n, o, one, two in operations),
        ("s",),
        patterns=(Pattern("multiply-add", ("+", "_", "*", "_", "_")),),
    )
    arch = architecture_from_json(documents("architecture")["one-pe"], "page")
    problem, mapping = Problem(dfg, arch, transform="enumerate"), mapping_from_json(text, "page")
    assert check(problem, mapping) == []
    assert simulate(problem, mapping).ok


def test_a_bad_issue() -> None:
    """Tests that it is refused in one line: the file, the JSON path, what is allowed."""
    (text,) = documents("mapping").values()
    bad = text.replace('"operands": ["q", "c", "d"]', '"operands": [{"vale": 1}]')
    line = r"m: \$.issues\[1\]\[3\].operands\[0\]: Object contains unknown field 'vale'"
    with pytest.raises(InputError, match=line):
        mapping_from_json(bad, "m")


def test_streaming_engine() -> None:
    """Tests that program and mapping are right together, and that each default is on the page."""
    (text,), (mapped,) = (documents(f"streaming_{k}").values() for k in ("program", "mapping"))
    program, schedule = program_from_json(text, "page"), schedule_from_json(mapped, "page")
    assert check_streaming(program, schedule) == []
    assert simulate_streaming(program, schedule).fault is None
    page = " ".join(PAGE.split())
    for name, default in to_builtins(Engine()).items():
        shown = json.dumps(list(default) if isinstance(default, tuple) else default)
        assert (f"`{name}`: " if name == "starts" else f"`{name}` ({shown})") in page


def test_dfgmap() -> None:
    """Tests that all three files are read, with the meaning that the page gives them."""
    arch = architecture_from_dfgmap(
        only("dfgmap-architecture"), "page", options_text=only("dfgmap-options")
    )
    place = arch.component_by_name
    assert [name for name, c in place.items() if c.issue] == ["left", "right"]
    assert place["_extmem"].initial == InitialContents(("a", "b"))
    assert place["table"].initial == InitialContents((), (Choice(1, ("a", "c")),))
    assert (place["table"].capacity, place["buffer"].capacity) == (1, 2)
    assert (place["left"].write_ports, place["right"].read_ports) == (2, 1)
    assert [name for name, c in place.items() if c.transient] == ["buffer"]
    dfg = dfg_from_dfgmap(only("dfgmap-dataflow"), "page")
    assert [o.value for o in dfg.operation_by_name["y.0"].operands] == ["b", "c"]
    assert (dfg.results, dfg.priorities) == (("y",), (Priority("t", "y", ">"),))


def test_operators() -> None:
    """Tests that the file changes a graph as the text explains."""
    (text,) = documents("operators").values()
    graph = build_dfg(
        "g",
        {"a": ("MODULO", "x", "y"), "b": ("-", "a"), "c": ("-", "b", "x"), "d": ("sad", "b", "c")},
    )
    found = with_operators(graph, operators_from_json(text, "page"), "page")
    assert [o.operator for o in found.operations] == ["srem", "neg", "-", "sad"]

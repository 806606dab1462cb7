"""The examples on the page about formats: the project's own readers take them as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.formats.dfgmap_arch import architecture_from_dfgmap
from models.data.architecture import Choice, InitialContents, Support
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge, Pattern, Priority
from models.data.mapping import Issue, Mapping, Performed
from models.data.problem import Problem
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from models.formats.dfgmap_dfg import dfg_from_dfgmap
from models.formats.json_schema import schemas
from models.formats.mapping_json import mapping_from_json, mapping_to_json
from models.formats.operators_file import operators_from_json, with_operators
from models.formats.rules_file import rules_from_text
from models.judge.checker import check
from models.judge.simulator import simulate
from models.streaming.check import check as check_streaming
from models.streaming.engine import Engine
from models.streaming.program import program_from_json, program_to_json
from models.streaming.rules import Rules
from models.streaming.schedule import schedule_from_json, schedule_to_json
from models.streaming.simulate import simulate as simulate_streaming
from xyzmap.build import build_dfg

PAGE = Path(__file__).parents[1] / "docs" / "formats.md"
FENCE = re.compile(r"^```(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    """Return the blocks of one language, in the order of the page."""
    found = FENCE.findall(PAGE.read_text(encoding="utf-8"))
    return [text for name, text in found if name == language]


def documents(kind: str) -> dict[str, str]:
    """Return the JSON examples of one kind of document, by the name in them."""
    texts = {text: json.loads(text) for text in blocks("json")}
    return {
        document.get("name", document.get("dfg", document.get("program"))): text
        for text, document in texts.items()
        if document["schema"].startswith(f"xyzmap/{kind}/")
    }


def operands(words: str) -> tuple[Operand, ...]:
    """Return operands of the same iteration."""
    return tuple(map(Operand, words.split()))


def only(language: str) -> str:
    """Return the one block of a language."""
    (text,) = blocks(language)
    return text


def test_every_block_is_covered() -> None:
    """Tests that no example of a language without a test is on the page."""
    languages = {name for name, _ in FENCE.findall(PAGE.read_text(encoding="utf-8"))}
    dfgmap = {"dfgmap-architecture", "dfgmap-dataflow", "dfgmap-options"}
    # xml: tests/models/test_morpher_dfg.py; cgra-mapper: tests/models/test_cgra_mapper_json.py
    assert languages == {"json", "rules", "xml", "cgra-mapper", *dfgmap}
    kinds = "dfg architecture mapping operators streaming_program streaming_mapping".split()
    assert len(blocks("json")) == sum(len(documents(kind)) for kind in kinds)


def test_dfgs() -> None:
    """Tests that the DFGs are read, and that the larger one shows what the text explains."""
    graphs = {name: dfg_from_json(text, "page") for name, text in documents("dfg").items()}
    assert set(graphs) == {"dot", "scaled-sum"}
    for dfg in graphs.values():
        assert dfg_from_json(dfg_to_json(dfg), "again") == dfg
    dfg = graphs["scaled-sum"]
    assert dfg.order == (OrderEdge("w", "x", 1),)
    assert dfg.priorities == (Priority("m", "s", ">"), Priority("n", "m", ">="))
    assert dfg.constant_by_name == {"gain": 0.5}
    assert dfg.patterns[0].expression == ("+", "_", "*", "_", "_")


def test_architectures() -> None:
    """Tests that the architectures are read, and that the larger one shows all it should."""
    texts = documents("architecture")
    arrays = {name: architecture_from_json(text, "page") for name, text in texts.items()}
    assert set(arrays) == {"one-pe", "bus-pair"}
    for arch in arrays.values():
        assert architecture_from_json(architecture_to_json(arch), "again") == arch
    arch = arrays["bus-pair"]
    place = arch.component_by_name
    assert place["pe0"].ops == ("+", Support("*", 3))
    assert (place["pe1"].read_ports, place["pe1"].write_ports) == (1, 2)
    assert place["table"].initial == InitialContents(("p",), (Choice(1, ("a", "b", "c")),))
    assert place["latch"].transient
    assert len(arch.path_by_name["bus"].targets) == 3
    assert arch.path_by_name["far"].latency == 2


def inline() -> list[dict[str, Any]]:
    """Return the objects within the text of the page that are complete."""
    found = re.findall(r"`(\{\"[^`]*\})`", PAGE.read_text(encoding="utf-8"))
    return [json.loads(text) for text in found if "…" not in text]


def test_objects_within_the_text() -> None:
    """Tests that each object that the text shows is read, where it belongs."""
    arch = json.loads(documents("architecture")["bus-pair"])
    dfg = json.loads(documents("dfg")["dot"])
    graph, array, seen = dict(dfg), dict(arch), 0
    for shown in inline():
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
    """Tests that the mapping is read, written again, and legal with the multi-node operation."""
    (text,) = documents("mapping").values()
    mapping = mapping_from_json(text, "page")
    assert mapping.intermediates == (Operation("t", "+", operands("q r")),)
    assert mapping.issues[1] == Issue("t", "pe", 2, Performed("multiply-add", operands("q c d")))
    written = mapping_to_json(mapping)
    assert mapping_from_json(written, "again") == mapping
    jsonschema.validate(json.loads(text), schemas()["mapping.schema.json"])
    jsonschema.validate(json.loads(written), schemas()["mapping.schema.json"])
    plus = Operator("+", 2, commutative=True, associative=True)
    dfg = Dfg(
        "sum-of-three",
        (plus, Operator("*", 2)),
        tuple("abcdef"),
        (
            Operation("q", "*", operands("a b")),
            Operation("r", "*", operands("c d")),
            Operation("p", "*", operands("e f")),
            Operation("v", "+", operands("p q")),
            Operation("s", "+", operands("v r")),
        ),
        ("s",),
        patterns=(Pattern("multiply-add", ("+", "_", "*", "_", "_")),),
    )
    arch = architecture_from_json(documents("architecture")["one-pe"], "page")
    problem = Problem(dfg, arch, transform="enumerate")
    assert check(problem, mapping) == []
    assert simulate(problem, mapping).ok
    assert {v.rule for v in check(Problem(dfg, arch), mapping)} == {"names", "operation"}


def test_streaming_engine() -> None:
    """Tests that the program and its mapping are read, written again, and right together."""
    texts = {kind: documents(f"streaming_{kind}") for kind in ("program", "mapping")}
    (text,), (mapped,) = (list(found.values()) for found in texts.values())
    program, schedule = program_from_json(text, "page"), schedule_from_json(mapped, "page")
    assert program_from_json(program_to_json(program), "again") == program
    assert schedule_from_json(schedule_to_json(schedule), "again") == schedule
    assert check_streaming(program, schedule) == []
    assert simulate_streaming(program, schedule).fault is None
    assert Rules(program, schedule.engine).flow == (0, 0, 0, 0, 1)
    for document in (text, program_to_json(program)):
        jsonschema.validate(json.loads(document), schemas()["streaming_program.schema.json"])
    for document in (mapped, schedule_to_json(schedule)):
        jsonschema.validate(json.loads(document), schemas()["streaming_mapping.schema.json"])


def test_the_default_engine_is_the_one_of_the_page() -> None:
    """Tests that every member of the engine is on the page, with its default."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for name, default in to_builtins(Engine()).items():
        shown = json.dumps(list(default) if isinstance(default, tuple) else default)
        assert (f"`{name}`: " if name == "starts" else f"`{name}` ({shown})") in page


@pytest.mark.parametrize(
    ("issue", "line"),
    [
        ('["s", "pe"]', "m: $.issues[0]: Expected 'array' of at least length 3, got 2"),
        ('["s", "pe", 1, 5]', "m: $.issues[0][3]: Expected 'object | null', got 'int'"),
        (
            '["s", "pe", 1, {"operator": "+", "operands": [{"vale": 1}]}]',
            "m: $.issues[0][3].operands[0]: Object contains unknown field 'vale';"
            " allowed: value, distance",
        ),
    ],
)
def test_bad_issues(issue: str, line: str) -> None:
    """Tests that a bad issue is refused in one line: the file, the JSON path, what is allowed."""
    text = mapping_to_json(Mapping("d", "a", 2, None, (), (), (Issue("s", "pe", 1),)))
    with pytest.raises(InputError) as caught:
        mapping_from_json(text.replace('["s", "pe", 1]', issue), "m")
    assert str(caught.value).startswith(line)


def test_dfgmap_architecture_and_options() -> None:
    """Tests that both files are read together, with the meaning that the page gives them."""
    plain = architecture_from_dfgmap(only("dfgmap-architecture"), "page")
    assert plain.component_by_name["_extmem"].initial == "all"
    arch = architecture_from_dfgmap(
        only("dfgmap-architecture"), "page", options_text=only("dfgmap-options")
    )
    place = arch.component_by_name
    assert [name for name, c in place.items() if c.issue] == ["left", "right"]
    assert place["_extmem"].initial == InitialContents(("a", "b"))
    assert place["table"].initial == InitialContents((), (Choice(1, ("a", "c")),))
    assert place["left"].initial == InitialContents()
    assert (place["table"].capacity, place["buffer"].capacity) == (1, 2)
    assert (place["left"].write_ports, place["left"].read_ports) == (2, 1)
    assert (place["right"].write_ports, place["right"].read_ports) == (None, 1)
    assert [name for name, c in place.items() if c.transient] == ["buffer"]
    assert [path.width for path in arch.paths] == [2, 1, None, 1, 1]


def test_dfgmap_dataflow() -> None:
    """Tests that the graph is read: an inner expression has the name that the page gives."""
    dfg = dfg_from_dfgmap(only("dfgmap-dataflow"), "page")
    assert dfg.operation_by_name["y.0"] == Operation("y.0", "*", dfg.operations[1].operands)
    assert [o.value for o in dfg.operation_by_name["y.0"].operands] == ["b", "c"]
    assert dfg.results == ("y",)
    assert dfg.priorities == (Priority("t", "y", ">"),)
    assert len(dfg.patterns) == 1


def test_operators() -> None:
    """Tests that the file of operators is read, and changes what the text explains."""
    (text,) = documents("operators").values()
    graph = build_dfg(
        "g",
        {"a": ("MODULO", "x", "y"), "b": ("-", "a"), "c": ("-", "b", "x"), "d": ("sad", "b", "c")},
    )
    found = with_operators(graph, operators_from_json(text, "page"), "page")
    assert [o.operator for o in found.operations] == ["srem", "neg", "-", "sad"]
    assert found.operator_by_name["sad"].commutative


def test_rewrite_rules() -> None:
    """Tests that the rules are read, with the names, operators and constants of the page."""
    dfg = dfg_from_dfgmap(only("dfgmap-dataflow"), "page")
    dfg = replace(dfg, operators=(*dfg.operators, Operator("-", 2)))
    ruled = rules_from_text(only("rules"), "page", dfg)
    assert [rule.name for rule in ruled.rules] == ["out", "r2", "r3", "r4"]
    assert ruled.operators[-2:] == (Operator("neg", 1), Operator("<<", 2))
    assert [constant.value for constant in ruled.constants] == [1]
    assert dfg_from_json(dfg_to_json(ruled), "page") == ruled

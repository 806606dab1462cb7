"""Dataflow graphs of every format: damaged files are read whole or refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.data.dfg import Dfg
from models.errors import InputError, NotSupportedError
from models.formats.ccf_write import dfg_to_ccf
from models.formats.cgra_mapper_json import dfg_from_cgra_mapper
from models.formats.dfg_files import load_dfg
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from models.formats.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from models.formats.dot_dfg import dfg_from_dot
from models.formats.dot_write import dfg_to_dot
from models.formats.genmap_dfg import dfg_to_genmap
from models.formats.morpher_dfg import dfg_from_morpher
from models.formats.operators_file import operators_from_json, with_operators
from models.formats.rules_file import rules_from_text
from models.formats.satmapit_dfg import dfg_to_satmapit
from models.formats.text_files import decode_text
from tests.fuzz import graphs
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, phrases, trees

WRITERS = (dfg_to_dfgmap, dfg_to_dot, dfg_to_genmap, dfg_to_satmapit, dfg_to_ccf)
TAGS = ["<Node", "</Node>", "<DFG>", "</DFG>", "<OP>", "</OP>", "<Inputs>", "</Inputs>",
        "<Input", "<Outputs>", "</Outputs>", "<Output", 'idx="1"', 'idx="2"', 'type="I1"',
        'type="PS"', 'nextiter="1"', 'CONST="3"', "/>", ">", "<!DOCTYPE", "&a;"]  # fmt: skip
DOT_WORDS = ["digraph", "strict", "{", "}", "[", "]", "->", "--", "=", ";", ",", ":", "a", "1",
              "opcode", "label", "add", "const", '"', "subgraph", "/*", "*/", "#", "<", ">", "+",
             "node [opcode=phi]", "edge", "phi", "distance=0", "operand=rhs", "value=3",
             '"%a = add i32 %b, 2"', "(1) add", "style=invis", "result=true"]  # fmt: skip
MAP_WORDS = [".i", ".o", ".f", ".m", ".n", ".p", "a", "b", "+", "*", "2", "c", ">", "<=", "\n"]
RULE_WORDS = [".f", ".r", "->", "a", "b", "+", "*", "-", "neg", "2", "0", "1.5", "x:", "#", "\n"]


def require_sound(dfg: Dfg) -> None:
    """Check that a graph can be written and comes back, and other formats take or refuse it."""
    text = dfg_to_json(dfg)
    assert dfg_from_json(text, "again") == dfg
    for write in WRITERS:
        read_or_refused(lambda write=write: write(dfg))  # type: ignore[misc]


def sound(dfg: Dfg | None) -> None:
    if dfg is not None:
        require_sound(dfg)


@fuzzed(120)
@given(near(graphs.DFG_JSON) | trees(graphs.DFG_JSON))
def test_native_json(data: bytes) -> None:
    sound(read_or_refused(lambda: dfg_from_json(data, "f.json")))


@fuzzed(100)
@given(near(graphs.DFGMAP_DFG) | phrases(MAP_WORDS))
def test_dfgmap_text(data: bytes) -> None:
    sound(read_or_refused(lambda: dfg_from_dfgmap(decode_text(data, "f"), "f")))


@fuzzed(150)
@given(near(graphs.DOT, [w.encode() for w in DOT_WORDS]) | phrases(DOT_WORDS), st.booleans())
def test_dot(data: bytes, immediate: bool) -> None:
    constants = "immediate" if immediate else None
    sound(read_or_refused(lambda: dfg_from_dot(decode_text(data, "f"), "f", "g", constants, None)))


@fuzzed(100)
@given(near(graphs.CGRA_MAPPER) | trees(graphs.CGRA_MAPPER))
def test_cgra_mapper(data: bytes) -> None:
    sound(read_or_refused(lambda: dfg_from_cgra_mapper(data, "f.json", "g")))


@fuzzed(120)
@given(near(graphs.MORPHER_DFG, [w.encode() for w in TAGS]) | phrases(TAGS), st.booleans())
def test_morpher_xml(data: bytes, immediate: bool) -> None:
    sound(
        read_or_refused(
            lambda: dfg_from_morpher(decode_text(data, "f"), "f", "g", immediate, not immediate)
        )
    )


@st.composite
def satmapit_files(draw: st.DrawFn) -> dict[str, bytes]:
    """All files of a graph, one or two of them damaged or absent."""
    files = dict(graphs.SATMAPIT)
    for kind in draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=2)):
        files[kind] = draw(near([files[kind]]))
    for kind in draw(st.lists(st.sampled_from(sorted(files)), max_size=2)):
        files.pop(kind, None)
    return files


@fuzzed(80)
@given(satmapit_files(), st.booleans())
def test_satmapit(tmp_path: Path, files: dict[str, bytes], immediate: bool) -> None:
    for name in os.listdir(tmp_path):
        (tmp_path / name).unlink()
    for kind, data in files.items():
        (tmp_path / f"top_{kind}").write_bytes(data)
    sound(
        read_or_refused(
            lambda: load_dfg(
                str(tmp_path / "top"), constants="immediate" if immediate else "operations"
            )
        )
    )


@fuzzed(80)
@given(st.data(), st.booleans())
def test_ccf(tmp_path: Path, data: st.DataObject, immediate: bool) -> None:
    kind = data.draw(st.sampled_from(sorted(graphs.CCF)))
    for name, text in graphs.CCF.items():
        found = data.draw(near([text])) if name == kind else text
        (tmp_path / f"top_{name}.txt").write_bytes(found)
    constants = "immediate" if immediate else "operations"
    sound(read_or_refused(lambda: load_dfg(str(tmp_path / "top"), constants=constants)))


@fuzzed(60)
@given(near(graphs.OPERATORS) | trees(graphs.OPERATORS), st.integers(0, 2))
def test_operators(data: bytes, number: int) -> None:
    dfg = graphs.dfg(number)
    sound(read_or_refused(lambda: with_operators(dfg, operators_from_json(data, "f"), "f")))


@fuzzed(60)
@given(
    near([x for kind in (graphs.DFG_JSON, graphs.DOT, graphs.MORPHER_DFG) for x in kind]),
    st.sampled_from(
        ["", ".json", ".txt", ".dot", ".xml", ".XML", "_nodes", "_edges.txt", "_node.txt"]
    ),
)
def test_any_contents_under_any_name(tmp_path: Path, data: bytes, ending: str) -> None:
    path = tmp_path / f"f{ending}"
    path.write_bytes(data)
    sound(read_or_refused(lambda: load_dfg(str(path))))
    path.unlink()


@fuzzed(80)
@given(near(graphs.RULES) | phrases(RULE_WORDS))
def test_rules(data: bytes) -> None:
    sound(read_or_refused(lambda: rules_from_text(decode_text(data, "f"), "f", graphs.dfg(1))))


BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + ']><DFG count="1"><Node idx="1" ASAP="0" ALAP="1" BB="b"><OP>&i;</OP></Node></DFG>'
)


def test_entities_of_xml_are_not_expanded(tmp_path: Path) -> None:
    for text in (
        BILLION_LAUGHS,
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n'
        '<DFG count="1"><Node idx="1" ASAP="0" ALAP="1" BB="b"><OP>&e;</OP></Node></DFG>',
    ):
        path = tmp_path / "f.xml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="f.xml: line 1: "):
            load_dfg(str(path))


HUGE = 50_000


@pytest.mark.parametrize(
    ("name", "start", "repeated"),
    [
        ("f.json", '{"schema": "xyzmap/dfg/1", "name": ', "["),
        ("f.json", '{"schema": "xyzmap/dfg/1", "name": ', '{"a":'),
        ("f.json", '{"schema": "xyzmap/dfg/1", "name": ', "9"),
        ("f.json", "", " "),
        ("f.dot", "digraph g {", "{"),
        ("f.dot", "digraph g {", "subgraph {"),
        ("f.dot", "digraph g {", "a -> "),
        ("f.dot", "digraph g { a [", "x=1,"),
        ("f.dot", 'digraph g { "', "\\"),
        ("f.dot", "", "9"),
        ("f.xml", "<DFG", " a"),
        ("f.xml", "<DFG", ' a="1"'),
        ("f.xml", "", "<DFG>"),
        ("f.xml", "<DFG>", "<"),
        ("f.txt", ".f\n+ 2\n.n\ny ", "+ "),
        ("f.txt", ".i ", "a "),
        ("f.txt", ".o ", "a"),
        ("f_nodes", "", "1 add 1 1 1 1 "),
        ("f_nodes", "", "1"),
    ],
)
def test_long_lines_and_deep_nesting(tmp_path: Path, name: str, start: str, repeated: str) -> None:
    path = tmp_path / name
    path.write_text(start + repeated * (HUGE // len(repeated)), encoding="utf-8")
    assert read_or_refused(lambda: load_dfg(str(path))) is None


def test_formats_that_cannot_write_a_graph_say_so() -> None:
    with pytest.raises(NotSupportedError):
        dfg_to_dfgmap(graphs.dfg(0))

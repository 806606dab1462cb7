"""DFGs in Morpher's XML: what is read, what is refused, and the files of the tool chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Constant, Dfg, Operand, Operator, OrderEdge
from models.errors import InputError, NotSupportedError
from models.formats.dfg_files import load_dfg, save_dfg
from models.formats.morpher_dfg import dfg_from_morpher
from models.notes import noted


def node(
    idx: int,
    opcode: str,
    inputs: str = "",
    outputs: str = "",
    const: str = "",
    before: str = "",
    asap: int = 0,
) -> str:
    """A node: inputs as `1 2`, outputs as `3:I1 4:P:1!`, `:1` for nextiter, `!` for NPB.

    A nextiter of `?` is missing; `before` are the nodes of RecParents.
    """
    lines = [f'<Node idx="{idx}" ASAP="{asap}" ALAP="1"BB="b"']
    lines[0] += f'CONST="{const}">' if const else ">"
    lines.append(f"<OP>{opcode}</OP>\n<Inputs>")
    lines += [f'\t<Input idx="{source}"/>' for source in inputs.split()]
    lines.append("</Inputs>\n<Outputs>")
    for word in outputs.split():
        target, port, late = (*word.rstrip("!").split(":"), "0")[:3]
        negated = f' NPB="{int(word.endswith("!"))}"' if port == "P" else ""
        end = f'{negated} type="{port}"/>' if port else ""
        next_ = "" if late == "?" else f' nextiter="{late}"'
        lines.append(f'\t<Output idx="{target}"{next_}{end}')
    lines.append("</Outputs>\n<RecParents>")
    lines += [f'\t<RecParent idx="{other}"/>' for other in before.split()]
    lines.append("</RecParents>\n</Node>\n")
    return "\n".join(lines)


def graph(*nodes: str) -> str:
    return f'<MutexBB>\n</MutexBB>\n<DFG count="{len(nodes)}">\n{"".join(nodes)}</DFG>\n'


def reads(dfg: Dfg) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }


COUNTER = graph(
    node(7, "LOADB", "", "3:P", "4094"),
    node(3, "ADD", "3 7", "4:I1 3:I1:1 5:I2:1", "2"),
    node(4, "CMP", "3", "5:PS 8:P!", "20"),
    node(5, "LS", "3 4", "8:I2", "-1"),
    node(8, "STORE", "5 4", "", ""),
)


def test_ports_constants_and_loops() -> None:
    """Tests that ports order the operands, and where constants, predicates and loops go."""
    dfg = dfg_from_morpher(COUNTER, "f.xml", "counter")
    assert reads(dfg) == {
        "7": ("loadb", [("7.const", 0)]),
        "3": ("add.if", [("7", 0), ("3", 1), ("3.const", 0)]),
        "4": ("eq", [("3", 0), ("4.const", 0)]),
        "5": ("shl", [("5.const", 0), ("3", 1)]),
        "8": ("store.unless", [("4", 0), ("5", 0)]),
    }
    assert dfg.order == (OrderEdge("4", "5"),)
    assert dict(dfg.constant_by_name) == {
        "7.const": 4094, "3.const": 2, "4.const": 20, "5.const": -1,
    }  # fmt: skip
    assert [o.name for o in dfg.operations if dfg.has_effect(o.name)] == ["7", "8"]
    assert dfg.results == ()
    assert dfg.initial == ()


def test_operators() -> None:
    """Tests laws, arities of one opcode, and addresses that have not been given."""
    text = graph(
        node(0, "OLOAD", "", "1:I1 2:I3", "-1"),
        node(1, "MUL", "0", "3:I1:1"),
        node(2, "MUL", "0", "3:I2"),
        node(3, "SUB", "1 2", "4:I1"),
        node(4, "OSTORE", "3", "", "12"),
    )
    dfg = dfg_from_morpher(text, "f.xml")
    assert reads(dfg) == {
        "0": ("oload", []),
        "1": ("mul/1", [("0", 0)]),
        "2": ("mul", [("0", 0), ("0", 0)]),
        "3": ("sub", [("1", 1), ("2", 0)]),
        "4": ("ostore", [("4.const", 0), ("3", 0)]),
    }
    assert dfg.operator_by_name["mul"] == Operator("mul", 2, True, True)
    assert dfg.operator_by_name["mul/1"] == Operator("mul/1", 1)
    assert dfg.operator_by_name["oload"].effect
    assert dfg.constants == (Constant("4.const", 12),)


def test_edges_without_a_type() -> None:
    """Tests that an edge which breaks off takes the port that is left, before constants."""
    text = graph(
        node(1, "MOV", "", "3: 4:"),
        node(2, "MOV", "", "3:I1"),
        node(3, "SUB", "1 2"),
        node(4, "SUB", "1", "", "5"),
    )
    dfg = dfg_from_morpher(text, "f.xml")
    assert reads(dfg)["3"] == ("sub", [("2", 0), ("1", 0)])
    assert reads(dfg)["4"] == ("sub", [("1", 0), ("4.const", 0)])
    assert dfg.results == ("3", "4")


def test_nodes_of_one_idx() -> None:
    """Tests that edges tell two nodes of one idx apart."""
    text = graph(
        node(1, "MOV", "", "5:I1"),
        node(2, "MOV", "5", "5:I1:1"),
        node(5, "NOT", "1", "2:I1"),
        node(5, "NEG", "2"),
    )
    assert reads(dfg_from_morpher(text, "f.xml")) == {
        "1": ("mov/0", []),
        "2": ("mov", [("5", 0)]),
        "5": ("not", [("1", 0)]),
        "5.2": ("neg", [("2", 1)]),
    }


def test_equal_nodes_of_one_idx() -> None:
    """Tests that nodes of one idx whose edges are the same have one each, or all of them one."""
    twice = graph(
        node(1, "MOV", "", "5:I1 5:I1"),
        node(5, "NOT", "1", "6:I1"),
        node(5, "NEG", "1", "6:I1"),
        node(6, "MOV", "5"),
        node(6, "NOT", "5"),
    )
    once = twice.replace('<Output idx="5" nextiter="0" type="I1"/>\n', "", 1)
    for text in (twice, once):
        assert reads(dfg_from_morpher(text, "f.xml")) == {
            "1": ("mov/0", []),
            "5": ("not", [("1", 0)]),
            "5.2": ("neg", [("1", 0)]),
            "6": ("mov", [("5", 0)]),
            "6.2": ("not", [("5.2", 0)]),
        }


def test_several_edges_into_one_port() -> None:
    """Tests that they are operands of an operator without laws, in the order of the ports."""
    text = graph(
        node(1, "CMERGE", "", "3:I1 4:P 7:I1"),
        node(2, "CMERGE", "", "3:I1:1 4:P! 7:I1"),
        node(3, "ADD", "1 2 5", "4:I1"),
        node(5, "MOV", "", "3:I2"),
        node(4, "NOT", "1 2 3"),
        node(6, "ADD", "", "", "3"),
        node(7, "ADD", "1 2"),
    )
    dfg = dfg_from_morpher(text, "f.xml")
    assert reads(dfg)["3"] == ("add/3", [("1", 0), ("2", 1), ("5", 0)])
    assert reads(dfg)["4"] == ("not.if.unless/3", [("1", 0), ("2", 0), ("3", 0)])
    assert reads(dfg)["6"] == ("add", [("6.const", 0)])
    assert reads(dfg)["7"] == ("add/2", [("1", 0), ("2", 0)])
    assert dfg.operator_by_name["add/3"] == Operator("add/3", 3)
    assert dfg.operator_by_name["add/2"] == Operator("add/2", 2)


def test_a_sum_that_nothing_reads_in_its_iteration_is_a_result() -> None:
    """Tests that a loop's last value is no dead code, and that others are no results."""
    sum_ = (node(1, "PHI", "2", "2:I1"), node(2, "ADD", "1", "1:I1:1", const="1"))
    with noted() as notes:
        dfg = dfg_from_morpher(graph(*sum_), "f.xml")
    assert dfg.results == ("2",) and "only later iterations read them: 2" in notes[0]
    used = (node(1, "PHI", "2", "2:I1 3:I1"), sum_[1], node(3, "NOT", "1"))
    assert dfg_from_morpher(graph(*used), "f.xml").results == ("3",)


def test_constant_as_the_third_operand() -> None:
    text = graph(A, node(3, "MOV", "", "2:I2"), node(2, "SELECT", "1 3", const="4"))
    dfg = dfg_from_morpher(text, "f.xml")
    assert reads(dfg)["2"] == ("select", [("1", 0), ("3", 0), ("2.const", 0)])


def test_recurrences_through_memory() -> None:
    """Tests that a recurrence is an order edge, also to all nodes of one idx, and keeps a load."""
    text = graph(
        node(1, "OLOAD", "", "2:I1", "-1"),
        node(1, "OLOAD", "", "2:I2", "-1"),
        node(2, "ADD", "1", "3:I1"),
        node(3, "OSTORE", "2", "", "-1", before="1 3"),
    )
    dfg = dfg_from_morpher(text, "f.xml", inputs=True)
    assert dfg.inputs == ()
    assert dfg.order == (OrderEdge("3", "1", 1), OrderEdge("3", "1.2", 1), OrderEdge("3", "3", 1))


def test_missing_distances() -> None:
    """Tests that start times tell what an edge without a distance means."""
    text = graph(
        node(1, "MOV", "2", "2:I1:?", asap=3),
        node(2, "ADD", "1 2", "1:I1:? 2:I2:?", asap=4),
    )
    assert reads(dfg_from_morpher(text, "f.xml")) == {
        "1": ("mov", [("2", 1)]),
        "2": ("add", [("1", 0), ("2", 1)]),
    }


def test_constants_and_sources() -> None:
    """Tests that leaves become immediate operands and inputs, unless order edges name them."""
    text = graph(
        node(1, "MOVC", "", "4:I1", "6"),
        node(2, "OLOAD", "", "4:I2", "-1"),
        node(3, "LOADH", "", "4:PS", "9"),
        node(4, "ADD", "1 2 3", "5:I2"),
        node(5, "LOAD", "4"),
    )
    plain = dfg_from_morpher(text, "f.xml")
    assert plain.inputs == ()
    assert reads(plain)["1"] == ("mov", [("1.const", 0)])
    dfg = dfg_from_morpher(text, "f.xml", immediate=True, inputs=True)
    assert dfg.inputs == ("2",)
    assert dfg.constants == (Constant("1", 6), Constant("3.const", 9))
    assert reads(dfg) == {
        "3": ("loadh", [("3.const", 0)]),
        "4": ("add", [("1", 0), ("2", 0)]),
        "5": ("load", [("4", 0)]),
    }
    assert dfg.operations[1].operands == (Operand("1"), Operand("2"))


A, B = node(1, "MOV", "", "2:I1"), node(2, "NOT", "1")
BAD = [
    ("", "no <DFG>, so no DFG of Morpher"),
    ("\0\1", "line 1: unexpected text '\\x00\\x01'"),
    ("\n\nplain <DFG", "line 3: unexpected text 'plain'"),
    (graph(A, B)[:-2], "line 24: expected a tag, found '</DFG'"),
    (graph(A, B)[:-7], "line 3: <DFG> is never closed"),
    (graph(A, B)[:120], "line 9: expected a tag, found '<'"),
    (graph(A, B).replace('count="2"', 'count="3"'), "line 3: count=3, but there are 2 nodes"),
    (graph(A, B).replace(' count="2"', ""), "line 3: <DFG> needs the attribute count"),
    (graph(A, B) + graph(), "line 27: a second <DFG>"),
    (graph(A), "line 9: node 2 does not exist"),
    (graph(B), "line 7: node 1 does not exist"),
    (graph(A, node(2, "NOT")), "line 9: node 2 has no input from node 1"),
    (graph(node(1, "MOV"), B), "line 16: node 1 has no output to node 2"),
    (
        graph(A, A, A, B, B),
        "line 4: duplicate idx: 3 nodes 1, 2 nodes 2, and their edges do not tell which are meant",
    ),
    (
        graph(A, A, B).replace(' nextiter="0"', "").replace('ASAP="0" ', ""),
        "line 9: <Output> needs the attribute nextiter, or its nodes ASAP",
    ),
    (graph(node(1, "MOV", before="2")), "line 11: node 2 does not exist"),
    (graph(A, B).replace('nextiter="0"', 'nextiter="2"'), 'line 9: nextiter="2" is no number'),
    (graph(A, B).replace('Node idx="1"', "Node"), "line 4: <Node> needs the attribute idx"),
    (graph(A, B).replace('Node idx="1"', 'Node idx="-1"'), 'line 4: idx="-1" is no number'),
    (graph(A, B).replace('idx="1"', 'idx="1" idx="1"'), "line 4: <Node> has idx twice"),
    (graph(A, B).replace("<Node ", "<Node=", 1), "line 4: no attribute of <Node>: '="),
    (graph(A, B).replace('idx="1"', "idx=1"), "line 4: no attribute of <Node>: 'idx=1"),
    (graph(node(1, "MOVC", const="x")), 'line 4: CONST="x" is no number for it'),
    (graph(node(1, "")), "line 5: node 1 needs one <OP> word"),
    (graph(node(1, "A B")), "line 5: node 1 needs one <OP> word"),
    (graph(node(1, "A")).replace("<OP>A</OP>", ""), "line 4: node 1 needs an <OP>"),
    (graph(node(1, "A")).replace("</OP>", "</OP><OP>B</OP>"), "line 5: node 1 needs one <OP>"),
    (graph(node(1, "A")).replace("</OP>", "</Op>"), "line 5: '</Op>' closes nothing"),
    (graph(node(1, "A")).replace("<OP>", "<OP"), "line 5: <OPA does not end with '>'"),
    ("</DFG>", "line 1: '</DFG>' closes nothing"),
    ("<DFG>\n<DFG>", "line 2: <DFG> does not belong in <DFG>"),
    ("<Node>", "line 1: <Node> does not belong at the top"),
    ("<html>", "line 1: <html> does not belong at the top"),
    ('<!DOCTYPE x [<!ENTITY a "b">]>', "line 1: expected a tag, found '<!DOCTYPE x ["),
    (
        graph(A, B).replace('type="I1"', 'type="I1" NPB="1"'),
        'line 9: NPB="1" negates a predicate: it needs type="P"',
    ),
    (graph(node(1, "ADD", "1", "1:I1")), "$.operations: cycle of distance 0: 1 -> 1"),
]
UNSUPPORTED = [
    (graph(A, B).replace('type="I1"', 'type="X"'), "line 9: edge type 'X'; known: P, I1, I2"),
    (graph(A, B).replace('type="I1"', 'cond="TRUE"'), "line 9: attribute cond of <Output>"),
]


@pytest.mark.parametrize(("text", "line"), BAD + UNSUPPORTED)
def test_bad_text(text: str, line: str) -> None:
    """Tests that every bad text gives one line: the file, the line, what is wrong."""
    with pytest.raises(InputError) as caught:
        dfg_from_morpher(text, "f.xml")
    assert str(caught.value).startswith(f"f.xml: {line}")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, NotSupportedError) == ((text, line) in UNSUPPORTED)


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        '<?xml version="1.0" encoding="UTF-8"?>\n{}',
        "<!-- made\n by hand -->{}<!-- the end -->\n",
        "<root>\n{}\n</root>\n",
        "<?xml version='1.0'?><!-- a --><dfgs><!-- b -->{}</dfgs><!-- c -->",
        "\n<!-- <DFG count='9'> -->\n{}",
    ],
)
def test_well_formed(around: str) -> None:
    """Tests that a declaration, comments and an element around everything say nothing."""
    plain = dfg_from_morpher(COUNTER, "f.xml")
    assert dfg_from_morpher(around.format(COUNTER), "f.xml") == plain
    quoted = around.format(COUNTER).replace('"', "'")
    assert dfg_from_morpher(quoted, "f.xml") == plain
    inner = COUNTER.replace("<Inputs>", "<!-- reads --><Inputs>").replace("</OP>", "<!--x--></OP>")
    assert dfg_from_morpher(around.format(inner), "f.xml") == plain


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<!DOCTYPE dfg>\n" + COUNTER, "line 1: expected a tag, found '<!DOCTYPE dfg>"),
        (COUNTER.replace("<OP>ADD", "<OP><![CDATA[ADD]]>", 1), "write the text of a CDATA section"),
        (COUNTER.replace("<DFG ", '<DFG xmlns="urn:x" ', 1), "<DFG> has a namespace; remove xmlns"),
        (f'<root xmlns="urn:x">{COUNTER}</root>', "<root> around everything has attributes"),
        (f"<m:root>{COUNTER}</m:root>", "<m> around everything has attributes; remove ':root'"),
        (f"<a><b>{COUNTER}</b></a>", "<a> does not belong at the top"),
        (f"<root>{COUNTER}", "line 1: <root> is never closed"),
        (f"<root>{COUNTER}</root><x/>", "<x> does not belong at the top"),
        (f"<!-- no end {COUNTER}", "end the comment with '-->'"),
        (f"{COUNTER}<?xml version='1.0'?>", "only a declaration"),
        (f"<?php x ?>{COUNTER}", "line 1: expected a tag, found '<?php"),
    ],
)
def test_what_else_xml_has(text: str, line: str) -> None:
    """Tests that what is no part of these files is refused in one line with the way out."""
    with pytest.raises(InputError) as caught:
        dfg_from_morpher(text, "f.xml")
    assert line in str(caught.value) and "\n" not in str(caught.value)


def test_truncated() -> None:
    """Tests that no beginning of a file is taken for the file."""
    for stop in range(len(COUNTER) - 1):
        with pytest.raises(InputError):
            dfg_from_morpher(COUNTER[:stop], "f.xml")


def test_files(tmp_path: Path) -> None:
    """Tests that files are known by extension and contents, and cannot be written."""
    path = tmp_path / "loop.xml"
    path.write_bytes(graph(A, B).replace("\n", "\r\n").encode())
    dfg = load_dfg(str(path), constants="operations", sources="operations")
    assert (dfg.name, dfg.results) == ("loop", ("2",))
    bare = path.rename(tmp_path / "loop")
    assert load_dfg(str(bare)) == dfg == load_dfg(str(bare), "morpher")
    bare.write_text(graph(node(1, "OLOAD", "", "2:I1", "-1"), B), encoding="utf-8")
    assert load_dfg(str(bare), sources="inputs").inputs == ("1",)
    bare.write_text(graph(node(1, "MOVC", "", "2:I1", "3"), B), encoding="utf-8")
    assert load_dfg(str(bare), constants="immediate").constants == (Constant("1", 3),)
    with pytest.raises(InputError, match=r"unknown extension; known: .json.*, .gv$"):
        save_dfg(dfg, str(path))


def test_example_of_the_manual() -> None:
    """Tests that the example of the page on formats is what the page says."""
    page = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
    text = page.read_text(encoding="utf-8").split("```xml\n")[1].split("```")[0]
    assert reads(dfg_from_morpher(text, "formats.md")) == {
        "3": ("add", [("3", 1), ("3.const", 0)]),
        "4": ("ostore", [("3", 0)]),
    }


def test_what_edges_do_not_say_is_noted() -> None:
    """Tests that a missing distance and a missing port are noted with their lines."""
    source = node(1, "LOAD", "", "2::?", "7", asap=0)
    with noted() as lines:
        dfg_from_morpher(graph(source, node(2, "STORE", "1", "", asap=1)), "f.xml")
    assert lines == [
        "note: f.xml: no nextiter in line 9: by ASAP, of distance 1 are none, of distance 0 the"
        " other 1",
        "note: f.xml: no type in line 9: these operands take the ports that are free",
    ]

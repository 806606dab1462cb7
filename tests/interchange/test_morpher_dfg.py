"""DFGs in Morpher's XML: what is read, what is refused, and the files of the tool chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from interchange.graphs.morpher_dfg import dfg_from_morpher
from models.data.dfg import Operator, OrderEdge
from models.errors import InputError, NotSupportedError
from models.notes import noted
from shell.graph_files import load_dfg, save_dfg
from tests.interchange.graphs import calls


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


def written(text: str) -> str:
    """The file of a graph: nodes between semicolons, with inputs behind `in`, and so on."""
    nodes = []
    for part in text.split(";"):
        idx, opcode, *words = part.split()
        fields: dict[str, list[str]] = {"in": [], "out": [], "const": [], "before": [], "asap": []}
        own = fields["in"]
        for word in words:
            if word in fields:
                own = fields[word]
            else:
                own.append(word)
        texts = [" ".join(found) for found in fields.values()]
        nodes.append(node(int(idx), opcode, *texts[:4], asap=int(texts[4] or 0)))
    return graph(*nodes)


COUNTER = written(
    "7 LOADB out 3:P const 4094; 3 ADD in 3 7 out 4:I1 3:I1:1 5:I2:1 const 2;"
    " 4 CMP in 3 out 5:PS 8:P! const 20; 5 LS in 3 4 out 8:I2 const -1; 8 STORE in 5 4"
)


def test_ports_constants_and_loops() -> None:
    """Tests that ports order the operands, and where constants, predicates and loops go."""
    dfg = dfg_from_morpher(COUNTER, "f.xml", "counter")
    assert calls(dfg) == (
        "7=loadb(7.const); 3=add.if(7 3@1 3.const); 4=eq(3 4.const); 5=shl(5.const 3@1);"
        " 8=store.unless(4 5)"
    )
    assert dfg.order == (OrderEdge("4", "5"),)
    assert dict(dfg.constant_by_name) == {
        "7.const": 4094, "3.const": 2, "4.const": 20, "5.const": -1,
    }  # fmt: skip
    assert [o.name for o in dfg.operations if dfg.has_effect(o.name)] == ["7", "8"]
    assert dfg.results == ()
    assert dfg.initial == ()


READ = {
    "an edge without a type takes the port that is left, before constants": (
        "1 MOV out 3: 4:; 2 MOV out 3:I1; 3 SUB in 1 2; 4 SUB in 1 const 5",
        "1=mov(); 2=mov(); 3=sub(2 1); 4=sub(1 4.const)",
    ),
    "nodes of one idx with the same edges have one each": (
        "1 MOV out 5:I1 5:I1; 5 NOT in 1 out 6:I1; 5 NEG in 1 out 6:I1; 6 MOV in 5; 6 NOT in 5",
        "1=mov/0(); 5=not(1); 5.2=neg(1); 6=mov(5); 6.2=not(5.2)",
    ),
    "nodes of one idx with the same edges have all of them one": (
        "1 MOV out 5:I1; 5 NOT in 1 out 6:I1; 5 NEG in 1 out 6:I1; 6 MOV in 5; 6 NOT in 5",
        "1=mov/0(); 5=not(1); 5.2=neg(1); 6=mov(5); 6.2=not(5.2)",
    ),
    "start times tell what an edge without a distance means": (
        "1 MOV in 2 out 2:I1:? asap 3; 2 ADD in 1 2 out 1:I1:? 2:I2:? asap 4",
        "1=mov(2@1); 2=add(1 2@1)",
    ),
}


@pytest.mark.parametrize(("text", "wanted"), READ.values(), ids=READ)
def test_operands(text: str, wanted: str) -> None:
    """Tests which edges are operands of what, and in which order."""
    assert calls(dfg_from_morpher(written(text), "f.xml")) == wanted


def test_several_edges_into_one_port() -> None:
    """Tests that they are operands of an operator without laws, in the order of the ports."""
    text = (
        "1 CMERGE out 3:I1 4:P 7:I1; 2 CMERGE out 3:I1:1 4:P! 7:I1; 3 ADD in 1 2 5 out 4:I1;"
        " 5 MOV out 3:I2; 4 NOT in 1 2 3; 6 ADD const 3; 7 ADD in 1 2"
    )
    dfg = dfg_from_morpher(written(text), "f.xml")
    assert calls(dfg).split("; ")[2:] == [
        *("3=add/3(1 2@1 5)", "5=mov()", "4=not.if.unless/3(1 2 3)", "6=add(6.const)"),
        "7=add/2(1 2)",
    ]
    assert dfg.operator_by_name["add/3"] == Operator("add/3", 3)
    assert dfg.operator_by_name["add/2"] == Operator("add/2", 2)


def test_recurrences_through_memory() -> None:
    """Tests that a recurrence is an order edge, also to all nodes of one idx, and keeps a load."""
    text = "1 OLOAD out 2:I1 const -1; 1 OLOAD out 2:I2 const -1; 2 ADD in 1 out 3:I1;"
    text += "3 OSTORE in 2 const -1 before 1 3"
    dfg = dfg_from_morpher(written(text), "f.xml", inputs=True)
    assert dfg.inputs == ()
    assert dfg.order == (OrderEdge("3", "1", 1), OrderEdge("3", "1.2", 1), OrderEdge("3", "3", 1))


A, B = node(1, "MOV", "", "2:I1"), node(2, "NOT", "1")
BAD = [
    ("", "no <DFG>, so no DFG of Morpher"),
    ("\n\nplain <DFG", "line 3: unexpected text 'plain'"),
    (graph(A, B)[:-7], "line 3: <DFG> is never closed"),
    (graph(A, B).replace('count="2"', 'count="3"'), "line 3: count=3, but there are 2 nodes"),
    (graph(A, B) + graph(), "line 27: a second <DFG>"),
    (graph(A), "line 9: node 2 does not exist"),
    (graph(A, node(2, "NOT")), "line 9: node 2 has no input from node 1"),
    (graph(node(1, "MOV"), B), "line 16: node 1 has no output to node 2"),
    (graph(A, A, A, B, B), "line 4: duplicate idx: 3 nodes 1, 2 nodes 2, and their edges do not"),
    (
        graph(A, A, B).replace(' nextiter="0"', "").replace('ASAP="0" ', ""),
        "line 9: <Output> needs the attribute nextiter, or its nodes ASAP",
    ),
    (graph(node(1, "MOV", before="2")), "line 11: node 2 does not exist"),
    (graph(A, B).replace('Node idx="1"', "Node"), "line 4: <Node> needs the attribute idx"),
    (graph(A, B).replace('idx="1"', 'idx="1" idx="1"'), "line 4: <Node> has idx twice"),
    (graph(A, B).replace("<Node ", "<Node=", 1), "line 4: no attribute of <Node>: '="),
    (graph(node(1, "MOVC", const="x")), 'line 4: CONST="x" is no number for it'),
    (graph(node(1, "")), "line 5: node 1 needs one <OP> word"),
    (graph(node(1, "A")).replace("<OP>A</OP>", ""), "line 4: node 1 needs an <OP>"),
    (graph(node(1, "A")).replace("</OP>", "</Op>"), "line 5: '</Op>' closes nothing"),
    ("<DFG>\n<DFG>", "line 2: <DFG> does not belong in <DFG>"),
    ('<!DOCTYPE x [<!ENTITY a "b">]>', "line 1: expected a tag, found '<!DOCTYPE x ["),
    (graph(A, B).replace('type="I1"', 'type="I1" NPB="1"'), 'line 9: NPB="1" negates a predicate'),
    (graph(node(1, "ADD", "1", "1:I1")), "$.operations: cycle of distance 0: 1 -> 1"),
]
UNSUPPORTED = [
    (graph(A, B).replace('type="I1"', 'type="X"'), "line 9: edge type 'X'; known: P, I1, I2"),
    (graph(A, B).replace('type="I1"', 'cond="TRUE"'), "line 9: attribute cond of <Output>"),
]


@pytest.mark.parametrize(
    ("text", "line"), BAD + UNSUPPORTED, ids=[line for _, line in BAD + UNSUPPORTED]
)
def test_bad_text(text: str, line: str) -> None:
    """Tests that every bad text gives one line: the file, the line, what is wrong."""
    with pytest.raises(InputError) as caught:
        dfg_from_morpher(text, "f.xml")
    assert str(caught.value).startswith(f"f.xml: {line}")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, NotSupportedError) == ((text, line) in UNSUPPORTED)


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
    with pytest.raises(InputError, match=r"unknown extension; known: .json, .dot, .gv, _nodes"):
        save_dfg(dfg, str(path))


def test_example_of_the_manual() -> None:
    """Tests that the example of the page on formats is what the page says."""
    page = Path(__file__).resolve().parents[2] / "docs" / "formats-others.md"
    text = page.read_text(encoding="utf-8").split("```xml\n")[1].split("```")[0]
    assert calls(dfg_from_morpher(text, "formats-others.md")) == "3=add(3@1 3.const); 4=ostore(3)"


def test_signs_are_said() -> None:
    """Tests that a note names comparisons and divisions, which Morpher's simulator does without."""
    text = """<DFG count="2">
<Node idx="1" ASAP="0" ALAP="0"BB="loop"CONST="-1">
<OP>MOVC</OP>
<Inputs>
</Inputs>
<Outputs>
<Output idx="2" nextiter="0" type="I1"/>
</Outputs>
</Node>
<Node idx="2" ASAP="1" ALAP="1"BB="loop"CONST="1">
<OP>WORD</OP>
<Inputs>
<Input idx="1"/>
</Inputs>
<Outputs>
</Outputs>
</Node>
</DFG>
"""
    for word, said in (("CLT", True), ("CGT", True), ("DIV", True), ("CMP", False), ("ADD", False)):
        with noted() as lines:
            dfg_from_morpher(text.replace("WORD", word), "m.xml")
        assert any("have the sign of the words: 2; Morpher's" in line for line in lines) == said

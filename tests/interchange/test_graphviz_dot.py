"""DOT graphs are read as Graphviz means them."""

from __future__ import annotations

import pytest

from interchange.graphs.dot_dfg import dfg_from_dot
from interchange.graphs.dot_text import MOST_BRACES, read_dot
from models.data.dfg import Dfg
from models.errors import InputError
from models.notes import noted
from tests.interchange.graphs import calls
from tests.one_line import one_line


def read(text: str, **options: str) -> tuple[Dfg, list[str]]:
    """Return a graph and what is noted, without the name of the file."""
    with noted() as notes:
        dfg = dfg_from_dot(text, "f.dot", **options)
    return dfg, [line.removeprefix("note: f.dot: ") for line in notes]


READ = {
    "defaults": (
        "digraph { node [opcode=load]; a; b; node [opcode=sub]; a -> c:0; b -> c:1 }",
        "a=load(); b=load(); c=sub(a b)",
    ),
    "defaults of a subgraph": (
        "digraph { node [opcode=add]; subgraph { node [opcode=neg]; n } n -> s; k [opcode=load]"
        " k -> n }",
        "n=neg(k); k=load(); s=add(n)",
    ),
    "ends that are several": (
        "digraph { node [opcode=add] {a b} -> {c; d} -> e }",
        "a=add/0(); b=add/0(); c=add(a b); d=add(a b); e=add(c d)",
    ),
    "defaults of edges": (
        "digraph { node [opcode=add]; a; edge [distance=1]; a -> a; edge [distance=0]; a -> b }",
        "a=add(a@1); b=add(a)",
    ),
    "HTML": (
        'digraph { a [label=<<b>add</b>>]; b [label=<load>, tooltip=<x > y>]; b -> a }'.replace(
            "<x > y>", "<x &gt; y>"
        ),
        "a=add(b); b=load()",
    ),
    "texts in pieces": ('digraph { a [label="lo" + "ad"]; b [label="ne\\\ng"]; a -> b }',
                        "a=load(); b=neg(a)"),
    "words for places": (
        "digraph { node [opcode=load] a b; s [opcode=sub]; a -> s [operand=RHS]; b -> s"
        " [operand=lhs]; w [opcode=store]; a -> w [operand=data]; b -> w [operand=addr] }",
        "a=load(); b=load(); s=sub(b a); w=store(b a)",
    ),
    "ports as places": (
        "digraph { node [opcode=load] a b; s [opcode=sub]; a:out -> s:in2:n; b -> s:in1;"
        " t [opcode=sub]; a -> t [port=1]; b:n -> t [headport=i0] }",
        "a=load(); b=load(); s=sub(b a); t=sub(b a)",
    ),
    "several names of attributes": (
        'digraph { k [op_code=const, const_value=" 5"]; s [label=s1 op=sub value=2]; k -> s }',
        "k=const(k.const); s=sub(k s.const)",
    ),
    "numbered labels": (
        'digraph { N0 [label="(0) load"]; N1 [label="1: neg"]; c [label="c: abs"];'
        " N0 -> N1 -> c }",
        "N0=load(); N1=neg(N0); c=abs(N1)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), READ.values(), ids=READ)
def test_what_graphviz_means(text: str, wanted: str) -> None:
    """Tests defaults, subgraphs, HTML, and the ways to write opcodes, numbers and places."""
    assert calls(read(text)[0]) == wanted


NOTED = {
    "order of the file": (
        "digraph { node [opcode=load] a b; s [opcode=sub]; {a b} -> s }",
        ["line 1: operands are in the order of the file: s; operand=0"],
    ),
    "no order that matters": ("digraph { node [opcode=load] a b; s [opcode=add]; {a b} -> s }", []),
    "strict": (
        "strict digraph {\na [opcode=load]; m [opcode=mul]\na -> m\na -> m }",
        ["line 4: a strict graph has one edge a -> m, that of line 3; write digraph without"],
    ),
    "number of an operation": (
        "digraph {\ns [opcode=add, value=3] }",
        ["line 2: operations with a number of their own read it last: s"],
    ),
    "unknown places": (
        "digraph { a [opcode=load]; s [opcode=sub]\na -> s [operand=mid]; a -> s:west }",
        ["line 2: not read as places of operands, which stay in the order of the file: mid, west"],
    ),
    "constants without a number": (
        "digraph { k [opcode=const]; j [opcode=const, value=2]; a [opcode=add]; {k j} -> a }",
        ["line 1: constants without a value are 0: k"],
    ),
}


@pytest.mark.parametrize(("text", "wanted"), NOTED.values(), ids=NOTED)
def test_what_is_assumed_is_said(text: str, wanted: list[str]) -> None:
    notes = read(text, constants="immediate")[1]
    assert len(notes) == len(wanted)
    assert all(note.startswith(line) for note, line in zip(notes, wanted, strict=True)), notes


REFUSED = [
    (
        "strict digraph { a [opcode=neg]; a -> a [operand=0]\na -> a [operand=1] }",
        "line 2: a strict graph has one edge a -> a, and line 1 differs; write digraph without",
    ),
    ("digraph { node [shape=box] a -> b }", "line 1: node 'a' is never declared; write a [opcode"),
    ("digraph {" + "{" * 200, f"line 1: more than {MOST_BRACES} nested braces"),
    ('digraph { a [label="x" + y] }', "line 1: expected a text in quotes, found 'y'"),
]


@pytest.mark.parametrize(("text", "line"), REFUSED, ids=[line[:40] for _, line in REFUSED])
def test_what_has_no_meaning_is_refused(text: str, line: str) -> None:
    with one_line(f"f.dot: {line}"):
        dfg_from_dot(text, "f.dot")


def test_too_many_edges_are_refused() -> None:
    """Tests that a short text cannot have more edges than fit into memory."""
    names = " ".join(f"n{k}" for k in range(3000))
    with pytest.raises(InputError, match="line 1: more than 4194304 edges"):
        read_dot(f"digraph {{ {{{names}}} -> {{{names}}} }}")

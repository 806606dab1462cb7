"""Files as users of other tools write them: each is read rightly, or refused with the way out."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from solvers.cli import main

GRAPH: dict[str, Any] = {
    "schema": "xyzmap/dfg/1",
    "name": "g",
    "operators": [{"name": "add", "arity": 2}, {"name": "mul", "arity": 2}],
    "inputs": ["a", "b"],
    "operations": [
        {"name": "p", "operator": "mul", "operands": ["a", "b"]},
        {"name": "s", "operator": "add", "operands": ["p", {"value": "s", "distance": 1}]},
    ],
    "results": ["s"],
}
ARRAY: dict[str, Any] = {
    "schema": "xyzmap/architecture/1",
    "name": "own",
    "components": [
        {"name": "mem", "initial": "all", "holds_intermediates": False},
        {"name": "pe0", "issue": 1, "capacity": 2, "ops": ["add", "mul"]},
        {"name": "pe1", "issue": 1, "capacity": 2, "ops": ["add"]},
    ],
    "paths": [
        {"name": "in", "sources": ["mem"], "targets": ["pe0", "pe1"]},
        {"name": "bus", "sources": ["pe0", "pe1"], "targets": ["pe0", "pe1"], "width": 1},
        {"name": "out", "sources": ["pe0", "pe1"], "targets": ["mem"]},
    ],
    "external": "mem",
}
ADL = '<cgra cols="4" rows="4"><definition name="PE"/></cgra>'
CGRA_ME = """digraph G {
input0[opcode=input]; input1[opcode=input]; mul3[opcode=mul]; add4[opcode=add];
output5[opcode=output];
input0->mul3[operand=0]; input1->mul3[operand=1]; mul3->add4[operand=0]; add4->add4[operand=1];
add4->output5[operand=0]; }
"""
TREE = """<?xml version='1.0' encoding='utf-8'?>
<root><DFG count="2">
  <Node idx="1" ASAP="0" ALAP="0" BB="for.body" CONST="4096"><OP>OLOAD</OP>
    <Inputs /><Outputs><Output idx="3" nextiter="0" type="I2" /></Outputs><RecParents /></Node>
  <Node idx="3" ASAP="2" ALAP="2" BB="for.body" CONST="8192"><OP>OSTORE</OP>
    <BasePointerName size="4">a&amp;b</BasePointerName>
    <Inputs><Input idx="1" /></Inputs><Outputs /></Node>
</DFG></root>
"""
DFGMAP = (
    ".pe a b\n.mem m\n.com\n_extmem -> a b : 2\na -> b m : 1\nb -> a m : 1\nm -> a b\n"
    "a b -> _extmem : 1\n"
)
SUMS = ".i x y z\n.o s\n.f\n+ 2 c a\n* 2 c\n.n\np * x y\nq * y z\ns + p q\n"


def graph(**changes: Any) -> str:
    """The graph with other members."""
    return json.dumps(copy.deepcopy(GRAPH) | changes)


def array(element: dict[str, Any], **changes: Any) -> str:
    """The array whose first element has other members, None for none."""
    made = copy.deepcopy(ARRAY) | changes
    made["components"][1] = {
        name: value
        for name, value in (made["components"][1] | element).items()
        if value is not None
    }
    return json.dumps(made)


def ask(folder: Path, files: dict[str, str], *more: str) -> int:
    """Ask for the smallest interval of the first file on the second."""
    for name, text in files.items():
        (folder / name).write_text(text)
    words = [str(folder / name) for name in files][:2]
    options = [w if w.startswith("-") or w.isdigit() else str(folder / w) for w in more]
    return main(["min-ii", *words, *options, "--quiet", "--time-limit", "20"])


@pytest.mark.parametrize(
    ("files", "more"),
    [
        ({"g.json": graph(), "a.json": array({})}, ()),
        ({"g.json": graph(), "a.json": array({"ops": [{"name": "mul", "latency": 3}]})}, ()),
        (
            {"g.txt": SUMS, "e.txt": DFGMAP, "o.txt": ".memsize\nm 4\n.temp a\n"},
            ("--options", "o.txt"),
        ),
    ],
)
def test_what_is_read(files: dict[str, str], more: tuple[str, ...], tmp_path: Path) -> None:
    """Tests that the files of those who write well are mapped."""
    assert ask(tmp_path, files, *more) == 0


@pytest.mark.parametrize(
    ("files", "more", "code", "line"),
    [
        (
            {"g.json": graph(), "a.json": array({"issue": None})},
            (),
            20,
            "'pe0' lists it, but has no 'issue' and starts nothing",
        ),
        (
            {"g.json": graph(), "a.json": array({"ops": ["add", "mull"]})},
            (),
            20,
            "did you mean 'mull'?",
        ),
        ({"g.json": graph(), "adl.xml": ADL}, (), 2, "XML is not read: write it as JSON, or take"),
        ({"adl.xml": ADL, "a.json": array({})}, (), 2, "Morpher's graphs begin with <DFG>"),
        (
            {
                "g.json": graph(
                    operations=[{"name": "s", "operator": "add", "operands": ["a", "s@1"]}]
                ),
                "a.json": array({}),
            },
            (),
            2,
            'write {"value": "s", "distance": 1}',
        ),
        (
            {"g.txt": SUMS, "e.txt": DFGMAP, "o.txt": ".memsize\nmm 4\n"},
            ("--options", "o.txt"),
            2,
            "unknown component 'mm'; known: _extmem, a, b, m; did you mean 'm'?",
        ),
        (
            {
                "g.json": graph(),
                "a.json": array({}),
                "o.json": '{"schema": "xyzmap/operators/1", "operators":'
                ' [{"name": "mul", "class": "muls"}]}',
            },
            ("--operators", "o.json"),
            2,
            "Invalid enum value 'muls'; allowed: 'alu', 'mul'",
        ),
        (
            {
                "g.json": graph(),
                "a.json": array({}),
                "o.json": '{"schema": "xyzmap/operators/1", "operators":'
                ' [{"name": "add"}, {"name": "mull"}]}',
            },
            ("--operators", "o.json"),
            0,
            "note: ",
        ),
    ],
)
def test_what_is_refused(
    files: dict[str, str],
    more: tuple[str, ...],
    code: int,
    line: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tests the exit code, and the line that says what to write instead."""
    assert ask(tmp_path, files, *more) == code
    said = capsys.readouterr()
    assert line in said.err + said.out
    assert said.err.count("\n") <= 1


@pytest.mark.parametrize(("text", "spec"), [(CGRA_ME, "adres:4x4"), (TREE, "hycube:4x4")])
def test_graphs_on_presets(text: str, spec: str, tmp_path: Path) -> None:
    """Tests graphs of CGRA-ME and of Morpher, written by an XML library, on their arrays."""
    path = tmp_path / ("g.dot" if text.startswith("digraph") else "g.xml")
    path.write_text(text)
    assert main(["min-ii", str(path), spec, "--quiet", "--time-limit", "20"]) == 0

"""Tests that operations that no mapping executes are named, whatever file they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.semantics.needed import unneeded
from solvers.cli import main


def chain(results: tuple[str, ...], order: tuple[OrderEdge, ...] = ()) -> Dfg:
    """Three operations, each of which reads the one before, and one that reads nothing of them."""
    names = ("a", "b", "c")
    read = [Operand("x"), Operand("a"), Operand("b", 1)]
    operations = tuple(Operation(n, "f", (o,)) for n, o in zip(names, read, strict=True))
    alone = (Operation("d", "f", (Operand("d", 1),)),)
    return Dfg("g", (Operator("f", 1),), ("x",), operations + alone, results, order=order)


def test_what_results_and_orders_need() -> None:
    assert unneeded(chain(("c",))) == ["d"]
    assert unneeded(chain(("a", "d"))) == ["b", "c"]
    assert unneeded(chain(("a",), (OrderEdge("d", "a"),))) == ["b", "c"]


def test_commands_name_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests the note of a JSON graph, on stderr and in the answer, and that of a DOT graph."""
    operations = [
        {"name": f"n{k}", "operator": "add", "operands": [f"n{k - 1}" if k else "x"] * 2}
        for k in range(10)
    ]
    graph = {
        "schema": "xyzmap/dfg/1",
        "name": "g",
        "operators": [{"name": "add", "arity": 2}],
        "inputs": ["x"],
        "operations": operations,
        "results": ["n0"],
    }
    path = tmp_path / "g.json"
    path.write_text(json.dumps(graph))
    line = f"note: {path}: not mapped, as no result and no effect needs them: n1, n2, n3"
    assert main(["min-ii", str(path), "mesh:2x2", "--json", "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["notes"][0].startswith(line) and "n8, …" in err and "n9" not in err
    dot = tmp_path / "g.dot"
    dot.write_text("digraph { a [opcode=add,result=false]; b [opcode=add]; b -> b; a -> a }")
    assert main(["min-ii", str(dot), "mesh:2x2", "--quiet"]) == 0
    assert "no effect needs them: a;" in capsys.readouterr().err

"""Lists of nodes of CGRA-Mapper and OpenCGRA are read as these tools mean them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models.data.dfg import Dfg
from models.notes import noted
from shell.graph_files import is_own, load_dfg
from tests.interchange.graphs import reads
from tests.one_line import one_line
from xyzmap.cli import main


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
    assert reads(dfg) == {
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
        "operands are in the order of the predecessors, which may be another one",
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
    found = reads(dfg)
    assert found["0"] == ("phi", [("1", 1)])
    assert found["1"] == ("add", [("0", 0), ("2", 1)])
    assert found["2"] == ("icmp.slt", [("1", 0)])
    assert dfg.results == ("2",)
    assert any("cycles do not say which edge" in line and "2 -> 1" in line for line in notes)


BAD: list[tuple[object, str]] = [
    ([], '$: expected an object that starts with "schema": "xyzmap/dfg/1"'),
    ([node(0, "phi", [1], [1])], "$: node 0 has an edge with 1, which is no node of the file"),
    ([node(0, "add", [], []), node(0, "add", [], [])], "$[1].id: id 0 is used twice"),
    (
        [node(0, "add", [], [1]), node(1, "add", [], [])],
        "$: 0 is missing among the predecessors of 1",
    ),
    ([{"id": 0, "pre": []}], "$[0]: node 0 needs a word as org_opt, or as opt"),
]


@pytest.mark.parametrize(("nodes", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_files_are_one_line(nodes: object, line: str, tmp_path: Path) -> None:
    with one_line(within=f"dfg.json: {line}"):
        read(nodes, tmp_path)

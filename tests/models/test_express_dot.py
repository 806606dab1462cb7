"""ExPRESS graphs: what they say of operations, and which edge of a cycle is loop-carried."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.dot_dfg import dfg_from_dot

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT.parent / "shared" / "benchmarks" / "express_dot"
SIZES = {  # nodes, edges
    "feedback_points_dfg__7": (53, 50),
    "fir2": (40, 39),
    "cosine1": (66, 76),
    "fir1": (44, 43),
    "cosine2": (82, 91),
    "susan_fudan": (79, 80),
    "matmul_dfg__3": (109, 116),
    "invert_matrix_general_dfg__3": (333, 354),
}
MEMORY = {"load", "store", "lod", "str", "memr", "memw"}
STREAMS = {"imp", "exp"}
COMMUTATIVE = {"add", "mul"}

needs_files = pytest.mark.skipif(not FOLDER.exists(), reason="the benchmark files are not here")


def word(operator: str) -> str:
    """Return the opcode of an operator, without its number of operands."""
    return operator.split("/")[0].lower()


def labels(path: Path) -> Counter[str]:
    """Return how often each label is in a file, read without the project's own reader."""
    lines = path.read_text(encoding="utf-8").splitlines()
    nodes = (line for line in lines if "label" in line and "->" not in line)
    return Counter(line.split("label")[1].strip(" =];\t").strip(' "').lower() for line in nodes)


@needs_files
@pytest.mark.parametrize("name", SIZES)
def test_benchmarks(name: str) -> None:
    """Tests the sizes, that every node is an operation, and which of them have effects."""
    path = FOLDER / f"{name}.dot"
    dfg = load_dfg(str(path))
    nodes, edges = SIZES[name]
    assert len(dfg.operations) == nodes
    assert sum(len(operation.operands) for operation in dfg.operations) == edges
    assert dfg.inputs == ()
    assert dfg.max_distance == 0
    assert Counter(word(o.operator) for o in dfg.operations) == labels(path)
    for operation in dfg.operations:
        opcode = word(operation.operator)
        assert dfg.has_effect(operation.name) == (opcode in MEMORY | STREAMS | {"bge"})


@needs_files
@pytest.mark.parametrize("name", SIZES)
def test_only_known_operators_may_swap_operands(name: str) -> None:
    """Tests that a graph without an order of operands does not make subtraction commutative."""
    for operator in load_dfg(str(FOLDER / f"{name}.dot")).operators:
        free = word(operator.name) in COMMUTATIVE and operator.arity == 2
        assert (operator.commutative, operator.associative) == (free, free)


@needs_files
def test_inputs_or_operations() -> None:
    """Tests that `imp` is an operation unless inputs are asked for; `exp` always is one."""
    path = str(FOLDER / "fir2.dot")
    kept, given = load_dfg(path), load_dfg(path, sources="inputs")
    imports = [o.name for o in kept.operations if o.operator == "imp"]
    assert given.inputs == tuple(imports)
    assert len(given.operations) == len(kept.operations) - len(imports)
    assert [o.operator for o in given.operations].count("exp") == 1
    susan = load_dfg(str(FOLDER / "susan_fudan.dot"), constants="immediate", sources="inputs")
    assert len(susan.constants) + len(susan.inputs) + len(susan.operations) == 79
    assert {o.operator for o in susan.operations}.isdisjoint({"input_constint", "input_argument"})


def carried(dfg: Dfg) -> list[tuple[str, str]]:
    """Return the loop-carried edges."""
    return [(x.value, o.name) for o in dfg.operations for x in o.operands if x.distance]


TWO_ENTRIES = """digraph { p [label=add]; q [label=add]; r [label=add]; s [label=imp];
    p -> q; q -> r; r -> p; s -> %s }"""


@pytest.mark.parametrize(("entry", "back"), [("p", "r"), ("q", "p"), ("r", "q")])
def test_carried_edge_leads_back_to_the_entry(entry: str, back: str) -> None:
    """Tests that of a cycle the edge into the node that is reached first is loop-carried."""
    assert carried(dfg_from_dot(TWO_ENTRIES % entry, "f.dot")) == [(back, entry)]


def test_carried_edges_do_not_depend_on_hashing() -> None:
    """Tests that another order of hashing gives the same graph, with many cycles."""
    names = [f"n{k}" for k in range(12)]
    nodes = "".join(f"{name} [label=add];" for name in names)
    edges = "".join(f"{a} -> {names[(j * 5 + 3) % 12]}; " for j, a in enumerate(names))
    more = "".join(f"{a} -> {names[(j * 7 + 1) % 12]}; " for j, a in enumerate(names))
    text = f"digraph {{ {nodes} {edges} {more} }}"
    code = "import sys; from models.formats.dot_dfg import *; print(dfg_from_dot(sys.argv[1], 'f'))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code, text],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert found == {f"{dfg_from_dot(text, 'f')}\n"}


def test_constants_keep_their_numbers() -> None:
    """Tests that a constant with a number reads it, whether it takes a PE or not."""
    text = "digraph { k [label=const,value=7]; j [label=const]; a [label=add]; k -> a; j -> a }"
    dfg = dfg_from_dot(text, "f.dot")
    found = {o.name: [x.value for x in o.operands] for o in dfg.operations}
    assert found == {"k": ["k.const"], "j": [], "a": ["k", "j"]}
    assert dfg.constant_by_name == {"k.const": 7}
    immediate = dfg_from_dot(text, "f.dot", constants="immediate")
    assert immediate.constant_by_name == {"k": 7, "j": 0}


def test_numbers_are_no_opcodes() -> None:
    """Tests that a drawing of CCF, whose labels number the nodes, is not taken for a graph."""
    text = 'digraph loop1 {\n1 [label="12"];\n2 [label="13"];\n1 -> 2;\n}\n'
    with pytest.raises(InputError, match=r"f\.dot: line 2: all labels are numbers, as in CCF's"):
        dfg_from_dot(text, "f.dot")

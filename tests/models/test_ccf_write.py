"""Writing DFGs as files of CCF, and reading them back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.errors import NotSupportedError
from models.formats.ccf_write import dfg_to_ccf
from models.formats.dfg_files import load_dfg, save_dfg
from models.semantics.opcodes import operator_of
from tests.models.test_ccf_dfg import EDGES, NODES, written

OPERATORS = {
    "add": 2, "sub": 2, "icmp.uge": 2, "fmul": 2, "fcmp.olt": 2, "mov": 1, "load": 1, "store": 2,
    "phi": 2, "select": 3, "add.if": 3, "fsub.if": 3, "load.if": 2, "store.if": 3, "op31": 1,
    "op40.if": 2,
}  # fmt: skip


@st.composite
def dfgs(draw: st.DrawFn) -> Dfg:
    """A DFG of what the format has, with names that are numbers."""
    count = draw(st.integers(1, 7))
    constants = {"50": draw(st.integers(-9, 9)), "51": draw(st.floats(-4, 4, width=16))}
    outside = ["60", *constants]
    operations = []
    for k in range(count):
        name = draw(st.sampled_from(sorted(OPERATORS)))
        operands = []
        for _ in range(OPERATORS[name]):
            value = draw(st.sampled_from([*outside, *map(str, range(count))]))
            least = 0 if value in outside or int(value) < k else 1
            most = 0 if value in outside else 2
            operands.append(Operand(value, draw(st.integers(least, max(least, most)))))
        operations.append(Operation(str(k), name, tuple(operands)))
    read = {operand.value for o in operations for operand in o.operands}
    now = {x.value for o in operations for x in o.operands if not x.distance}
    operators = {o.operator: operator_of(o.operator, OPERATORS[o.operator]) for o in operations}
    return Dfg(
        "top",
        tuple(operators.values()),
        tuple(x for x in ("60",) if x in read),
        tuple(operations),
        tuple(o.name for o in operations if o.name not in now and not operators[o.operator].effect),
        constants=tuple(Constant(x, number) for x, number in constants.items() if x in read),
        order=(OrderEdge("0", str(count - 1), 1),) if draw(st.booleans()) else (),
    )


@given(dfgs(), st.sampled_from(["top_node.txt", "top_edge.txt"]))
@settings(max_examples=200, deadline=None)
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, dfg: Dfg, name: str) -> None:
    """Tests that a DFG is read back as written, from both files."""
    folder = tmp_path_factory.mktemp("round")
    save_dfg(dfg, str(folder / name))
    assert load_dfg(str(folder / "top")) == dfg


def test_a_file_of_ccf(tmp_path: Path) -> None:
    """Tests that what has been read is written so that it is read as the same again."""
    dfg = load_dfg(written(tmp_path, NODES, EDGES))
    save_dfg(dfg, str(tmp_path / "again_node.txt"))
    assert replace(load_dfg(str(tmp_path / "again")), name="top") == dfg


GOOD = Dfg(
    "d", (operator_of("+", 2),), ("a",), (Operation("x", "+", (Operand("a"), Operand("x", 1))),),
    ("x",),
)  # fmt: skip


def test_other_names() -> None:
    """Tests that names become numbers, and spellings the numbers of what they mean."""
    texts = dfg_to_ccf(GOOD)
    assert texts["node"] == "0 0 0 0 1\n1 30 gVar1 0 1\n"
    assert texts["edge"] == "1 0 0 LIE 0\n0 0 1 TRU 1\n"
    for word, number in (("-", 1), ("icmp.slt", 12), ("EQ", 10), ("pass", 27), ("fadd", 0)):
        arity = 1 if word == "pass" else 2
        own = Operation("x", word, (Operand("a"),) * arity)
        dfg = replace(GOOD, operators=(Operator(word, arity),), operations=(own,))
        assert dfg_to_ccf(dfg)["node"].split()[1] == str(number)


def of(word: str, *reads: str) -> Dfg:
    own = Operation("x", word, tuple(map(Operand, reads)))
    return replace(GOOD, operators=(operator_of(word, len(reads)),), operations=(own,))


@pytest.mark.parametrize(
    ("dfg", "line"),
    [
        (replace(GOOD, initial=(Initial("x", (1,)),)), "$.initial: 'initial' cannot be written"),
        (replace(GOOD, operations=(), results=("a",)), "a graph without operations cannot be"),
        (replace(GOOD, results=("x", "a")), "result 'a', which is an input, has an effect or is"),
        (replace(GOOD, results=()), "'x', which nothing reads and which is no result, cannot be"),
        (of("-", "a"), "operator 'neg' cannot be written for CCF"),
        (of("xnor", "a", "a"), "operator 'xnor' cannot be written for CCF"),
        (of("op19", "a"), "operator 'op19' cannot be written for CCF"),
        (of("phi.if", "a", "a"), "operator 'phi' with a predicate cannot be written for CCF"),
        (of("op26.if", "a", "a"), "operator 'op26' with a predicate cannot be written for CCF"),
        (of("select.if", "a", "a", "a", "a"), "operator 'select.if' of 4 operands cannot be"),
        (
            replace(GOOD, operators=(replace(operator_of("+", 2), latency=2),)),
            "operator '+' with latency 2 cannot be written for CCF",
        ),
        (
            replace(GOOD, operators=(replace(operator_of("+", 2), effect=True),), results=()),
            "operator '+' with an effect cannot be written for CCF",
        ),
        (of("add.if"), "operator 'add.if' of 0 operands cannot be written for CCF"),
        (
            replace(GOOD, inputs=(), constants=(Constant("a", 10**20),)),
            "constant 'a' with the number 100000000000000000000 cannot be written",
        ),
    ],
)  # fmt: skip
def test_not_expressible(dfg: Dfg, line: str, tmp_path: Path) -> None:
    """Tests that what the format cannot express is named, and nothing is written."""
    with pytest.raises(NotSupportedError) as caught:
        save_dfg(dfg, str(tmp_path / "d_edge.txt"))
    assert line in str(caught.value)
    assert list(tmp_path.iterdir()) == []

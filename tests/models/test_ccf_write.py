"""Writing DFGs as files of CCF, and reading them back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.errors import NotSupportedError
from models.formats.ccf_write import dfg_to_ccf
from models.formats.dfg_files import load_dfg, save_dfg
from models.semantics.opcodes import operator_of
from tests.models.test_ccf_dfg import EDGES, NODES, written


def test_a_file_of_ccf(tmp_path: Path) -> None:
    """Tests that what has been read is written so that it is read as the same again."""
    dfg = load_dfg(written(tmp_path, NODES, EDGES))
    save_dfg(dfg, str(tmp_path / "again_node.txt"))
    assert replace(load_dfg(str(tmp_path / "again")), name="top") == dfg


GOOD = Dfg(
    "d", (operator_of("+", 2),), ("a",), (Operation("x", "+", (Operand("a"), Operand("x", 1))),),
    ("x",),
)  # fmt: skip


NUMBERS = (
    *(("-", 1), ("icmp.slt", 12), ("EQ", 10), ("pass", 27), ("fadd", 0)),
    *(("*", 2), ("&", 6), ("|", 7), ("^", 8)),
)


def test_other_names() -> None:
    """Tests that names become numbers, and spellings the numbers of what they mean."""
    texts = dfg_to_ccf(GOOD)
    assert texts["node"] == "0 0 0 0 1\n1 30 gVar1 0 1\n"
    assert texts["edge"] == "1 0 0 LIE 0\n0 0 1 TRU 1\n"
    for word, number in NUMBERS:
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

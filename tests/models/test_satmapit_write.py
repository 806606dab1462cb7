"""Writing DFGs as files of SAT-MapIt, and reading them back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.errors import NotSupportedError
from models.formats.dfg_files import load_dfg, save_dfg
from models.formats.satmapit_dfg import dfg_to_satmapit

GOOD = Dfg("d", (Operator("neg", 1),), ("a",), (Operation("x", "neg", (Operand("a"),)),), ("x",))


def test_names_become_numbers(tmp_path: Path) -> None:
    """Tests that other names are numbered: operations, inputs, constants."""
    texts = dfg_to_satmapit(GOOD)
    assert texts["nodes"] == "0 neg 1 -1 -1 -1\n"
    assert (texts["livein_edges"], texts["liveout_edges"]) == ("1 0 0 1\n", "0 2 0 1\n")
    save_dfg(GOOD, str(tmp_path / "d_edges"))
    again = load_dfg(str(tmp_path / "d"))
    assert again.operations == (Operation("0", "neg", (Operand("1"),)),)


MINUS = Dfg("d", (Operator("-", 1),), ("a",), (Operation("x", "-", (Operand("a"),)),), ("x",))


@pytest.mark.parametrize(
    ("dfg", "line"),
    [
        (replace(GOOD, initial=(Initial("x", (1,)),)), "$.initial: 'initial' cannot be written"),
        (replace(GOOD, results=("a",)), "result 'a', which is an input, cannot be written"),
        (MINUS, "operator '-', which is no word, cannot be written for SAT-MapIt"),
        (
            replace(GOOD, operations=(Operation("x", "neg", (Operand("a", 1),)),)),
            "'a' of an earlier iteration, which is no operation, cannot be written",
        ),
        (
            replace(GOOD, inputs=(), constants=(Constant("a", 0.5),)),
            "constant 'a' with the number 0.5 cannot be written",
        ),
        (
            Dfg("d", (Operator("f", 4),), ("a",), (Operation("x", "f", (Operand("a"),) * 4),)),
            "operator 'f' of 4 operands cannot be written",
        ),
    ],
)  # fmt: skip
def test_not_expressible(dfg: Dfg, line: str, tmp_path: Path) -> None:
    """Tests that what the format cannot express is named, and nothing is written."""
    with pytest.raises(NotSupportedError) as caught:
        save_dfg(dfg, str(tmp_path / "d_nodes"))
    assert line in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def of_latencies(*latencies: int) -> Dfg:
    """A chain of shifts, each spelled in another way, of these latencies."""
    words, names = ("shl", "<<"), ("x", "y")
    operations = tuple(
        Operation(name, word, (Operand("a"), Operand(before)))
        for name, word, before, _ in zip(names, words, ("a", "x"), latencies, strict=False)
    )
    operators = tuple(
        Operator(word, 2, latency=n) for word, n in zip(words, latencies, strict=False)
    )
    return Dfg("d", operators, ("a",), operations, (operations[-1].name,))


@pytest.mark.parametrize(
    ("dfg", "line"),
    [
        (replace(GOOD, results=()), "'x', which nothing reads and which is no result, cannot be"),
        (of_latencies(3), "latency 3 of operator 'shl', whose values no edge leaves, cannot be"),
        (of_latencies(1, 2), "opcode 'shl' with two latencies, 1 and 2, cannot be written"),
        (
            replace(GOOD, operators=(Operator("neg", 1, effect=True),)),
            "operator 'neg' with an effect cannot be written for SAT-MapIt",
        ),
        (
            replace(GOOD, inputs=(), constants=(Constant("a", 10**20),)),
            "constant 'a' with the number 100000000000000000000 cannot be written",
        ),
    ],
)
def test_what_would_be_read_as_something_else(dfg: Dfg, line: str) -> None:
    """Tests that other results, latencies, effects and numbers are refused."""
    with pytest.raises(NotSupportedError) as caught:
        dfg_to_satmapit(dfg)
    assert line in str(caught.value)


@pytest.mark.parametrize("reads", ["kkl", "klk", "lkk", "kkk", "lkl"])
def test_constants_in_all_three_columns(reads: str, tmp_path: Path) -> None:
    """Tests that the third operand does not change which constants are the first two."""
    own = Operation("x", "bsfa", tuple(map(Operand, reads)))
    constants = tuple(Constant(k, n) for k, n in (("k", 7), ("l", 5)) if k in reads)
    save_dfg(Dfg("d", (Operator("bsfa", 3),), (), (own,), ("x",), constants), f"{tmp_path}/d_nodes")
    found = load_dfg(str(tmp_path / "d"))
    numbers = [found.constant_by_name[x.value] for x in found.operations[0].operands]
    assert numbers == [{"k": 7, "l": 5}[each] for each in reads]


def test_opcodes_have_numbers_of_their_own() -> None:
    """Tests the numbers as they are written; both shifts to the right have the same one."""
    names = "add sub mul shl and or xor fadd fsub fmul fdiv lshr ashr"
    operators = tuple(Operator(name, 2) for name in names.split())
    reads = (Operand("a"), Operand("a"))
    operations = tuple(Operation(o.name, o.name, reads) for o in operators)
    written = dfg_to_satmapit(Dfg("d", operators, ("a",), operations, tuple(names.split())))
    rows = [line.split() for line in written["nodes"].splitlines()]
    numbers = {row[1]: row[-1] for row in rows if row[1:] and row[1] in names.split()}
    assert numbers.keys() == set(names.split())
    assert numbers.pop("lshr") == numbers["ashr"] and numbers["fsub"] == "21"
    assert len(set(numbers.values())) == len(numbers)

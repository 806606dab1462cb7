"""Writing DFGs as files of SAT-MapIt, and reading them back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.errors import NotSupportedError
from models.formats.dfg_files import load_dfg, save_dfg
from models.formats.satmapit_dfg import dfg_to_satmapit
from models.semantics.opcodes import operator_of


@st.composite
def dfgs(draw: st.DrawFn) -> Dfg:
    """A DFG of what the format has, with names that are numbers."""
    count = draw(st.integers(1, 6))
    outside = ["50", "60"]
    operators = [("add", 2), ("load", 1), ("bsfa", 3), ("rand", 0)]
    operations = []
    for k in range(count):
        name, arity = draw(st.sampled_from(operators))
        operands = []
        for _ in range(arity):
            value = draw(st.sampled_from([*outside, *map(str, range(count))]))
            least = 0 if value in outside or int(value) < k else 1
            most = 0 if value in outside else 2
            operands.append(Operand(value, draw(st.integers(least, max(least, most)))))
        operations.append(Operation(str(k), name, tuple(operands)))
    read = {operand.value for o in operations for operand in o.operands}
    others = {x.value for o in operations for x in o.operands if x.value != o.name}
    effect = {"load"}
    results = [
        o.name
        for o in operations
        if (o.name not in others and o.operator not in effect) or draw(st.booleans())
    ]
    used = dict.fromkeys(o.operator for o in operations)
    # The latency of an operator stands on the edges of its values.
    shown = {o.operator for o in operations if o.name in others or o.name in read}
    latency = {name: draw(st.integers(1, 3)) if name in shown else 1 for name in used}
    return Dfg(
        "top",
        tuple(replace(operator_of(n, dict(operators)[n]), latency=latency[n]) for n in used),
        tuple(x for x in ("50",) if x in read),
        tuple(operations),
        tuple(results),
        constants=tuple(Constant(x, draw(st.integers(-9, 9))) for x in ("60",) if x in read),
        order=(OrderEdge("0", str(count - 1), 1),) if draw(st.booleans()) else (),
    )


@given(dfgs())
@settings(max_examples=150, deadline=None)
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, dfg: Dfg) -> None:
    """Tests that a DFG is read back as written, from all files."""
    folder = tmp_path_factory.mktemp("round")
    save_dfg(dfg, str(folder / "top_nodes"))
    assert load_dfg(str(folder / "top")) == dfg


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

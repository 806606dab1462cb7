"""What tiles do for a mapping, and mappings that they cannot execute."""

from __future__ import annotations

import pytest

from ecosystems.loops.search import ShortageError
from ecosystems.vectorcgra.array import array_of
from ecosystems.vectorcgra.packets import control_of
from ecosystems.vectorcgra.tiles import Tiles, tiles
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem

ARRAY = array_of(2, 2)
GRAPH = Dfg(
    "two",
    (Operator("constant", 1, effect=True), Operator("xor", 2, effect=True)),
    (),
    (
        Operation("a", "constant", (Operand("7"),)),
        Operation("b", "xor", (Operand("a"), Operand("a"))),
    ),
    constants=(Constant("7", 7),),
)


def _made(contexts: int, late: int) -> Tiles:
    """Return the work of a value on one tile that is read some cycles later."""
    kept = [Held("a", "rf_0_0", cycle) for cycle in range(1, late)]
    moved = [Transfer("a", "rf_0_0->pe_0_0", late)] if kept else []
    moved += [Transfer("a", "pe_0_0->rf_0_0", 1)] if kept else []
    mapping = Mapping(
        dfg=GRAPH.name,
        architecture=ARRAY.name,
        horizon=late + 1,
        contexts=contexts,
        holds=(Held("a", "pe_0_0", 0), *kept, Held("b", "pe_0_0", late)),
        transfers=tuple(moved),
        issues=(Issue("a", "pe_0_0", 0), Issue("b", "pe_0_0", late)),
    )
    return tiles(Problem(GRAPH, ARRAY, contexts), mapping, {})


def test_a_register_reaches_the_lane_of_its_bank() -> None:
    """Tests that a result is written by its own word, and read by one lane for both operands."""
    for late in (1, 2, 3):
        (written, read) = (control_of(each) for each in _made(4, late).work[0, 0])
        bank = written.write_reg_from.index(2)
        assert written.opt == "OPT_CONST" and written.fu_xbar_outport[4 + bank] == 1
        assert read.opt == "OPT_XOR" and read.fu_in == (bank + 1, bank + 1, 0, 0)
        assert read.read_reg_from[bank] == 1
        assert read.read_reg_idx[bank] == written.write_reg_idx[bank]


def test_a_register_that_is_written_again() -> None:
    """Tests that values held for too long are reported as sets of holds to avoid."""
    with pytest.raises(ShortageError, match="'a' is in rf_0_0 for 4 cycles") as short:
        _made(3, 4)
    assert short.value.holds == tuple(Held("a", "rf_0_0", cycle) for cycle in (1, 2, 3))


def test_constants_in_two_orders() -> None:
    """Tests that numbers of one queue begin in the same round, and which pairs are told."""
    graph = GRAPH
    made = Dfg(
        graph.name,
        graph.operators,
        (),
        (graph.operations[0], Operation("b", "xor", (Operand("a"), Operand("7")))),
        constants=graph.constants,
    )
    mapping = Mapping(
        dfg=made.name,
        architecture=ARRAY.name,
        horizon=3,
        contexts=2,
        holds=(Held("a", "pe_0_0", 0), Held("a", "rf_0_0", 1), Held("b", "pe_0_0", 2)),
        transfers=(Transfer("a", "pe_0_0->rf_0_0", 1), Transfer("a", "rf_0_0->pe_0_0", 2)),
        issues=(Issue("a", "pe_0_0", 0), Issue("b", "pe_0_0", 2)),
    )
    with pytest.raises(ShortageError, match="begin in different rounds") as short:
        tiles(Problem(made, ARRAY, 2), mapping, {})
    assert short.value.holds == (Held("a", "pe_0_0", 0), Held("b", "pe_0_0", 2))
    assert (Held("a", "pe_1_1", 1), Held("b", "pe_1_1", 3)) in short.value.also

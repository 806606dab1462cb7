"""Loops as operations with predicates: their grants, and refusals."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from ecosystems.vectorcgra.lower import lowered
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.errors import InputError
from tests.ecosystems.openedge_loops import COMPILER, LOOPS, drawn, graph_of
from tests.ecosystems.vectorcgra_loops import made_of


def _loop(*more: Operation, results: tuple[str, ...] = (), leaves: bool = True) -> Dfg:
    """Return a loop that counts to 5, with more operations."""
    own = (
        Operation("i", "add", (Operand("i", 1), Operand("1"))),
        Operation("less", "icmp.slt", (Operand("i"), Operand("5"))),
    )
    leave = (Operation("exit", "br.unless", (Operand("less"),)),) if leaves else ()
    made = (*own, *more, *leave)
    operators = {
        one.operator: Operator(
            one.operator,
            len(one.operands),
            effect=one.operator.startswith(("store", "br")),
            type="i1" if one.operator.startswith("icmp") else "i32",
            of="i32",
        )
        for one in made
    }
    return Dfg(
        "loop",
        tuple(operators.values()),
        (),
        made,
        results,
        (Constant("1", 1), Constant("5", 5), Constant("half", 0.5)),
        initial=(Initial("i", (0,)),),
    )


def test_one_phi_is_granted_for_all_stores() -> None:
    """Tests phi, add, comparison, grant and return, and that a number has a word of its own."""
    store = Operation("out", "store", (Operand("i", 1), Operand("5")))
    whole = _loop(store)
    made = lowered(_integers(whole), {})
    words = sorted(operation.operator for operation in made.dfg.operations)
    assert words == sorted("phi add icmp.slt icmp.sge grant grant return store constant".split())
    assert dict(made.first) == {"i.phi1": 0}
    assert all(operator.effect for operator in made.dfg.operators)


def _integers(dfg: Dfg) -> Dfg:
    """Return a graph without the number that is no integer."""
    changed: Dfg = msgspec.structs.replace(dfg, constants=dfg.constants[:2])
    return changed


REFUSED = {
    "half": (_loop(), "0.5 is no integer"),
    "endless": (_integers(_loop(leaves=False)), "no operation leaves the loop"),
    "results": (_integers(_loop(results=("i", "less"))), "2 results, and the machine"),
    "word": (
        _integers(_loop(Operation("d", "sdiv", (Operand("i"), Operand("5"))))),
        "operation 'd': the machine has no 'sdiv'",
    ),
    "wide": (
        msgspec.structs.replace(
            _integers(_loop()),
            operators=tuple(
                msgspec.structs.replace(one, type="i64") if one.name == "add" else one
                for one in _loop().operators
            ),
        ),
        "'i64': words have 32 bits",
    ),
    "always": (
        msgspec.structs.replace(
            _integers(_loop()),
            operations=(
                *_loop().operations[:2],
                Operation("exit", "br.unless", (Operand("1"),)),
            ),
        ),
        "the loop ends by a number",
    ),
    "store": (
        _integers(_loop(Operation("s", "store", (Operand("5"), Operand("1"))))),
        "'s' reads nothing that changes",
    ),
}


@pytest.mark.parametrize("dfg, line", REFUSED.values(), ids=REFUSED)
def test_refused(dfg: Dfg, line: str) -> None:
    with pytest.raises(InputError) as refused:
        lowered(dfg, {})
    assert line in str(refused.value)


@pytest.mark.skipif(COMPILER is None, reason="needs clang")
def test_loops_of_c(tmp_path: Path) -> None:
    """Tests that numbers change no operation, and the loop that memory alone would order."""
    for name, loop in LOOPS.items():
        dfg = graph_of(name, tmp_path)
        trials = [drawn(loop, random.Random(seed)) for seed in range(3)]
        if name == "within":
            with pytest.raises(InputError) as refused:
                made_of(loop, dfg, trials[0])
            line = str(refused.value)
            assert "'x.load' has to wait for 'x.store', of which it reads no value" in line
            assert "; let a variable of the loop have what is stored" in line
            continue
        shapes = {
            tuple((o.name, o.operator) for o in made_of(loop, dfg, trial).dfg.operations)
            for trial in trials
        }
        assert len(shapes) == 1, name

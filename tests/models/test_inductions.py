"""Induction variables of their own: the same numbers in every iteration, and the verifier's eye."""

from __future__ import annotations

import random

import msgspec
import pytest

from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.semantics.evaluate import evaluate, random_inputs
from models.transform.inductions import own_inductions
from solvers.verification.directory import RejectedError
from solvers.verification.inductions import check_inductions
from tests.seeds import seeds

OPERATORS = (
    Operator("add", 2, commutative=True, associative=True),
    Operator("mul", 2, commutative=True, associative=True),
    Operator("sub", 2),
    Operator("store", 2, effect=True),
)


def random_addresses(seed: int) -> Dfg:
    """Operations on an induction variable, constants, an input and each other."""
    source = random.Random(seed)
    constants = tuple(Constant(f"c{n}", source.choice((0, 1, -3, 7))) for n in range(3))
    start = Operation("i", "add", (Operand("i", 1), Operand("c1")))
    operations = [start]
    for number in range(source.randint(2, 7)):
        known = [op.name for op in operations]
        left = Operand(source.choice(known), source.choice((0, 0, 0, 0, 1)))
        right = Operand(source.choice(["c0", "c1", "c2", "c0", "x", *known]))
        operands = (left, right) if source.random() < 0.7 else (right, left)
        operator = source.choice(("add", "add", "mul", "sub"))
        operations.append(Operation(f"v{number}", operator, operands))
    last = operations[-1].name
    stored = (Operand(last), Operand(source.choice([op.name for op in operations])))
    operations.append(Operation("st", "store", stored))
    initial = (Initial("i", (source.choice((-4, 0, 5)),)),) if source.random() < 0.8 else ()
    return Dfg("addresses", OPERATORS, ("x",), tuple(operations), (), constants, initial=initial)


@seeds(range(40))
def test_every_value_is_the_same_in_every_iteration(seed: int) -> None:
    written = random_addresses(seed)
    own = own_inductions(written)
    numbers = random_inputs(written, 8, seed)
    for mine, theirs in zip(evaluate(own, 8, numbers), evaluate(written, 8, numbers), strict=True):
        assert "st" in mine and all(mine[name] == theirs[name] for name in mine)
    if own is not written:
        assert check_inductions(written, own).startswith("inductions: ")


@pytest.mark.parametrize("kernel", BODIES)
def test_addresses_of_programs_read_no_shared_variable(kernel: str) -> None:
    written = polybench(kernel, 2, "operations")
    own = own_inductions(written)
    assert len(own.operations) <= len(written.operations)
    assert check_inductions(written, own)
    readers = [len(own.consumers[op.name]) for op in own.operations]
    assert max(readers) <= max(len(written.consumers[op.name]) for op in written.operations)


def test_the_verifier_rejects_other_rewritings() -> None:
    written = polybench("gesummv", 2, "operations")
    own = own_inductions(written)
    last = own.initial[-1]
    later = Initial(last.value, (last.numbers[0] + 1,))
    (changed,) = [op for op in own.operations if op.name == last.value]
    other = next(c.name for c in own.constants if c.name != changed.operands[1].value)
    wrong = Operation(changed.name, changed.operator, (changed.operands[0], Operand(other)))
    product = next(op for op in own.operations if op.operator == "mul")
    twice = Operation(product.name, "add", product.operands)
    steps = tuple(Constant(c.name, c.value + 1) for c in own.constants)

    def replaced(old: Operation, new: Operation) -> Dfg:
        operations = tuple(new if op == old else op for op in own.operations)
        return msgspec.structs.replace(own, operations=operations)

    for forged in (
        msgspec.structs.replace(own, initial=(*own.initial[:-1], later)),
        msgspec.structs.replace(own, initial=own.initial[1:]),
        replaced(changed, wrong),
        replaced(product, twice),
        msgspec.structs.replace(own, constants=steps),
        msgspec.structs.replace(own, name="another"),
        msgspec.structs.replace(own, results=()),
    ):
        with pytest.raises(RejectedError):
            check_inductions(written, forged)

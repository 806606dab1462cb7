"""Several accumulators: joined, they are what the loop as written has, and the verifier sees it."""

from __future__ import annotations

import random

import msgspec
import pytest

from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator
from models.errors import InputError
from models.semantics.evaluate import evaluate, random_inputs
from models.semantics.operators import apply
from models.transform.accumulators import split_reductions
from solvers.verification.accumulators import joined, same
from solvers.verification.directory import RejectedError
from tests.seeds import seeds

LAWFUL = ("add", "mul", "xor", "and", "or")
OPERATORS = tuple(Operator(name, 2, commutative=True, associative=True) for name in LAWFUL)
OPERATORS += (Operator("sub", 2), Operator("max", 2, commutative=True, associative=True))


def random_sums(seed: int) -> Dfg:
    """Chains of one operator each, most of which begin with their own result of before."""
    chance = random.Random(seed)
    operations: list[Operation] = []
    results, initial = [], []
    for number in range(chance.randint(1, 3)):
        operator = chance.choice([row.name for row in OPERATORS])
        names = [f"s{number}_{n}" for n in range(chance.randint(1, 4))]
        distance = chance.randint(1, 3)
        value = Operand(names[-1], distance) if chance.random() < 0.9 else Operand("x")
        for name in names:
            operands = (value, Operand(chance.choice("xy")))
            operations.append(Operation(name, operator, operands[:: chance.choice((1, -1))]))
            value = Operand(name)
        results.append(names[-1])
        if chance.random() < 0.2:
            results.append(names[0])
        if chance.random() < 0.6:
            numbers = tuple(chance.randint(-9, 9) for _ in range(chance.randint(0, distance)))
            initial.append(Initial(names[-1], numbers))
    unique = tuple(dict.fromkeys(results))
    return Dfg("sums", OPERATORS, ("x", "y"), tuple(operations), unique, initial=tuple(initial))


@seeds(range(30))
def test_joined_values_are_those_of_the_loop_as_written(seed: int) -> None:
    written, count = random_sums(seed), 2 + seed % 3
    changed, splits = split_reductions(written, count)
    numbers = random_inputs(written, 9, seed)
    before = {one.value: one.numbers for one in changed.initial}
    mine, theirs = evaluate(changed, 9, numbers), evaluate(written, 9, numbers)
    for split in splits:
        operator = changed.operator_by_name[split.operator]
        for iteration in range(9):
            last = [iteration - n * split.apart for n in range(split.accumulators)]
            value, *others = [
                mine[n][split.value] if n >= 0 else before[split.value][-n - 1] for n in last
            ]
            for other in others:
                value = apply(operator, (value, other), split.value)
            assert value == theirs[iteration][split.value]
    if splits:
        restored, told = joined(written, changed, count)
        assert same(written, restored) and told.startswith(f"accumulators: {count}")
    else:
        assert changed is written


def test_what_cannot_be_split_is_refused() -> None:
    with pytest.raises(InputError, match="two accumulators or more"):
        split_reductions(random_sums(0), 1)
    add = OPERATORS[0]
    late = (Operation("s", "add", (Operand("s", 60_000), Operand("x"))),)
    with pytest.raises(InputError, match="ask for fewer accumulators"):
        split_reductions(Dfg("late", (add,), ("x",), late, ("s",)), 2)


@pytest.mark.parametrize("numbers", [(), (5,)])
def test_a_sum_with_numbers_inside_stays(numbers: tuple[int, ...]) -> None:
    """Tests a reduction of two additions; the first one may have a value of before."""
    operations = (
        Operation("t", "add", (Operand("s", 1), Operand("x"))),
        Operation("s", "add", (Operand("t"), Operand("y"))),
    )
    initial = (Initial("t", numbers),) if numbers else ()
    dfg = Dfg("inside", OPERATORS, ("x", "y"), operations, ("s",), initial=initial)
    _, splits = split_reductions(dfg, 2)
    assert len(splits) == (not numbers)


def test_the_verifier_rejects_other_splittings() -> None:
    written = polybench("gesummv", 2, "operations")
    changed, _ = split_reductions(written, 2)
    (first,) = [one for one in changed.initial if one.value == "t_1"]
    others = tuple(one for one in changed.initial if one.value != "t_1")
    number = Initial("t_1", (*first.numbers[:-1], 5))
    free = tuple(
        msgspec.structs.replace(row, associative=False) if row.name == "add" else row
        for row in changed.operators
    )
    reader = Operation("peek", "mul", (Operand("t_1", 1), Operand("t_1", 1)))
    for forged in (
        msgspec.structs.replace(changed, initial=(*others, number)),
        msgspec.structs.replace(changed, initial=others),
        msgspec.structs.replace(changed, operators=free),
        msgspec.structs.replace(changed, operations=(*changed.operations, reader)),
        msgspec.structs.replace(changed, results=(*changed.results, "t_0")),
        msgspec.structs.replace(changed, name="another"),
    ):
        with pytest.raises(RejectedError):
            joined(written, forged, 2)
    with pytest.raises(RejectedError):
        joined(written, changed, 3)
    inner = msgspec.structs.replace(written, results=("t_0",))
    assert not same(inner, joined(written, changed, 2)[0])

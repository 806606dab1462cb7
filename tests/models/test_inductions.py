"""Own inductions and several accumulators: the same numbers, and forged ones are seen."""

from __future__ import annotations

import random

import msgspec
import pytest

from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.errors import InputError
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.operators import apply, evaluate, random_inputs
from models.transform.accumulators import lacking, split_reductions
from models.transform.inductions import own_inductions
from solvers.verification.accumulators import joined, same
from solvers.verification.directory import RejectedError
from solvers.verification.inductions import check_inductions
from tests.models.mappings import operations as steps_of
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


LAWFUL = ("add", "mul", "xor", "and", "or")
TABLE = tuple(Operator(name, 2, commutative=True, associative=True) for name in LAWFUL)
TABLE += (Operator("sub", 2), Operator("max", 2, commutative=True, associative=True))


def random_sums(seed: int) -> Dfg:
    """Chains of one operator each, most of which begin with their own result of before."""
    chance = random.Random(seed)
    operations: list[Operation] = []
    results, initial = [], []
    for number in range(chance.randint(1, 3)):
        operator = chance.choice([row.name for row in TABLE])
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
    return Dfg("sums", TABLE, ("x", "y"), tuple(operations), unique, initial=tuple(initial))


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


@pytest.mark.parametrize("word", ["smin", "smax", "umin", "umax"])
@pytest.mark.parametrize("first", [(), (-100,), (7, -3), ("x",)])
def test_minima_and_maxima(word: str, first: tuple[int | str, ...]) -> None:
    """Tests that all accumulators begin with the number of the loop as written, or its input."""
    row = Operator(
        word, 2, commutative=True, associative=True, type="u32" if word[0] == "u" else None
    )
    distance = max(len(first), 1)
    step = Operation("m", word, (Operand("y"), Operand("m", distance)))
    initial = (Initial("m", first),) if first else ()
    written = Dfg("peak", (row,), ("x", "y"), (step,), ("m",), initial=initial)
    changed, (split,) = split_reductions(written, 3)
    numbers = {"x": [11] * 9, "y": random_inputs(written, 9, 1)["y"]}
    mine, theirs = evaluate(changed, 9, numbers), evaluate(written, 9, numbers)
    for iteration in range(3 * distance, 9):
        value, *others = [mine[iteration - n * distance]["m"] for n in range(3)]
        for other in others:
            value = apply(row, (value, other), "m")
        assert value == theirs[iteration]["m"]
    restored, _ = joined(written, changed, 3)
    assert same(written, restored) and split.apart == distance
    (one,) = changed.initial
    forged = msgspec.structs.replace(one, numbers=(*one.numbers[:-1], 5))
    with pytest.raises(RejectedError, match="begin with other numbers"):
        joined(written, msgspec.structs.replace(changed, initial=(forged,)), 3)


def test_missing_laws_are_named() -> None:
    """Tests that a sum of floating-point numbers says which law it lacks, and where to state it."""
    row = Operator("fadd", 2, commutative=True, latency=4, type="float")
    step = Operation("s", "fadd", (Operand("x"), Operand("s", 1)))
    dfg = Dfg("sum", (row,), ("x",), (step,), ("s",))
    assert split_reductions(dfg, 4) == (dfg, ())
    assert "'fadd' is not associative: --operators FILE can say {" in lacking(dfg)
    lawful = msgspec.structs.replace(row, associative=True)
    check_algebraic_laws(msgspec.structs.replace(dfg, operators=(lawful,)), reordered=False)
    with pytest.raises(InputError, match="sums of float differ by their order"):
        check_algebraic_laws(msgspec.structs.replace(dfg, operators=(lawful,)))
    assert lacking(msgspec.structs.replace(dfg, operators=(lawful,))) == ""


def test_what_cannot_be_split_is_refused() -> None:
    with pytest.raises(InputError, match="two accumulators or more"):
        split_reductions(random_sums(0), 1)
    add = TABLE[0]
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
    dfg = Dfg("inside", TABLE, ("x", "y"), operations, ("s",), initial=initial)
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


def test_a_value_that_later_iterations_read_stays() -> None:
    add = OPERATORS[0]
    operations = steps_of("i add i@1 one; a add i one; b add a@1 a")
    dfg = Dfg("late", (add,), (), operations, ("b",), (Constant("one", 1),))
    assert own_inductions(dfg) is dfg
    free = msgspec.structs.replace(dfg, operators=(Operator("add", 2),))
    assert own_inductions(free) is free


def test_what_lost_its_readers_is_left_out() -> None:
    """Tests that only the last of a chain of sums stays, with an induction of its own."""
    dfg = Dfg(
        "chain", OPERATORS, ("x",),
        steps_of("i add i@1 one; v add i one; w add v one; st store w x"), (),
        (Constant("one", 1),), initial=(Initial("i", (0,)),),
    )  # fmt: skip
    assert [operation.name for operation in own_inductions(dfg).operations] == ["w", "st"]

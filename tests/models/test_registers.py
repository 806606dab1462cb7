"""Registers after mapping, and where a run has its arrays."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bench.hardware_loops import LOAD, STORE, mapped
from examples.loops.polybench import polybench
from hardware.model.addresses import addressing
from hardware.model.expected import Expected, expected_run
from hardware.model.realise import Form, difference, realised
from hardware.model.reference import UnorderedError
from hardware.model.units import unit_of
from hardware.model.words import Words
from models.data.architecture import Architecture, Component
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.data.problem import Kind, Problem
from models.errors import InputError
from models.register_files.files import KINDS
from models.register_files.registers import Registers, _unrolled, allocate
from models.register_files.registers_check import registers_faults
from models.register_files.stretches import Stretch, stretches
from tests.hardware.kept import Run, counts, fixed, keeping, random_runs, renamed


def chosen(runs: list[Run], interval: int, registers: int, kind: Kind) -> Registers | None:
    """The registers of a file, checked; None where there are none."""
    problem, full = keeping(runs, interval, registers)
    made = allocate(problem, full, kind)
    if not isinstance(made, Registers):
        (shortage,) = made
        assert (shortage.component, shortage.registers) == ("rf", registers)
        if shortage.needed is not None:
            more = keeping(runs, interval, shortage.needed)
            assert isinstance(allocate(*more, kind), Registers)
            fewer = keeping(runs, interval, shortage.needed - 1)
            assert not isinstance(allocate(*fewer, kind), Registers)
        return None
    assert registers_faults(problem, full, made) == []
    return made


ORACLES: dict[Kind, Callable[[list[Run], int, int], bool]] = {
    "static": fixed,
    "rotating": renamed,
    "moves": lambda runs, interval, registers: counts(runs, interval) <= registers,
}


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ORACLES)
def test_against_all_choices(kind: Kind, seed: int) -> None:
    """Tests that a file has registers if and only if some choice out of all has no conflict."""
    source = random.Random(seed)
    found = []
    for _ in range(40):
        interval, registers = source.randint(1, 3), source.randint(1, 3)
        runs = random_runs(source, interval, 4)
        made = chosen(runs, interval, registers, kind)
        assert (made is not None) == ORACLES[kind](runs, interval, registers), runs
        found.append(made is not None)
    assert True in found and False in found


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(6))
def test_the_smallest_kernel(seed: int) -> None:
    """Tests that a kernel is unrolled as often as some choice of addresses needs, not more."""
    source = random.Random(seed)
    unrolled = set()
    for _ in range(12):
        interval, registers = source.randint(1, 2), source.randint(1, 3)
        runs = random_runs(source, interval, 3)
        made = chosen(runs, interval, registers, "unroll")
        if made is None:
            assert counts(runs, interval) > registers
            continue
        unrolled.add(made.unroll)
        assert registers ** (len(runs) * made.unroll) < 10**6
        assert fixed(runs, interval, registers, made.unroll)
        assert not any(fixed(runs, interval, registers, u) for u in range(1, made.unroll))
    assert unrolled


def test_wrong_registers_are_noticed() -> None:
    """Tests that the check misses no place that is taken away, added or changed."""
    problem, full = keeping([(0, 1), (1, 2), (2, 2)], 2, 3)
    assert len(stretches(problem, full)["rf"]) == 3
    for kind in KINDS:
        made = allocate(problem, full, kind)
        assert isinstance(made, Registers)
        for number, place in enumerate(made.places):
            others = made.places[:number] + made.places[number + 1 :]
            for places in (
                others,
                (*made.places, replace(place, register=7)),
                *(
                    (*others, replace(place, register=register))
                    for register in range(4)
                    if register != place.register
                    and (
                        kind != "moves"
                        or register
                        in {p.register for p in others if p.context == place.context} | {3}
                    )
                ),
            ):
                assert registers_faults(problem, full, replace(made, places=places))


ADD, MUL, SELECT = Operator("add", 2), Operator("mul", 2), Operator("select", 3)


def operation(text: str) -> Operation:
    """`x = add a b@1`: an operation as a line."""
    name, _, operator, *operands = text.split()
    read = (word.partition("@") for word in operands)
    return Operation(name, operator, tuple(Operand(value, int(d or 0)) for value, _, d in read))


def loop(inputs: str, *lines: str, order: tuple[OrderEdge, ...] = (), **initial: int | str) -> Dfg:
    """A loop with the constants `one` and `four`."""
    operations = tuple(operation(line) for line in lines)
    used = {o.operator for o in operations}
    read = {operand.value for o in operations for operand in o.operands}
    return Dfg(
        "loop",
        tuple(row for row in (ADD, MUL, SELECT, LOAD, STORE) if row.name in used),
        tuple(inputs.split()),
        operations,
        constants=tuple(c for c in (Constant("one", 1), Constant("four", 4)) if c.name in read),
        order=order,
        initial=tuple(Initial(name, (number,)) for name, number in initial.items()),
    )


def expected(dfg: Dfg, word: str = "i32", iterations: int = 12, seed: int = 0) -> Expected:
    """What a run of words of this type leaves."""
    words = Words("loop", "one", word, "moves", 1, 1, iterations, 1, 99, int(word[1:]), ())
    return expected_run(dfg, words, seed)


def test_bases() -> None:
    """Tests what reaches an address as a base: through sums, choices, and what begins with it."""
    dfg = loop(
        "x y k n c",
        "i = add i@1 n",
        "o = mul i k",
        "p = add p@1 four",
        "q = select c p o",
        "v = load q",
        "a = add y v",
        "s = store a v",
        p="x",
    )
    units = {o.name: unit_of(dfg, o.operator, "i32") for o in dfg.operations}
    assert addressing(dfg, units) == (("x", "y"), ("k", "n", "c"))


def test_accesses_that_meet() -> None:
    """Tests that a loop whose own addresses meet without an order has no one result, but with one.

    The line names both accesses and the ways out.
    """
    lines = ("i = add i@1 one", "a = add x i", "b = add a one", "v = load a", "s = store b v")
    dfg = loop("x", *lines)
    with pytest.raises(UnorderedError, match="does not order 's' of iteration 0 and 'v' of it"):
        expected(dfg)
    ordered = replace(dfg, order=(OrderEdge("s", "v", 1),))
    _, due, _ = expected(ordered)
    assert len(set(due.stored.values())) == 1 and len(due.touched) == 13


def test_the_order_of_the_mapping() -> None:
    """Tests that accesses which meet without an order are expected in that of the mapping."""
    lines = ("i = add i@1 one", "a = add x i", "b = add a four", "v = load a", "w = add v i")
    for gap in (1, 5):
        dfg = loop("x", *lines, "s = store b w")
        dfg = replace(dfg, constants=(Constant("one", 1), Constant("four", gap)))
        case = mapped(dfg, "adres:2x2,ports=unlimited")
        assert case is not None
        made = realised(*case, Form("moves"))
        with pytest.raises(UnorderedError):
            difference(dfg, made.machine, made.words)
        assert difference(dfg, made.machine, made.words, begins=made.begins) is None


def test_too_small_a_memory() -> None:
    """Tests that arrays which meet in a small memory are refused, with the way out."""
    case = mapped(polybench("syrk"), "adres:4x4")
    assert case is not None
    made = realised(*case, Form("moves", 64, address_bits=4))
    with pytest.raises(InputError, match="more address bits may keep them apart"):
        difference(case[0].dfg, made.machine, made.words)


def test_only_files_at_fault_are_named() -> None:
    """Tests the shortage of unrolled files, one of which suits the largest kernel alone."""
    parts = (Component("p", issue=1, capacity=3), Component("q", capacity=1))
    problem = Problem(Dfg("none", (), (), ()), Architecture("two", parts, (), max_contexts=3))
    fits = [Stretch("p", "a", 0, 2)]
    never = [Stretch("q", "c", 0, 4)]
    assert [s.component for s in _unrolled(problem, {"p": fits, "q": never}, 1)[2]] == ["q"]

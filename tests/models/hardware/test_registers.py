"""Registers after mapping: exact for every kind of file, and right by another look at them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from models.hardware.files import KINDS, Kind
from models.hardware.registers import Registers, allocate
from models.hardware.registers_check import registers_faults
from models.hardware.stretches import stretches
from tests.models.hardware.kept import Run, counts, fixed, keeping, random_runs, renamed


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


def test_counter_examples() -> None:
    """Tests the sets of the documentation in which counting is not enough."""
    shifted = [(0, 1)]  # y = a + y@2: kept for two cycles, in a context of its own
    assert chosen(shifted, 1, 2, "static") is None
    assert [chosen(shifted, 1, 2, kind) is not None for kind in KINDS] == [False, True, True, True]
    made = chosen(shifted, 1, 2, "unroll")
    assert made is not None and (made.unroll, made.contexts) == (2, 2)
    triangle = [(0, 1), (1, 2), (2, 3)]
    assert counts(triangle, 3) == 2
    assert chosen(triangle, 3, 2, "static") is None and chosen(triangle, 3, 3, "static")
    crossed = [(0, 1), (1, 2)]
    assert counts(crossed, 2) == 2
    assert chosen(crossed, 2, 2, "rotating") is None and chosen(crossed, 2, 3, "rotating")


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

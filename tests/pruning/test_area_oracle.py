"""The fewest transistors against all parts of tiny arrays, each priced as a whole.

Prices are added up as `docs/pruning.md` and `docs/hardware.md` say, from the array that is left;
whether it has a mapping says the naive model.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace

from hardware.model.machine import Slot, machine_of
from models.data.architecture import Architecture, Component, InitialContents
from models.data.problem import Problem
from pruning.gates import units_key
from pruning.prices import Prices
from pruning.prunable import Kernel
from pruning.question.objective import Objective
from tests.models.naive_model import feasible
from tests.pruning.small import prune, small_array, small_graph
from tests.pruning.test_area import limited, some_prices

KINDS = ("elements", "memories", "paths")


def is_outside(part: Component) -> bool:
    """Whether a component is a memory that streams go to."""
    return part.capacity is None and not part.issue


def price(arch: Architecture, prices: Prices, slots: dict[str, Slot]) -> int:
    """The transistors of an array with all that it has."""
    total, parts = 0, arch.component_by_name
    for part in arch.components:
        entering = sum(path.width or 0 for path in arch.paths if part.name in path.targets)
        if is_outside(part):
            total += prices.delivery * entering
            continue
        registers, latency = part.capacity or 0, 0
        if part.issue:
            slot = slots[part.name]
            latency = slot.latency
            operand = prices.select[1 + registers + entering]
            own = prices.units[units_key(slot)] if slot.units else 0
            own += prices.slot + (latency - 1) * prices.delay + slot.operands * operand
            total += part.issue * own
        sources = 1 + part.issue * latency + entering + (part.initial != InitialContents())
        total += registers * prices.register[sources]
    for path in arch.paths:
        ends = [parts[name] for name in path.sources]
        reads = any(map(is_outside, ends))
        sources = sum(part.capacity or 0 for part in ends if not is_outside(part)) + reads
        lane = prices.select[sources] + path.latency * prices.delay + reads * prices.stream
        total += (path.width or 0) * lane
    return total


def parts_of(arch: Architecture) -> Iterator[Architecture]:
    """Yield what is left of an array without some components and paths, in every way."""
    names = [part.name for part in arch.components if part.name != arch.external]
    names += [path.name for path in arch.paths]
    for count in range(len(names) + 1):
        for gone in combinations(names, count):
            parts = tuple(part for part in arch.components if part.name not in gone)
            there = {part.name for part in parts}
            paths = []
            for path in arch.paths:
                ends = (
                    tuple(name for name in side if name in there)
                    for side in (path.sources, path.targets)
                )
                sources, targets = ends
                if path.name not in gone and sources and targets:
                    paths.append(replace(path, sources=sources, targets=targets))
            yield replace(arch, components=parts, paths=tuple(paths))


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(24))
def test_the_cheapest_part(seed: int) -> None:
    chance = random.Random(f"area oracle {seed}")
    problem = Problem(small_graph(chance), limited(small_array(chance, 2)))
    prices = some_prices(chance, problem.arch)
    cycles = next((n for n in range(2, 8) if feasible(problem, n)), None)
    if cycles is None:
        return
    slots = {slot.component: slot for slot in machine_of(problem.arch).slots}
    answer = prune([Kernel(problem, cycles, None)], Objective(KINDS, prices=prices))
    every = {arch: price(arch, prices, slots) for arch in parts_of(problem.arch)}
    least = next(
        cost
        for arch, cost in sorted(every.items(), key=lambda pair: pair[1])
        if feasible(Problem(problem.dfg, arch), cycles)
    )
    assert (answer.status, answer.weight) == ("optimal", least)

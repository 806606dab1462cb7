"""Random programs, and all that they are run through: they compute what the interpreter does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from programs.dataflow import kernels, run_dfg
from programs.dataflow.kernel import Kernel, Memory
from programs.dataflow.run import Execution, Instance
from programs.loops import Region, check_region, emit_program, execute
from programs.loops.random_values import random_values
from programs.loops.types import INT
from programs.source import read_text
from programs.transform import structures, variant_of
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.random_regions import RandomOptions, random_region
from tests.programs.random_steps import transformed
from tests.programs.test_dataflow_run import OPTIONS

Values = dict[str, Any]
Way = Callable[[Region, Values, int, Path], Iterator[Values]]

SMALL = RandomOptions(trips=5, operands=2)
NESTS = RandomOptions(nests=3, depth=2, imperfect=0.5, trips=6, triangular=0.2, operands=2)
# Many accesses that meet, also where data decides.
MEETING = RandomOptions(
    nests=1, depth=2, statements=4, trips=7, types=(INT,), indirect=0.3, conditions=0.4, scalars=0.2
)
SEEN: Counter[str] = Counter()
"""Steps that were made, and those that were refused."""


def read_again(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    (again,) = read_text(emit_program(region))
    yield execute(again, values)


def compiled(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    yield run_compiled(emit_program(region), region.name, region, values, folder)


def by_graphs(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    yield run_dfg(region, values, kernels(region, OPTIONS[seed % 4]))


def any_order(seed: int) -> Callable[[Kernel, int], Iterable[tuple[Instance, bool]]]:
    """Return orders in which everything happens when operands and order edges allow it.

    Beyond these, an operation of one iteration comes before itself of the next one. Stores may be
    complete long after they began. Late iterations are preferred in some draws, early ones in
    others, so that the window is wide.
    """

    def order(kernel: Kernel, iterations: int) -> Iterable[tuple[Instance, bool]]:
        draw = random.Random(seed)
        eager = draw.choice((0.0, 0.5, 1.0))
        dfg = kernel.dfg
        events: dict[tuple[Instance, bool], int] = {}
        followers: dict[tuple[Instance, bool], list[tuple[Instance, bool]]] = {}
        names = [operation.name for operation in dfg.operations]
        for n in range(iterations):
            for name in names:
                for done in (False, True):
                    events[Instance(name, n), done] = 0
                    followers[Instance(name, n), done] = []

        def before(first: tuple[Instance, bool], then: tuple[Instance, bool]) -> None:
            followers[first].append(then)
            events[then] += 1

        for n in range(iterations):
            for name in names:
                start, end = (Instance(name, n), False), (Instance(name, n), True)
                before(start, end)
                if n:
                    before((Instance(name, n - 1), False), start)
                    before((Instance(name, n - 1), True), end)
                for operand in dfg.operation_by_name[name].operands:
                    past = n - operand.distance
                    if operand.value in dfg.operation_by_name and past >= 0:
                        before((Instance(operand.value, past), True), start)
            for edge in dfg.order:
                if n >= edge.distance:
                    before(
                        (Instance(edge.before, n - edge.distance), True),
                        (Instance(edge.after, n), False),
                    )
        ready = [event for event, waits in events.items() if not waits]
        count = 0
        while ready:
            if draw.random() < eager:
                place = max(range(len(ready)), key=lambda x: (ready[x][0].iteration, draw.random()))
            else:
                place = draw.randrange(len(ready))
            event = ready.pop(place)
            count += 1
            action = kernel.actions[event[0].operation]
            if isinstance(action, Memory) and (action.write or not event[1]):
                yield event
            for then in followers[event]:
                events[then] -= 1
                if not events[then]:
                    ready.append(then)
        assert count == len(events), "orders are no cycle"

    return order


def in_any_order(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    """Execute events in an order that nothing but operands and order edges restricts."""
    order = any_order(seed % 4)

    def run(self: Execution, _: object = None, run: Any = Execution.run) -> None:
        run(self, order)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Execution, "run", run)
        yield run_dfg(region, values)


def structured(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    for name, made in structures(variant_of(region)).items():
        SEEN[name] += bool(made.steps)
        check_region(made.region)
        yield execute(made.region, values)


def step_by_step(region: Region, values: Values, seed: int, folder: Path) -> Iterator[Values]:
    start = last = variant_of(region)
    for made in transformed(start, random.Random(seed), 7, SEEN):
        yield execute(made.region, values)
        last = made
    check_region(last.region)
    assert last.analysis.keeps(last.region, last.origins)
    assert start.replay(last.steps).region == last.region
    if seed % 5 == 0:
        yield run_compiled(emit_program(last.region), region.name, region, values, folder)


WAYS: dict[str, tuple[Way, RandomOptions, int]] = {
    "read again": (read_again, RandomOptions(), 25),
    "compiled": (compiled, RandomOptions(), 10),
    "graphs": (by_graphs, RandomOptions(), 20),
    "graphs of accesses that meet": (by_graphs, MEETING, 10),
    "graphs in any order": (in_any_order, MEETING, 40),
    "structures": (structured, NESTS, 15),
    "steps": (step_by_step, SMALL, 50),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=needs_compiler) if name in ("compiled", "steps") else name
        for name in WAYS
    ],
)
def test_what_is_computed_stays_the_same(
    name: str, tmp_path: Path, amount: Callable[[int], int]
) -> None:
    way, options, count = WAYS[name]
    SEEN.clear()
    for seed in range(amount(count)):
        region = random_region(seed, options)
        assert region == random_region(seed, options)
        check_region(region)
        values = random_values(region, seed)
        expected = execute(region, values)
        for found in way(region, values, seed, tmp_path):
            assert_same(found, expected)
    if amount(count) < count:
        return
    if name == "structures":
        assert all(SEEN[each] for each in ("nofuse", "smartfuse", "maxfuse"))
    if name == "steps":
        assert all(SEEN[x] for x in "Tile Unroll Flatten Reorder Distribute Fuse".split()), SEEN
        assert sum(times for each, times in SEEN.items() if "illegal" in each) > 5

"""Slots beside the external memory: bounds against exact models, and which pairs are counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.nests import stencil, tile, transform
from examples.loops.random_loops import random_loop
from models.counting.arithmetic import Arithmetic, first_interval
from models.counting.border import border_slots
from models.counting.demand import BORDER, Demand
from models.data.architecture import Component, InitialContents, Path
from models.data.certificate import Counting, Slots
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.space_time.index import Index
from models.space_time.windows import earliest, open_windows
from solvers.verification.arithmetic import check_counting
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.scarce import check_slots
from tests.models.bordered import bordered
from tests.models.decide import decided
from tests.models.naive_model import feasible
from tests.seeds import seeds
from tests.solvers.verification.claims import EXT, array, element, graph

MOST = 9
LOOPS: dict[str, tuple[Callable[[], Dfg], int]] = {
    "tile": (partial(tile, 4, 8, 8), 16),
    "stencil": (partial(stencil, 8), 16),
    "transform": (partial(transform, 64), 16),
    "random": (partial(random_loop, 500, 0, 3, reach=24), 15),
}
"""Loops of `docs/results/large.md`, and the contexts that they take at least on ADRES, 8x8."""


def demand_of(problem: Problem) -> Demand | None:
    index = Index(problem, relaxed=True)
    found = border_slots(index, open_windows(index, 9, earliest(index)))
    return found[0] if found else None


def least(demand: Demand | None) -> int:
    """The fewest contexts with a slot for each item."""
    return 1 if demand is None else -(-len(demand.items) // demand.per_cycle)


def has_mapping(problem: Problem) -> bool:
    """Whether there is one of up to some cycles.

    The naive model knows graphs as written, and takes long where there are switches.
    """
    cycles = 6 + 3 * (problem.contexts or 0)
    switched = any(part.switch for part in problem.arch.components)
    if problem.transform == "none" and not problem.dfg.patterns and not switched:
        return feasible(problem, cycles)
    return decided(problem, cycles)


def verified(problem: Problem, demand: Demand, contexts: int) -> bool:
    """Whether the verifier refutes so many contexts by a demand."""
    units = contexts * demand.per_cycle
    fact = Slots(contexts, demand.resource, demand.components, demand.items, units)
    rules = Rules(problem, 1, relaxed=problem.transform != "none")
    return check_slots(rules, fact).startswith("slots: ")


def test_no_refuted_interval_has_a_mapping(amount: Callable[[int], int]) -> None:
    """Tests that bounds never exceed the smallest interval, and often meet it."""
    refuted = met = free = 0
    count = amount(300)
    for seed in range(count):
        problem = bordered(seed)
        demand = demand_of(problem)
        for contexts in range(1, least(demand)):
            assert demand is not None and verified(problem, demand, contexts), seed
            refuted += 1
        left = first_interval(
            lambda ii, own=problem: Arithmetic(own.at(ii)).first_horizon(), 1, MOST
        )
        assert least(demand) <= left, seed
        # Of some arrays, no interval does.
        for contexts in range(1, left if left <= MOST else 3):
            assert not has_mapping(problem.at(contexts)), (seed, contexts)
        met += 1 < least(demand) == left and has_mapping(problem.at(left))
        free += demand is None
    assert refuted > count / 3 and min(met, free) > count / 10


@pytest.mark.large(keep=1)
@pytest.mark.parametrize("name", LOOPS)
def test_loops_take_the_slots_of_the_first_row(name: str) -> None:
    """Tests loops of hundreds of operations, and that the verifier agrees."""
    loop, contexts = LOOPS[name]
    problem = Problem(loop(), architecture_preset("adres:8x8,io=memory"), contexts)
    demand = demand_of(problem)
    assert demand is not None and least(demand) == contexts
    assert demand.components == tuple(f"pe_0_{column}" for column in range(8))
    assert verified(problem, demand, contexts - 1)


def near(text: str, results: str, ends: str = "in ext>p:1", **fields: Any) -> Problem:
    """A graph on two elements, of which only `p` is next to the memory."""
    parts = (EXT, element(routing_issues=True, **fields), element("q", issue=3))
    arch = array(parts, f"{ends};out p>ext:1;pq p>q;qp q>p")
    return Problem(graph(text, results, "a b c"), arch, 1)


@pytest.mark.parametrize(
    ("text", "ends", "items"),
    [
        ("v g a b; w f v", "in ext>p:1", "w|a for v|b for v"),
        ("v g a b; w f v", "in ext>p:2", "w|a for v"),
        ("v g a b; w f v", "in ext>p:1;more ext>p:1", "w|a for v"),
        ("v g a b; u f a; w g u v", "in ext>p:2", "w|a for u|b for v"),
        ("v g a b@1; w g v c", "in ext>p:1", "w|a for v|b for v"),
        ("w g a b", "in ext>p:1", "w"),
        ("v f a; w f a", "in ext>p:1", "w"),
    ],
)  # fmt: skip
def test_inputs_and_results_that_take_a_slot(text: str, ends: str, items: str) -> None:
    """Tests which inputs count, once each: where two arrive at a time, for different readers."""
    demand = demand_of(near(text, "w", ends))
    assert demand is not None and demand.items == tuple(items.split("|"))


@pytest.mark.parametrize(
    "problem",
    [
        near("v f a; w f v", "w", switch=True),
        near("v f a; w f v", "w", "in ext>p,q:1"),
        near("v f a; w f v", "w", "in ext>p:1;more q>ext:1"),
        near("v f a; w f v", "w", "in ext>p:1;more ext>ext"),
    ],
)
def test_values_that_pass_without_a_slot_are_not_counted(problem: Problem) -> None:
    """Tests switches, and elements that store what arrives without a slot."""
    assert demand_of(problem) is None


def test_cycles_are_counted_as_well() -> None:
    """Tests a graph without contexts: three slots for what enters and leaves, but two cycles."""
    problem = near("u f a; v f a; w f a", "u v w")
    found = Arithmetic(problem.at(None)).refute(3)
    assert isinstance(found, Counting) and found.units == 2
    assert check_counting(problem.at(None), found).startswith(
        "counting: 3 items, 2 border issue slots"
    )


def disturbed(seed: int) -> Problem:
    """A problem whose array has one more path, memory or initial value, or a switch."""
    problem, source = bordered(seed), random.Random(f"disturbed {seed}")
    names = [part.name for part in problem.arch.components]
    parts, paths = list(problem.arch.components), list(problem.arch.paths)
    change = source.choice(("none", "path", "bus", "memory", "held", "switch", "stored"))
    at = source.choice([n for n, part in enumerate(parts) if part.issue])
    held = InitialContents((source.choice(problem.dfg.inputs),))
    if change == "path":
        paths.append(Path("more", (source.choice(names),), (source.choice(names),), 1))
    elif change == "bus":
        paths[-1] = replace(paths[-1], sources=tuple(source.sample(names, 2)))
    elif change == "memory":
        parts.append(Component("rom", initial=held, routing_issues=source.random() < 0.5))
        paths.append(Path("more", ("rom",), (source.choice(names),), 1))
    elif change == "held":
        parts[at] = replace(parts[at], initial=held)
    elif change == "switch":
        parts[at] = replace(parts[at], switch=True)
    elif change == "stored":
        parts[at] = replace(parts[at], routing_issues=False)
    arch = replace(problem.arch, components=tuple(parts), paths=tuple(paths))
    changed: Problem = replace(problem, arch=arch)
    return changed


@seeds(range(200))
def test_no_accepted_claim_is_false(seed: int) -> None:
    """Tests claims of the verifier's rule alone: all pairs and results, on likely borders."""
    problem = disturbed(seed)
    source = random.Random(f"claims {seed}")
    parts = problem.arch.component_by_name
    likely = tuple(name for name in parts if name.startswith("pe_0"))
    pairs = dict.fromkeys(
        f"{read.value} for {step.name}"
        for step in problem.dfg.operations
        for read in step.operands
        if step.name not in problem.dfg.results or source.random() < 0.1
    )
    known = [*pairs, *problem.dfg.results]
    for _ in range(30):
        some = source.choice((likely, likely, (*likely, source.choice(list(parts)))))
        items = tuple(source.sample(known, source.randint(-(-len(known) // 2), len(known))))
        issue = sum(parts[name].issue for name in some)
        contexts = source.randint(1, max(1, (len(items) - 1) // max(issue, 1)))
        fact = Slots(contexts, BORDER, some, items, contexts * issue)
        try:
            check_slots(Rules(problem, 1, relaxed=problem.transform != "none"), fact)
        except RejectedError:
            continue
        assert not has_mapping(problem.at(contexts)), (seed, fact)
        break

"""The checker accepts what is legal, and names the rule that a small change breaks."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.architecture import Architecture, Choice, Component, InitialContents, Path
from models.checker import check
from models.dfg import Dfg, Priority
from models.mapping import Held, Issue, Mapping, Transfer
from models.problem import Problem
from models.simulator import simulate
from models.tidy import tidy
from tests.models.greedy import grid, schedule, straight_line
from tests.models.mappings import (
    ADD,
    CASES,
    Case,
    Change,
    accumulator,
    adding,
    bus,
    mapping,
    memory,
    operation,
    ring,
    rules,
    slow,
    stores,
    with_component,
)

replace = msgspec.structs.replace


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_legal(case: Case) -> None:
    """Tests that the mappings made by hand are legal."""
    assert check(*case) == []


def alterations(problem: Problem, full: Mapping) -> Iterator[Mapping]:
    """Every mapping in which one item has another cycle, place or name."""
    dfg, arch = problem.dfg, problem.arch
    names = {"holds": dfg.values, "transfers": dfg.values, "issues": tuple(dfg.operation_by_name)}
    for field, values in names.items():
        places = arch.path_by_name if field == "transfers" else arch.component_by_name
        items = getattr(full, field)
        for at, item in enumerate(items):
            name, place, cycle = msgspec.structs.astuple(item)
            others = [(name, place, cycle + 1), (name, place, cycle - 1)]
            others += [(other, place, cycle) for other in values if other != name]
            others += [(name, other, cycle) for other in places if other != place]
            for other in others:
                rest = (*items[:at], type(item)(*other), *items[at + 1 :])
                yield replace(full, **{field: rest})


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_alterations(case: Case) -> None:
    """Tests that a changed item is rejected, unless it does the same job, as simulation shows."""
    problem, full = case
    full = tidy(problem, full)
    accepted = 0
    for altered in alterations(problem, full):
        if not check(problem, altered):
            accepted += 1
            report = simulate(problem, altered)
            assert report.ok, report.first_difference
    assert accepted <= 4


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda m: replace(m, dfg="other"), "names"),
        (lambda m: replace(m, architecture="other"), "names"),
        (lambda m: replace(m, contexts=2), "contexts"),
        (lambda m: replace(m, horizon=0), "horizon"),
        (lambda m: replace(m, horizon=-5), "horizon"),
        (adding(Held("?", "ext", 0)), "names"),
        (adding(Held("a", "?", 0)), "names"),
        (adding(Transfer("a", "ext", 1)), "names"),
        (adding(Issue("a", "pe0", 1)), "names"),
        (adding(Held("a", "ext", -1)), "horizon"),
        (adding(Held("a", "ext", 5)), "horizon"),
        (adding(Issue("p", "pe0", 5)), "horizon"),
        (adding(Held("a", "ext", 0)), "duplicate"),
        (adding(Held("a", "pe0", 0)), "2 start"),
        (adding(Held("p", "ext", 0)), "2 start"),
        (adding(Transfer("a", "in0", 0)), "2 start"),
        (adding(Issue("p", "pe0", 0)), "2 start"),
        (adding(Held("p", "ext", 3), Transfer("p", "out0", 3)), "4 holding"),
        (adding(Held("p", "ext", 3), Transfer("p", "out0", 3)), "5 transfer"),
        (adding(Held("c", "pe0", 1)), "4 holding"),
        (adding(Transfer("s", "out0", 4)), "5 transfer"),
        (adding(Issue("p", "pe1", 1)), "6 operand"),
        (adding(Issue("p", "ext", 1)), "7 execution"),
        (adding(Held("p", "pe1", 3), Held("c", "pe1", 3)), "8 capacity"),
        (adding(Transfer("b", "in0", 1)), "9 width"),
        (adding(Issue("s", "pe0", 2)), "10 issue"),
        (lambda m: replace(m, horizon=6), "3 result"),
    ],
)
def test_rules_on_a_ring(change: Change, rule: str) -> None:
    """Tests that each rule is reported by its name when one item breaks it."""
    problem, full = ring()
    assert rule in rules(problem, change(full))


def test_lines() -> None:
    """Tests that a violation prints its rule, the object and the cycle in one line."""
    problem, full = ring()
    late = adding(Held("s", "pe0", 4))(full)
    assert [str(violation) for violation in check(problem, late)] == [
        "4 holding: value 's' in pe0 at end of cycle 4:"
        " not held before, does not arrive, not computed"
    ]


def test_everything_beyond_the_horizon() -> None:
    """Tests that only values that later iterations read may live on after the last cycle."""
    problem, full = accumulator()
    longer = replace(problem.arch.components[1], capacity=None)
    parts = (problem.arch.components[0], longer)
    problem = replace(problem, arch=replace(problem.arch, components=parts))
    on = [Held("s", "pe", cycle) for cycle in (2, 3)]
    assert check(problem, adding(*on)(full)) == []
    assert rules(problem, adding(*on, Held("s", "pe", 4))(full)) == {"horizon"}
    assert "horizon" in rules(problem, adding(Held("a", "ext", 3))(full))


def test_contexts_of_the_architecture() -> None:
    """Tests that contexts beyond the context memory are rejected."""
    problem, full = stores()
    shallow = replace(problem, arch=replace(problem.arch, max_contexts=3))
    assert rules(shallow, full) == {"contexts"}


def test_modulo_capacity() -> None:
    """Tests that a value held for longer than the contexts occupies two registers."""
    problem, full = accumulator()
    assert rules(problem, adding(Held("s", "pe", 2))(full)) == {"8 capacity"}
    report = simulate(problem, adding(Held("s", "pe", 2))(full))
    assert "registers of pe" in str(report.first_difference)


def test_choice_of_contents() -> None:
    """Tests that of a choice no more is held than allowed, counting what is certain too."""
    problem, full = slow()
    assert rules(problem, adding(Held("b", "rom2", 0))(full)) == {"1 initial"}
    assert rules(problem, adding(Held("a", "rom", 0))(full)) == {"1 initial"}
    wider = InitialContents((), (Choice(2, ("a", "b")),))
    assert check(with_component(problem, "rom2", initial=wider), full) == []


def test_transient() -> None:
    """Tests that a transient component keeps nothing for a second cycle, but can be read."""
    problem, full = slow()
    assert rules(problem, adding(Held("b", "pe", 2))(full)) == {"4 holding"}
    assert not simulate(problem, adding(Held("b", "pe", 2))(full)).ok


def test_latencies() -> None:
    """Tests that results and arrivals are late by the latency of operation and path."""
    problem, full = slow()
    early = replace(full, transfers=(Transfer("b", "near", 1), Transfer("a", "far", 1)))
    assert "5 transfer" in rules(problem, early)
    short = replace(full, horizon=3, holds=full.holds[:-2], transfers=full.transfers[:-1])
    assert "7 execution" in rules(problem, short)


def test_intermediates() -> None:
    """Tests that a memory for inputs and results takes no intermediates, not even in passing."""
    problem, full = ring()
    via = adding(Transfer("p", "out0", 3), Held("p", "ext", 3))
    assert rules(problem, via(full)) == {"4 holding", "5 transfer"}
    assert rules(problem, adding(Transfer("p", "out0", 3))(full)) == {"5 transfer"}
    free = with_component(problem, "ext", holds_intermediates=True)
    assert check(free, via(full)) == []
    assert check(free, adding(Transfer("p", "out0", 3))(full)) == []


def test_no_registers() -> None:
    """Tests that a component of capacity 0 computes on what arrives, but holds nothing."""
    dfg = Dfg("d", (ADD,), ("a",), (operation("d", "+", "a", "a"),), ("d",))
    unit = Component("pe", issue=1, capacity=0)
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    problem = Problem(dfg, Architecture("bare", (memory(), unit), paths, "ext"))
    case = mapping(problem, 3, ["a ext 0 0", "d pe 1 1", "d ext 2 2"], "a in 1,d out 2", "d pe 1")
    assert rules(*case) == {"4 holding", "8 capacity"}
    both = replace(problem, arch=replace(problem.arch, components=(memory(), replace(unit))))
    assert rules(both, replace(case[1], holds=case[1].holds[:1])) == {"3 result", "5 transfer"}


def test_order_and_effects() -> None:
    """Tests that orders hold across iterations, and effects happen exactly once."""
    problem, full = stores()
    late = tuple(Issue("z", "pe", 5) if i.operation == "z" else i for i in full.issues)
    after = replace(full, horizon=6, issues=late)
    assert "order" in rules(problem, adding(Held("w", "pe", 4))(after))
    assert "effects" in rules(problem, adding(Issue("z", "pe", 4))(replace(full, issues=())))
    assert "effects" in rules(problem, adding(Issue("v", "pe", 2))(full))


@pytest.mark.parametrize(
    ("first", "then", "sign", "legal"),
    [
        ("d", "q", ">=", True),
        ("d", "q", ">", False),
        ("a", "q", ">", True),
        ("q", "d", ">=", True),
    ],
)
def test_priorities(first: str, then: str, sign: str, legal: bool) -> None:
    """Tests that `>` asks for an earlier cycle, `>=` for no later one, of an input nothing."""
    problem, full = bus()
    dfg = replace(problem.dfg, priorities=(Priority(first, then, sign),))
    assert rules(replace(problem, dfg=dfg), full) == (set() if legal else {"order"})
    assert simulate(replace(problem, dfg=dfg), full).ok == legal


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([None, 2, 4, 7]), st.data())
def test_modulo_counting_is_true(seed: int, contexts: int | None, data: st.DataObject) -> None:
    """Tests that the modulo count is the count in absolute time: exact limits are exact."""
    source = random.Random(seed)
    dfg = straight_line(source, 6, 2 if contexts else 0)
    arch = grid(2, 2, False)
    try:
        full = schedule(source, dfg, arch, contexts)
    except LookupError:
        assume(False)
    full = tidy(Problem(dfg, arch, contexts), full)
    period = contexts or 10**6
    counts = Counter((held.component, held.cycle % period) for held in full.holds)
    place, most = data.draw(
        st.sampled_from(
            sorted({(p, max(n for (q, _), n in counts.items() if p == q)) for p, _ in counts})
        )
    )
    exact = with_component(Problem(dfg, arch, contexts), place, capacity=most)
    assert check(exact, full) == [] and simulate(exact, full).ok
    tight = with_component(exact, place, capacity=most - 1)
    assert "8 capacity" in rules(tight, full)
    assert "registers" in str(simulate(tight, full).first_difference)


def test_hostile_mappings() -> None:
    """Tests that nonsense is reported, by checker and simulator, and never raises."""
    problem, _ = ring()
    items = st.tuples(
        st.sampled_from(["a", "p", "s", "", "?"]),
        st.sampled_from(["pe0", "ext", "in0", "?"]),
        st.integers(-3, 9),
    )

    @settings(max_examples=60, deadline=None)
    @given(st.lists(items), st.lists(items), st.lists(items), st.integers(-1, 9))
    def hostile(x: list, y: list, z: list, horizon: int) -> None:
        odd = Mapping(
            dfg="sum",
            architecture="ring2",
            horizon=horizon,
            contexts=None,
            holds=tuple(Held(*item) for item in x),
            transfers=tuple(Transfer(*item) for item in y),
            issues=tuple(Issue(*item) for item in z),
        )
        assert check(problem, odd)
        assert not simulate(problem, odd).ok

    hostile()


def test_light_imports() -> None:
    """Tests that judging a mapping loads neither numpy nor networkx, nor the constraint model."""
    line = (
        "import sys, models.checker, models.simulator, models.tidy;"
        "print(sorted({'numpy', 'networkx', 'models.xyz', 'models.reach'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

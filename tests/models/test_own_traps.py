"""What constraints of a user's own break of the arguments about mappings: tiny problems."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from models.constraints.properties import Keeps, kept_by
from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, InitialContents
from models.data.constraints import (
    Constraint,
    Holds,
    Implies,
    Issues,
    Pair,
    Selection,
    Sum,
    Term,
    Time,
    Transfers,
)
from models.data.dfg import Dfg, Operator
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.own_rules import own_rules_broken
from models.space_time.cyclic import is_cyclic
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks import decide
from solvers.tasks.messages import Decided
from solvers.tasks.solver_options import SolverOptions
from tests.models.mappings import links, memory, operations

UNARY = tuple(Operator(name, 1) for name in ("inc", "dec", "dbl"))
OUT = "o0: p0 > ext; o1: p1 > ext"


def graph(text: str, results: str) -> Dfg:
    return Dfg("trap", UNARY, ("p",), operations(text), tuple(results.split()))


def array(
    paths: str = OUT, capacity: int = 2, roms: str = "", **ops: tuple[str, ...]
) -> Architecture:
    """Two elements, which hold the input p where no `roms` do, and a memory outside."""
    first = InitialContents(() if roms else ("p",))
    parts = [
        Component(name, issue=1, capacity=capacity, initial=first, ops=ops.get(name))
        for name in ("p0", "p1")
    ]
    ext = Component("ext", initial=InitialContents())
    return Architecture("trap", (ext, *parts, *map(memory, roms.split())), links(paths), "ext")


ONE = graph("a inc p", "a")
TWO = graph("a inc p; b dec p", "a b")
CHAIN = graph("a inc p; b dec a", "a")


def with_rule(
    dfg: Dfg, arch: Architecture, rule: Constraint, contexts: int | None = None
) -> Problem:
    return Problem(dfg, arch, contexts, constraints=(rule,))


def fits(problem: Problem, cycles: int) -> bool:
    """Whether there is a mapping; one that is found is judged."""
    try:
        model = build(problem, cycles)
    except InfeasibleError:
        return False
    found = SatSession(lower(model.constraints), "glucose4").solve()
    assert found.satisfiable is not None
    assert not found.satisfiable or not check(problem, decode(model, found.model))
    return found.satisfiable


def fewest(problem: Problem, most: int = 6) -> int | None:
    found = search(CyclesQuestion(problem, max_cycles=most, jobs=1))
    assert found.status in ("optimal", "infeasible")
    assert found.mapping is None or not check(problem, found.mapping)
    return found.cycles


def z(**names: str | int) -> Term:
    return Term(z=Issues(**names))


TWICE = Sum(name="DMR", of=(Term(z=Issues(operation="a"), used="tile"),), at_least=2)


def test_a_copy_that_no_result_needs_is_kept_where_it_is_demanded() -> None:
    problem = with_rule(ONE, array("o0: p0 > ext"), TWICE)
    assert [fits(problem, n) for n in (2, 3)] == [False, True]
    assert fewest(problem) == 3


def test_an_operation_that_no_result_needs_is_executed_where_it_is_demanded() -> None:
    side = Selection(z=Issues(operation="b"))
    rule = Implies(name="both", if_any=Selection(z=Issues(operation="a")), then_any=side)
    assert [fits(with_rule(CHAIN, array(), rule), n) for n in (2, 3, 4)] == [False, True, True]


def test_refuting_a_number_of_cycles_refutes_no_smaller_one() -> None:
    rule = Sum(name="few", of=(Term(x=Holds()),), at_most=3)
    problem = with_rule(ONE, array("o0: p0 > ext", p1=("dec",)), rule)
    assert [fits(problem, n) for n in (2, 3, 4, 5)] == [False, True, False, False]
    assert not kept_by(problem).tail
    assert fewest(problem) == 3


def test_no_length_suffices_where_times_are_limited() -> None:
    rule = Time(name="late", start="b", minus_start="a", at_least=16)
    arch = array("i0: rom > p0; i1: rom > p1; " + OUT, capacity=1, roms="rom")
    free = Problem(TWO, arch, 1)
    longest = longest_useful_horizon(Index(free))
    problem = replace(free, constraints=(rule,))
    assert longest is not None
    assert longest < 19
    assert longest_useful_horizon(Index(problem)) is None
    assert [fits(problem, n) for n in (longest, 19)] == [False, True]


def test_a_ring_knows_no_cycles() -> None:
    rule = Sum(name="one at a time", of=(z(),), per="cycle", at_most=1)
    problem = with_rule(TWO, array(capacity=4), rule, 1)
    assert not is_cyclic(problem)
    answer = IntervalSearch(IntervalQuestion(problem)).run()
    assert (answer.status, answer.contexts) == ("optimal", 1)


@pytest.mark.parametrize(("contexts", "most"), [(1, 4), (2, 2), (3, 2), (4, 1)])
def test_a_value_held_for_longer_than_the_contexts_counts_again(contexts: int, most: int) -> None:
    held = [Held("a", "p0", k) for k in (1, 2, 3)] + [Held("b", "p0", 4)]
    mapping = Mapping("trap", "trap", 6, contexts, tuple(held), (), ())
    for bound in (most - 1, most):
        rule = Sum(name="live", of=(Term(x=Holds()),), per="context", at_most=bound)
        problem = with_rule(TWO, array(), rule, contexts)
        assert bool(own_rules_broken(problem, mapping)) == (bound < most)


def test_every_issue_counts_of_an_operation_that_is_computed_again() -> None:
    dfg = graph("a inc p; b dec a; c dbl a", "b c")
    arch = array(OUT, p0=("inc", "dec"), p1=("inc", "dbl"))
    rule = Sum(name="inc", of=(z(operator="inc"),), per="context", at_most=1)
    assert [fits(with_rule(dfg, arch, rule, 2), n) for n in (4, 5)] == [False, True]


@pytest.mark.parametrize("rule", [Sum(name="not p0", of=(z(component="p0"),), at_most=0)])
def test_a_symmetry_that_a_constraint_breaks_is_not_used(
    rule: Sum, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "LARGE_MODEL", 0)
    sent: list[object] = []
    decide.decide(with_rule(ONE, array(), rule), 3, SolverOptions(), sent.append)
    assert isinstance(sent[-1], Decided)
    assert sent[-1].satisfiable


def test_no_symmetry_is_assumed_where_items_are_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a rule that names nothing: an order of results takes later arrivals away."""
    monkeypatch.setattr(decide, "LARGE_MODEL", 0)
    for bound in ("at_most", "at_least"):
        most = {"at_most": 0, "at_least": 99}[bound]
        rule = Sum(name="moves", of=(Term(y=Transfers()),), **{bound: most})
        sent: list[object] = []
        decide.decide(with_rule(TWO, array(), rule), 3, SolverOptions(), sent.append)
        found = sent[-1]
        assert isinstance(found, Decided)
        assert found.satisfiable is False
        assert (found.assumed is None) == (bound == "at_least")


def test_what_unlimited_memories_hold_at_first_does_not_count() -> None:
    arch = array("i0: r0 > p0; i1: r1 > p0; " + OUT, roms="r0 r1")
    rule = Sum(name="input", of=(Term(x=Holds(value="p", component="r*", context=0)),), at_most=0)
    assert fits(with_rule(ONE, arch, rule, 7), 4)


def test_a_link_more_may_forbid() -> None:
    rule = Pair(name="cool", first=Issues(), second=Issues(), never="linked", per="context")
    assert fits(with_rule(TWO, array(), rule, 1), 3)
    linked = with_rule(TWO, array(OUT + "; n: p0 > p1"), rule, 1)
    # One of them may do both, in two contexts at the earliest.
    assert not any(fits(linked, n) for n in range(2, 7))


ALL = Keeps()
KEPT: list[tuple[Constraint, dict[str, bool]]] = [
    (Sum(name="s", of=(z(operator="inc"),), per="context", at_most=1), {}),
    (Sum(name="s", of=(z(operation="a"),), at_most=1), {"names": False}),
    (Sum(name="s", of=(z(component="p0"),), at_most=1), {"places": False}),
    (Sum(name="s", of=(z(),), per="tile", at_most=1), {"places": False}),
    (Sum(name="s", of=(z(),), at_least=1), {"down": False}),
    (Sum(name="s", of=(z(),), per="context", at_least=1), {"down": False}),
    (
        Sum(name="s", of=(z(),), per="cycle", at_least=1),
        {"down": False, "shift": False, "tail": False},
    ),
    (Sum(name="s", of=(Term(z=Issues(), weight=-1),), at_most=1), {"down": False}),
    (
        Sum(name="s", of=(Term(x=Holds(component="p0")),), at_most=1),
        {"shift": False, "places": False},
    ),
    (Sum(name="s", of=(Term(x=Holds()),), at_most=1), {"shift": False, "tail": False}),
    (Pair(name="s", first=Issues(), second=Issues(), never="linked"), {}),
    (Pair(name="s", first=Issues(), second=Issues(), never="same", by="tile"), {"places": False}),
    (Time(name="s", start="a", minus_start="b", at_most=1), {"shift": False, "names": False}),
    (
        Implies(name="s", if_any=Selection(z=Issues()), then_any=Selection(z=Issues())),
        {"down": False},
    ),
]


@pytest.mark.parametrize(("rule", "lost"), KEPT)
def test_what_keeps_a_constraint(rule: Constraint, lost: dict[str, bool]) -> None:
    from dataclasses import replace as changed

    assert kept_by(with_rule(TWO, array(), rule, 2)) == changed(ALL, **lost)

"""The verifier's own values, ways and windows, where there is a choice: right, and as tight."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from pysat.solvers import Solver

from models.data.architecture import Architecture, Component, Path
from models.data.certificate import Counting, CriticalPath
from models.data.computation import Candidate
from models.data.dfg import Dfg, OrderEdge
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.windows import windows
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from solvers.search.bounds import Arithmetic
from solvers.verification.arithmetic import check_counting, check_critical_path
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.intervals import slots
from solvers.verification.rules import Item, Rules
from solvers.verification.sums import sums
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verification.ways import Ways
from solvers.verification.windows import Windows
from solvers.verification.work import separable
from tests.models.mappings import operation
from tests.solvers.test_verify_material import (
    edited,
    encode,
    one_element,
    random_sums,
    sums_graph,
)

SEEDS = range(70)
HOWS = ("none", "enumerate")


def shown(ways: Ways, value: str) -> set[str]:
    return {way.label.partition(" #")[0] for way in ways.of[value]}


def enumerated(dfg: Dfg) -> Ways:
    return Ways(Problem(dfg, one_element(), 1, "enumerate"))


def test_a_sum_of_three_has_three_orders() -> None:
    """Tests values and ways of the smallest sum with a choice, with and without multiply-add."""
    terms = [operation("p", "*", "a", "b"), operation("t", "+", "c", "p")]
    ways = enumerated(sums_graph([*terms, operation("s", "+", "t", "d")], ("s",), "mac"))
    assert set(ways.of) == {"p", "t", "s", "+ of c d", "+ of d p"}
    assert shown(ways, "s") == {
        "+(c, + of d p)",
        "+(t, d)",
        "+(+ of c d, p)",
        "mac(+ of c d, a, b)",
    }
    assert shown(ways, "t") == {"+(c, p)", "mac(c, a, b)"}
    assert [way.executes for way in ways.of["t"]] == [("t",), ("t", "p")]
    assert ways.certain["s"] == {("c", 0), ("d", 0), ("p", 0)}
    assert ways.way("t", "mac", (("c", 0), ("b", 0), ("a", 0))) is ways.of["t"][1]
    assert ways.way("t", "mac", (("a", 0), ("b", 0), ("c", 0))) is None
    assert ways.way("t", "mac", (("a", 0), ("b", 0))) is None
    assert ways.way("t", "what", ()) is None


def test_an_operator_that_does_not_commute_keeps_its_sequence() -> None:
    """Tests that only neighbours are combined, and patterns are laid in their order."""
    steps = [operation("t", "cat", "a", "b"), operation("u", "cat", "t", "c")]
    ways = enumerated(sums_graph([*steps, operation("s", "cat", "u", "d")], ("s",), "joined"))
    assert shown(ways, "s") == {
        "cat(u, d)",
        "cat(t, cat of c d)",
        "cat(a, cat of b c d)",
        "joined(t, c, d)",
        "joined(a, b, cat of c d)",
        "joined(a, cat of b c, d)",
    }


def test_what_others_can_tell_is_no_part_of_a_sum() -> None:
    """Tests that results, values read twice, and values that orders name stay as they are."""
    steps = [operation("t", "+", "a", "b"), operation("u", "+", "t", "c")]
    assert [s.root for s in sums(sums_graph(steps, ("u",)))] == ["u"]
    assert [s.root for s in sums(sums_graph(steps, ("t", "u")))] == ["t", "u"]
    twice = [*steps, operation("v", "f", "t")]
    assert [s.root for s in sums(sums_graph(twice, ("u", "v")))] == ["t", "u"]
    ordered = [*steps, operation("v", "f", "a")]
    edges = (OrderEdge("t", "v"),)
    assert [s.root for s in sums(sums_graph(ordered, ("u", "v"), order=edges))] == ["t", "u"]
    ways = enumerated(sums_graph(ordered, ("u", "v"), "add3", order=edges))
    assert len(ways.of["u"]) == 1


def test_equal_partial_results_are_one_value() -> None:
    """Tests that sums share what they have in common, and a root that is part of another."""
    first = [operation("t", "+", "a", "b"), operation("s", "+", "t", "c")]
    second = [operation("u", "+", "b", "a"), operation("r", "+", "u", "d")]
    ways = enumerated(sums_graph([*first, *second], ("s", "r")))
    assert len(ways.of) == 1 + 2 + 2 + 2
    assert ways.named["u"] == ways.named["t"]
    ways = enumerated(sums_graph([*first, operation("q", "+", "b", "c")], ("s", "q")))
    assert "+(a, q)" in shown(ways, "s")


@pytest.mark.parametrize("how", HOWS)
def test_values_ways_and_work_are_those_of_the_producer(how: str) -> None:
    """Tests the two derivations of all ways against each other, and what must be executed."""
    for seed in SEEDS:
        problem = random_sums(seed, how)
        index, rules = Index(problem), Rules(problem, 6)
        named = names(index, rules)
        assert set(named.values()) == {*rules.inputs, *rules.ways.of}
        for i, ways in enumerate(index.candidates_of):
            ours = rules.ways.of.get(named[index.values[i]], [])
            found = [
                own(rules, named, index.candidates[n].candidate, index.values[i]) for n in ways
            ]
            assert Counter(way.label for way in found) == Counter(way.label for way in ours)
            for n, way in zip(ways, found, strict=True):
                executed = {named[name] for name in index.candidates[n].candidate.executes}
                assert set(way.executes) == executed
        assert rules.executed == {named[index.values[i]] for i in index.executed}
        assert rules.needed == {named[index.values[i]] for i in index.needed}
        for works in separable(rules):
            assert all(work.ways for work in works)


def names(index: Index, rules: Rules) -> dict[str, str]:
    """The verifier's name for every value of the producer."""
    found = {}
    for name in index.values:
        key = index.computation.keys.get(name)
        if key is None:
            found[name] = rules.ways.named[name]
        else:
            terms = tuple((leaf.value, leaf.distance) for leaf in key[2])
            found[name] = rules.ways.unnamed[key[1], terms]
    return found


def own(rules: Rules, named: dict[str, str], performed: Candidate, value: str):
    operands = tuple((named.get(o.value, o.value), o.distance) for o in performed.operands)
    way = rules.ways.way(named[value], performed.operator, operands)
    assert way is not None
    return way


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", HOWS)
def test_windows_are_as_tight_as_those_of_the_producer(how: str) -> None:
    """Tests that every variable which the producer leaves out is excluded here, too."""
    for seed in SEEDS:
        problem = random_sums(seed, how)
        for horizon in (4, 6):
            index = Index(problem)
            try:
                theirs = windows(index, horizon)
            except InfeasibleError:
                continue
            rules = Rules(problem, horizon)
            ours, named, arch = Windows(rules), names(index, rules), problem.arch
            for kind, first, last, places in (
                ("x", theirs.x_first, theirs.x_last, arch.components),
                ("y", theirs.y_first, theirs.y_last, arch.paths),
                ("z", theirs.z_first, theirs.z_last, arch.components),
                ("w", theirs.w_first, theirs.w_last, arch.components),
            ):
                for (i, j), start in np.ndenumerate(first):
                    label = ""
                    name = named[index.values[index.candidates[i].value if kind == "w" else i]]
                    if kind == "w":
                        candidate = index.candidates[i].candidate
                        label = own(rules, named, candidate, candidate.executes[0]).label
                    for cycle in range(theirs.span + 2):
                        outside = not start <= cycle <= last[i, j]
                        if outside and not (kind == "x" and cycle == 0):
                            item = (kind, name, places[j].name, label, cycle)
                            assert not ours.allows(item), (seed, item)


@cache
def legal(seed: int, how: str, horizon: int) -> Mapping | None:
    """A reduced legal mapping that was found without windows."""
    problem = random_sums(seed, how)
    model = build(problem, horizon, windowed=False)
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        for clause in one_way(model):
            solver.add_clause(clause)
        if not solver.solve():
            return None
        mapping = decode(model, [v for v in solver.get_model() if v > 0])
    assert check(problem, mapping) == []
    return mapping


def one_way(model: XyzModel) -> Iterator[list[int]]:
    """What an issue performs is one way, and nothing is performed without an issue."""
    for i, ways in enumerate(model.index.candidates_of):
        for j, k in np.argwhere(model.z[i]).tolist() if model.index.chosen[i] else ():
            performed = [int(n) for n in model.w[ways, j, k] if n]
            yield from ([-n, int(model.z[i, j, k])] for n in performed)
            yield from ([-one, -other] for one, other in combinations(performed, 2))


def items(problem: Problem, mapping: Mapping, rules: Rules) -> set[Item]:
    """The items of a mapping in the verifier's terms, with the way of every issue."""
    named = names(Index(problem), rules)
    found: set[Item] = {("x", named[h.value], h.component, "", h.cycle) for h in mapping.holds}
    found |= {("y", named[y.value], y.path, "", y.cycle) for y in mapping.transfers}
    defined = {**problem.dfg.operation_by_name, **{o.name: o for o in mapping.intermediates}}
    for issue in mapping.issues:
        performed = issue.performs or defined[issue.operation]
        candidate = Candidate(performed.operator, performed.operands, ())
        way = own(rules, named, candidate, issue.operation)
        found.add(("z", way.value, issue.component, "", issue.cycle))
        found.add(rules.performed(way, issue.component, issue.cycle))
    return found


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", HOWS)
def test_what_justifies_clauses_holds_in_legal_mappings(how: str) -> None:
    """Tests windows, needs, limits, intervals and required work on mappings found elsewhere."""
    count = chosen = 0
    for seed in SEEDS:
        problem = random_sums(seed, how)
        for horizon in (4, 5, 6):
            mapping = legal(seed, how, horizon)
            if mapping is None:
                continue
            justifier = Justifier(Rules(problem, horizon), Symbols())
            found = items(problem, mapping, justifier.rules)
            count += 1
            chosen += any(item[0] == "w" for item in found)
            assert justifier.contradiction is None
            assert all(justifier.windows.allows(item) for item in found), seed
            assert all(issues & found for issues in justifier.required.values())
            for alternatives in justifier.intervals.used.values():
                assert all(issues & found for issues in alternatives)
            counts = Counter(limit for item in found for limit in justifier.limits.of(item))
            assert all(justifier.limits.allowed[limit] >= n for limit, n in counts.items())
    assert count > 60
    assert chosen > 30


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", HOWS)
def test_accepted_clauses_hold_in_legal_mappings(how: str) -> None:
    """Tests that randomly edited clauses which are accepted hold in a legal mapping."""
    source = random.Random(how)
    accepted = rejected = 0
    for seed in SEEDS:
        problem = random_sums(seed, how)
        for horizon in (4, 6):
            mapping = legal(seed, how, horizon)
            if mapping is None:
                continue
            cnf, lines, _ = encode(problem, horizon)
            rules = Rules(problem, horizon)
            numbered = ((n, line) for n, line in enumerate(lines) if line[:5] != "group")
            table = {
                variable: item
                for variable, item in read_symbols(rules, numbered).items.items()
                if item[0] in "xyzw"
            }
            justifier = Justifier(rules, Symbols(dict(table)))
            true = items(problem, mapping, rules) | {
                ("x", value, place, "", 0)
                for place, values in rules.certain.items()
                for value in values
            }
            known = [c for c in cnf.clauses() if all(abs(literal) in table for literal in c)]
            for clause in source.sample(known, min(60, len(known))):
                changed = edited(source, clause, table)
                try:
                    justifier.check(changed)
                except RejectedError:
                    rejected += 1
                    continue
                accepted += 1
                assert any((table[abs(n)] in true) == (n > 0) for n in changed), (seed, changed)
    assert accepted > 500
    assert rejected > 500


def smallest(seed: int, how: str) -> int | None:
    """The smallest number of cycles below 9, found without windows or implied constraints."""
    return next((h for h in range(1, 9) if legal(seed, how, h) is not None), None)


@pytest.mark.parametrize("how", ["none", "enumerate"])
def test_accepted_bounds_by_arithmetic_are_true(how: str, amount: Callable[[int], int]) -> None:
    """Tests that no bound is accepted which a mapping refutes, true and false ones proposed."""
    accepted = 0
    for seed in range(amount(120)):
        problem = random_sums(seed, how)
        found = smallest(seed, how)
        if found is None:
            continue
        for bound in proposed(problem, found):
            judge = check_counting if isinstance(bound, Counting) else check_critical_path
            try:
                judge(problem, bound)
            except RejectedError:
                continue
            accepted += 1
            assert bound.horizon < found, (seed, bound)
    assert accepted > amount(120) // 2


def proposed(problem: Problem, smallest: int) -> list[CriticalPath | Counting]:
    """Bounds for horizons around the smallest: of results, of all work, of the producer."""
    found: list[CriticalPath | Counting] = []
    elements = tuple(c.name for c in problem.arch.components if c.issue)
    issue = sum(c.issue for c in problem.arch.components)
    for horizon in range(max(1, smallest - 1), smallest + 2):
        found += [CriticalPath(horizon, r, "ext", horizon) for r in problem.dfg.results]
        for works in separable(Rules(problem, horizon, relaxed=problem.transform != "none")):
            items = tuple(item for work in works for item in work.items)
            for first, last in combinations(range(1, horizon + 1), 2):
                units = slots(issue, first, last, problem.contexts)
                found.append(Counting(horizon, "issue slots", elements, first, last, items, units))
        try:
            bound = Arithmetic(problem).refute(horizon)
        except (InfeasibleError, KeyError):
            continue
        found += [bound] if bound is not None else []
    return found


def test_shared_steps_are_not_counted_twice() -> None:
    """Tests that two sums with two terms in common have no steps of their own."""
    first = [operation("t", "+", "a", "b"), operation("s", "+", "t", "c")]
    second = [operation("u", "+", "b", "a"), operation("r", "+", "u", "d")]
    problem = Problem(sums_graph([*first, *second], ("s", "r")), one_element(), None, "enumerate")
    three = Counting(4, "issue slots", ("p",), 1, 2, ("s", "r", "s#1"), 2)
    with pytest.raises(RejectedError, match="no mapping needs operation 's#1'"):
        check_counting(problem, three)
    lone = Problem(sums_graph(first, ("s",)), one_element(), None, "enumerate")
    assert "2 items" in check_counting(
        lone, Counting(3, "issue slots", ("p",), 1, 1, ("s", "s#1"), 1)
    )


def test_a_root_in_a_sum_may_go_where_partial_results_may_not() -> None:
    """Tests that a result which is part of another sum may be read from the memory there."""
    left = Component("p", issue=1, ops=("f", "+"))
    right = Component("q", issue=1, ops=("late", "last", "+"))
    memory = Component("ext", initial="all", holds_intermediates=False)
    paths = [Path(f"in_{c}", ("ext",), (c,)) for c in "pq"]
    paths += [Path(f"out_{c}", (c,), ("ext",)) for c in "pq"]
    arch = Architecture("apart", (memory, left, right), tuple(paths), "ext")
    steps = [
        operation("x", "f", "a"),
        operation("y", "f", "b"),
        operation("z", "late", "c"),
        operation("r", "+", "x", "y"),
        operation("t", "+", "x", "z"),
        operation("s", "+", "t", "y"),
        operation("e", "last", "s"),
    ]
    problem = Problem(sums_graph(steps, ("r", "e")), arch, None, "enumerate")
    assert "cycle 11" in check_critical_path(problem, CriticalPath(11, "e", "ext", 11))
    with pytest.raises(RejectedError, match="already"):
        check_critical_path(problem, CriticalPath(12, "e", "ext", 12))
    model = build(problem, 12)
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        assert solver.solve()


def test_patterns_of_operators_that_do_not_commute_are_bounded_truly() -> None:
    """Tests that a nested pattern on the right is one operation, whatever sizes are combined."""
    steps = [operation("t", "cat", "a", "b"), operation("s", "cat", "c", "t")]
    problem = Problem(sums_graph(steps, ("s",), "joined"), one_element(), None, "enumerate")
    check_critical_path(problem, CriticalPath(2, "s", "ext", 2))
    with pytest.raises(RejectedError, match="already"):
        check_critical_path(problem, CriticalPath(3, "s", "ext", 3))


def test_constants_in_sums_leave_the_other_terms_useful() -> None:
    """Tests that terms beside a constant are still read, and that it needs no waiting for."""
    steps = [operation("t", "+", "a", "k"), operation("s", "+", "t", "b")]
    problem = Problem(sums_graph(steps, ("s",)), one_element(), None, "enumerate")
    window = Windows(Rules(problem, 5, relaxed=True))
    assert window.path_window("b", ["in"]) == (1, 3)
    check_critical_path(problem, CriticalPath(2, "s", "ext", 2))

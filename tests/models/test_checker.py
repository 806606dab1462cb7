"""The checker accepts what is legal, and names the rule that a small change breaks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from models.cleanup.prune_unused import prune_unused
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.dfg import Constant, Dfg, Operation, Pattern, Priority
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    EVERY,
    Case,
    Change,
    accumulator,
    adding,
    bus,
    issue,
    mapping,
    memory,
    multiply_add,
    operation,
    operations,
    regrouped,
    ring,
    rules,
    running_sum,
    slow,
    stores,
    with_component,
)

replace = msgspec.structs.replace


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
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
            name, place, cycle, *performs = msgspec.structs.astuple(item)
            others = [(name, place, cycle + 1), (name, place, cycle - 1)]
            others += [(other, place, cycle) for other in values if other != name]
            others += [(name, other, cycle) for other in places if other != place]
            for other in others:
                rest = (*items[:at], type(item)(*other, *performs), *items[at + 1 :])
                yield replace(full, **{field: rest})


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_alterations(case: Case) -> None:
    """Tests that a changed item is rejected, unless it does the same job, as simulation shows."""
    problem, full = case
    full = prune_unused(problem, full)
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


def test_contexts_of_the_architecture() -> None:
    """Tests that contexts beyond the context memory are rejected."""
    problem, full = stores()
    shallow = replace(problem, arch=replace(problem.arch, max_contexts=3))
    assert rules(shallow, full) == {"contexts"}


def test_latencies() -> None:
    """Tests that results and arrivals are late by the latency of operation and path."""
    problem, full = slow()
    early = replace(full, transfers=(Transfer("b", "near", 1), Transfer("a", "far", 1)))
    assert "5 transfer" in rules(problem, early)
    short = replace(full, horizon=3, holds=full.holds[:-2], transfers=full.transfers[:-1])
    assert "7 execution" in rules(problem, short)


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
    [("d", "q", ">=", True), ("d", "q", ">", False), ("a", "q", ">", True), ("q", "d", ">=", True)],
)
def test_priorities(first: str, then: str, sign: str, legal: bool) -> None:
    """Tests that `>` asks for an earlier cycle, `>=` for no later one, of an input nothing."""
    problem, full = bus()
    dfg = replace(problem.dfg, priorities=(Priority(first, then, sign),))
    assert rules(replace(problem, dfg=dfg), full) == (set() if legal else {"order"})
    assert simulate(replace(problem, dfg=dfg), full).ok == legal


def reissued(full: Mapping, text: str) -> Mapping:
    """The mapping in which the one issue of a value is another one."""
    (new,) = [issue(text)]
    rest = tuple(old for old in full.issues if old.operation != new.operation)
    return replace(full, issues=(*rest, new))


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("y_0 pe0 4 mac p_0_0 x_1 w_0_1", set()),
        ("y_0 pe0 4 mac p_0_0 w_0_1 x_1", set()),
        ("y_0 pe0 4", {"6 operand"}),
        ("y_0 pe0 4 + p_0_0 p_0_1", {"6 operand"}),
        ("y_0 pe0 4 mac x_1 p_0_0 w_0_1", {"operation"}),
        ("y_0 pe0 4 mac p_0_0 p_0_0 w_0_1", {"operation"}),
        ("y_0 pe0 4 mac p_0_0 x_1 w_1_1", {"operation", "6 operand"}),
        ("y_0 pe0 4 mac p_0_0 x_1", {"operation"}),
        ("y_0 pe0 4 fma p_0_0 x_1 w_0_1", {"operation", "7 execution", "4 holding"}),
        ("y_0 pe0 4 mac p_0_0 x_1 w_0_1@1", {"operation"}),
        ("y_0 pe0 4 mac p_0_0 x_1 ?", {"operation", "6 operand"}),
    ],
)
def test_multi_node_operations(text: str, broken: set[str]) -> None:
    """Tests that an issue needs the operands that it performs, and that these compute its value."""
    problem, full = multiply_add()
    changed = reissued(full, text)
    assert rules(problem, changed) == broken
    assert simulate(problem, changed).ok == (not broken)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("y_0 pe0 6 mac t_0 x_0 w_0_0", set()),
        ("y_0 pe0 6", {"6 operand"}),
        ("y_0 pe0 6 mac t_0 x_0 x_0", {"operation"}),
        ("y_0 pe0 6 + t_0 t_0", {"operation"}),
        ("t_0 pe0 4", {"6 operand"}),
        ("t_0 pe0 4 mac p_0_1 x_2 x_2", {"operation"}),
    ],
)
def test_intermediates_and_orders(text: str, broken: set[str]) -> None:
    """Tests that a sum may be regrouped, but not have a wrong leaf, or a leaf twice."""
    problem, full = regrouped()
    changed = reissued(full, text)
    assert rules(problem, changed) == broken
    assert simulate(problem, changed).ok == (not broken)


def redefined(full: Mapping, *made: Operation) -> Mapping:
    return replace(full, intermediates=made)


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (operation("u", "+", "a", "?"), "operand '?' is unknown, or defined later"),
        (operation("u", "+", "a", "u"), "operand 'u' is unknown, or defined later"),
        (operation("u", "+", "a", "v@1"), "operand 'v' has distance 1"),
        (operation("u", "?", "a", "b"), "unknown operator '?' cannot define a value"),
        (operation("u", "plus", "a", "b"), "pattern 'plus' cannot define a value"),
        (operation("u", "+", "a"), "operator '+' takes 2 operands, not 1"),
        (operation("s", "+", "a", "b"), "already the name of an operation"),
        (operation("v", "+", "a", "b"), "defined twice"),
        (operation("", "+", "a", "b"), "its name must be a word without spaces"),
    ],
)
def test_bad_definitions(made: Operation, line: str) -> None:
    """Tests that a definition that makes no sense is a violation, and its name is unknown."""
    problem, full = running_sum()
    dfg = replace(problem.dfg, patterns=(Pattern("plus", ("+", "_", "_")),))
    problem = replace(problem, dfg=dfg)
    before, after = operation("v", "+", "a", "s@1"), operation("w", "+", "a", "b")
    changed = redefined(full, before, made, after)
    lines = [str(violation) for violation in check(problem, changed)]
    assert f"names: intermediate '{made.name}': {line}" in lines
    assert any("unknown operation 'u'" in text for text in lines)
    assert check(problem, redefined(full, before, *full.intermediates)) == []


def test_effects_are_executed_as_themselves() -> None:
    """Tests that nothing takes the place of an operation with an effect, not even its like."""
    problem, full = stores()
    assert rules(problem, reissued(full, "z pe 4 store w i")) == set()
    assert rules(problem, reissued(full, "z pe 4 store i w")) == {"operation"}
    assert rules(problem, reissued(full, "z pe 4 + w i")) == {"operation"}
    for text in ("z pe 4 store w i", "z pe 4 store i w", "z pe 4 + w i"):
        assert simulate(problem, reissued(full, text)).ok == (text == "z pe 4 store w i")


def test_the_cycles_of_an_operand_of_an_earlier_iteration_are_its_own() -> None:
    """Tests the line of a missing operand: it is read an interval later on its own axis."""
    problem, mapped = accumulator()
    holds = tuple(held for held in mapped.holds if held.component != "pe")
    (found,) = (v for v in check(problem, replace(mapped, holds=holds)) if "distance 1" in str(v))
    assert "end of cycle 1 nor arrives in cycle 2" in str(found)


def test_choice_of_contents() -> None:
    """Tests that of a choice no more is held than allowed, counting what is certain too."""
    problem, full = slow()
    assert rules(problem, adding(Held("b", "rom2", 0))(full)) == {"1 initial"}
    assert rules(problem, adding(Held("a", "rom", 0))(full)) == {"1 initial"}
    wider = InitialContents((), (Choice(2, ("a", "b")),))
    assert check(with_component(problem, "rom2", initial=wider), full) == []


def test_definitions_of_constants_and_effects() -> None:
    """Tests that an intermediate is no constant, and that no effect is executed for one."""
    problem, full = stores()
    dfg = replace(problem.dfg, constants=(Constant("k", 3),))
    problem = replace(problem, dfg=dfg, transform="enumerate")
    made = operations("k + i i; u load i; t + k i")
    lines = [str(violation) for violation in check(problem, redefined(full, *made))]
    assert lines == [
        "names: intermediate 'k': already a constant",
        "names: intermediate 'u': operator 'load' has an effect and cannot define a value",
    ]

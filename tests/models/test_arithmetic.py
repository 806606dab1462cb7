"""Lower bounds by arithmetic, and the problems that no number of cycles helps."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from models import transform as transform_package
from models.counting import arithmetic
from models.counting.arithmetic import Arithmetic, reason
from models.counting.demands import work
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.certificate import Counting, CriticalPath
from models.data.computation import Transform
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.space_time.index import Index
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.verification.directory import Clock, Directory
from solvers.verification.reasons import Reasons
from solvers.verification.rules import Rules
from solvers.verification.work import separable
from tests.models.mappings import ADD, MUL, memory, operation
from tests.models.naive_model import feasible

NEG = Operator("neg", 1)
OUT = Operator("out", 1, effect=True)
OPERATORS = (ADD, MUL, NEG, OUT)


def pair(**paths: object) -> Architecture:
    """Two elements that both have a way in, a way out, and a way to each other."""
    parts = (Component("pe0", issue=1, capacity=2), Component("pe1", issue=1, capacity=2))
    ends = [("ext", "pe0"), ("ext", "pe1"), ("pe0", "ext"), ("pe1", "ext")]
    ends += [("pe0", "pe1"), ("pe1", "pe0")]
    links = tuple(Path(f"{s}-{t}", (s,), (t,), **{"width": 1, **paths}) for s, t in ends)
    return Architecture("pair", (memory(), *parts), links, "ext")


def graph(*steps: Operation, inputs: str = "ab", results: tuple[str, ...] = ()) -> Dfg:
    return Dfg("g", OPERATORS, tuple(inputs), steps, results)


def changed(arch: Architecture, name: str, **fields: object) -> Architecture:
    parts = tuple(
        msgspec.structs.replace(part, **fields) if part.name == name else part
        for part in arch.components
    )
    return msgspec.structs.replace(arch, components=parts)


def without(arch: Architecture, *names: str) -> Architecture:
    paths = tuple(path for path in arch.paths if path.name not in names)
    return msgspec.structs.replace(arch, paths=paths)


def assert_bound(problem: Problem, first: int) -> Arithmetic:
    """The first horizon that is not refuted; no horizon below it has a mapping."""
    arithmetic = Arithmetic(problem)
    assert arithmetic.first_horizon()[0] == first
    assert arithmetic.refute(first) is None
    for horizon in range(1, first):
        assert arithmetic.refute(horizon) is not None
        assert not feasible(problem, horizon)
    return arithmetic


def test_the_critical_path_counts_travel() -> None:
    """Tests that a chain is bounded by its steps, its fetches, and its way out."""
    chain = graph(operation("p", "+", "a", "b"), operation("q", "neg", "p"), results=("q",))
    arithmetic = assert_bound(Problem(chain, pair()), 5)
    bound = arithmetic.critical_path()
    assert bound == CriticalPath(horizon=4, value="q", component="ext", cycle=4)
    assert (
        reason(bound, arithmetic.problem)
        == "critical path: 'q' cannot be in ext before the end of cycle 4"
    )
    assert_bound(Problem(chain, pair(latency=1)), 7)
    assert_bound(Problem(chain, pair(width=2)), 5 - 1)


NEGATE = graph(operation("n", "neg", "a"), results=("n",))
TWO = graph(operation("p", "neg", "a"), operation("q", "*", "p", "p"), results=("q",))
SUM = graph(operation("s", "+", "a", "b"), results=("s",))
APART = changed(changed(pair(), "pe0", ops=("neg",)), "pe1", ops=("*",))
NOWHERE = changed(pair(), "ext", initial=InitialContents(("b",)))
IMPOSSIBLE = {
    "unsupported": (
        Problem(NEGATE, changed(changed(pair(), "pe0", ops=("+",)), "pe1", ops=("*",))),
        "no component of 'pair' supports operator 'neg' (operation 'n'); known: *, +",
    ),
    "nowhere": (
        Problem(NEGATE, NOWHERE),
        "input 'a' of operation 'n' is initially in no component of 'pair'",
    ),
    "never meet": (
        Problem(TWO, without(APART, "pe0-pe1")),
        "the operands of operation 'q' can never meet in a component of 'pair' that executes it",
    ),
    "closed memory": (
        Problem(
            SUM,
            msgspec.structs.replace(
                pair(),
                components=(
                    Component("ext", initial=InitialContents(("a",)), holds_intermediates=False),
                    Component("rom", initial=InitialContents(("b",))),
                    *pair().components[1:],
                ),
            ),
        ),
        "the operands of operation 's' can never meet in a component of 'pair' that executes it",
    ),
    "contexts": (
        Problem(
            graph(*(operation(f"v{i}", "neg", "a") for i in range(3)), results=("v0", "v1", "v2")),
            pair(),
            1,
        ),
        "3 operations must be issued, but the issue slots of pe0, pe1 allow 2 in 1 context",
    ),
    "shut": (
        Problem(NEGATE, changed(pair(), "ext", write_ports=0)),
        "1 results must enter, but the entry width of ext allows 0",
    ),
    "recurrence": (
        Problem(
            graph(
                Operation("s", "+", (Operand("a"), Operand("t", 1))),
                operation("t", "neg", "s"),
                results=("t",),
            ),
            pair(),
            1,
        ),
        "the recurrence t -> s -> t takes at least 2 cycles over distance 1, so it needs"
        " 2 contexts, not 1",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_no_horizon_helps(name: str) -> None:
    """Tests the line on problems without any mapping; the naive model has none either."""
    problem, line = IMPOSSIBLE[name]
    with pytest.raises(InfeasibleError) as error:
        Arithmetic(problem).first_horizon()
    assert str(error.value) == line
    assert not any(feasible(problem, horizon) for horizon in range(1, 9))
    answer = search(CyclesQuestion(problem))
    assert (answer.status, answer.lower_reason, answer.cycles) == ("infeasible", line, None)


@pytest.mark.parametrize("array", ["lisa:3x3,io=memory", "hycube:3x3,io=memory", "mesh:3x3"])
def test_large_problems_have_bounds_without_windows(
    array: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that without windows nothing is refuted that is not refuted with them."""
    arch = architecture_preset(array)

    def first(dfg: Dfg, contexts: int) -> int | None:
        try:
            return Arithmetic(Problem(dfg, arch, contexts)).first_horizon()[0]
        except InfeasibleError:
            return None

    refuted = 0
    for seed in range(6):
        dfg = random_loop(12, seed, 2)
        for contexts in (1, 2, 3, 4):
            monkeypatch.setattr(arithmetic, "LARGE", 1 << 60)
            exact = first(dfg, contexts)
            monkeypatch.setattr(arithmetic, "LARGE", 0)
            loose = first(dfg, contexts)
            refuted += loose is None
            assert exact is None or (loose is not None and loose <= exact)
    assert refuted


ONE_WAY = Architecture(
    "one-way",
    (memory(), Component("p0", issue=1, capacity=2), Component("p1", issue=1, capacity=3)),
    (
        Path("in", ("ext",), ("p0",), 1),
        Path("out", ("p1",), ("ext",), 1),
        Path("back", ("p1",), ("p0",), 1),
    ),
    "ext",
)
"""Inputs reach only p0, results leave only p1, and nothing leads from p0 to p1."""

ROUND = Dfg(
    "sum",
    (ADD,),
    ("a", "b"),
    (
        Operation("s", "+", (Operand("a"), Operand("r", 1))),
        Operation("r", "+", (Operand("s"), Operand("b"))),
    ),
    ("r",),
)


@pytest.mark.parametrize("transform", ["none", "enumerate", "xbtree", "select", "chain"])
@pytest.mark.parametrize("contexts", [2, 7])
def test_what_every_horizon_refutes(transform: Transform, contexts: int) -> None:
    """Tests that no horizon is looked for where a sum of any order gets to no place of use."""
    problem = Problem(ROUND, ONE_WAY, contexts, transform)
    with pytest.raises(InfeasibleError, match="can never") as raised:
        Arithmetic(problem).first_horizon()
    fact = raised.value.fact
    assert Reasons(problem, (), cast("Directory", None), Clock()).check(fact)
    # A way from p0 to p1 is all that is missing.
    link = Path("on", ("p0",), ("p1",), 1)
    whole = msgspec.structs.replace(ONE_WAY, paths=(*ONE_WAY.paths, link))
    wider = msgspec.structs.replace(problem, arch=whole, contexts=7)
    assert Arithmetic(wider).first_horizon()[0] < 20


def test_orders_that_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a question is refuted also where its orders are too many to be listed."""

    def too_many(*_: object) -> None:
        raise InputError("too many orders")

    monkeypatch.setattr(transform_package, "transform", too_many)
    with pytest.raises(InfeasibleError, match="2 inputs must leave") as raised:
        Arithmetic(Problem(ROUND, ONE_WAY, 2, "enumerate")).first_horizon()
    assert raised.value.fact is None


def test_a_bound_ends_with_its_budget() -> None:
    """Tests that the search for a horizon ends when its time is over, with what it knows."""
    many = graph(*(operation(f"v{n}", "+", "a", "b") for n in range(40)), results=("v0",))
    problem = Problem(msgspec.structs.replace(many, results=tuple(many.operation_by_name)), pair())
    first, _ = Arithmetic(problem).first_horizon()
    chain = Arithmetic(problem).critical_path()
    assert chain is not None and chain.horizon + 1 < first
    looks = iter([False, True])
    horizon, bound = Arithmetic(problem, lambda: next(looks)).first_horizon()
    assert bound is not None and bound.horizon + 1 == horizon
    assert chain.horizon + 1 < horizon < first


def test_four_components_are_named_and_more_are_counted_on() -> None:
    """Tests the line of a bound by counting."""
    for count, shown in ((4, "of a, b, c, d allow 1"), (5, "of a, b, c, d, … allow 1")):
        bound = Counting(4, "issue slots", tuple("abcde"[:count]), 1, 1, ("x", "y"), 1)
        assert shown in reason(bound, Problem(Dfg("none", (), (), ()), pair()))


def test_ports_of_a_memory_delay_inputs() -> None:
    """Tests that three inputs which leave a memory by one port come in three cycles."""
    parts = (msgspec.structs.replace(memory(), read_ports=1), Component("pe", issue=3, capacity=9))
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    arch = Architecture("ported", parts, paths, "ext")
    steps = tuple(operation(f"v{name}", "neg", name) for name in "abc")
    dfg = Dfg("three", OPERATORS, ("a", "b", "c"), steps, ("va", "vb", "vc"))
    problem = Problem(dfg, arch)
    first, fact = Arithmetic(problem).first_horizon()
    assert first == 5 and isinstance(fact, Counting) and fact.resource == "exit width"
    assert feasible(problem, 5) and not feasible(problem, 4)
    # Over paths of two latencies, inputs that leave one after the other may arrive together.
    late = msgspec.structs.replace(arch, paths=(*paths, Path("late", ("ext",), ("pe",), None, 1)))
    _, fact = Arithmetic(Problem(dfg, late)).first_horizon()
    assert not isinstance(fact, Counting) or fact.resource != "exit width"


def test_an_operation_that_no_component_executes_is_named() -> None:
    """Tests the first line of what has no mapping, whatever else is wrong."""
    steps = (operation("s", "*", "a", "a"),)
    parts = (memory(), Component("pe", issue=1, capacity=1, ops=("neg",)))
    dfg = Dfg("one", OPERATORS, ("a",), steps, ("s",))
    with pytest.raises(InfeasibleError, match="no component of 'apart' supports operator '\\*'"):
        Arithmetic(Problem(dfg, Architecture("apart", parts, (), "ext")))


def test_work_of_each_operator_is_apart() -> None:
    """Tests lists of work where multi-node operations execute two operators of three."""
    dfg = Dfg(
        "fused", OPERATORS, ("a", "b", "c"),
        (operation("m", "*", "a", "b"), operation("s", "+", "m", "c"), operation("n", "neg", "s")),
        ("n",), patterns=(Pattern("mac", ("+", "*", "_", "_", "_")),),
    )  # fmt: skip
    problem = Problem(dfg, pair())
    lists = [[one.items for one in own] for own in work(Index(problem))]
    assert sorted(lists) == [[("m",)], [("n",)], [("s",)]]
    verified = [[one.items for one in own] for own in separable(Rules(problem, 9))]
    assert sorted(verified) == sorted(lists)

"""The verifier's own values, ways and work, where there is a choice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture, Component
from models.data.certificate import Arrival, Chain, Counting, CriticalPath, Crossing
from models.data.dfg import Dfg, Operator, OrderEdge, Pattern
from models.data.problem import Problem
from models.space_time.index import Index
from partition.model.split import MEMORY
from partition.verification.facts import PartitionFacts
from solvers.verification.arithmetic import check_counting, check_critical_path
from solvers.verification.arrival import Arrivals
from solvers.verification.crossing import check_crossing
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.symbols import Group, Symbols
from solvers.verification.templates import Template
from solvers.verification.ways import Ways
from tests.models.decide import decided
from tests.models.mappings import memory, operations
from tests.solvers.verification.claims import EXT, array, element, graph, one
from tests.solvers.verification.test_completeness import EVERY, dfg


def in_any_order(text: str, results: str, *patterns: str, **more) -> Problem:
    return Problem(dfg(text, results, *patterns, **more), one(), None, EVERY)


def shown(problem: Problem, value: str) -> set[str]:
    return {way.label.partition(" #")[0] for way in Ways(problem).of[value]}


FOUR = "p * a b; t + c p; s + t d"
CAT = "t cat a b; u cat t c; s cat u d"
STEPS = "t + a b; u + t c"
ORDERED = {"order": (OrderEdge("t", "v"),)}
TABLE = [
    (FOUR, "s", ("mac",), "s", "+(c, + of d p)|+(t, d)|+(+ of c d, p)|mac(+ of c d, a, b)"),
    (FOUR, "s", ("mac",), "t", "+(c, p)|mac(c, a, b)"),
    # What does not commute keeps its sequence.
    (CAT, "s", ("joined",), "s", "cat(u, d)|cat(t, cat of c d)|cat(a, cat of b c d)"
     "|joined(t, c, d)|joined(a, b, cat of c d)|joined(a, cat of b c, d)"),
    # A root is a part of another sum.
    ("t + a b; s + t c; q + b c", "s q", (), "s", "+(t, c)|+(a, q)|+(+ of a c, b)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "results", "patterns", "value", "ways"), TABLE)
def test_all_ways_of_a_value(
    text: str, results: str, patterns: tuple[str, ...], value: str, ways: str
) -> None:
    """Tests the orders of small sums, with and without multi-node operations."""
    assert shown(in_any_order(text, results, *patterns), value) == set(ways.split("|"))


def test_equal_partial_results_are_one_value() -> None:
    """Tests that sums share what they have in common, and that steps are counted once."""
    problem = in_any_order("t + a b; s + t c; u + b a; r + u d", "s r")
    ways = Ways(problem)
    assert len(ways.of) == 7 and ways.named["u"] == ways.named["t"]
    with pytest.raises(RejectedError, match="no mapping needs operation 's#1'"):
        check_counting(problem, Counting(4, "issue slots", ("p",), 1, 2, ("s", "r", "s#1"), 2))
    alone = in_any_order("t + a b; s + t c", "s")
    assert check_counting(alone, Counting(3, "issue slots", ("p",), 1, 1, ("s", "s#1"), 1))
    fixed = Ways(in_any_order(f"{STEPS}; v f a", "u v", "add3", **ORDERED))
    assert len(fixed.of["u"]) == 1


APART = array(
    (EXT, element("p", ops=("f", "+")), element("q", ops=("slow", "g", "+"))),
    "ip ext>p;iq ext>q;op p>ext;oq q>ext",
)
LIMITS = [
    (in_any_order("t cat a b; s cat c t", "s", "joined"), "s", 2),
    (in_any_order("t + a a; s + t b", "s"), "s", 3),
    # A result that is a part of another sum may be read from the memory, where others cannot be.
    (Problem(graph("x f a; y f b; z slow c; r + x y; t + x z; s + t y; e g s s", "r e", "a b c"),
             APART, None, EVERY), "e", 8),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "value", "cycle"), LIMITS)
def test_critical_paths_of_sums_are_true(problem: Problem, value: str, cycle: int) -> None:
    """Tests the last bound that holds, and the first that does not."""
    check_critical_path(problem, CriticalPath(cycle, value, "ext", cycle))
    with pytest.raises(RejectedError, match="already"):
        check_critical_path(problem, CriticalPath(cycle + 1, value, "ext", cycle + 1))
    assert decided(problem, cycle + 1)


def test_partial_results_that_sums_may_share_are_no_values() -> None:
    """Tests sums with two terms in common: one operation may add these for all of them."""
    names = [f"y{n}" for n in range(10)]
    text = "; ".join(f"t{n} + a b; y{n} + t{n} c{n}" for n in range(10))
    inputs = " ".join(["a", "b", *(f"c{n}" for n in range(10))])
    unit = Component("m", issue=4, ops=("+",), initial="all")
    arch = replace(one(), components=(unit,), paths=(), external="m")
    problem = Problem(graph(text, " ".join(names), inputs), arch, 3, EVERY)
    Arithmetic(problem).first_horizon()
    classes = tuple(v for v in Index(problem, relaxed=True).values if "<" in v)
    assert len(classes) == 10
    with pytest.raises(RejectedError, match="unknown value"):
        check_crossing(
            Rules(problem, 1, relaxed=True), Crossing(3, ("m",), (), tuple(names), classes, 12)
        )


def test_values_within_multi_node_operations_need_not_cross() -> None:
    """Tests that a sum within a pattern need not get anywhere."""
    text = "; ".join(f"s{n} + a b; g{n} f s{n}; p{n} put g{n}" for n in range(3))
    parts = (
        Component("m", issue=6, ops=("f", "put", "sum-f"), initial="all"),
        Component("pe", issue=3, ops=("+",), initial="all"),
        Component("ext"),
    )
    arch = array(parts, "in pe>m:1;back m>pe;off m>ext")
    fact = Crossing(1, ("m",), ("in",), (), ("s0", "s1", "s2"), 1)
    assert check_crossing(Rules(Problem(graph(text), arch, 1), 1), fact)
    fused = graph(text, patterns=(Pattern("sum-f", ("f", "+", "_", "_")),))
    Arithmetic(Problem(fused, arch, 1)).first_horizon()
    with pytest.raises(RejectedError, match="may stay elsewhere"):
        check_crossing(Rules(Problem(fused, arch, 1), 1), fact)


def test_what_follows_from_an_arrival_in_order() -> None:
    """Tests an arrival over one path, or wide ones, or from elsewhere."""
    chain = Chain(("u", "v"), ({"u": "v", "v": "u", "a": "b", "b": "a"},))
    parts = (EXT, element("p"), element("q"))
    arch = array(parts, "ip ext>p;iq ext>q;op p>ext:1;oq q>ext:1")
    problem = Problem(graph("u f a; v f b", "u v"), arch)
    found = Arrivals(problem, Arrival((chain,), ("op", "oq"), ("op", "oq"), ()))
    held, before = ("x", "u", "ext", "", 4), ("y", "u", "op", "", 5)
    assert found.needs(("y", "v", "op", "", 5)) == [[held]]
    assert found.needs(("y", "v", "oq", "", 5)) == [[held, before]]
    for item in (("y", "u", "oq", "", 5), ("y", "v", "ip", "", 5), ("x", "v", "ext", "", 5)):
        assert found.needs(item) == []
    bus = replace(problem, arch=array(parts, "ip ext>p;iq ext>q;op p,q>ext:2"))
    wide = Arrivals(bus, Arrival((chain,), ("op",), ("op",), ()))
    assert wide.needs(("y", "v", "op", "", 5)) == [[held, before]]


@pytest.mark.parametrize("firsts", [(10, 20, 30), (30, 10, 20)])
def test_groups_own_their_auxiliaries_in_any_order(firsts: tuple[int, ...]) -> None:
    template = Template(3, 1, definitions=[(0b0110, 1), (0b1110, 1)])
    groups = [Group(template, first, (1, 2, 3)) for first in firsts]
    symbols = Symbols(groups=groups)
    symbols.settle()
    for group in groups:
        assert symbols.owner(group.first - 1) is None and symbols.owner(group.first + 2) is None
        assert symbols.owner(group.first) is symbols.owner(group.first + 1) is group


ONES = (Operator("f", 1), Operator("g", 1), Operator("put", 1, effect=True))
CHAIN = operations("a f x;b f a;c g b;d put c")


@pytest.mark.parametrize(
    ("elements", "least"),
    [((1, 1), 2), ((2, 2), 1), ((3, 1), 2), ((1, 3), 2), ((2, 3), 1)],
)
def test_operations_are_counted_against_the_slots_of_those_that_can(
    elements: tuple[int, int], least: int
) -> None:
    """Tests two operations that the first element alone executes, and two for the second one."""
    first, second = elements
    parts = (
        memory(),
        Component("left", issue=first, ops=("f",)),
        Component("right", issue=second, ops=("g", "put")),
    )
    dfg = Dfg("chain", ONES, ("x",), CHAIN)
    arch = Architecture("two", parts, (), "ext")
    assert PartitionFacts(dfg, arch, MEMORY, ()).counted() == least

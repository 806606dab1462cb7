"""The simulator against direct evaluation, and both against arithmetic done by hand."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Initial, Number, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.errors import InputError
from models.judge.simulator import simulate
from models.judge.simulator_resources import Communication, Move
from models.semantics.operators import PRIME, apply, close, evaluate
from tests.models.mappings import (
    ADD,
    EVERY,
    Case,
    accumulator,
    adding,
    links,
    operation,
    ring,
    running_sum,
    stores,
)
from tests.models.switching import ring_of_switches

replace = msgspec.structs.replace


def test_distances_and_initial_numbers() -> None:
    """Tests that distance d reads d iterations back, and the d-th initial number before."""
    dfg = Dfg(
        "fibonacci",
        (ADD,),
        (),
        (operation("f", "+", "f@1", "f@2"),),
        initial=(Initial("f", (1, 0)),),
    )
    assert [row["f"] for row in evaluate(dfg, 6, {})] == [1, 2, 3, 5, 8, 13]
    plain = msgspec.structs.replace(dfg, initial=(Initial("f", (5,)),))
    assert [row["f"] for row in evaluate(plain, 3, {})] == [5, 10, 15]


@pytest.mark.parametrize(
    ("name", "numbers", "expected"),
    [
        ("-", (2, 3), -1),
        ("-", (2,), -2),
        ("div", (-7, 2), -4),
        ("rem", (7, 4), 3),
        ("fma", (2, 3, 4), 10),
        ("min", (2, 3), 2),
        ("and", (6, 3), 2),
        ("shl", (1, 67), 8),
        ("shr", (-8, 2), -2),
        (">>", (9, 65), 4),
        ("not", (0,), -1),
        ("select", (0, 1, 2), 2),
        ("cmp", (1, 2), -1),
        (">=", (1, 2), 0),
    ],
)
def test_known_operators(name: str, numbers: tuple[float, ...], expected: float) -> None:
    """Tests that known names compute what they say."""
    result = apply(Operator(name, len(numbers)), numbers, "any")
    assert result == expected and not isinstance(result, bool)


SOME_NUMBERS = st.integers(-3, 1 << 64) | st.integers(0, PRIME**2) | st.floats(allow_nan=False)


@given(*[SOME_NUMBERS] * 3)
def test_declared_laws_hold(a: Number, b: Number, c: Number) -> None:
    """Tests that uninterpreted operators have exactly the laws that they are declared to have."""
    for symmetric in (False, True):
        row = Operator("foo", 2, commutative=symmetric, associative=True)

        def foo(x: Number, y: Number, row: Operator = row) -> Number:
            return apply(row, (x, y), "any")

        assert foo(foo(a, b), c) == foo(a, foo(b, c))
        assert foo(foo(a, a), foo(b, c)) == foo(a, foo(foo(a, b), c))
        assert 0 <= foo(a, b) < PRIME**2
        if a != b:
            assert (foo(a, b) == foo(b, a)) == symmetric
            assert foo(a, c) != foo(b, c) and foo(c, a) != foo(c, b)
        other = replace(row, name="bar")
        assert foo(a, b) != apply(other, (a, b), "any")
        assert foo(foo(a, b), c) != apply(other, (foo(a, b), c), "any")


def test_floats_agree_up_to_rounding() -> None:
    """Tests that floats may be rounded in another order, but not in the order of the graph."""
    problem, full = running_sum()
    inputs = {"a": [0.1] * 5, "b": [0.2, 0.7, 1e-3, 1e5, 3.0]}
    report = simulate(problem, full, inputs=inputs, iterations=5)
    assert report.ok and 0 < report.rounded <= report.compared == 5
    exact = simulate(*accumulator(), inputs=inputs, iterations=5)
    assert exact.ok and exact.rounded == 0
    assert close(1.0, 1 + 1e-10) and not close(1.0, 1 + 1e-8) and not close(10**12, 10**12 + 1)
    assert not close(10**400, 1.0) and not close(float("nan"), 1)


def without(full: Mapping, text: str) -> Mapping:
    fields = {
        field: tuple(item for item in getattr(full, field) if str(item) != text)
        for field in ("holds", "transfers", "issues")
    }
    return replace(full, **fields)


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_missing_items_are_noticed(case: Case) -> None:
    """Tests that execution notices by itself, without the checker, that any item is missing."""
    problem, full = case
    for field in ("holds", "transfers", "issues"):
        for item in getattr(full, field):
            report = simulate(problem, without(full, str(item)))
            assert not report.ok and report.first_difference, item


def test_effects_are_compared() -> None:
    """Tests that effects out of order or repeated are differences."""
    problem, full = stores()
    late = tuple(Issue("v", "pe", 2) if i.operation == "v" else i for i in full.issues)
    assert not simulate(problem, replace(full, issues=late)).ok
    twice = replace(full, issues=(*full.issues, Issue("z", "pe", 4)))
    assert "2 times" in str(simulate(problem, twice).first_difference)
    never = replace(full, issues=full.issues[:2])
    assert "0 times" in str(simulate(problem, never).first_difference)
    # With three contexts the next load would start before this store has completed.
    parts = tuple(replace(part, issue=2) for part in problem.arch.components)
    faster = replace(problem, contexts=3, arch=replace(problem.arch, components=parts))
    report = simulate(faster, replace(full, contexts=3))
    assert "before 'z'" in str(report.first_difference)


def test_a_circle_moves_nothing() -> None:
    """Tests that transfers that wait for one another never begin."""
    problem, full = ring_of_switches()
    floating = adding(*(Transfer("a", f"r{n}", 2) for n in range(3)))(full)
    report = simulate(problem, floating)
    assert report.first_difference == "iteration 0 cycle 2: 'a' is at no source of r0"


def test_hops_begin_anew() -> None:
    """Tests that hops are counted from where a value was held, and anew after a slow path."""
    arch = Architecture(
        "line",
        (Component("m"), *(Component(f"s{n}", switch=True) for n in range(3))),
        links("a: m > s0 h=1; b: s0 > s1 h=2; c: s1 > s2 l=1 h=2; d: s2 > m h=1"),
        max_hops=3,
    )
    paths = arch.path_by_name
    stored = {("m", "v", 0): 7}
    first = Communication(arch, stored, (), [Move("v", paths[name], 0) for name in "cba"])
    assert first.arrived == {("s0", "v", 0): 7, ("s1", "v", 0): 7}
    assert first.underway == [(Move("v", paths["c"], 0), 7)]
    assert not first.stuck and not first.too_far
    second = Communication(arch, {}, first.underway, [Move("v", paths["d"], 0)])
    assert second.arrived == {("s2", "v", 0): 7, ("m", "v", 0): 7}
    assert not second.stuck and not second.too_far
    tight = replace(arch, max_hops=2)
    one = Communication(tight, stored, (), [Move("v", paths[name], 0) for name in "ab"])
    assert one.too_far == [Move("v", paths["b"], 0)]
    two = Communication(tight, {}, first.underway, [Move("v", paths["d"], 0)])
    assert two.too_far == [Move("v", paths["d"], 0)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"holds": (Held("?", "pe0", 1),)}, "unknown name"),
        ({"contexts": 2}, "contexts"),
        ({"holds": (Held("a", "pe0", 0),)}, "inputs from nowhere: pe0"),
        ({"issues": (Issue("p", "ext", 1),)}, "not supported"),
        ({"issues": (Issue("p", "pe0", 9),)}, "horizon"),
        ({"issues": (Issue("?", "pe0", 1),)}, "unknown"),
        ({"transfers": (Transfer("a", "in0", 0),)}, "before the first cycle"),
    ],
)
def test_differences(change: dict[str, object], words: str) -> None:
    """Tests that the first difference says what was missing and where."""
    problem, full = ring()
    report = simulate(problem, replace(full, **change))
    assert not report.ok and words in str(report.first_difference)


@pytest.mark.parametrize(
    ("inputs", "message"), [({}, "input 'a' has 0"), ({"a": [1], "z": [1]}, "unknown input 'z'")]
)
def test_wrong_inputs(inputs: dict[str, list[int]], message: str) -> None:
    """Tests that inputs which do not fit the graph are input errors."""
    dfg = Dfg("id", (ADD,), ("a",), (operation("t", "+", "a", "a"),))
    with pytest.raises(InputError, match=message):
        evaluate(dfg, 1, inputs)

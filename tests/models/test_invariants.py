"""Tests of invariants of a loop, and of components that hold some of them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Initial, Operator
from models.data.mapping import Held, Issue, Loaded, Mapping, Transfer
from models.data.problem import Problem
from models.data.traits import traits_of
from models.errors import InputError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.semantics.operators import evaluate
from models.space_time.cyclic import is_cyclic
from models.symmetry.automorphisms import symmetries
from models.transform.loaded import invariants_as_constants
from solvers.mappers.named import able_heuristics
from tests.models.brute_force import TooManyError, minimum
from tests.models.decide import decided, judge, mapped
from tests.models.invariant_problems import invariant_problem, with_invariants
from tests.models.mappings import ADD, links, memory, operations
from tests.models.naive_model import feasible
from tests.models.random_problems import random_problem
from tests.seeds import seeds

MOST = 6
NEG = Operator("neg", 1)
WAYS = links("in: ext > pe w=1; out: pe > ext w=1")


def problem(room: int, text: str = "s + a b", contexts: int | None = 1, **more: object) -> Problem:
    """Operations on a and b, of which b stays the same, on an element that holds some."""
    pe = Component("pe", **{"issue": 1, "invariants": room, **more})
    dfg = Dfg("sum", (ADD, NEG), ("a", "b"), operations(text), ("s",), invariants=("b",))
    return Problem(dfg, Architecture("one", (memory(), pe), WAYS, "ext"), contexts)


MAPPED = Mapping(
    dfg="sum",
    architecture="one",
    horizon=3,
    contexts=1,
    holds=(Held("a", "ext", 0), Held("s", "pe", 1), Held("s", "ext", 2)),
    transfers=(Transfer("a", "in", 1), Transfer("s", "out", 2)),
    issues=(Issue("s", "pe", 1),),
    loaded=(Loaded("b", "pe"),),
)
"""Only a comes over the path, of which there is one."""


def test_judges() -> None:
    """Tests that checker and simulator count what is loaded, and know what may be."""
    assert check(problem(1), MAPPED) == [] and simulate(problem(1), MAPPED).ok
    full = [str(broken) for broken in check(problem(0), MAPPED)]
    assert full == ["invariants: pe holds 1, at most 0: b"]
    twice = replace(MAPPED, loaded=MAPPED.loaded * 2)
    other = replace(MAPPED, loaded=(Loaded("b", "pe"), Loaded("a", "pe")))
    elsewhere = replace(MAPPED, loaded=(Loaded("b", "ext"),))
    unknown = replace(MAPPED, loaded=(Loaded("z", "pe"),))
    for forged in (twice, other, elsewhere, unknown, replace(MAPPED, loaded=())):
        assert check(problem(2), forged), forged
        assert not simulate(problem(2), forged).ok, forged
    assert not simulate(problem(0), MAPPED).ok
    line = "invariants: value 'a' in pe for the whole loop: it is no invariant of the loop"
    assert line in map(str, check(problem(2), other))
    variable = replace(problem(1), dfg=replace(problem(1).dfg, invariants=()))
    assert check(variable, MAPPED) and not simulate(variable, MAPPED).ok


def test_earlier_iterations_have_numbers_of_their_own() -> None:
    """Tests that what is loaded is not read for an operand of an earlier iteration."""
    late = problem(1, "s + a b@1")
    late = replace(late, dfg=replace(late.dfg, initial=(Initial("b", (7,)),)))
    assert check(late, MAPPED) and not simulate(late, MAPPED).ok
    for horizon in range(2, MOST + 1):
        assert decided(late, horizon) == feasible(late, horizon)


def test_minimum() -> None:
    """Tests the answers worked out by hand: with room, one value comes in each cycle."""
    assert [n for n in range(2, 7) if decided(problem(0), n)] == []
    assert next(n for n in range(2, 7) if decided(problem(1), n)) == 3
    assert next(n for n in range(2, 7) if decided(problem(0, contexts=2), n)) == 4
    two = Dfg("two", (ADD,), ("a", "b"), operations("s + a b"), ("s",), invariants=("a", "b"))
    for room, cycles in ((0, 4), (1, 3), (2, 3)):
        own = Problem(two, problem(room).arch)
        assert next(n for n in range(2, 7) if decided(own, n)) == cycles == minimum(own, 6)


def test_the_trait() -> None:
    """Tests that the field is a trait by itself, which arguments about rings know."""
    assert "invariants" in traits_of(problem(1).arch) and is_cyclic(problem(1))
    assert "invariants" not in traits_of(problem(0).arch)


def test_symmetries() -> None:
    """Tests that no symmetry exchanges an invariant and another input."""
    assert symmetries(problem(1)) == []
    same = problem(1)
    same = replace(same, dfg=replace(same.dfg, invariants=("a", "b")))
    assert len(symmetries(same)) == 1


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (("z",), "$.invariants[0]: unknown input 'z'"),
        (("s",), "$.invariants[0]: unknown input 's'"),
        (("b", "b"), "$.invariants[1]: duplicate invariant 'b'"),
    ],
)
def test_bad_graphs(names: tuple[str, ...], line: str) -> None:
    """Tests the lines for names that are no inputs."""
    with pytest.raises(InputError) as caught:
        replace(problem(1).dfg, invariants=names)
    assert str(caught.value).startswith(line)


def test_numbers_of_an_invariant() -> None:
    """Tests that numbers which differ between iterations are refused."""
    with pytest.raises(InputError, match="input 'b' is an invariant of 'sum'"):
        evaluate(problem(1).dfg, 2, {"a": (1, 2), "b": (1, 2)})


@pytest.mark.oracle(keep=2)
@seeds(range(200))
def test_random(seed: int) -> None:
    """Tests that the clauses decide as the naive model does, and with the brute force."""
    own = invariant_problem(seed, (None, 1, 2, 3)[seed % 4])
    found = [decided(own, horizon) for horizon in range(2, MOST + 1)]
    assert found == [feasible(own, horizon) for horizon in range(2, MOST + 1)]
    if own.contexts is None:
        try:
            least = minimum(own, MOST, 30_000)
        except TooManyError:
            return
        first = next((n for n, there in enumerate(found, 2) if there), None)
        assert least == first or least == 1


@pytest.mark.oracle(keep=2)
@seeds(range(60))
def test_what_is_loaded_is_needed(seed: int) -> None:
    """Tests that a mapping becomes illegal when any of its loaded invariants is taken away."""
    own = invariant_problem(seed, (None, 1, 2)[seed % 3])
    for horizon in range(2, MOST + 1):
        mapping = mapped(own, horizon)
        for each in mapping.loaded if mapping is not None else ():
            assert mapping is not None
            rest = tuple(other for other in mapping.loaded if other != each)
            assert check(own, replace(mapping, loaded=rest))


@pytest.mark.oracle(keep=2)
@seeds(range(80))
def test_constants_in_their_place(seed: int) -> None:
    """Tests that what heuristics map without knowing of invariants is a mapping of the problem."""
    own = with_invariants(random_problem(seed, 1 + seed % 4), seed)
    plain = invariants_as_constants(own)
    assert "invariants" not in traits_of(plain.problem.arch) and able_heuristics(plain.problem)
    mapping = modulo_schedule(plain.problem, seed)
    if mapping is not None:
        judge(own, plain.lifted(mapping))


def test_as_many_constants_as_fit() -> None:
    """Tests that the most read invariants become constants, as many as each element holds."""
    dfg = Dfg("many", (ADD,), tuple("abc"), operations("s + a b; t + s b; u + t c"), ("u",),
              invariants=tuple("abc"))  # fmt: skip
    own = Problem(dfg, problem(1).arch, 3)
    assert set(invariants_as_constants(own).problem.dfg.constant_by_name) == {"b"}
    # In one context an element executes one operation, which reads two of them.
    one = replace(own, contexts=1, arch=problem(2).arch)
    assert set(invariants_as_constants(one).problem.dfg.constant_by_name) == {"a", "b", "c"}
    none = replace(own, arch=problem(0).arch)
    assert invariants_as_constants(none).problem == none
    found = msgspec.structs.replace(dfg, results=("u", "b"))
    kept = invariants_as_constants(replace(own, dfg=found)).problem
    assert set(kept.dfg.constant_by_name) == {"a"}

"""Reducing where values pass switches, and where storing takes issue slots."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cleanup.prune_unused import prune_unused
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import ADD, Case, adding, links, mapping
from tests.models.switching import legal_wandering, ring_of_switches, wandering, with_arch
from tests.models.test_prune_unused import single_removals

replace = msgspec.structs.replace
NOTHING = InitialContents()


def tidied(problem: Problem, full: Mapping) -> Mapping:
    """The answer, after checking that it is legal and that every item of it is necessary."""
    assert check(problem, full) == []
    slim = prune_unused(problem, full)
    assert check(problem, slim) == []
    assert simulate(problem, slim).ok
    for item, less in single_removals(slim):
        assert check(problem, less), f"{item} is not needed"
    for field in ("holds", "transfers", "issues"):
        assert set(getattr(slim, field)) <= set(getattr(full, field))
    return slim


def test_a_chain_stays() -> None:
    """Tests that all of a chain stays, and nothing that leads nowhere or round in a circle."""
    problem, full = ring_of_switches()
    nowhere = (Held("a", "ext", 1), Transfer("a", "in", 2))
    around = adding(Transfer("a", "r2", 1), Transfer("b", "r2", 1), *nowhere)
    assert tidied(problem, around(full)) == tidied(problem, full)


@pytest.mark.parametrize("names", [("a0", "a1", "z"), ("z0", "z1", "a")])
def test_no_circle_supports_itself(names: tuple[str, str, str]) -> None:
    """Tests that of what arrives in a switch not that is chosen that comes from itself."""
    dfg = Dfg("move", (ADD,), ("v",), (), ("v",))
    around, back, entry = names
    paths = [
        Path(around, ("s0",), ("s1",)),
        Path(back, ("s1",), ("s0",)),
        Path(entry, ("m",), ("s0",)),
        Path("out", ("s0",), ("ext",)),
    ]
    parts = (
        Component("m", initial="all"),
        *(Component(f"s{n}", switch=True, capacity=0) for n in range(2)),
        Component("ext", initial=NOTHING),
    )
    for ordered in (paths, paths[::-1]):
        problem, full = mapping(
            Problem(dfg, Architecture("two", parts, tuple(ordered), "ext")),
            2,
            ["v m 0 0", "v ext 1 1"],
            ",".join(f"v {path.name} 1" for path in paths),
            "",
        )
        slim = tidied(problem, full)
        assert {moved.path for moved in slim.transfers} == {entry, "out"}


@pytest.mark.parametrize("most", [None, 4, 3, 2])
def test_chains_stay_short_enough(most: int | None) -> None:
    """Tests that the choice between a long and a short way keeps all chains within the limit."""
    dfg = Dfg("move", (ADD,), ("v",), (), ("v",))
    # The long way round is there for a second use; the short one is a transfer more.
    paths = links(
        "in: m > s0; long0: s0 > s1 h=1; long1: s1 > s2 h=1; short: m > s2; "
        "on: s2 > s3 h=2; out: s3 > ext"
    )
    parts = (
        Component("m", initial="all"),
        *(Component(f"s{n}", switch=True, capacity=0) for n in range(4)),
        Component("ext", initial=NOTHING),
    )
    for ordered in (paths, paths[::-1]):
        problem, full = mapping(
            Problem(dfg, Architecture("ways", parts, ordered, "ext", max_hops=most)),
            2,
            ["v m 0 0", "v ext 1 1"],
            ",".join(f"v {path.name} 1" for path in paths),
            "",
        )
        slim = tidied(problem, full)
        if most in (2, 3):
            assert {moved.path for moved in slim.transfers} == {"short", "on", "out"}


def kept_or_again(**fields: object) -> Case:
    """An input that a register file keeps, and that also arrives again when it is needed."""
    dfg = Dfg("keep", (ADD,), ("a",), (), ("a",))
    arch = Architecture(
        "keep",
        (
            Component("m", initial="all"),
            Component("f", issue=1, routing_issues=True, initial=NOTHING),
            Component("ext", initial=NOTHING),
        ),
        (Path("in", ("m",), ("f",)), Path("out", ("f",), ("ext",))),
        "ext",
    )
    return mapping(
        Problem(dfg, replace(arch, **fields)),
        6,
        ["a m 0 3", "a f 1 4", "a ext 5 5"],
        "a in 1,a in 4,a out 5",
        "",
    )


def test_a_store_in_passing_takes_the_place_of_nothing() -> None:
    """Tests that what is kept is kept, so that a value is stored in passing only once."""
    case = kept_or_again()
    for most in (None, 1):
        slim = tidied(*with_arch(case, max_routes=most))
        assert Held("a", "f", 2) in slim.holds and len(slim.transfers) == 2


@pytest.mark.oracle
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_mappings(seed: int, contexts: int | None) -> None:
    """Tests that random legal mappings stay legal, and that nothing is left to take away."""
    problem, full = legal_wandering(seed, contexts)
    slim = tidied(problem, full)
    turned = {f: getattr(full, f)[::-1] for f in ("holds", "transfers", "issues")}
    assert prune_unused(problem, replace(full, **turned)) == slim


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_illegal_mappings(seed: int, contexts: int | None) -> None:
    """Tests that whatever a mapping is, reducing it only takes items away."""
    problem, full = wandering(seed, contexts)
    slim = prune_unused(problem, full)
    for field in ("holds", "transfers", "issues"):
        assert set(getattr(slim, field)) <= set(getattr(full, field))

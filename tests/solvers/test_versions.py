"""Tests of the search for the smallest II of any of several graphs."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InputError
from shell.budget import Budget
from shell.formats import Version
from solvers.questions.min_ii.versions import SECONDS, best_of
from solvers.questions.versions import Bounded, by_bound
from solvers.search.interval_answer import MinIi
from tests.models.mappings import operations

DFG = Dfg("d", (Operator("add", 2),), ("a",), operations("x add a a"), ("x",))
PROBLEM = Problem(DFG, architecture_preset("mesh:2x2"), 1)


def refused() -> None:
    raise InputError("it differs")


def bounded(name: str, bound: int | None, iterations: int = 1) -> Bounded:
    return Bounded(Version(name, DFG, iterations), bound)


def asked(
    found: list[Bounded], results: dict[str, int | None], budget: Budget | None = None
) -> tuple[MinIi, list[tuple[str, float, int | None]]]:
    """Return the answer where searches find these IIs, and how they were called."""
    calls = []

    def search(one: Bounded, work: float, most: int | None) -> MinIi:
        calls.append((one.version.path, work, most))
        ii = results[one.version.path]
        ii = None if ii is None or (most is not None and ii > most) else ii
        status = "unknown" if ii is None else "optimal" if ii == one.bound else "feasible"
        return MinIi(PROBLEM, status, ii)

    return best_of(found, search, budget or Budget()), calls


def test_the_next_graph_is_searched_where_the_first_is_not_proven() -> None:
    found = [bounded("a", 1), bounded("b", 1), bounded("c", 2), bounded("d", None)]
    answer, calls = asked(found, {"a": 3, "b": 2})
    assert calls == [("a", SECONDS, None), ("b", SECONDS, 2)]
    assert (answer.graph, answer.contexts) == ("b", 2)
    told = [(one.graph, one.status, one.contexts) for one in answer.searched]
    assert told[:2] == [("a", "feasible", 3), ("b", "feasible", 2)]
    assert told[2:] == [("c", "not searched", None), ("d", "not searched", None)]


def test_a_proven_graph_ends_the_search() -> None:
    answer, calls = asked([bounded("a", 2), bounded("b", 2)], {"a": 2})
    assert calls == [("a", SECONDS, None)] and answer.status == "optimal"


def test_worse_graphs_leave_the_first_answer() -> None:
    """Tests that a graph without a better mapping, or without any, is not the answer."""
    found = [bounded("a", 1), bounded("b", 2), bounded("c", 2)]
    answer, calls = asked(found, {"a": 3, "b": None, "c": 3})
    assert [most for _, _, most in calls] == [None, 2, 2]
    assert (answer.graph, answer.contexts) == ("a", 3)
    answer, _ = asked(found, {"a": None, "b": None, "c": None})
    assert (answer.graph, answer.contexts) == ("a", None)
    answer, _ = asked(found, {"a": None, "b": 4, "c": 2})
    assert (answer.graph, answer.contexts) == ("c", 2)


@pytest.mark.parametrize("second", ["unknown", "infeasible"])
def test_a_graph_without_a_mapping_does_not_decide_for_others(second: str) -> None:
    statuses: dict[str, Any] = {"a": "infeasible", "b": second}
    found = [bounded("a", 1), bounded("b", 1)]
    answer = best_of(found, lambda one, *_: MinIi(PROBLEM, statuses[one.version.path]), Budget())
    assert answer.status == second
    assert answer.stopped == ("graph b is not decided" if second == "unknown" else None)


def test_intervals_count_per_iteration() -> None:
    found = [bounded("two", 3, 2), bounded("one", 2)]
    answer, calls = asked(found, {"two": 4, "one": 2})
    assert calls == [("two", SECONDS, None)]  # 2 each, and the other has at least 2
    answer, calls = asked(found, {"two": 5, "one": 2})
    assert calls[1] == ("one", inf, 2)
    assert (answer.graph, answer.iterations) == ("one", 1)
    told = [(one.graph, one.lower, one.iterations) for one in answer.searched]
    assert told == [("two", 3, 2), ("one", 2, 1)]


def test_a_limit_is_shared() -> None:
    _, calls = asked([bounded("a", 1), bounded("b", 1)], {"a": 2, "b": 2}, Budget.of(600))
    assert 250 < calls[0][1] <= 300 and calls[1][1] == inf


def test_a_graph_that_differs_is_refused() -> None:
    with pytest.raises(InputError, match="it differs"):
        asked([Bounded(Version("a", DFG, 1, refused), 1)], {})


def test_the_least_bound_is_first() -> None:
    versions = [Version("a", DFG), Version("b", DFG, 2), Version("c", DFG)]
    bounds = iter((3, 5, 1))
    found = by_bound(versions, lambda dfg: next(bounds))
    assert [(one.version.path, one.bound) for one in found] == [("c", 1), ("b", 5), ("a", 3)]
    assert found[1].words() == "b: at least 2.5"

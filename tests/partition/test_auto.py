"""The order of the proposers of `auto`, what ends it, and starts that change no optimum."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operand, Operation, Operator
from partition.heuristics import Cost, Found, graph_partition, plain, starts
from partition.heuristics.bayes import TrialSearch
from partition.model.model import Asked, build, literals_of
from partition.question import methods
from partition.question.answer import PartitionAnswer, Settings
from partition.question.search import PartitionSearch
from solvers.backends.backend import Settings as SolverSettings
from solvers.backends.registry import open_session
from tests.partition.oracle import random_question, value, values


def chain(count: int) -> Dfg:
    """Return a loop of additions, each of the one before."""
    operands = [(Operand("a"), Operand("a"))] + [
        (Operand(f"v{n}"), Operand("a")) for n in range(count - 1)
    ]
    return Dfg(
        "chain",
        (Operator("add", 2), Operator("load", 1, effect=True), Operator("store", 2, effect=True)),
        ("a",),
        tuple(Operation(f"v{n}", "add", own) for n, own in enumerate(operands)),
        (f"v{count - 1}",),
    )


def two_parts() -> PartitionSearch:
    """Return a question for two parts of four operations, which counting bounds by a total of 1."""
    settings = Settings(4, 2, map_seconds=600.0, solve_seconds=600.0)
    search = PartitionSearch(chain(4), architecture_preset("adres:2x2,io=both"), settings)
    assert search.answer.bound == 1
    return search


def test_no_trial_after_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that CP-SAT proves the total of the first cuts before trials begin."""
    search = two_parts()
    monkeypatch.setattr(methods, "sets_of", lambda graph: None)
    monkeypatch.setattr(search.mapper, "map", search.mapper.map_quickly)
    monkeypatch.setattr(methods, "_quick_mappings", lambda search: iter(()))
    monkeypatch.setattr(methods, "_trials", None)
    answer: PartitionAnswer = search.run(methods.steps_of(methods.Options()))
    assert (answer.status, answer.total, answer.bound) == ("optimal", 2, 2)
    assert answer.by.startswith("orders, refined")


def test_no_trial_after_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that nothing is proposed once CP-SAT has refuted every partition."""

    def refuted(search: PartitionSearch, hint: Sequence[int] | None) -> Iterator[None]:
        search.raise_bound(9, "a test")
        yield

    search = two_parts()
    monkeypatch.setattr(methods, "sets_of", lambda graph: None)
    monkeypatch.setattr(search, "try_partition", lambda *arguments: None)
    monkeypatch.setattr(methods, "bound", refuted)
    monkeypatch.setattr(methods, "_quick_mappings", lambda search: iter(()))
    for name in ("_trials", "exact"):
        monkeypatch.setattr(methods, name, None)
    assert search.run(methods.steps_of(methods.Options())).status == "infeasible"


@pytest.mark.parametrize("decided", [False, True])
def test_trials_begin_with_known_cuts(decided: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that cuts of orders start NSGA-II, then TPE, and that none is mapped twice."""
    search, asked, tried = two_parts(), list[Any](), list[str]()

    def found(coarse: Any, parts: int, how: TrialSearch, begin: Any, **rest: Any) -> Found:
        asked.append((how.sampler, begin))
        return Found(list(begin[0]), 0.0, True, [])

    monkeypatch.setattr(methods, "graph_partition", found)
    monkeypatch.setattr(search, "try_partition", lambda by, *rest: tried.append(by))
    options = methods.Options(refined=False)
    known = [[0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 1, 1]]
    before = {frozenset(search.members(known[0]).parts)} if decided else set()
    for _ in methods._trials(search, options, known, before):
        pass
    assert asked == [(name, [known[0], known[2]]) for name in ("nsga2", "tpe")]
    assert tried == ([] if decided else ["trials of nsga2", "trials of tpe"])


@pytest.mark.parametrize("sampler", ["tpe", "nsga2"])
def test_trials_are_no_worse_than_their_starts(sampler: Any) -> None:
    """Tests that the first trial is the start, so that no search ends with a dearer one."""
    pytest.importorskip("optuna")
    graph, limits, _ = random_question("starts", 9)
    coarse, begin = plain(graph), starts(graph, limits, 2)[0]
    found = graph_partition(coarse, 2, TrialSearch(3, sampler, population=2, initial=2), [begin])
    assert found.trace[0].cost == Cost(coarse, 2)(coarse.restrict(begin)).cost >= found.cost


def test_hints_change_no_optimum() -> None:
    """Tests that a hint leaves value and bound, and that the best cut as one needs no conflict."""
    source = random.Random(5)
    for seed in range(8):
        graph, limits, asked = random_question(f"hint {seed}", 6)
        asked = replace(asked, objective="intervals")
        costs = {part: value(graph, limits, asked, part) for part in values(graph, limits, asked)}
        best = min(costs, key=lambda part: costs[part] or 0, default=None)
        hints = [[source.randrange(asked.parts) for _ in graph.blocks] for _ in range(2)]
        for hint in (*hints, *([list(best)] if best else [])):
            outcome = _solved(asked, graph, limits, hint)
            assert outcome.satisfiable == (best is not None)
            assert outcome.bound == (None if best is None else costs[best])
        if best is not None:
            reached = replace(asked, objective="none", total=costs[best])
            assert _solved(reached, graph, limits, list(best)).conflicts == 0


def _solved(asked: Asked, graph: Any, limits: Any, hint: Sequence[int]) -> Any:
    model = build(graph, limits, asked)
    start = SolverSettings(start=tuple(literals_of(model, hint)))
    session = open_session("cp-sat", model.constraints, start)
    session.load()
    return session.solve()

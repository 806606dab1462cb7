"""Several kernels, what is kept, greedy removal, and what is known of whom."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import msgspec
import pytest

from examples.ring import ring
from models.data.problem import Problem
from models.errors import InputError
from pruning.features import KINDS, Feature
from pruning.prunable import Kernel
from pruning.question import oracle
from pruning.question.facts import Facts
from pruning.question.html import pruning_html
from pruning.question.master import Master
from pruning.question.objective import Objective
from pruning.question.oracle import QUICK, Oracle
from pruning.question.pruning_options import PruneArchOptions
from pruning.question.report import record, words
from pruning.question.run import Order
from shell.budget import Budget, Stop
from solvers.search.answer import Answer, CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from tests.pruning.small import Trial, prune, setting, small_kernel, weights
from tests.views.html.pages import Page

PLACES = Objective(("elements", "memories", "paths"))
DFG, ARRAY = ring(3, "operator")
RING = Kernel(Problem(DFG, ARRAY), 8)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("order", ["fixed", "random", "least-used"])
@pytest.mark.parametrize("seed", [0, 1])
def test_greedy_leaves_nothing_to_remove(order: Order, seed: int) -> None:
    """Tests that without any one thing that greedy removal leaves there is no mapping."""
    answer = prune([RING], PLACES, order=order, seed=seed, exact=False)
    # Another order may end with less, so this is no minimum.
    assert (answer.status, answer.lower, answer.stopped) == ("feasible", 0, None)
    assert not answer.undecided
    trial = Trial([RING], answer.facts.parts)
    assert trial.does(answer.off)
    for feature in answer.on:
        assert not trial.does(answer.off | {feature}), feature


@pytest.mark.parametrize("known", [False, True])
def test_a_time_out_is_no_refutation(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a search which an early alarm ends, before the deadline, refutes nothing."""

    class Late:
        def __init__(self, question: CyclesQuestion, budget: Budget) -> None:
            self.answer = Answer(question.problem, stopped="time limit")

        def run(self) -> Answer:
            return self.answer

    monkeypatch.setattr(oracle, "CyclesSearch", Late)
    monkeypatch.setattr(oracle.Oracle, "_by_engine", lambda self, ask: None)
    monkeypatch.setattr(oracle.Oracle, "_arithmetic_refutes", lambda self, number, off: False)
    kernel = small_kernel(1)
    assert kernel is not None
    if not known:
        kernel = replace(kernel, start=None)
    answer = prune([kernel], Objective(("elements", "paths")))
    assert (answer.status, answer.stopped) == ("feasible" if known else "unknown", "time limit")


def test_proposals_end_with_the_time() -> None:
    """Tests that the MaxSAT solver, which may take long, is no obstacle."""
    some = [Feature("elements", name) for name in "abc"]
    master = Master(dict.fromkeys(some, 1), (), budget=Budget(0.0))
    master.add(frozenset(some))
    with pytest.raises(Stop, match="time limit"):
        master.propose()


def test_cores_are_those_of_one_kernel() -> None:
    """Tests that what one kernel needs is no core of another, which may be more symmetric."""
    kernels = RING, Kernel(RING.problem, 20)
    parts, _ = setting(kernels, PLACES)
    facts = Facts(kernels, parts)
    assert facts.symmetries[0]
    alone = frozenset({Feature("elements", "pe0")})
    assert facts.add(0, alone)
    oracle = Oracle(facts, SolverOptions(solver="glucose4"))
    oracle.begin()
    try:
        assert oracle.ask_one(0, alone, QUICK).core == alone
        assert oracle.ask_one(1, alone, QUICK).mapping is not None
    finally:
        oracle.close()


def test_images_with_what_is_kept() -> None:
    """Tests that a symmetry moves no core onto what is always there."""
    kernels = (RING,)
    facts = Facts(kernels, setting(kernels, PLACES, ["pe1"])[0])
    found = facts.add(0, {Feature("elements", "pe0")})
    assert {next(iter(image)).name for image in found} == {"pe0", "pe2"}


def test_undecided_is_no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that what no solver decides in time stays, is listed, and proves nothing."""
    found = search(CyclesQuestion(RING.problem, cycles=8))
    monkeypatch.setattr(Oracle, "_by_engine", lambda *_: None)
    monkeypatch.setattr(Oracle, "_by_search", lambda *_: None)
    monkeypatch.setattr(Oracle, "_arithmetic_refutes", lambda *_: False)
    answer = prune([Kernel(RING.problem, 8, found.mapping)], PLACES, exact=False)
    assert (answer.status, answer.cores, answer.lower) == ("feasible", [], 0)
    assert set(answer.on) <= set(answer.undecided)
    listed = json.loads(record(answer, PruneArchOptions()))["undecided"]
    assert sorted(map(tuple, listed)) == sorted(map(tuple, answer.on))
    assert "kept without knowing" in words(answer, PruneArchOptions())


def test_the_page_of_a_pruning_ends_with_the_smallest_array() -> None:
    """Tests two kernels on a ring; one PE has nothing to do for the first."""
    dfg, arch = ring(2, "operator")
    problem = Problem(dfg, msgspec.structs.replace(arch, name="ring"))
    cycles = search(CyclesQuestion(problem)).cycles or 0
    kernels = (Kernel(problem, cycles + 1), Kernel(problem, cycles + 2))
    pruned = prune(kernels, Objective(("elements", "paths", "registers")))
    page = Page(pruning_html(pruned))
    data = page.data("pruning")
    assert data["kernels"] == 2 and len(page.data()["scenes"]) == 2 * len(data["found"])
    kind, text, found, bound, _ = data["steps"][-1]
    assert kind == "end" and found == len(data["found"]) - 1 and bound in text
    whole = pruned.whole
    last = page.data(f"scene-{data['found'][-1][3]}")
    left = pruned.arch
    assert left is not None
    assert {whole.components[n].name for n in last["gone"][0]} == {
        c.name for c in whole.components
    } - set(left.component_by_name)
    gone = {whole.paths[n].name for n in last["gone"][1]}
    assert gone == set(whole.path_by_name) - set(left.path_by_name)
    used = {whole.paths[sent[1]].name for sent in last["mapping"]["transfers"]}
    assert used and not used & gone
    assert page.data()["scenes"][0]["array"] == page.data()["scenes"][-1]["array"]


ORDERS = [
    *[Objective((kind,)) for kind in KINDS],
    Objective(("elements", "memories", "paths")),
    Objective(("paths", "elements")),
    Objective(("registers", "paths")),
    Objective(("elements", "operators")),
    Objective(("units", "widths")),
    Objective(("words", "memories", "registers")),
    weights("elements=3,paths=2"),
    weights("registers=1/2,widths=0.75"),
    weights("elements=1,paths=5,paths:p0=1"),
    weights("operators=1,operators:+=3,operators:pe0=2"),
    weights("registers=2,registers:pe0=0"),
]
MOST = 10
"""Features of a case; there are a thousand subsets then."""


@cache
def cases() -> list[Kernel]:
    """Arrays of two to four elements, some of them pipelined."""
    found = []
    for seed in range(36):
        kernel = small_kernel(seed, 2 + seed % 3 * (seed % 2), None if seed % 4 else 2)
        if kernel is not None:
            found.append(kernel)
    return found


def named(objective: Objective) -> str:
    weights = (objective.weights or {}).items()
    return ",".join(f"{key}={weight}" for key, weight in weights) or ",".join(objective.kinds)


@pytest.mark.oracle
@pytest.mark.parametrize("objective", ORDERS, ids=named)
def test_minimum(objective: Objective) -> None:
    """Tests that the minimum is the least that does, and that nothing of it can be removed."""
    tried = 0
    for kernel in cases():
        try:
            parts, scale = setting([kernel], objective)
        except InputError:
            continue
        if not 1 <= len(parts.features) <= MOST:
            continue
        tried += 1
        trial = Trial([kernel], parts)
        answer = prune([kernel], objective)
        assert answer.status == "optimal"
        assert answer.weight == answer.lower == trial.least(scale)
        assert trial.does(answer.off)
        for feature in answer.on:
            if scale.weights[feature]:
                assert not trial.does(parts.closed(answer.off | {feature})), feature
        if tried == 4:
            return
    assert tried

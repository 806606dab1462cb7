"""Objectives of a user against mappings one by one: the least is the least, in turn."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from models.data.constraints import Issues, Minimize, Term, Transfers
from models.data.problem import Problem
from models.errors import InputError
from models.judge.own_rules import objective_value, own_rules_broken
from shell.budget import UNLIMITED
from solvers.min_ii import main as min_ii
from solvers.questions.constraints import constrained
from solvers.search.answer import CyclesQuestion, Reached
from solvers.search.cycles import search
from solvers.search.objectives import minimise_in_turn
from solvers.tasks.solver_options import SolverOptions
from tests.models.own_constraints import TooManyMappingsError, constrained_problem, feasible_with
from tests.models.own_constraints import _sum as random_sum
from tests.one_line import one_line
from tests.solvers.command_line import answered
from xyzmap import example, min_cycles, save_dfg


def least(problem: Problem, horizon: int, objective: Minimize, most: int) -> int:
    """The least value, at most `most`, of all mappings."""
    value = most
    while value > -20:
        try:
            tighter = objective.at_most(value - 1)
        except InputError:
            return value
        constraints = (*problem.constraints, tighter)
        if not feasible_with(replace(problem, constraints=constraints), horizon):
            return value
        value -= 1
    raise TooManyMappingsError


def random_objective(source: random.Random, problem: Problem, name: str) -> Minimize:
    while True:
        try:
            made = random_sum(source, problem, name)
        except InputError:
            continue
        per = None if made.per == "cycle" else made.per
        return Minimize(name=name, of=made.of, per=per)


@pytest.mark.oracle
@pytest.mark.parametrize("group", range(5))
def test_the_least_is_that_of_the_mappings_one_by_one(group: int) -> None:
    compared = 0
    for seed in range(3000 + 20 * group, 3020 + 20 * group):
        problem = constrained_problem(seed)
        if problem is None:
            continue
        source = random.Random(seed)
        objectives = tuple(random_objective(source, problem, name) for name in "ab")
        found = search(CyclesQuestion(problem, max_cycles=6, jobs=1))
        if found.mapping is None:
            continue
        given = problem, found.mapping, objectives, SolverOptions(), UNLIMITED
        mapping, reached = minimise_in_turn(*given, lambda line: None)
        assert own_rules_broken(problem, mapping) == []
        for objective, value in zip(objectives, reached, strict=True):
            assert value.proven, (seed, objective)
            assert objective_value(problem, mapping, objective) == value.value
            try:
                wanted = least(problem, mapping.horizon, objective, value.value)
            except TooManyMappingsError:
                break
            assert value.value == wanted, (seed, objective)
            fixed = (*problem.constraints, objective.at_most(value.value))
            problem = replace(problem, constraints=fixed)
            compared += 1
    assert compared


ENERGY = {"form": "minimize", "name": "energy", "of": [{"Z": {}, "weight": 3}, {"Y": {}}]}


@pytest.mark.process
def test_an_objective_of_both_questions(tmp_path: Any, capsys: Any) -> None:
    save_dfg(example("dot", length=2)[0], tmp_path / "dot.json")
    (tmp_path / "rules.json").write_text(
        '{"schema": "xyzmap/constraints/1", "minimize":'
        ' [{"form": "minimize", "name": "transfers", "of": [{"Y": {}}]}]}'
    )
    words = [str(tmp_path / "dot.json"), "mesh:2x2,registers=2"]
    words += ["--constraints", str(tmp_path / "rules.json")]
    code, found = answered(min_ii, capsys, *words)
    assert (code, found["status"]) == (0, "optimal")
    (reached,) = found["objectives"]
    assert reached["value"] == reached["at_least"] == len(found["mapping"]["transfers"])
    answer = min_cycles(example("dot", length=2)[0], "mesh:2x2,registers=2", constraints=[ENERGY])
    assert "energy: " in str(answer)
    assert ", the least" in str(answer)


def test_words_and_data() -> None:
    assert str(Reached("energy", 7, 7)) == "energy: 7, the least"
    assert str(Reached("energy", 7, 5)) == "energy: 7, at least 5"
    assert str(Reached("energy", 7)) == "energy: 7"
    assert Reached("e", 7).record() == {"name": "e", "value": 7, "at_least": None}


def test_an_objective_without_a_meaning_is_refused() -> None:
    from archs.files import load_architecture

    problem = Problem(example("dot", length=2)[0], load_architecture("mesh:2x2"))
    nothing = Minimize(name="m", of=(Term(z=Issues(operator="mul")),))
    with one_line("constraints: objective 'm': $.minimize[0].of[0].Z.operator: unknown operator"):
        constrained(problem, [nothing], fixed=True)
    with one_line(within="Y has no tile"):
        Minimize(name="m", of=(Term(y=Transfers()),), per="tile")

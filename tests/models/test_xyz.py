"""The exact model against oracles: what passes, how far, and never in a circle."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from examples.filters import accumulate
from examples.ring import ring
from models.data.architecture import Architecture, Component, Path
from models.data.certificate import is_monotone
from models.data.dfg import Dfg, Operator
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, NotSupportedError
from models.judge.checker import check
from models.space_time.decode import decode, literals_of
from models.space_time.objective import has_objective, minimise_cycles
from models.space_time.transfers import require_plain_ports
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from tests.models.decide import decided, solved
from tests.models.mappings import ADD, CASES, links, memory, operation
from tests.models.naive_model import feasible
from tests.models.random_problems import random_problem
from tests.models.wide_problems import wide_problem

KINDS = ("plain", "ports", "modulo", "modulo ports")
NEG, OUT = Operator("neg", 1), Operator("out", 1, effect=True)
NEGATE = Dfg("n", (NEG,), ("a",), (operation("n", "neg", "a"),), ("n",))


def problem_of(kind: str, seed: int) -> Problem:
    contexts = 1 + seed % 3 if "modulo" in kind else None
    return wide_problem(seed, contexts, ports="ports" in kind)


def guessed(problem: Problem, horizon: int, **options: bool) -> tuple[bool, bool]:
    """Whether a model that may be wrong finds something, and whether that is a mapping."""
    try:
        found = solved(build(problem, horizon, **options))
    except InfeasibleError:
        found = None
    return found is not None, found is not None and check(problem, found) == []


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_open_and_short_chains(kind: str) -> None:
    """Tests that open chains refute nothing that has a mapping, and short ones find mappings."""
    wrong = 0
    for seed in range(100, 120):
        problem = problem_of(kind, seed)
        for horizon in (3, 5):
            wanted = feasible(problem, horizon)
            for windowed in (True, False):
                found, legal = guessed(problem, horizon, windowed=windowed, grounded=False)
                assert found >= wanted >= legal, (seed, horizon, windowed)
                wrong += found > wanted
                for most in (0, 1, 3):
                    short = decided(problem, horizon, windowed=windowed, chain=most)
                    assert short <= wanted, (seed, horizon, windowed, most)
    assert wrong > 0


def test_ports_of_switches_on_buses() -> None:
    """Tests that the ports which the model has no words for are refused, and no others."""
    for ends, fits in (((("s",), ("pe",)), True), ((("s", "ext"), ("pe",)), False)):
        parts = (memory(), Component("pe", issue=1), Component("s", switch=True, read_ports=1))
        paths = (Path("in", ("ext",), ("s",)), Path("p", *ends), Path("out", ("pe",), ("ext",)))
        arch = Architecture("ports", parts, paths, "ext")
        if fits:
            require_plain_ports(arch)
            assert decided(Problem(NEGATE, arch), 3)
        else:
            with pytest.raises(NotSupportedError, match="switch 's' has limited ports"):
                build(Problem(NEGATE, arch), 3)


@pytest.mark.parametrize(("implied", "first"), [(True, 2), (False, 1)])
def test_what_limits_imply_can_be_left_out(implied: bool, first: int) -> None:
    """Tests when a sum may begin whose terms share one path: without limits, both come at once."""
    dfg = Dfg("sum", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
    paths = links("in: ext > pe w=1; out: pe > ext w=1")
    arch = Architecture("one", (memory(), Component("pe", issue=1)), paths, "ext")
    model = build(Problem(dfg, arch), 5, implied=implied)
    issued = model.z[model.index.value["s"], model.index.component["pe"]]
    assert next(k for k in range(5) if issued[k]) == first


def chosen(model: XyzModel, mapping: Mapping) -> list[int]:
    """The variables of a mapping's X, Y and Z."""
    problem, value = model.problem, model.index.value
    path = {p.name: h for h, p in enumerate(problem.arch.paths)}
    component = model.index.component
    found = [model.x[value[x.value], component[x.component], x.cycle] for x in mapping.holds]
    found += [model.y[value[y.value], path[y.path], y.cycle] for y in mapping.transfers]
    found += [model.z[value[z.operation], component[z.component], z.cycle] for z in mapping.issues]
    return [int(v) for v in found]


@pytest.mark.parametrize("windowed", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_a_mapping_survives_the_way_through_its_variables(name: str, windowed: bool) -> None:
    """Tests that the variables of a legal mapping decode to it, as a set of items."""
    problem, mapping = CASES[name]
    model = build(problem, mapping.horizon, windowed=windowed)
    variables = chosen(model, mapping)
    assert all(variables)
    found = decode(model, variables)
    assert (found.dfg, found.architecture) == (mapping.dfg, mapping.architecture)
    assert (found.horizon, found.contexts) == (mapping.horizon, mapping.contexts)
    assert set(found.transfers) == set(mapping.transfers)
    assert set(found.issues) == set(mapping.issues)
    assert set(found.holds) <= set(mapping.holds)
    assert check(problem, found) == []
    assert {n for n in literals_of(model, mapping) if n > 0} == set(variables)
    strange = Held(mapping.holds[0].value, mapping.holds[0].component, cycle=10**30)
    longer = replace(mapping, holds=(*mapping.holds, strange))
    assert set(literals_of(model, longer)) == set(literals_of(model, mapping))


def test_other_variables_and_the_order_do_not_matter() -> None:
    """Tests that auxiliaries, false literals and repetition are ignored."""
    problem, mapping = CASES["ring"]
    model = build(problem, mapping.horizon)
    variables = chosen(model, mapping)
    beyond = model.constraints.variables + 1
    noisy = [beyond, beyond + 70, 0, -1, *reversed(variables), *variables]
    assert decode(model, iter(noisy)) == decode(model, variables)


@pytest.mark.oracle
def test_random_problems() -> None:
    """Tests that minimising and deciding one horizon after the other give the same minimum."""
    pytest.importorskip("ortools")
    compared = 0
    for seed in range(500, 520):
        problem = random_problem(seed, 2 if seed % 2 else None, ports=seed % 3 == 0)
        if not has_objective(problem.dfg) or not is_monotone(problem.dfg, problem.arch):
            continue
        answer = search(CyclesQuestion(problem, max_cycles=7))
        if answer.status == "optimal":
            options = SolverOptions(solver="cp-sat", objective=True)
            found = search(CyclesQuestion(problem, max_cycles=7, options=options))
            assert (found.status, found.cycles) == ("optimal", answer.cycles), seed
            compared += 1
        else:
            assert answer.status == "infeasible"
    assert compared > 5


def test_effects_have_no_objective() -> None:
    """Tests that an operation that only has an effect keeps the number of cycles from counting."""
    dfg, arch = ring(3)
    operators = tuple(
        msgspec.structs.replace(o, effect=True) if o.name == "*" else o for o in dfg.operators
    )
    assert all(isinstance(operator, Operator) for operator in operators)
    changed = msgspec.structs.replace(dfg, operators=operators)
    assert has_objective(dfg) and not has_objective(changed)
    with pytest.raises(ValueError, match="cannot be read off"):
        minimise_cycles(build(Problem(changed, arch), 12))


def test_cycles_of_an_accumulation_are_minimised() -> None:
    """Tests an objective where operands come from earlier iterations."""
    pytest.importorskip("ortools")
    problem = Problem(*accumulate(), 1)
    answer = search(CyclesQuestion(problem, options=SolverOptions(solver="cp-sat", objective=True)))
    assert (answer.status, answer.cycles) == ("optimal", search(CyclesQuestion(problem)).cycles)

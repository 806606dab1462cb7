"""Constraints of a user's own, from a file to an answer, against mappings one by one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from models.data.constraints import Constraint, Issues, Minimize, Pair, Sum, Term
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.formats.constraints_file import Constraints, constraints_to_json, load_constraints
from models.judge.checker import check
from models.judge.own_rules import own_rules_broken
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Settings
from solvers.backends.cnf import Encodings
from solvers.backends.registry import open_session
from solvers.min_cycles import main as min_cycles
from solvers.min_ii import main as min_ii
from solvers.questions.constraints import constrained
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks.mappings import is_suitable
from tests.models.own_constraints import (
    TooManyMappingsError,
    constrained_problem,
    feasible_with,
    random_constraint,
)
from tests.one_line import one_line
from tests.solvers.command_line import answered, called
from xyzmap import example
from xyzmap import min_cycles as asked

HORIZONS = range(2, 7)
WAYS: dict[str, tuple[str, Encodings]] = {
    **{w: ("glucose4", Encodings(weighted=w)) for w in ("totalizer", "sequential", "binomial")},
    "cp-sat": ("cp-sat", Encodings()),
    "highs": ("highs", Encodings()),
}
DOT, MESH = example("dot", length=4)[0], "mesh:2x2,registers=2"


def fits(problem: Problem, horizon: int, way: str) -> bool | None:
    """What a solver says; a mapping is judged. None where an encoding is too large."""
    solver, encodings = WAYS[way]
    try:
        model = build(problem, horizon)
        session = open_session(solver, model.constraints, Settings(encodings))
    except InfeasibleError:
        return False
    except ValueError:
        return None
    session.load()
    found = session.solve()
    if found.satisfiable:
        assert check(problem, decode(model, found.model)) == []
    return found.satisfiable


def oracle(problem: Problem, horizon: int) -> bool | None:
    try:
        return feasible_with(problem, horizon)
    except TooManyMappingsError:
        return None


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("group", range(30))
def test_every_engine_decides_as_the_mappings_one_by_one(group: int) -> None:
    compared = 0
    for seed in range(4 * group, 4 * (group + 1)):
        problem = constrained_problem(seed)
        for horizon in HORIZONS if problem is not None else ():
            assert problem is not None
            wanted = oracle(problem, horizon)
            if wanted is None:
                continue
            turn = (seed + horizon) % 2
            ways = [*WAYS][:3] if turn else ["totalizer", "cp-sat", "highs"]
            for way in ways:
                found = fits(problem, horizon, way)
                assert found in (wanted, None), (seed, horizon, way, problem.constraints)
                compared += 1
    assert compared


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("group", range(8))
def test_the_fewest_cycles_are_those_of_the_mappings_one_by_one(group: int) -> None:
    for seed in range(1000 + 5 * group, 1005 + 5 * group):
        problem = constrained_problem(seed)
        if problem is None:
            continue
        known = [oracle(problem, n) for n in HORIZONS]
        if None in known:
            continue
        wanted = next((n for n, fit in zip(HORIZONS, known, strict=True) if fit), None)
        answer = search(CyclesQuestion(problem, max_cycles=HORIZONS[-1], jobs=1))
        assert answer.cycles == wanted, (seed, problem.constraints)
        assert answer.status == ("infeasible" if wanted is None else "optimal")


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("group", range(8))
def test_the_smallest_interval_is_that_of_the_mappings_one_by_one(group: int) -> None:
    for seed in range(2001 + 4 * group, 2005 + 4 * group):
        problem = constrained_problem(seed)
        if problem is None or problem.contexts is None:
            continue
        wanted = None
        for contexts in (1, 2):
            known = [oracle(problem.at(contexts), n) for n in HORIZONS]
            if True in known:
                wanted = contexts
                break
            if None in known:
                break
        answer = IntervalSearch(IntervalQuestion(problem.at(1), most=2, slack=8)).run()
        if wanted is not None:
            assert answer.contexts is not None, (seed, problem.constraints)
            assert answer.contexts <= wanted
            assert answer.lower <= wanted


COOL = Pair(
    name="cool",
    first=Issues(class_="mul"),
    second=Issues(class_="mul"),
    never="linked",
    per="context",
)
POWER = Sum(
    name="power",
    of=(Term(z=Issues(class_="mul"), weight=5), Term(z=Issues(operator="+"))),
    per="context",
    at_most=6,
)


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[str]]:
    """Write constraints; return the arguments of a question with them."""
    from xyzmap import save_dfg

    def written(*constraints: Constraint, name: str = "rules.json") -> list[str]:
        save_dfg(DOT, tmp_path / "dot.json")
        (tmp_path / name).write_text(constraints_to_json(Constraints(constraints)))
        return [str(tmp_path / "dot.json"), MESH, "--constraints", str(tmp_path / name)]

    return written


@pytest.mark.process
def test_a_power_budget_and_a_rule_on_neighbours(files: Any, capsys: Any) -> None:
    """Tests both questions of the command line."""
    code, cycles = answered(min_cycles, capsys, *files(COOL, POWER))
    assert (code, cycles["status"]) == (0, "optimal")
    assert cycles["constraints"] == ["cool", "power"]
    code, interval = answered(min_ii, capsys, *files(COOL, POWER))
    assert (code, interval["ii"]) == (0, 4)
    assert interval["constraints"] == ["cool", "power"]


@pytest.mark.process
def test_constraints_are_objects_or_dicts_from_python() -> None:
    plain = {"form": "sum", "name": "once", "of": [{"Z": {}}], "per": "component", "at_most": 2}
    answer = asked(DOT, MESH, constraints=[COOL, plain])
    assert answer.mapping is not None
    assert len(answer.mapping.problem.constraints) == 2
    assert not answer.mapping.check()


def test_a_mapping_of_heuristics_that_breaks_a_constraint_is_not_suitable() -> None:
    answer = asked(DOT, MESH, contexts=4)
    assert answer.mapping is not None
    problem, mapping = answer.mapping.problem, answer.mapping.mapping
    issues = Sum(
        name="none", of=(Term(z=Issues(operation=mapping.issues[0].operation)),), at_most=0
    )
    assert is_suitable(problem, mapping)
    assert not is_suitable(replace(problem, constraints=(issues,)), mapping)


def test_files_keep_every_form(tmp_path: Path) -> None:
    """Tests that what is written is read again."""
    import random

    problem = constrained_problem(0)
    assert problem is not None
    source = random.Random(1)
    made = []
    while len(made) < 60:
        try:
            made.append(random_constraint(source, problem, f"c{len(made)}"))
        except InputError:
            continue
    path = tmp_path / "rules.json"
    least = (Minimize(name="m", of=POWER.of), Minimize(name="p", of=POWER.of, per="context"))
    found = Constraints(tuple(made), least)
    path.write_text(constraints_to_json(found))
    assert load_constraints(str(path)) == found


def test_a_file_may_be_toml(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(
        """
[[constraints]]
form = "sum"
name = "power"
of = [{Z = {class = "mul"}, weight = 5}, {Z = {operator = "+"}}]
per = "context"
at_most = 6
"""
    )
    assert load_constraints(str(path)) == Constraints((POWER,))


def sum_of(term: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"form": "sum", "name": "r", "of": [term], **({"at_most": 1} | fields)}


BAD = [
    (sum_of({"Z": {"operator": "mull"}}), "$.constraints[0].of[0].Z.operator: unknown operator"),
    (sum_of({"Z": {"class": "mull"}}), "unknown class 'mull'; known: alu, mul; did you mean 'mul'"),
    (sum_of({"Z": {"component": "pe_9*"}}), "unknown component 'pe_9*'"),
    (sum_of({"Z": {"tile": "9_9"}}), "unknown tile '9_9'"),
    (sum_of({"Z": {"operation": "q"}}), "unknown operation 'q'"),
    (sum_of({"X": {"value": "q"}}), "unknown value 'q'"),
    (sum_of({"Y": {"path": "q"}}), "unknown path 'q'"),
    (sum_of({"Z": {"component": "extmem"}}), "nothing of the problem can ever fall under it"),
    (sum_of({"Z": {"context": 0}}), "it names a context, but nothing is pipelined"),
    (sum_of({"Z": {}, "weight": 1.5}), "$.constraints[0].of[0].weight: Expected 'int'"),
    (sum_of({"Z": {}, "weight": 1 << 40}), "weight 1099511627776 is 0 or beyond 2^31"),
    (sum_of({"Z": {}, "weight": 0}), "weight 0 is 0 or beyond 2^31"),
    (sum_of({"Z": {}, "X": {}}), "a selection has one of Z, X and Y"),
    (sum_of({"Z": {"path": "p"}}), "Object contains unknown field 'path'"),
    (sum_of({"Y": {}, "used": "tile"}), "no tile of Y can be used"),
    (sum_of({"Y": {}}, per="tile"), "Y has no tile; per is one of context, cycle, path, value"),
    (sum_of({"Z": {}}, at_most=-1), "no sum is at most -1"),
    (sum_of({"Z": {}}, at_least=2), "nothing is at least 2 and at most 1"),
    (sum_of({"Z": {}}, at_most=None), "it needs at_most, at_least or equal"),
    (
        sum_of({"Z": {"operator": "+"}, "used": "tile"}, per="operation", at_most=9, at_least=5),
        "it asks for at least 5, but there are never more than 4",
    ),
    ({"form": "sum", "name": "", "of": [{"Z": {}}], "at_most": 1}, "a constraint needs a name"),
    ({"form": "sun", "name": "r"}, "Invalid value 'sun'"),
    ({"form": "time", "name": "r", "start": "s", "at_most": 1}, "one of minus_start and minus_end"),
    (
        {"form": "time", "name": "r", "start": "q", "minus_end": "s", "at_most": 1},
        "unknown operation 'q'",
    ),
    ({"form": "pair", "name": "r", "first": {}, "second": {}, "never": "near"}, "Invalid"),
]


@pytest.mark.parametrize(("rule", "message"), BAD)
def test_a_constraint_without_a_meaning_is_refused(
    rule: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """Tests that one line names the file, the place in it, and the near name."""
    path = tmp_path / "rules.json"
    text = {"schema": "xyzmap/constraints/1", "constraints": [rule]}
    path.write_text(json.dumps(text))
    problem = answer_problem()
    with one_line(beginning=str(path), within=message):
        constrained(problem, str(path), fixed=True)


def answer_problem() -> Problem:
    from archs.files import load_architecture

    return Problem(DOT, load_architecture(MESH))


@pytest.mark.parametrize("more", [["--transform", "enumerate"]])
def test_constraints_are_about_operations_as_written(
    files: Any, capsys: Any, more: list[str]
) -> None:
    code, _, err = called(min_cycles, capsys, *files(COOL), *more, "--quiet")
    assert code == 2
    assert "--constraints are about operations as they are written" in err


def test_two_constraints_of_a_name_are_refused(files: Any, capsys: Any) -> None:
    code, _, err = called(min_ii, capsys, *files(COOL, COOL), "--quiet")
    assert code == 2
    assert "constraint 'cool': $.constraints[1]: a second constraint of this name" in err


def test_the_judge_names_a_broken_constraint() -> None:
    answer = asked(DOT, MESH)
    assert answer.mapping is not None
    none = Sum(name="none", of=(Term(z=Issues()),), per="component", at_most=0)
    problem = replace(answer.mapping.problem, constraints=(none,))
    (broken,) = own_rules_broken(problem, answer.mapping.mapping)
    assert str(broken).startswith("constraint 'none': the sum in component pe_")
    assert [v.rule for v in check(problem, answer.mapping.mapping)] == ["own"]


@pytest.mark.process
def test_an_explanation_names_a_constraint(files: Any, capsys: Any) -> None:
    one = Sum(name="one mul", of=(Term(z=Issues(class_="mul")),), per="context", at_most=1)
    words = files(one)
    words[1] = "mesh:4x4,registers=2"
    _, found = answered(min_ii, capsys, *words, "--explain")
    assert found["explanation"]["limits"] == ["the constraint one mul"]
    few = Sum(name="few", of=(Term(z=Issues()),), per="component", at_most=1)
    _, found = answered(min_cycles, capsys, *files(few), "--explain", "--cycles", "9")
    assert "the constraint few" in found["explanation"]["limits"]


@pytest.mark.process
def test_what_never_fits_is_infeasible_for_every_interval(files: Any, capsys: Any) -> None:
    three = Sum(name="three", of=(Term(z=Issues(class_="mul")),), at_most=3)
    code, out, _ = called(min_ii, capsys, *files(three), "--quiet")
    assert code == 20
    assert "infeasible: no II has a mapping" in out
    assert "weigh 4, but constraint 'three' allows 3 in all" in out

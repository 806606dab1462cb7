"""Random constraints of every form, and an oracle that evaluates them on every mapping.

The oracle takes the mappings of the naive model one after the other, evaluates the constraints as
data, and leaves out all mappings with the same facts of the kinds that the constraints speak of.
"""

from __future__ import annotations

import random

from msgspec.structs import replace
from pysat.solvers import Solver

from models.constraints.meaning import require_meaning
from models.data.constraints import (
    Constraint,
    Holds,
    Implies,
    Issues,
    Pair,
    Selection,
    Sum,
    Term,
    Time,
    Transfers,
    selections,
)
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.judge.own_rules import own_rules_broken
from tests.models.naive_model import _Formula
from tests.models.random_problems import random_problem


class TooManyMappingsError(Exception):
    """There are more mappings than a test should evaluate."""


def feasible_with(problem: Problem, horizon: int, effort: int = 400) -> bool:
    """Whether a mapping with `horizon` cycles keeps the constraints of a problem."""
    kinds = {"Z"} | {
        "X" if isinstance(f, Holds) else "Y" if isinstance(f, Transfers) else "Z"
        for one in problem.constraints
        for _, f in selections(one)
    }
    with Solver("minicard") as solver:
        formula = _Formula(problem.unconstrained, horizon, solver)
        readers = problem.dfg.consumers
        for value in problem.dfg.values:
            far = max((distance for _, distance in readers.get(value, ())), default=0)
            for k in range(horizon + far * (problem.contexts or 0), formula.span):
                # No mapping lists what nothing reads any more.
                for part in problem.arch.components:
                    formula.add(-formula.var("X", value, part.name, k))
                for path in problem.arch.paths:
                    formula.add(-formula.var("Y", value, path.name, k))
        for _ in range(effort):
            if not formula.satisfiable():
                return False
            true = {n for n in solver.get_model() if n > 0}
            keys = [key for key, number in formula.numbers.items() if number in true]
            mapping = Mapping(
                problem.dfg.name,
                problem.arch.name,
                horizon,
                problem.contexts,
                tuple(Held(*key[1:]) for key in keys if key[0] == "X"),
                tuple(Transfer(*key[1:]) for key in keys if key[0] == "Y"),
                tuple(Issue(*key[1:4]) for key in keys if key[0] == "Z"),
            )
            if not own_rules_broken(problem, mapping):
                return True
            block = [
                -number if number in true else number
                for key, number in formula.numbers.items()
                if key[0] in kinds
            ]
            formula.state = lambda: None  # type: ignore[method-assign]
            solver.add_clause(block)
    raise TooManyMappingsError


def constrained_problem(seed: int) -> Problem | None:
    """Return a small problem with one or two random constraints; None where they mean nothing."""
    contexts = (None, 1, 2, 3)[seed % 4]
    problem = random_problem(seed, contexts)
    source = random.Random(f"constraints {seed}")
    count = source.choice((1, 1, 1, 2))
    try:
        found = tuple(random_constraint(source, problem, f"c{n}") for n in range(count))
        made: Problem = replace(problem, constraints=found)
        require_meaning(made, found, "random", fixed=True)
    except InputError:
        return None
    return made


def random_constraint(source: random.Random, problem: Problem, name: str) -> Constraint:
    form = source.choice(("sum", "sum", "sum", "pair", "implies", "time"))
    if form == "sum":
        return _sum(source, problem, name)
    if form == "pair":
        relations = ("same", "other", "linked", "unlinked")
        return Pair(
            name=name,
            first=_issues(source, problem),
            second=_issues(source, problem),
            never=source.choice(relations),
            by=source.choice(("component", "tile")),
            per=source.choice(("context", None)),
        )
    if form == "implies":
        kinds = source.choice(("ZZ", "ZZ", "ZX", "YY"))
        per = source.choice((None, "context", "cycle", "tile" if "Y" not in kinds else "path"))
        return Implies(
            name=name,
            if_any=_selection(source, problem, kinds[0]),
            then_any=_selection(source, problem, kinds[1]),
            per=per,
        )
    operations = [operation.name for operation in problem.dfg.operations]
    end = {source.choice(("start", "end")): source.choice(operations)}
    begin = {source.choice(("minus_start", "minus_end")): source.choice(operations)}
    bound = {source.choice(("at_most", "at_least", "equal")): source.randint(-1, 4)}
    return Time(name=name, **end, **begin, **bound)


def _sum(source: random.Random, problem: Problem, name: str) -> Sum:
    kind = source.choice("ZZZXY")
    per = {
        "Z": (None, "context", "cycle", "component", "tile", "operation"),
        "X": (None, "context", "component", "value"),
        "Y": (None, "context", "path", "value"),
    }[kind]
    cells = {"Y": ("path", "context")}.get(kind, ("component", "tile", "context", "slot"))
    terms = []
    for _ in range(source.choice((1, 1, 2))):
        side = _selection(source, problem, kind)
        weight = source.choice((1, 1, 1, 2, 3, 5, -1))
        used = source.choice(cells) if source.random() < 0.3 else None
        terms.append(Term(z=side.z, x=side.x, y=side.y, weight=weight, used=used))
    bounds = source.choice(("at_most", "at_most", "at_least", "equal"))
    return Sum(
        name=name,
        of=tuple(terms),
        per=source.choice(per),
        **{bounds: source.choice((0, 1, 1, 2, 2, 3, 4, 6))},
    )


def _selection(source: random.Random, problem: Problem, kind: str) -> Selection:
    if kind == "Z":
        return Selection(z=_issues(source, problem))
    contexts = _contexts(source, problem)
    value = source.choice((None, None, source.choice(problem.dfg.values)))
    if kind == "Y":
        path = source.choice((None, source.choice(problem.arch.paths).name))
        return Selection(y=Transfers(value=value, path=path, context=contexts))
    part = source.choice((None, source.choice(problem.arch.components).name, "pe*"))
    return Selection(x=Holds(value=value, component=part, context=contexts))


def _issues(source: random.Random, problem: Problem) -> Issues:
    operation = source.choice(problem.dfg.operations)
    chosen = source.choice(("all", "operation", "operator", "operator"))
    place = source.choice((None, None, "pe0", "pe*"))
    return Issues(
        operation=operation.name if chosen == "operation" else None,
        operator=operation.operator if chosen == "operator" else None,
        component=place,
        context=_contexts(source, problem),
    )


def _contexts(source: random.Random, problem: Problem) -> int | None:
    if problem.contexts is None or source.random() < 0.8:
        return None
    return source.randrange(problem.contexts)

"""Random constraint models so small that all assignments can be listed, and their true answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import product
from typing import Any, TypeVar

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from models.space_time.constraint_model import ConstraintModel, Place
from solvers.backends.backend import Outcome, Settings
from solvers.backends.cnf import Encodings
from solvers.backends.registry import BACKENDS, chosen, open_session
from solvers.search.portfolio import messages_of
from solvers.tasks.messages import Ending, Failed, Finished, Infeasible

T = TypeVar("T")

MOST = 6
FIXED = settings(max_examples=40, deadline=None, derandomize=True, database=None)
INSTALLED = [b.name for b in BACKENDS.values() if b.missing() is None]
DECIDING = [name for name in INSTALLED if "decides" in BACKENDS[name].can]
MINIMISING = [name for name in INSTALLED if "objective" in BACKENDS[name].can]


def model_of(
    variables: int,
    clauses: Iterable[tuple[int, ...]] = (),
    groups: Iterable[tuple[int, tuple[int, ...]]] = (),
    objective: Iterable[tuple[int, int]] = (),
) -> ConstraintModel:
    """Return a model with all clauses in one block, padded, and one block per group."""
    made = ConstraintModel(variables=variables, objective=list(objective))
    rows = list(clauses)
    width = max(map(len, rows), default=0)
    padded = [[*row, *[0] * (width - len(row))] for row in rows]
    made.add_clauses("clauses", np.array(padded, dtype=np.int32).reshape(len(rows), width))
    for number, (bound, literals) in enumerate(groups):
        row = np.array(literals, dtype=np.int32)
        made.add_groups("groups", bound, [(Place("here", number), row)])
    return made


def pigeons(holes: int) -> ConstraintModel:
    """One pigeon more than there are holes."""
    clauses = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(holes + 1)]
    groups = [(1, tuple(p * holes + h + 1 for p in range(holes + 1))) for h in range(holes)]
    return model_of(holes * (holes + 1), clauses, groups)


@st.composite
def models(draw: st.DrawFn, *, twice: bool = False, weighted: bool = False) -> ConstraintModel:
    """Models with up to six variables; with `twice`, a row may have a variable twice."""
    count = draw(st.integers(0, MOST))

    def rows(most: int, least: int = 0) -> st.SearchStrategy[Any]:
        literal = st.sampled_from([v for v in range(-count, count + 1) if v])
        if count == 0:
            return st.just(())
        same = None if twice else abs
        return st.lists(literal, min_size=least, max_size=most, unique_by=same).map(tuple)

    clauses = draw(st.lists(rows(3, 1), max_size=8))
    if draw(st.integers(0, 7)) == 0:
        clauses.append(())
    bounds = st.sampled_from((0, 1, 1, 2, 3, MOST))
    groups = draw(st.lists(st.tuples(bounds, rows(MOST)), max_size=4))
    weights = st.tuples(st.integers(0, 5), st.integers(1, max(count, 1)))
    objective = draw(st.lists(weights, min_size=1, max_size=6)) if weighted and count else []
    return model_of(count, clauses, groups, objective)


def satisfied(model: ConstraintModel, true: Iterable[int]) -> bool:
    """Whether the assignment in which exactly `true` hold satisfies every row."""
    held = {v for v in true if v <= model.variables}

    def count(row: list[int]) -> int:
        return sum((abs(n) in held) == (n > 0) for n in row if n)

    clauses = (row for block in model.clauses for row in block.rows.tolist())
    groups = ((row, g.bound) for g in model.groups for row in g.rows.tolist())
    return all(map(count, clauses)) and all(count(row) <= bound for row, bound in groups)


def cost(model: ConstraintModel, true: Iterable[int]) -> int:
    held = set(true)
    return sum(weight for weight, variable in model.objective if variable in held)


def least(model: ConstraintModel) -> int | None:
    """The smallest cost of a solution, by trying all assignments; None where there is none."""
    found = None
    for bits in product((False, True), repeat=model.variables):
        true = [v for v, bit in enumerate(bits, 1) if bit]
        if satisfied(model, true):
            found = min(cost(model, true), cost(model, true) if found is None else found)
    return found


def solve(words: str, model: ConstraintModel, **settings: Any) -> Outcome:
    """Solve `model` in slices with the solver that `words` name, in this process.

    Pyomo captures what is written to file descriptors, which hangs where a test has left threads
    behind: as in the product, it has a process of its own.
    """
    if words.partition(":")[0] == "pyomo":
        from pyomo.environ import SolverFactory

        SolverFactory("appsi_highs").available()  # imports all of it here, once
        return alone(lambda: _solved(words, model, settings))
    return _solved(words, model, settings)


def alone(call: Callable[[], T]) -> T:
    """Return what `call` returns in a process of its own."""
    with closing(messages_of(lambda send: send(call()))) as messages:
        found: T | Ending = next(messages)
    assert not isinstance(found, Failed | Finished | Infeasible), found
    return found


def _solved(words: str, model: ConstraintModel, settings: dict[str, Any]) -> Outcome:
    session = open_session(words, model, Settings(**settings))
    session.load()
    return session.solve(lambda conflicts: True)


def encodings(name: str) -> list[Encodings]:
    """The encodings to try with a solver: native limits too, where it has them."""
    backend = chosen(name).backend
    if backend.family != "SAT" or "native" not in backend.can:
        return [Encodings()]
    return [Encodings(), Encodings("native", "native"), Encodings("bimander:2", "native")]

"""Any ILP solver that Pyomo finds: HiGHS by its persistent interface, SCIP, Gurobi, and others."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from solvers.backends.backend import Improved, Outcome, Settings
from solvers.backends.linear import Rows, rows_of

OPTIONS = {"solver": "Pyomo's name of it: appsi_highs (default), scip, gurobi, cplex, cbc, …"}
DEFAULT = "appsi_highs"


def usable(options: dict[str, str]) -> str | None:
    """Return why Pyomo cannot use the solver; None if it can."""
    name = options.get("solver", DEFAULT)
    if name == DEFAULT:
        # Asking Pyomo would import it, and HiGHS, only to list the solvers.
        missing = "the package highspy is not installed: pip install 'xyzmap[solvers]'"
        return missing if find_spec("highspy") is None else None
    from pyomo.common.errors import ApplicationError
    from pyomo.environ import SolverFactory

    _silence()
    try:
        if SolverFactory(name).available(exception_flag=False):
            return None
    except (ApplicationError, RuntimeError, ValueError, ImportError):
        pass
    return f"Pyomo finds no solver '{name}'; install it, or its Python package"


def _silence() -> None:
    """Keep the messages of Pyomo from the terminal."""
    import logging

    logging.getLogger("pyomo").setLevel(logging.CRITICAL)


def concrete(rows: Rows) -> Any:
    """Return `rows` as a Pyomo `ConcreteModel` with the 0-1 variables `x[0 …]`."""
    import pyomo.environ as pyo
    from pyomo.core.expr import LinearExpression

    made = pyo.ConcreteModel()
    made.x = pyo.Var(range(rows.variables), domain=pyo.Binary)
    x = [made.x[v] for v in range(rows.variables)]
    made.rows = pyo.ConstraintList()
    for columns, coefficients, lower, upper in rows.each():
        if not columns:
            # Pyomo does not accept rows without variables; an unmet one refutes the model.
            if lower > 0 or upper < 0:
                made.rows.add(pyo.Constraint.Infeasible)
            continue
        chosen = [x[c] for c in columns]
        body = LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=chosen)
        limits = (None if np.isinf(lower) else lower, None if np.isinf(upper) else upper)
        made.rows.add((limits[0], body, limits[1]))
    cost = np.flatnonzero(rows.cost).tolist()
    made.goal = pyo.Objective(expr=sum(float(rows.cost[v]) * x[v] for v in cost))
    return made


class Pyomo:
    """A session with a solver of Pyomo."""

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        self._settings, self._optimises = settings, bool(model.objective)
        rows = rows_of(model)
        self.variables, self.rows = rows.variables, rows.count
        empty = np.diff(rows.start) == 0
        self._refuted = bool((rows.lower[empty] > 0).any() or (rows.upper[empty] < 0).any())
        # Solvers of Pyomo refuse a model without any variable in it.
        self._free = not len(rows.index) and not rows.cost.any()
        self._model = None if self._refuted or self._free else concrete(rows)
        self._solver: Any = None

    def load(self) -> None:
        """Create the solver; Pyomo hands the model over when it solves."""
        from pyomo.environ import SolverFactory

        _silence()
        self._solver = SolverFactory(self._settings.options.get("solver", DEFAULT))
        for literal in self._settings.start:
            if self._model is not None:
                self._model.x[abs(literal) - 1].set_value(int(literal > 0))

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve in one go, without progress; `InputError` if the solver takes no warm start."""
        from pyomo.opt import TerminationCondition

        if self._refuted:
            return Outcome(False, [], 0)
        if self._model is None:
            return Outcome(True, [], 0, 0 if self._optimises else None)
        words: dict[str, object] = {"load_solutions": False}
        if self._settings.start:
            words["warmstart"] = True
        self._seed()
        try:
            result = self._solver.solve(self._model, **words)
        except (TypeError, ValueError) as error:
            # Old interfaces refuse the word's value, new ones do not know it.
            if "warmstart" not in words or "warmstart" not in str(error):
                raise
            name = self._settings.options.get("solver", DEFAULT)
            raise InputError(f"Pyomo's {name} takes no mapping to start from") from None
        how = result.solver.termination_condition
        if how in (TerminationCondition.infeasible, TerminationCondition.infeasibleOrUnbounded):
            return Outcome(False, [], 0)
        if how != TerminationCondition.optimal:
            return Outcome(None, [], 0)
        if hasattr(self._solver, "load_vars"):
            self._solver.load_vars()
        else:
            self._model.solutions.load_from(result)
        true = [v + 1 for v in range(self.variables) if (self._model.x[v].value or 0) > 0.5]
        bound = None
        if self._optimises:
            bound = int(np.ceil(float(result.problem.lower_bound) - 1e-6))
        return Outcome(True, true, 0, bound)

    def _seed(self) -> None:
        if self._settings.options.get("solver", DEFAULT) == DEFAULT:
            options = self._solver.highs_options
            options["random_seed"] = self._settings.seed % 2**31
            options["threads"] = 1

    def refutation(self) -> None:
        """Return None: Pyomo has no proofs."""

"""CP-SAT of OR-Tools: clauses and native limits, and the objective of the model, if any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from solvers.backends.backend import Improved, Outcome, Settings

OPTIONS = {
    "workers": "threads (default 1)",
    "linearization": "0, 1 or 2: how much of the LP relaxation (default 1)",
    "symmetry": "0 to 4: how hard to look for symmetries (default 2)",
}


LIMITS = {"workers": (1, 1024), "linearization": (0, 2), "symmetry": (0, 4)}
NAMES = {
    "workers": "num_workers",
    "linearization": "linearization_level",
    "symmetry": "symmetry_level",
}


def usable(options: dict[str, str]) -> None:
    """Raise `InputError` for a bad value."""
    for key, text in options.items():
        low, high = LIMITS[key]
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise InputError(f"cp-sat: '{key}={text}' must be from {low} to {high}")


def proto_of(model: ConstraintModel) -> Any:
    """Return `model` as a `CpModel`; variable v is Boolean number v - 1."""
    from ortools.sat.python import cp_model

    made = cp_model.CpModel()
    booleans = [made.new_bool_var(f"v{v}") for v in range(1, model.variables + 1)]
    proto = made.proto

    def reference(literal: int) -> int:
        # OR-Tools writes "not v" as -1 - v, with v from 0.
        return literal - 1 if literal > 0 else literal

    for block in model.clauses:
        for row in block.rows.tolist():
            proto.constraints.add().bool_or.literals.extend([reference(n) for n in row if n])
    for group in model.groups:
        for row in group.rows.tolist():
            literals = [n for n in row if n]
            if group.bound == 1 and not group.weights:
                proto.constraints.add().at_most_one.literals.extend(map(reference, literals))
            else:
                chosen = [booleans[n - 1] if n > 0 else ~booleans[-n - 1] for n in literals]
                weights = group.weights or [1] * len(chosen)
                made.add(cp_model.LinearExpr.weighted_sum(chosen, weights) <= group.bound)
    if model.objective:
        made.minimize(sum(weight * booleans[v - 1] for weight, v in model.objective))
    return made


class CpSat:
    """A session with CP-SAT."""

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        self._settings, self._optimises = settings, bool(model.objective)
        self._model = proto_of(model)
        self.variables, self.rows = model.variables, len(self._model.proto.constraints)

    def load(self) -> None:
        """Give the hint; CP-SAT itself loads when it solves."""
        for literal in self._settings.start:
            boolean = self._model.get_bool_var_from_proto_index(abs(literal) - 1)
            self._model.add_hint(boolean, literal > 0)

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve; `keep_going` is called at every solution and at every better bound.

        Raises `RuntimeError` if CP-SAT rejects the model.
        """
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        _configure(solver.parameters, self._settings)
        watch = _Watch(self.variables, solver, keep_going, improved)
        if self._optimises:
            solver.best_bound_callback = watch.bound
        status = solver.solve(self._model, watch if self._optimises else None)
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"CP-SAT rejects the model: {self._model.validate()}")
        conflicts = int(solver.num_conflicts)
        bound = round(solver.best_objective_bound) if self._optimises else None
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            values = solver.response_proto.solution
            return Outcome(True, [v + 1 for v, one in enumerate(values) if one], conflicts, bound)
        return Outcome(False if status == cp_model.INFEASIBLE else None, [], conflicts)

    def refutation(self) -> None:
        """CP-SAT has no proofs."""


def _configure(parameters: Any, settings: Settings) -> None:
    parameters.num_workers = 1
    parameters.random_seed = settings.seed % 2**31
    if settings.start:
        parameters.repair_hint = True
    for key, text in settings.options.items():
        setattr(parameters, NAMES[key], int(text))
    if parameters.num_workers > 1 and settings.fixed_effort:
        parameters.interleave_search = True


def _Watch(  # noqa: N802  # a class, but its base is known only once OR-Tools is imported
    variables: int,
    solver: Any,
    keep_going: Callable[[int], bool] | None,
    improved: Improved | None,
) -> Any:
    from ortools.sat.python import cp_model

    class Watch(cp_model.CpSolverSolutionCallback):
        """Reports solutions and bounds, and stops the search on request."""

        def on_solution_callback(self) -> None:
            """Report a solution."""
            if improved is not None:
                values = self.response_proto.solution
                improved([v + 1 for v, one in enumerate(values) if one], None)
            self._go_on()

        def bound(self, value: float) -> None:
            """Report a bound."""
            if improved is not None:
                improved(None, round(value))
            self._go_on()

        def _go_on(self) -> None:
            if keep_going is not None and not keep_going(0):
                solver.stop_search()

    return Watch()

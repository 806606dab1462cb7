"""All heuristics as one kind of function, and the requirement that what they find is legal."""

from __future__ import annotations

from collections.abc import Callable

from heuristics.anneal import Annealing, anneal
from heuristics.labels.flow import Flow
from heuristics.labels.labels import initial_labels
from heuristics.modulo import modulo_schedule
from heuristics.negotiated import negotiated_schedule
from heuristics.placement import placed_schedule, refined_schedule
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate

Mapper = Callable[[Problem, int], Mapping | None]


def annealed(problem: Problem, seed: int, guided: bool = False) -> Mapping | None:
    """Anneal a few movements; with `guided`, by labels."""
    options = Annealing(movements=4, starts=2, guided="always" if guided else "none")
    labels = initial_labels(Flow.of(problem.dfg)) if guided else None
    found = anneal(problem, options, labels, seed=seed)
    return None if found is None else found.mapping


MAPPERS: dict[str, Mapper] = {
    "modulo": lambda problem, seed: modulo_schedule(problem, seed, effort=30),
    "anneal": annealed,
    "guided": lambda problem, seed: annealed(problem, seed, guided=True),
    "negotiated": lambda problem, seed: negotiated_schedule(problem, seed, attempts=2, rounds=60),
    "placed": lambda problem, seed: placed_schedule(problem, seed, attempts=2),
    "refined": lambda problem, seed: refined_schedule(problem, seed, attempts=2),
}


def require_legal(problem: Problem, mapping: Mapping, iterations: int = 8) -> None:
    """Require that a mapping passes the checker and the simulator, with nothing superfluous."""
    assert check(problem, mapping) == []
    report = simulate(problem, mapping, iterations=iterations)
    assert report.ok, report.first_difference
    assert prune_unused(problem, mapping) == mapping

"""Mappings that a policy imitates: the best of some greedy ones, or one proven to be the best."""

from __future__ import annotations

from learn.ppo.ppo_options import Teacher
from learn.ppo.tasks import Task
from models.errors import InfeasibleError
from shell.budget import Budget
from streaming.heuristics import construct, improve, on_tiles
from streaming.model.schedule import Schedule
from streaming.question.refute import refute

TRIES = {"greedy": 12, "exact": 100}
"""Greedy mappings of every program; the exact teacher solves what they leave open."""

CONFLICTS = 5_000
"""Conflicts of the SAT solver per number of cycles; a program that needs more is left out."""


def taught(teacher: Teacher, task: Task, seed: int, budget: Budget) -> Schedule | None:
    """Return the mapping to imitate; None where the teacher finds, or proves, none.

    The result depends on the seed alone, unless the budget ends.
    """
    best = None
    for found in improve(task.board, seed, budget, TRIES[teacher]):
        best = found
    return best if teacher == "greedy" or best is None else _proven(task, best, budget)


def _proven(task: Task, best: Schedule, budget: Budget) -> Schedule | None:
    """Return a mapping with the fewest cycles: `best` where it has as few."""
    for cycles in range(task.least, best.cycles):
        try:
            found = refute(task.rules, task.ii, cycles, budget, conflicts=CONFLICTS)
        except InfeasibleError:
            continue
        if found is None:
            return None
        if found is not True:
            return _earliest(task, found)
    return best


def _earliest(task: Task, found: Schedule) -> Schedule:
    """Return a mapping with these tiles that takes the earliest spokes, where it is as short.

    Solvers let instructions wait that are not critical, which teaches nothing.
    """
    board, tiles = task.board.copy(), [p.tile for p in found.placements]
    if construct(board, task.order, on_tiles(tiles)) and board.cycles <= found.cycles:
        return board.schedule()
    return found

"""Mappings of one task by several methods, judged and timed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from learn.ppo.predict import Guide
from learn.ppo.tasks import Task
from shell.budget import Stopwatch
from streaming.heuristics import Board, Chooser, beam, construct, draw, earliest, uniform
from streaming.model.check import check
from streaming.model.schedule import Schedule
from streaming.model.simulate import simulate


class Result(msgspec.Struct, frozen=True):
    """The result of a method for a program; `cycles` is None if it found no mapping.

    `tiles` are those with an instruction; `fault` is the line of checker or simulator, None for a
    right mapping.
    """

    method: str
    program: str
    size: int
    least: int
    cycles: int | None
    milliseconds: float
    fault: str | None = None
    tiles: int | None = None


def measured(task: Task, guide: Guide, samples: int, width: int, seed: int) -> Iterator[Result]:
    """Yield the results of every method: the policy in three modes, then greedy and random ones.

    "policy" takes the most probable places; "samples" and "greedy, samples" are the best of as many
    mappings, "beam" the best of a beam of this width; "random" takes any place that is allowed.
    """
    yield judged("policy", task, lambda: _one(task, guide.best))
    if samples:
        chance = Random(f"samples {seed}")
        yield judged("samples", task, lambda: _drawn(task, guide, samples, chance))
    if width:
        yield judged("beam", task, lambda: beam(task.board, task.order, guide.rate, width))
    yield judged("greedy", task, lambda: _one(task, earliest(Random(f"greedy {seed}"))))
    if samples:
        draws = earliest(Random(f"draws {seed}"))
        yield judged("greedy, samples", task, lambda: _best(task, draws, samples))
    yield judged("random", task, lambda: _one(task, uniform(Random(f"random {seed}"))))


def judged(method: str, task: Task, find: Callable[[], Board | None]) -> Result:
    """Return the result of a method, checked, executed and timed."""
    watch = Stopwatch()
    board = find()
    milliseconds = 1000 * watch.seconds
    program = task.rules.program
    schedule = None if board is None else board.schedule()
    return Result(
        method,
        program.name,
        task.rules.size,
        task.least,
        None if schedule is None else schedule.cycles,
        round(milliseconds, 3),
        None if schedule is None else fault_of(task, schedule),
        None if schedule is None else len({p.tile for p in schedule.placements}),
    )


def fault_of(task: Task, schedule: Schedule) -> str | None:
    """Return the fault of a mapping, None for a right one."""
    found = check(task.rules.program, schedule)
    return found[0] if found else simulate(task.rules.program, schedule).fault


def _one(task: Task, choose: Chooser) -> Board | None:
    board = task.board.copy()
    return board if construct(board, task.order, choose) else None


def _drawn(task: Task, guide: Guide, count: int, random: Random) -> Board | None:
    boards = draw(task.board, task.order, guide.rate, count, random)
    return min(boards, key=lambda b: b.cycles, default=None)


def _best(task: Task, choose: Chooser, count: int) -> Board | None:
    boards = [_one(task, choose) for _ in range(count)]
    return min((b for b in boards if b is not None), key=lambda b: b.cycles, default=None)

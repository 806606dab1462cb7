"""A policy on programs it has not seen: `python -m bench.studies.unseen COUNT SECONDS [POLICY]`.

Random programs of seeds that no training uses: the shipped policy, or that of a file or run, its
samples and a beam, greedy and random placement, and the exact method with as much time, against the
exact method.
"""

from __future__ import annotations

import sys
from typing import Any

from bench.process import Answer
from bench.studies import printed
from learn.ppo import predict
from learn.ppo.measure import measured
from learn.ppo.tasks import HELD_OUT, Task
from models.errors import InfeasibleError
from shell.budget import Budget, Stopwatch
from streaming.model.engine import Engine
from streaming.model.recipes import RECIPES, random_program
from streaming.model.rules import Rules
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings

II, SIZES, SAMPLES, BEAM = 6, range(10, 31), 32, 16
AS_LONG = "exact, as long"


def main(count: str, seconds: str, policy: str | None = None) -> Answer:
    """Return for each program the cycles and milliseconds of every method; -1 cycles are wrong."""
    mapper = predict.Mapper.load(policy)
    lines = []
    for k in range(int(count)):
        task = drawn(k)
        found = measured(task, mapper.on(task), SAMPLES, BEAM, k)
        said: dict[str, list[Any]] = {
            each.method: [each.cycles if each.fault is None else -1, round(each.milliseconds, 1)]
            for each in found
        }
        longest = max(said[name][1] for name in ("samples", "beam")) / 1000
        said[AS_LONG] = list(exact(task, longest)[1:])
        status, cycles, _ = exact(task, float(seconds))
        own = {"size": SIZES[k % len(SIZES)], "status": status, "cycles": cycles}
        lines.append({**own, "methods": said})
    return {"lines": lines}


def drawn(k: int, sizes: range = SIZES) -> Task:
    """Return the first program from a seed on that arithmetic does not refute."""
    size, recipe, seed = sizes[k % len(sizes)], RECIPES[k % len(RECIPES)], HELD_OUT + 100_000 * k
    while True:
        task = Task(Rules(random_program(size, seed, recipe), Engine()), II)
        try:
            task.board.copy()
        except InfeasibleError:
            seed += 1
        else:
            return task


def exact(task: Task, limit: float) -> tuple[str, int | None, float]:
    """Return status, cycles and milliseconds of the exact method."""
    watch = Stopwatch()
    search = StreamingSearch(task.rules, Settings(task.ii), Budget.of(limit), lambda line: None)
    answer = search.run()
    cycles = None if answer.schedule is None else answer.schedule.cycles
    return answer.status, cycles, round(1000 * watch.seconds, 1)


if __name__ == "__main__":
    printed(main, *sys.argv[1:])

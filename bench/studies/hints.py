"""The policy as a hint of the exact method: `python -m bench.studies.hints COUNT LOW HIGH SECONDS`.

Random programs of seeds that no training uses, of LOW to HIGH instructions, mapped with the hint of
greedy placement and with that of the policy, in turn. `first` is the best mapping before solvers.
"""

from __future__ import annotations

import time
from sys import argv

from bench.process import Answer
from bench.studies import printed
from bench.studies.unseen import II, drawn
from learn.ppo.tasks import Task
from shell.budget import Budget, Stopwatch
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings

HINTS = ("greedy", "ppo")
PROPOSED = ("greedy", "policy", "policy, sampled")


def main(count: str, low: str, high: str, seconds: str) -> Answer:
    """Return one line per program and hint; the first program is also mapped before all."""
    sizes = range(int(low), int(high) + 1)
    for hint in HINTS:
        mapped(drawn(0, sizes), hint, float(seconds))
    lines = []
    for k in range(int(count)):
        task = drawn(k, sizes)
        turn = HINTS if k % 2 else HINTS[::-1]
        lines += [{"size": task.rules.size, **mapped(task, x, float(seconds))} for x in turn]
    return {"lines": lines}


def mapped(task: Task, hint: str, limit: float) -> Answer:
    """Return the answer of the exact method, with wall and processor seconds."""
    watch, before = Stopwatch(), time.process_time()
    settings = Settings(II, hint=hint)
    answer = StreamingSearch(task.rules, settings, Budget.of(limit), lambda line: None).run()
    first = [x for x in answer.trace if x["by"] in PROPOSED and x["cycles"] is not None]
    return {
        "program": task.rules.program.name,
        "hint": hint,
        "first": first[-1]["cycles"] if first else None,
        "by": first[-1]["by"] if first else None,
        "status": answer.status,
        "cycles": None if answer.schedule is None else answer.schedule.cycles,
        "bound": answer.cycles.value,
        "seconds": round(watch.seconds, 3),
        "processor": round(time.process_time() - before, 3),
    }


if __name__ == "__main__":
    printed(main, *argv[1:])

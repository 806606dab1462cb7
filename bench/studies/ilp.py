"""ILP as in LISA's comparison: `python -m bench.studies.ilp DFG ARRAY SECONDS INTERVALS [II]`.

HiGHS maps a loop at one interval after the other, each in a process of its own, which is killed
after so many seconds: HiGHS cannot be interrupted from within. With II, one interval is asked.
"""

from __future__ import annotations

import sys

from archs.presets import architecture_preset
from bench.process import Answer, run
from bench.studies import printed
from models.counting.arithmetic import Arithmetic
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.decode import decode
from models.space_time.xyz import build
from shell.graph_files import load_dfg
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.tasks.mappings import judge

SLACK = 3
"""Cycles beyond the shortest schedule that arithmetic does not refute."""


def main(dfg: str, array: str, seconds: str, intervals: str, ii: str = "") -> Answer:
    """Return the first interval that HiGHS maps, of so many that counting does not refute.

    An interval that is refuted within the slack, or open, is followed by the next.
    """
    if ii:
        return {"outcome": outcome(Problem(load_dfg(dfg), architecture_preset(array), int(ii)))}
    first = first_interval(dfg, array)
    if first is None:
        return {"status": "infeasible", "ii": None, "lower_bound": None, "spent": 0.0}
    most = architecture_preset(array).max_contexts or first
    spent, open_ones = 0.0, 0
    for contexts in range(first, min(first + int(intervals) - 1, most) + 1):
        words = ("bench.studies.ilp", dfg, array, seconds, intervals, str(contexts))
        done = run(*words, limit=float(seconds))
        spent = round(spent + done.seconds, 2)
        said = done.answer["outcome"] if done.output else "open"
        if said == "mapped":
            return {"status": "feasible", "ii": contexts, "lower_bound": first, "spent": spent}
        open_ones += said == "open"
    said = "unknown" if open_ones else "beyond the slack"
    return {"status": said, "ii": None, "lower_bound": first, "spent": spent}


def first_interval(dfg: str, array: str) -> int | None:
    """Return the first interval that arithmetic leaves, None where it leaves none."""
    graph, arch = load_dfg(dfg), architecture_preset(array)
    for contexts in range(1, (arch.max_contexts or 64) + 1):
        try:
            Arithmetic(Problem(graph, arch, contexts)).first_horizon()
        except InfeasibleError:
            continue
        return contexts
    return None


def outcome(problem: Problem) -> str:
    """Return what HiGHS says of one interval; the mapping is judged."""
    try:
        horizon, _ = Arithmetic(problem).first_horizon()
    except InfeasibleError:
        return "refuted"
    model = build(problem, horizon + SLACK)
    session = open_session("highs", model.constraints, Settings())
    session.load()
    found = session.solve()
    if found.satisfiable:
        judge(problem, decode(model, found.model))
        return "mapped"
    return "open" if found.satisfiable is None else "refuted"


if __name__ == "__main__":
    printed(main, *sys.argv[1:])

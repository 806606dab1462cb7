"""ILP as in LISA's comparison: HiGHS maps a loop at one interval after the other.

`python -m bench.lisa_ilp DFG ARCH II` asks about one interval and prints JSON; the other
functions run it, because HiGHS cannot be interrupted from within.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial

from bench.asker import Asker, run, written
from bench.lisa_sets import array, first_known
from bench.loop_sets import Loop
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_files import load_dfg
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry

SLACK = 3
"""Cycles beyond the shortest schedule that arithmetic does not refute."""

BEYOND = "beyond the slack"
"""The status where all intervals that were tried are refuted within the slack."""


def ilp(asker: Asker, loop: Loop, spec: str, limit: float, intervals: int) -> Entry:
    """Return the first interval that HiGHS maps, of the first `intervals` not refuted by counting.

    `limit` is in seconds, for each interval. An interval that is refuted within the slack, or not
    decided in time, is followed by the next, as in the paper.
    """
    first, why = first_known(asker, loop, spec)
    if first is None:
        times = {"seconds": 0.0, "search_seconds": 0.0}
        return {"status": "infeasible", "ii": None, "why": why, "tried": [], **times}
    most = min(first + intervals - 1, array(spec).max_contexts or first)
    tried: list[Entry] = []
    for contexts in range(first, most + 1):
        key: dict[str, object] = {"dfg": loop.digest, "slack": SLACK}
        key |= {"ilp": limit, "arch": spec, "ii": contexts}
        said = asker.entry(key, partial(_ask, loop, spec, contexts, limit))
        tried.append(said)
        if said["outcome"] == "mapped":
            break
    mapped = tried[-1]["outcome"] == "mapped"
    undecided = any(said["outcome"] != "refuted" for said in tried)
    return {
        "status": "feasible" if mapped else "unknown" if undecided else BEYOND,
        "ii": tried[-1]["ii"] if mapped else None,
        "seconds": round(sum(said["seconds"] for said in tried), 2),
        "search_seconds": round(sum(said["search_seconds"] for said in tried), 2),
        "activity": tried[-1].get("activity"),
        "tried": [{name: said[name] for name in ("ii", "outcome")} for said in tried],
    }


def _ask(loop: Loop, spec: str, contexts: int, limit: float) -> Entry:
    """What a process says of an interval; after `limit` seconds it is ended."""
    with written({"dfg": dfg_to_json(loop.graph())}) as filled:
        done = run("bench.lisa_ilp", filled("{dfg}"), spec, str(contexts), limit=limit)
    said: Entry = {"ii": contexts, "outcome": "open", "search_seconds": limit}
    if done.output:
        said = done.answer
    elif done.code > 0:
        said |= {"outcome": "error", "code": done.code}
    return said | {"seconds": round(done.seconds, 2)}


def solve(dfg: Dfg, spec: str, contexts: int) -> Entry:
    """Ask HiGHS for a mapping at an interval, and judge it."""
    from bench.lisa_power import activity
    from models.space_time.decode import decode
    from models.space_time.xyz import build
    from solvers.backends.backend import Settings
    from solvers.backends.registry import open_session
    from solvers.search.bounds import Arithmetic
    from solvers.search.record import judge

    clock = time.perf_counter()
    problem = Problem(dfg, array(spec), contexts)
    said: Entry = {"ii": contexts, "outcome": "refuted"}
    try:
        first, _ = Arithmetic(problem).first_horizon()
    except InfeasibleError:
        return said | {"search_seconds": round(time.perf_counter() - clock, 2)}
    model = build(problem, first + SLACK)
    session = open_session("highs", model.constraints, Settings())
    session.load()
    outcome = session.solve()
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        judge(problem, mapping)
        said |= {"outcome": "mapped", "activity": activity(mapping, dfg, problem.arch)}
    elif outcome.satisfiable is None:
        said["outcome"] = "open"
    return said | {"search_seconds": round(time.perf_counter() - clock, 2)}


def main(arguments: list[str] | None = None) -> None:
    """Print what HiGHS says of one interval."""
    parser = argparse.ArgumentParser(prog="bench.lisa_ilp", description="HiGHS at one interval")
    parser.add_argument("dfg", metavar="DFG")
    parser.add_argument("arch", metavar="ARCH")
    parser.add_argument("contexts", type=int, metavar="II")
    options = parser.parse_args(arguments)
    print(json.dumps(solve(load_dfg(options.dfg), options.arch, options.contexts)))


if __name__ == "__main__":
    main()

"""One run of a comparison, a job of its sweep: one solver on one model.

The question is a JSON file. A line of JSON reports the size of the model before the solver begins,
a second one the answer of the solver.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from models.data.computation import Transform
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.formats.native_json import architecture_from_json, dfg_from_json
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from shell.budget import Stopwatch
from shell.command import EXIT, USAGE
from solvers.backends.backend import Settings
from solvers.backends.cnf import Encodings
from solvers.backends.registry import open_session

STATUS = {True: "feasible", False: "infeasible", None: "unknown"}


class CellQuestion(msgspec.Struct, frozen=True):
    """Is there a mapping with `cycles` cycles? `dfg` and `arch` are JSON texts.

    Encodings are None where the solver needs none.
    """

    dfg: str
    arch: str
    contexts: int | None
    transform: Transform
    implied: bool
    cycles: int
    solver: str
    at_most_one: str | None
    at_most_k: str | None
    seed: int


def main() -> int:
    """Answer the question in the file named by the first word; return the exit code."""
    # Engines that print to stdout must not spoil the answer.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        known: dict[str, Any] = {"status": "unknown"}

        def tell(**facts: object) -> None:
            known.update(facts)
            print(json.dumps(known), file=out, flush=True)

        question = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=CellQuestion)
        try:
            _answer(question, tell)
        except InfeasibleError as fact:
            tell(status="infeasible", reason=str(fact))
        except InputError as error:
            print(error, file=sys.stderr)
            return USAGE
    return EXIT[known["status"]]


def _answer(question: CellQuestion, tell: Any) -> None:
    watch = Stopwatch()
    seconds: dict[str, float] = {}

    def end(phase: str) -> dict[str, float]:
        # Rounded parts may be more than the whole.
        seconds[phase] = max(0.0, round(watch.seconds - sum(seconds.values()), 4))
        return seconds

    dfg, arch = dfg_from_json(question.dfg, "DFG"), architecture_from_json(question.arch, "ARCH")
    problem = Problem(dfg, arch, question.contexts, question.transform)
    xyz = build(problem, question.cycles, implied=question.implied)
    encodings = Encodings()
    if question.at_most_one is not None and question.at_most_k is not None:
        encodings = Encodings(question.at_most_one, question.at_most_k)
    session = open_session(question.solver, xyz.constraints, Settings(encodings, question.seed))
    tell(variables=session.variables, rows=session.rows, seconds=end("build"))
    session.load()
    end("load")
    outcome = session.solve()
    facts = {
        "conflicts": outcome.conflicts,
        "seconds": end("solve"),
        "megabytes": round(_peak_megabytes(), 1),
    }
    if outcome.satisfiable:
        try:
            broken = [str(each) for each in check(problem, decode(xyz, outcome.model))]
        except Exception as error:  # an assignment that is none of the model may break anything
            broken = [f"{type(error).__name__}: {' '.join(str(error).split())}"]
        if broken:
            tell(**facts, wrong=True, reason=f"not a mapping: {broken[0]}")
            return
    tell(**facts, status=STATUS[outcome.satisfiable])


def _peak_megabytes() -> float:
    """The peak of this process; short processes end before their memory is sampled."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(main())

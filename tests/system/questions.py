"""Random questions of commands, and the one verdict on each answer.

A problem has a seed, which says what is asked, of what. Mappings go to the checker and the
simulators, bounds to the verifier where there is a certificate, and to naive oracles; the answer is
false where any of these disagrees, or where it is nothing without a limit.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.formats.native_json import architecture_to_json, dfg_to_json
from models.register_files.files import is_memory
from tests.system.commands import CODES, called
from tests.system.judge import Answer, Told, answered, calm, claimed, judged, need
from tests.system.problems import (
    body,
    drawn,
    loop_array,
    loop_problem,
)

TIMED = ("--time-limit", "12", "--json", "--quiet")
MOST = 8
"""Horizons beyond are not put to the oracle."""


@dataclass
class Asking:
    """One problem: its random numbers and its folder."""

    seed: int
    folder: Path

    def __post_init__(self) -> None:
        self.draw = random.Random(f"soak {self.seed}")

    @property
    def proof(self) -> Path:
        """Where its certificate is."""
        return self.folder / "proof"

    def ask(self, module: str, *words: object) -> Answer:
        """Return the answer of a command."""
        done = called(module, words)
        calm(done.stderr)
        if done.returncode == 2 and "no component of limit" in done.stderr:
            return {"status": "unknown", "stopped": "what is drawn is no valid array"}
        last = done.stderr.strip().splitlines()[-1:]
        need(done.returncode in CODES, f"{module}: exit code {done.returncode}: {last}")
        if done.returncode == 30 and not done.stdout and "time limit before" in done.stderr:
            return {"status": "unknown", "stopped": "time limit"}
        answer = answered(done.returncode, done.stdout)
        # A limit, or a heuristic that proves nothing.
        gave_up = answer.get("stopped") or answer.get("reason") or answer.get("method") != "exact"
        need(answer["status"] != "unknown" or gave_up, f"{module}: unknown without a limit")
        return answer

    def files(self, dfg: Dfg, arch: Architecture) -> list[str]:
        """Write graph and array; return their paths."""
        (self.folder / "dfg.json").write_text(dfg_to_json(dfg), encoding="utf-8")
        (self.folder / "arch.json").write_text(architecture_to_json(arch), encoding="utf-8")
        return [str(self.folder / "dfg.json"), str(self.folder / "arch.json")]

    def none(self, problem: Problem, horizons: range, contexts: int | None, said: str) -> None:
        """Have the oracle look for mappings where none is said to be, if the problem is tiny."""
        if len(problem.dfg.operations) > 7 or len(problem.arch.components) > 8:
            return
        told = Told(problem)
        for horizon in horizons:
            there = told.maps(horizon, contexts)
            need(not there, f"{said}, but {horizon} cycles have a mapping")


def tiny(case: Asking) -> str:
    """Any feature of the model: the fewest cycles, or whether one number of cycles will do."""
    return fewest(case, drawn(case.draw))


def fewest(case: Asking, problem: Problem) -> str:
    """Ask for the fewest cycles of a problem, and judge the answer."""
    draw = case.draw
    most = draw.choice((6, MOST, 10))
    one = draw.randint(2, MOST) if draw.random() < 0.2 else None
    asked = ["--max-cycles", most] if one is None else ["--cycles", one]
    asked += ["--certificate", case.proof]
    if problem.transform != "none":
        asked += ["--transform", problem.transform]
    files = case.files(problem.dfg, problem.arch)
    own = [] if problem.contexts is None else ["--contexts", problem.contexts]
    own += ["--jobs", "1", "--seed", draw.randrange(3)]
    answer = case.ask("solvers.min_cycles", *files, *own, *asked, *TIMED)
    status, cycles, lower = answer["status"], answer.get("cycles"), answer.get("lower_bound", 0)
    if status == "unknown":
        return "unknown"
    if status != "infeasible":
        judged(problem, answer["mapping"])
        need(answer["mapping"]["horizon"] == cycles, "the mapping has other cycles")
        need(one in (None, cycles), f"{cycles} cycles instead of {one}")
        need(lower <= cycles, f"{cycles} cycles, but at least {lower}")
        need(status != "optimal" or lower == cycles, f"optimal, but at least {lower}")
        need(status == "optimal" or one or answer["stopped"], "not proven, and yet not stopped")
    claim = claimed(case.proof)
    refuted = range(1, min(lower, MOST + 1))
    if status == "infeasible":
        last = one or most
        refuted = range(last if one else 1, last + 1)
        if claim is not None:
            need(claim["horizon"] is None or claim["horizon"] >= last, "too little is refuted")
    if claim is not None:
        need(claim["value"] == cycles, "the certificate has another value")
        need(claim["lower_bound"] <= max(lower, 1), "the certificate has a higher bound")
    case.none(problem, refuted, problem.contexts, f"{status}, at least {lower}")
    return str(status)


def interval(case: Asking) -> str:
    """The smallest initiation interval of a loop: proven, or by annealing."""
    if case.draw.random() < 0.3:
        return smallest(case, loop_problem(case.draw))
    return smallest(case, Problem(body(case.draw), loop_array(case.draw), 1))


def smallest(case: Asking, problem: Problem) -> str:
    """Ask for the smallest interval of a problem, and judge the answer."""
    draw = case.draw
    dfg, arch = problem.dfg, problem.arch
    method = draw.choice(("exact", "exact", "exact", "sa"))
    words: list[object] = ["--method", method, "--seed", draw.randrange(100)]
    words += ["--movements", 20] if method != "exact" else []
    # Registers without a number, and a shortest schedule, go with counted registers only.
    limited = all(part.capacity is not None or is_memory(arch, part) for part in arch.components)
    if method == "exact" and limited and draw.random() < 0.3:
        words += ["--register-files", draw.choice("own moves static rotating unroll".split())]
    elif method == "exact" and draw.random() < 0.2:
        words.append(draw.choice(("--shortest", "--first")))
    words += ["--certificate", case.proof, *TIMED]
    answer = case.ask("solvers.min_ii", *case.files(dfg, arch), *words)
    status, ii, lower = answer["status"], answer.get("ii"), answer.get("lower_bound", 0)
    if status == "unknown":
        return "unknown"
    last = MOST
    if ii is not None:
        need(answer["mapping"]["contexts"] == ii, "the mapping has another interval")
        judged(problem, answer["mapping"])
        last = answer["mapping"]["horizon"] + 2
        need(lower <= ii, f"II {ii}, but at least {lower}")
        need(status != "optimal" or lower == ii, f"optimal, but at least {lower}")
    else:
        need(lower > answer["max_ii"], f"infeasible, but only up to {lower - 1}")
    claim = claimed(case.proof)
    if claim is not None:
        need(claim["value"] == ii, "the certificate has another value")
        need(claim["lower_bound"] <= lower, "the certificate has a higher bound")
    if lower > 1:
        horizon = min(last, MOST + 3)
        case.none(problem, range(horizon, horizon + 1), lower - 1, f"II at least {lower}")
    return str(status)


KINDS: dict[str, Callable[[Asking], str]] = {
    "min_cycles, tiny": tiny,
    "min_ii": interval,
}

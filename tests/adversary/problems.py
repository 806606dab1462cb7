"""Random problems whose answers are compared with the naive oracle, horizon by horizon."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from models.data.computation import Transform
from models.data.problem import Problem
from solvers.questions.verify.check import check_directory
from solvers.verification.directory import Clock
from tests.adversary.case import need
from tests.adversary.oracle import UndecidedError, feasible

MOST = 8
"""The most cycles that are asked for."""
INTERVALS = 4
SLACK = 3
"""A mapping with a smaller interval is looked for with so many cycles more than the answer's."""
COMMAND = 40
"""Of so many problems one is asked by the command line."""
VERIFY_SECONDS = 20.0
Options = dict[str, Any]


@dataclass
class Told:
    """The oracle's answers to one problem, each of them found once."""

    problem: Problem
    asked: int = 0

    def __post_init__(self) -> None:
        from tests.models.all_orders import every_way

        how = "select" if self.problem.transform == "xbtree" else self.problem.transform
        self.ways = list(every_way(self.problem.dfg, how))
        self.known: dict[tuple[int, int | None], bool | None] = {}

    def maps(self, horizon: int, contexts: int | None) -> bool | None:
        """Whether there is a mapping with so many cycles; None where that took too long."""
        key = horizon, contexts
        if key not in self.known:
            self.asked += 1
            self.known[key] = self._decide(horizon, contexts)
        return self.known[key]

    def _decide(self, horizon: int, contexts: int | None) -> bool | None:
        found: bool | None = False
        for ways in self.ways:
            try:
                if feasible(self.problem.dfg, self.problem.arch, contexts, horizon, ways):
                    return True
            except UndecidedError:
                found = None
        return found

    def require_none(self, horizons: range, contexts: int | None, said: str) -> None:
        """Raise `FalseError` where there is a mapping that is said not to be."""
        for n in horizons:
            need(self.maps(n, contexts) is not True, f"{said}, but {n} cycles have a mapping")


def fewest_cycles(seed: int) -> int:
    """Compare the fewest cycles of a random problem; return the number of the oracle's answers."""
    draw = random.Random(f"fewest cycles {seed}")
    problem = drawn(draw)
    options: Options = {"contexts": problem.contexts, "transform": problem.transform}
    one = draw.random() < 0.25
    horizon = draw.randint(2, MOST)
    options |= {"cycles": horizon} if one else {"max_cycles": MOST}
    options |= {"workers": 1, "seed": draw.randrange(9)}
    if draw.random() < 0.15:
        options["symmetry"] = False
    told = Told(problem)
    with tempfile.TemporaryDirectory(prefix="adversary-") as place:
        proof = Path(place) / "proof"
        answer = _asked("min_cycles", problem, options, proof, draw.random() * COMMAND < 1)
        status, cycles = answer["status"], answer["cycles"]
        lower = answer["lower_bound"]
        contexts = problem.contexts
        if status == "infeasible":
            last = horizon if one else MOST
            first = last if one else 1
            told.require_none(range(first, last + 1), contexts, "infeasible")
        else:
            told.require_none(range(1, min(lower, MOST + 1)), contexts, f"at least {lower}")
        if cycles is not None:
            need(not one or cycles == horizon, f"{cycles} cycles instead of {horizon}")
            need(told.maps(cycles, contexts) is not False, f"{cycles} cycles have no mapping")
            need(lower <= cycles, f"{cycles} cycles, but at least {lower}")
            need(status != "optimal" or lower == cycles, f"optimal, but at least {lower}")
        claim = claimed(proof)
        if claim is not None:
            need(claim["value"] == cycles, "the certificate has another value")
            refuted = range(1, claim["lower_bound"])
            if status == "infeasible" and claim["horizon"] is None:  # with any number
                refuted = range(1, MOST + 1)
            elif status == "infeasible":
                refuted = range(claim["horizon"], claim["horizon"] + 1)
            told.require_none(refuted, contexts, "a certificate")
    return told.asked


def smallest_interval(seed: int) -> int:
    """Compare the smallest initiation interval of a random loop."""
    draw = random.Random(f"smallest interval {seed}")
    from tests.models.random_problems import random_problem
    from tests.models.wide_problems import wide_problem

    make = draw.choice((random_problem, random_problem, wide_problem))
    problem = make(draw.randrange(10**6), draw.randint(1, 3))
    told = Told(problem)
    options = {"max_ii": INTERVALS, "seed": draw.randrange(9), "time_limit": 20}
    with tempfile.TemporaryDirectory(prefix="adversary-") as place:
        proof = Path(place) / "proof"
        answer = _asked("min_ii", problem, options, proof, draw.random() * COMMAND < 1)
        status, interval, lower = answer["status"], answer["ii"], answer["lower_bound"]
        last = MOST
        if interval is not None:
            horizon = answer["mapping"]["horizon"]
            last = horizon + SLACK
            if horizon <= MOST + SLACK:
                need(told.maps(horizon, interval) is not False, f"II {interval}: no mapping")
            need(lower <= interval, f"II {interval}, but at least {lower}")
            need(status != "optimal" or lower == interval, f"optimal, but at least {lower}")
        if status != "unknown":
            for smaller in range(1, min(lower, INTERVALS + 1)):
                said = f"II at least {lower}, with {smaller}"
                # Where results can stay, what is refuted for many cycles is so for fewer.
                most = min(last, MOST + SLACK)
                told.require_none(range(max(1, most - 2), most + 1), smaller, said)
        claim = claimed(proof)
        if claim is not None:
            need(claim["value"] == interval, "the certificate has another value")
            need(claim["lower_bound"] <= lower, "the certificate has a higher bound")
    return told.asked


def drawn(draw: random.Random) -> Problem:
    """A tiny problem: from the generators of the tests, with every feature of the model."""
    from tests.models.random_problems import random_problem
    from tests.models.random_sums import random_sums
    from tests.models.wide_problems import wide_problem

    kind = draw.choice(("plain", "ports", "wide", "wide", "sums", "sums"))
    contexts = draw.choice((None, None, 1, 2, 3))
    seed = draw.randrange(10**6)
    if kind == "sums":
        patterns, ordered = draw.random() < 0.6, draw.random() < 0.4
        hows: tuple[Transform, ...] = (
            "none",
            "enumerate",
            "enumerate",
            "xbtree",
            "select",
            "chain",
        )
        problem = random_sums(
            seed, contexts=contexts, patterns=patterns, ordered=ordered, leaves=draw.choice((3, 4))
        )
        return msgspec.structs.replace(problem, transform=draw.choice(hows))
    if kind == "wide":
        return wide_problem(seed, contexts, ports=draw.random() < 0.3)
    return random_problem(seed, contexts, ports=kind == "ports")


def _asked(
    question: str, problem: Problem, options: Options, proof: Path, command: bool
) -> dict[str, Any]:
    """Ask the package in this process, or, with `command`, as a process of its own."""
    import xyzmap

    if command:
        return by_command(question, problem, options, proof)
    ask: Callable[..., Any] = getattr(xyzmap, question)
    record: dict[str, Any] = ask(problem.dfg, problem.arch, certificate=proof, **options).record
    return record


def by_command(question: str, problem: Problem, options: Options, proof: Path) -> dict[str, Any]:
    """Return what the command prints with `--json`."""
    from archs.formats.arch_json import architecture_to_json
    from models.formats.dfg_json import dfg_to_json

    dfg, arch = proof.parent / "dfg.json", proof.parent / "arch.json"
    dfg.write_text(dfg_to_json(problem.dfg), encoding="utf-8")
    arch.write_text(architecture_to_json(problem.arch), encoding="utf-8")
    words = [sys.executable, "-m", f"solvers.{question}", str(dfg), str(arch), "--json", "--quiet"]
    for name, value in options.items():
        if value is not None:
            word = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
            words.append(f"--{name.replace('_', '-')}={word}")
    words += ["--certificate", str(proof)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 10, 20, 30) or "Traceback" in done.stderr:
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    codes = {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}
    need(codes[found["status"]] == done.returncode, f"{found['status']}, {done.returncode}")
    return found


def claimed(proof: Path) -> dict[str, Any] | None:
    """Return the claim of a certificate, which must be verified; None where there is none."""
    if not (proof / "certificate.json").exists():
        return None
    code, outcome, line = check_directory(str(proof), Clock(VERIFY_SECONDS), lambda _: None)
    need(code in (0, 30), f"a genuine certificate: {outcome}: {line}")
    claim: dict[str, Any] = json.loads((proof / "certificate.json").read_text("utf-8"))
    return claim

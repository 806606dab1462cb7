"""How an answer of the soak is judged: by code that had no part in it.

Mappings go to the checker, to the simulators of mappings and of words, and to the judge of pins;
bounds to `solvers.verify` where there is a certificate, else to a naive model without windows and
bounds (`tests/models`), or to another solver.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from models.data.architecture import Architecture
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from models.formats.mapping_json import mapping_from_json
from models.hardware.realise import Form, difference, realised
from models.hardware.registers import Registers, allocate
from models.judge.checker import check
from models.judge.checker_operations import pins_broken
from models.judge.simulator import enough_iterations, simulate
from tests.soak.run import LostError, Runner, WrongError, ended, forked

VERIFY_SECONDS = 30.0
ORACLE_SECONDS = 5.0
SECOND_SECONDS = 15.0

CHECKED = "checker and simulator"
EXECUTED = "checker, simulator and words"
CERTIFIED = "certificate"
NAIVE = "naive model"
SECOND = "second solver"
BRUTE = "brute force"
UNCHECKED = "bound not re-checked"


def need(true: object, what: str) -> None:
    """Raise `WrongError` unless something is so."""
    if not true:
        raise WrongError(what)


def mapping_of(raw: Any) -> Mapping:
    """Return the mapping of an answer in JSON."""
    return mapping_from_json(json.dumps(raw), "mapping")


def judged(problem: Problem, raw: Any, pins: Pins | None = None, gone: Iterable[str] = ()) -> str:
    """Check and execute a mapping; return the means. `gone` is what it may not use."""
    mapping = mapping_of(raw)
    problem = msgspec.structs.replace(problem, contexts=mapping.contexts)
    violations = check(problem, mapping)
    need(not violations, f"checker: {violations[:1]}")
    report = simulate(problem, mapping, enough_iterations(mapping), seed=11)
    need(report.ok, f"simulator: {report.first_difference}")
    effects = any(problem.dfg.has_effect(x.name) for x in problem.dfg.operations)
    need(report.compared or not (problem.dfg.results or effects), "simulator: compared nothing")
    if pins is not None:
        broken = pins_broken(problem, mapping, pins)
        need(not broken, f"pins: {broken[:1]}")
    used = {x.component for x in mapping.holds} | {x.component for x in mapping.issues}
    used |= {x.path for x in mapping.transfers}
    need(not used & set(gone), f"uses what is forbidden: {sorted(used & set(gone))}")
    return EXECUTED if executed(problem, mapping) else CHECKED


def executed(problem: Problem, mapping: Mapping) -> bool:
    """Execute the configuration words of a legal mapping; whether it has hardware.

    Files whose values may move have registers for every mapping, where there is a number of them.
    """
    made = allocate(problem, mapping, "moves")
    if not isinstance(made, Registers):
        need(all(each.registers is None for each in made), f"registers: {made[0].reason}")
        return False
    try:
        hardware = realised(problem, mapping, Form("moves", width=64, address_bits=6))
        wrong = difference(problem.dfg, hardware.machine, hardware.words, 11, hardware.begins)
    except InputError:  # an operator without a meaning, lanes without a number, …
        return False
    need(wrong is None, f"words: {wrong}")
    return True


def certificate(runner: Runner, folder: Path) -> dict[str, Any] | None:
    """Have `solvers.verify` re-check a certificate, and return its claim.

    None where there is none, or its check has not ended in time.
    """
    if not (folder / "certificate.json").exists():
        return None
    words = ("solvers.verify", str(folder), "--json", "--time-limit", f"{VERIFY_SECONDS:g}")
    done = runner.run(*words, limit=VERIFY_SECONDS, codes=(0, 1, 2, 30))
    found = done.answer
    need(found["outcome"] in ("verified", "unknown"), f"verify: {found['line']}")
    if found["outcome"] == "unknown":
        return None
    claim: dict[str, Any] = json.loads((folder / "certificate.json").read_text("utf-8"))
    return claim


def same(what: str, one: object, two: object) -> None:
    """Raise `WrongError` unless two numbers of one thing are the same."""
    need(one == two, f"{what}: {one}, but {two}")


def oracle(problem: Problem, horizons: Sequence[int]) -> bool | None:
    """Whether the naive model has a mapping at one of these horizons; None: not told in time."""

    def work() -> bool:
        from tests.models.all_orders import every_way
        from tests.models.naive_wide import feasible_wide_by

        return any(
            feasible_wide_by(problem, ways, horizon)
            for horizon in horizons
            for ways in every_way(problem.dfg, problem.transform)
        )

    return decided(work, ORACLE_SECONDS)


def decided(work: Callable[[], bool], limit: float) -> bool | None:
    """Answer a question in a process that is killed when it takes too long."""
    code = ended(forked(lambda: 20 if work() else 21), limit)
    if code is None:
        return None
    if code not in (20, 21):
        raise LostError(f"the oracle ended with {code}")
    return code == 20


def tiny(problem: Problem) -> bool:
    """Whether the naive model is worth trying."""
    return len(problem.dfg.operations) <= 7 and len(problem.arch.components) <= 8


def second_solver(
    runner: Runner, inputs: Sequence[str], contexts: int | None, cycles: int
) -> bool | None:
    """Whether CP-SAT knows a mapping with so many cycles; `inputs` are files and options."""
    own = [] if contexts is None else ["--contexts", str(contexts)]
    words = [*inputs, *own, "--cycles", str(cycles), "--solver", "cp-sat", "--json", "--quiet"]
    limited = [*words, "--time-limit", f"{SECOND_SECONDS:g}"]
    status = runner.run("solvers.min_cycles", *limited, limit=SECOND_SECONDS).answer["status"]
    return None if status == "unknown" else status != "infeasible"


def none_below(
    runner: Runner,
    problem: Problem,
    inputs: Sequence[str],
    horizons: Sequence[int],
    pinned: bool = False,
) -> str:
    """Have others look for mappings at horizons at which none is said to be; return the means."""
    asked = [horizon for horizon in horizons if horizon >= 1]
    if not asked:
        return "nothing below"
    if not pinned and tiny(problem):
        found = oracle(problem, asked)
        need(found is not True, f"the naive model has a mapping at one of {asked} cycles")
        if found is False:
            return NAIVE
    answers = [second_solver(runner, inputs, problem.contexts, horizon) for horizon in asked]
    need(True not in answers, f"CP-SAT has a mapping at one of {asked} cycles")
    return UNCHECKED if None in answers else SECOND


def without_parts(arch: Architecture, left: Architecture) -> set[str]:
    """Return the names of components and paths that the second array does not have."""
    components = arch.component_by_name.keys() - left.component_by_name.keys()
    return components | (arch.path_by_name.keys() - left.path_by_name.keys())

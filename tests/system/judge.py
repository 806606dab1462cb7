"""One verdict on an answer, whatever was done to the command that gave it.

An exit code says what the status says, no traceback is on stderr, files are whole or absent,
certificates hold, and mappings convince the checker and the simulators.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from hardware.model.realise import Form, difference, realised
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.formats.native_json import mapping_from_json
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.register_files.registers import Registers, allocate
from solvers.questions.verify.check import check_directory
from solvers.verification.directory import Clock
from tests.models.all_orders import every_way
from tests.models.naive_model import feasible_by

STATUS = {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}
VERIFY_SECONDS = 30.0
PICTURES = (".svg", ".html")
Answer = dict[str, Any]


class FalseError(Exception):
    """An answer, or a verdict of the verifier, that is not true; the message is one line."""


def need(true: object, what: str) -> None:
    """Raise `FalseError` unless something is so."""
    if not true:
        raise FalseError(what)


def calm(errors: str, lines: int | None = None) -> None:
    """Require a stderr without traceback, and of as many lines as are expected."""
    wrong = ("Traceback" in errors, "Fatal Python" in errors, "Exception ignored" in errors)
    need(not any(wrong), f"a traceback: {errors.strip()[-300:]}")
    need(lines is None or errors.count("\n") == lines, f"not {lines} lines: {errors!r}")


def broken(folder: Path) -> list[str]:
    """Return what is wrong with the files below a folder: unfinished, or not whole."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if not path.is_file():
            continue
        if path.name.startswith(".xyzmap-") and path.name != ".xyzmap-certificate":
            found.append(f"{name} is left")
        elif re.match(r"horizon-.*\.\d+$", path.name):
            found.append(f"{name} is unfinished")
        elif path.suffix == ".json" and not _is_json(path):
            found.append(f"{name} is not whole")
        elif path.suffix in PICTURES:
            text = path.read_text(encoding="utf-8").rstrip()
            if not text.endswith(f"</{path.suffix[1:]}>"):
                found.append(f"{name} is not whole")
    return found


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return True


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def require_whole(folder: Path) -> set[str]:
    """Require that all files are whole and that certificates hold; return their names."""
    need(not (wrong := broken(folder)), "; ".join(wrong))
    for path in folder.rglob("certificate.json"):
        if not path.parent.name.startswith("core-"):
            claimed(path.parent)
    return set(contents(folder))


def claimed(proof: Path) -> Answer | None:
    """Return the claim of a certificate, which must hold; None where there is none."""
    if not (proof / "certificate.json").exists():
        return None
    code, outcome, line = check_directory(str(proof), Clock(VERIFY_SECONDS), lambda _: None)
    need(code in (0, 30), f"the certificate is {outcome}: {line}")
    claim: Answer = json.loads((proof / "certificate.json").read_text("utf-8"))
    return claim


def answered(code: int, text: str) -> Answer:
    """Return the JSON that a command printed, whose status goes with its exit code."""
    try:
        answer: Answer = json.loads(text)
    except ValueError as error:
        raise FalseError(f"no JSON (exit code {code}): {error}") from None
    status = answer.get("status")
    need(STATUS.get(str(status), code) == code, f"'{status}', and exit code {code}")
    return answer


def agree(answer: Answer, cycles: int, what: str) -> None:
    """Compare the status, the cycles and the bound of an answer with a proven optimum."""
    found, low, status = answer.get("cycles"), answer.get("lower_bound"), answer["status"]
    need(status != "infeasible", f"{what}: infeasible")
    need(status != "optimal" or found == cycles, f"{what}: optimal {found} instead of {cycles}")
    need(low is None or low <= cycles, f"{what}: at least {low}, but {cycles} do")
    need(found is None or found >= cycles, f"{what}: {found}, which is less than {cycles}")


class Told:
    """What the naive model of `tests/models` says of a tiny problem, each answer found once.

    It is written from `docs/model.md` alone, and lists all orders of sums.
    """

    def __init__(self, problem: Problem) -> None:
        how = "select" if problem.transform == "xbtree" else problem.transform
        self.problem, self.ways = problem, list(every_way(problem.dfg, how))
        self.known: dict[tuple[int, int | None], bool] = {}

    def maps(self, horizon: int, contexts: int | None) -> bool:
        """Whether there is a mapping with so many cycles."""
        key = horizon, contexts
        if key not in self.known:
            arch, dfg = self.problem.arch, self.problem.dfg
            allowed = contexts is None or contexts <= (arch.max_contexts or contexts)
            asked = Problem(dfg, arch, contexts)
            self.known[key] = (
                allowed
                and horizon > 0
                and any(feasible_by(asked, ways, horizon) for ways in self.ways)
            )
        return self.known[key]


def mapping_of(raw: Any) -> Mapping:
    """Return the mapping of an answer in JSON."""
    return mapping_from_json(json.dumps(raw), "mapping")


def judged(problem: Problem, raw: Any) -> None:
    """Check and execute a mapping, as a graph and as words."""
    mapping = mapping_of(raw)
    problem = msgspec.structs.replace(problem, contexts=mapping.contexts)
    violations = check(problem, mapping)
    need(not violations, f"checker: {violations[:1]}")
    report = simulate(problem, mapping, enough_iterations(mapping), seed=11)
    need(report.ok, f"simulator: {report.first_difference}")
    effects = any(problem.dfg.has_effect(x.name) for x in problem.dfg.operations)
    need(report.compared or not (problem.dfg.results or effects), "simulator: compared nothing")
    _executed(problem, mapping)


def _executed(problem: Problem, mapping: Mapping) -> None:
    """Execute the configuration words of a legal mapping, where hardware is known for it."""
    made = allocate(problem, mapping, "moves")
    if not isinstance(made, Registers):
        need(all(each.registers is None for each in made), f"registers: {made[0].reason}")
        return
    try:
        hardware = realised(problem, mapping, Form("moves", width=64, address_bits=6))
        wrong = difference(problem.dfg, hardware.machine, hardware.words, 11, hardware.begins)
    except InputError:  # an operator without a meaning, lanes without a number, …
        return
    need(wrong is None, f"words: {wrong}")

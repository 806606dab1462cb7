"""One cell of a comparison: one question to one solver, in a process of its own.

The process reads the question as JSON on stdin and writes what it knows as a line of JSON after
each phase; the last line counts.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from solvers.questions.entries import Entry

if TYPE_CHECKING:
    from models.data.problem import Problem
    from models.space_time.constraint_model import ConstraintModel
    from models.space_time.xyz_model import XyzModel

MODULES = (
    "archs.formats.arch_json",
    "models.judge.checker",
    "models.space_time.decode",
    "models.formats.dfg_json",
    "models.space_time.xyz",
)
"""What every cell needs."""

LAZY = {
    "ortools": "ortools.sat.python.cp_model",
    "pyomo": "pyomo.environ",
    "pysat": "pysat.solvers",
}
"""What is slow to import of a package."""

EXHAUSTED = re.compile(
    r"out.of.memory|bad_alloc|cannot allocate|failed to map|memory ?limit", re.IGNORECASE
)
"""How libraries complain of a memory limit."""


@dataclass(frozen=True)
class Question:
    """Is there a mapping with `cycles` cycles? `dfg` and `arch` are JSON texts.

    Without `cycles` the solver gets a model of one clause, which shows whether it works at all.
    """

    dfg: str
    arch: str
    contexts: int | None
    transform: str
    cycles: int | None
    solver: str
    at_most_one: str | None
    at_most_k: str | None
    seed: int
    memory_limit: int | None
    implied: bool = True


def peak_megabytes(pid: int | str) -> float:
    """The kernel's own peak; `ru_maxrss` begins at the size of the process that forked."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> int:
    """Answer the question on stdin."""
    begun = time.perf_counter()
    # Engines that print to stdout must not spoil the answer.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    question = Question(**json.load(sys.stdin))
    cell = _Cell(question, out, begun)
    try:
        _prepare(question)
        cell.run()
    except Exception as error:  # whatever it is, it costs this cell only
        cell.tell(**_failure(error, question.memory_limit))
    return 0


def _prepare(question: Question) -> None:
    """Set the memory limit; die with whoever asks."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if question.memory_limit is not None:
        import resource

        limit = question.memory_limit * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _failure(error: Exception, memory_limit: int | None) -> Entry:
    from models.errors import InfeasibleError, InputError

    line = " ".join(str(error).split())
    if isinstance(error, InfeasibleError):
        return {"status": "UNSAT", "reason": line}
    if isinstance(error, InputError):
        return {"status": "refused", "reason": line}
    if memory_limit is not None and (isinstance(error, MemoryError) or EXHAUSTED.search(line)):
        return {"status": "memory limit", "reason": line or None}
    return {"status": "failed", "reason": f"{type(error).__name__}: {line}"}


class _Cell:
    """A question on its way to an answer."""

    def __init__(self, question: Question, out: TextIO, begun: float) -> None:
        self.question, self.out, self.clock = question, out, begun
        self.known: Entry = {"seconds": {}}

    def tell(self, **facts: object) -> None:
        """Write all that is known, with the peak of memory so far."""
        self.known |= facts
        if "status" in facts:
            self.known |= _memory()
        self.out.write(json.dumps(self.known) + "\n")
        self.out.flush()

    def phase(self, name: str, **facts: object) -> None:
        """End a phase."""
        now = time.perf_counter()
        self.known["seconds"][name] = now - self.clock
        self.tell(**facts)
        self.clock = time.perf_counter()

    def run(self) -> None:
        """Import, build, load, solve, check."""
        question = self.question
        self._import()
        problem, xyz, constraints = self._model()
        from solvers.backends.backend import Settings
        from solvers.backends.cnf import Encodings
        from solvers.backends.registry import open_session

        encodings = Encodings()
        if question.at_most_one is not None and question.at_most_k is not None:
            encodings = Encodings(question.at_most_one, question.at_most_k)
        session = open_session(question.solver, constraints, Settings(encodings, question.seed))
        self.phase("build", variables=session.variables, rows=session.rows)
        session.load()
        self.phase("load")
        outcome = session.solve()
        self.phase("solve", conflicts=outcome.conflicts)
        if not outcome.satisfiable or xyz is None or problem is None:
            words = {True: "SAT", False: "UNSAT", None: "unknown"}
            self.tell(status=words[outcome.satisfiable], reason=None)
            return
        fault = _fault(problem, xyz, outcome.model)
        self.phase("check", status="WRONG" if fault else "SAT", reason=fault)

    def _import(self) -> None:
        """Import what is needed, so that no other phase pays for it."""
        import importlib

        from solvers.backends.registry import chosen

        backend = chosen(self.question.solver).backend
        backend.missing()
        for module in (*MODULES, backend.opens.split(":")[0]):
            importlib.import_module(module)
        if backend.package is not None:
            with suppress(ImportError):  # `open_session` says what is missing
                importlib.import_module(LAZY.get(backend.package, backend.package))
        self.phase("import")

    def _model(self) -> tuple[Problem | None, XyzModel | None, ConstraintModel]:
        import numpy as np

        from archs.formats.arch_json import architecture_from_json
        from models.data.problem import Problem
        from models.formats.dfg_json import dfg_from_json
        from models.space_time.constraint_model import ConstraintModel
        from models.space_time.xyz import build

        question: Any = self.question
        if question.cycles is None:
            tiny = ConstraintModel(variables=2)
            tiny.add_clauses("tiny", np.array([[1, 2]], dtype=np.int32))
            return None, None, tiny
        dfg = dfg_from_json(question.dfg, "DFG")
        arch = architecture_from_json(question.arch, "ARCH")
        problem = Problem(dfg, arch, question.contexts, question.transform)
        xyz = build(problem, question.cycles, implied=question.implied)
        return problem, xyz, xyz.constraints


def _fault(problem: Problem, xyz: XyzModel, true_variables: list[int]) -> str | None:
    """Why what a solver calls a solution is none."""
    from models.judge.checker import check
    from models.space_time.decode import decode

    try:
        broken = check(problem, decode(xyz, true_variables))
    except Exception as error:  # an assignment that is none of the model may break anything
        return f"not a mapping: {type(error).__name__}: {' '.join(str(error).split())}"
    return f"not a mapping: {broken[0]}" if broken else None


def _memory() -> Entry:
    """Peaks of this process, and of its programs where these are known to be larger."""
    import resource

    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    with suppress(OSError):
        own = peak_megabytes("self")
    programs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
    return {"own_megabytes": own, "programs_megabytes": programs if programs > own else 0.0}


if __name__ == "__main__":
    sys.exit(main())

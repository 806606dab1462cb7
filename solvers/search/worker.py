"""One horizon in a process of its own: build the model, solve it, report by messages.

A SAT engine holds the interpreter while it runs and cannot be interrupted, so only a process
can be stopped at any moment. Messages are dictionaries with a `kind`: `built`, `loaded`,
`progress`, and at last `answer` or `failed`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.process.parent import begin_child
from models.process.signals import held_back
from solvers.backends.cnf import Encodings
from solvers.backends.sat import DEFAULT_SOLVER, SECOND_SOLVER, SECOND_WITH_PROOF
from solvers.search.scratch import clear

AUTO = "auto"
"""The default among solvers: SAT, and restricted searches beside it."""

PROPOSAL_SECONDS = 10.0
"""How long heuristics may take the place of the search from above."""

FIXED_PROPOSALS = 20
"""How many proposals heuristics make where nothing may depend on time."""

LARGE_MODEL = 2_000
"""Variables from which on it pays to look for symmetries."""

Chains = int | Literal["open", "exact"]
"""How long chains of transfers may be: so many hops, which leaves some mappings out; or exactly as
long as they may be. Open ones may go in circles, good to refute, and for what happens to have none.
"""

SHORT_CHAIN = 3
"""Hops of a short chain: enough for nearly everything, and few variables."""

Message = dict[str, Any]


@dataclass(frozen=True)
class SolverOptions:
    """How a question is put to a solver; `memory_limit` in MB for each process.

    With `symmetry`, mappings that differ only by a symmetry of the array count as one. `start`
    is a mapping, or a part of one, to start from. With `fixed_effort` nothing depends on time.
    `chains` says how transfers through switches are modelled, one after the other until the
    question is decided. With `race`, these solvers race on every question, and `solver` is the
    first of them. With `objective`, solvers minimise instead of deciding one horizon after the
    other.
    """

    solver: str = DEFAULT_SOLVER
    encodings: Encodings = field(default_factory=Encodings)
    windowed: bool = True
    seed: int = 0
    symmetry: bool = True
    memory_limit: int | None = None
    proof_dir: str | None = None
    start: Mapping | None = None
    fixed_effort: bool = False
    chains: tuple[Chains, ...] = ("open", SHORT_CHAIN, "exact")
    race: tuple[str, ...] = ()
    objective: bool = False
    pins: Pins = field(default_factory=Pins)

    def variant(self, number: int) -> SolverOptions:
        """Return the options of the n-th try on the same horizon: 0 is these themselves.

        In a race it is the n-th solver's turn. Otherwise the others differ in the order of the
        clauses and, every third, in the solver; whatever they find, they may find anywhere:
        symmetries help to refute.
        """
        if self.race:
            turn, place = divmod(number, len(self.race))
            solver = DEFAULT_SOLVER if self.race[place] == AUTO else self.race[place]
            return replace(self, solver=solver, seed=self.seed + turn)._able()
        if number == 0:
            return self._able()
        change = replace(self, seed=self.seed + number, symmetry=False)
        if self.solver == DEFAULT_SOLVER and number % 3 == 1 and not self.encodings.native:
            second = SECOND_SOLVER if self.proof_dir is None else SECOND_WITH_PROOF
            change = replace(change, solver=second)
        return change._able()

    def _able(self) -> SolverOptions:
        """The same without what this solver cannot do."""
        from solvers.backends.registry import chosen

        can = chosen(self.solver).backend.can
        return replace(
            self,
            proof_dir=self.proof_dir if "proof" in can else None,
            start=self.start if "start" in can else None,
        )


@dataclass
class Job:
    """A running process that decides one horizon."""

    horizon: int
    process: BaseProcess
    messages: Connection
    started: float
    variant: int = 0
    solver: str = DEFAULT_SOLVER
    solving_since: float | None = None
    conflicts: int = 0
    variables: int = 0
    clauses: int = 0

    def last_words(self) -> str:
        """Why the process ended without an answer."""
        self.process.join(1)
        code = self.process.exitcode
        if code in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV):
            return f"killed by signal {-code}, probably out of memory"
        return f"exit code {code}"

    def stop(self) -> None:
        """End the process at once."""
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        # What a solver's program has started outlives it; all are in the process's own group.
        if self.process.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.messages.close()
        if self.process.pid is not None:
            clear(self.process.pid)


Task = Callable[[Problem, int, SolverOptions, Connection], None]


def start(
    problem: Problem,
    horizon: int,
    options: SolverOptions,
    variant: int = 0,
    task: Task | None = None,
) -> Job:
    """Start a task, by default `decide`: has `problem` a mapping with `horizon` cycles?"""
    if task is None:
        from solvers.search.decide import decide as task
    # Forking costs nothing and shares the imports; elsewhere it is not safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(  # type: ignore[attr-defined]  # stubs know the base class only
        target=_main, args=(task, problem, horizon, options, sender), daemon=True
    )
    with held_back():
        process.start()
    sender.close()
    return Job(horizon, process, receiver, time.perf_counter(), variant, options.solver)


def _main(
    task: Task, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
) -> None:
    os.setpgid(0, 0)
    begin_child()
    # A solver that runs out of memory writes to stderr by itself; the parent says what happened.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if options.memory_limit is not None:
        import resource

        limit = options.memory_limit * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        task(problem, horizon, options, messages)
    except InfeasibleError as fact:
        messages.send({"kind": "infeasible", "reason": str(fact), "fact": fact.fact})
    except MemoryError:
        messages.send({"kind": "failed", "reason": "out of memory"})
    except BrokenPipeError:
        os._exit(1)
    except Exception as error:  # whatever it is, it costs this answer only
        reason = f"{type(error).__name__}: {error}"
        messages.send({"kind": "failed", "reason": " ".join(reason.split())})


def propose(problem: Problem, horizon: int, options: SolverOptions, messages: Connection) -> None:
    """Send ever shorter mappings from the heuristics, for a limited time; they prove nothing."""
    from heuristics.list_schedule import proposals
    from models.cleanup.prune_unused import prune_unused, trim_horizon

    deadline = time.perf_counter() + PROPOSAL_SECONDS
    best: int | None = None
    for number, proposal in enumerate(proposals(problem, options.seed)):
        mapping = trim_horizon(problem, prune_unused(problem, proposal))
        if best is None or mapping.horizon < best:
            best = mapping.horizon
            messages.send({"kind": "proposal", "mapping": mapping, "by": "list scheduling"})
        enough = number + 1 >= FIXED_PROPOSALS if options.fixed_effort else False
        if enough or (not options.fixed_effort and time.perf_counter() > deadline):
            break
    messages.send({"kind": "finished"})


def refutation_files(horizon: object) -> tuple[str, str, str]:
    """File names of the CNF, its symbols and the proof that refute a horizon."""
    name = f"horizon-{horizon}"
    return f"{name}.cnf", f"{name}.symbols", f"{name}.lrat"


def renamed(written: Sequence[str], name: object) -> tuple[str, str, str]:
    """Give the files of a refutation the names of `refutation_files`; return these.

    Several processes may refute the same, and any may be killed while it writes. So each writes
    files of its own, and who hears of them calls them what they are.
    """
    names = refutation_files(name)
    for old, new in zip(written, names, strict=True):
        os.replace(old, os.path.join(os.path.dirname(old), new))
    return names

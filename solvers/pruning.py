"""Runs a pruning in a process of its own, judges every array it proposes, keeps the smallest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

import msgspec

from models.architecture import Architecture
from models.checker import check
from models.mapping import Mapping
from models.prunable import Kernel, pruned
from models.simulator import enough_iterations, simulate
from solvers.answer import Status
from solvers.prune import Prune, kinds
from solvers.record import SolverFaultError
from solvers.worker import Job, Message, SolverOptions, start

Observer = Callable[[str], None]


@dataclass
class Pruned:
    """The smallest array so far; `counts` and `lower` by kind, the most important kind first.

    `arch` and `mappings` are what every kernel runs on and how; None before the first one.
    """

    kernels: tuple[Kernel, ...]
    status: Status = "unknown"
    arch: Architecture | None = None
    gone: tuple[str, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    lower: dict[str, int] = field(default_factory=dict)
    stopped: str | None = None
    calls: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


class Pruning:
    """One run; `answer` is valid whenever it is looked at."""

    def __init__(
        self,
        kernels: tuple[Kernel, ...],
        task: Prune,
        options: SolverOptions,
        observer: Observer | None = None,
    ) -> None:
        self.answer = Pruned(kernels)
        self._task, self._options = task, options
        self._tell = observer or (lambda line: None)

    def run(self) -> Pruned:
        """Prune until the minimum is proven, or until `Stop` is raised by a signal."""
        first = self.answer.kernels[0]
        clock = time.perf_counter()
        job = start(first.problem, first.horizon, self._options, task=self._task)
        try:
            while self._listen(job):
                pass
        except KeyboardInterrupt as stop:
            self.answer.stopped = str(stop) or "interrupted"
        finally:
            job.stop()
            self.answer.seconds["total"] = time.perf_counter() - clock
        return self.answer

    def _listen(self, job: Job) -> bool:
        wait([job.messages])
        try:
            message: Message = job.messages.recv()
        except (EOFError, OSError):
            message = {"kind": "failed", "reason": job.last_words()}
        kind = message["kind"]
        if kind in ("removed", "needed"):
            self._tell(f"{message['name']}: {kind}")
        elif kind == "array":
            self._accept(message["gone"], message["mappings"])
        elif kind == "bound":
            self.answer.lower[message["of"]] = message["lower"]
            self._tell(f"no fewer than {message['lower']} {message['of']}")
        elif kind != "built":
            self._end(message)
            return False
        return True

    def _end(self, message: dict[str, Any]) -> None:
        answer = self.answer
        if message["kind"] == "failed":
            answer.stopped = f"solver process failed: {message['reason']}"
        elif message["kind"] in ("none", "infeasible"):
            answer.status = "infeasible"
        elif self._task.exact:
            answer.status = "optimal"
        if message["kind"] in ("none", "done"):
            answer.calls = message["calls"]
            answer.seconds |= {name: message[name] for name in ("solve", "greedy")}

    def _accept(self, gone: frozenset[str], found: list[Mapping]) -> None:
        """Judge an array by mapping every kernel onto it, and keep it when it is smaller."""
        answer = self.answer
        arch = pruned(answer.kernels[0].problem.arch, gone)
        mappings = []
        for kernel, mapping in zip(answer.kernels, found, strict=True):
            problem = msgspec.structs.replace(kernel.problem, arch=arch)
            moved = msgspec.structs.replace(mapping, architecture=arch.name)
            faults = check(problem, moved)
            if faults:
                raise SolverFaultError(f"the checker rejects a pruned array: {faults[0]}")
            report = simulate(problem, moved, enough_iterations(moved))
            if not report.ok:
                raise SolverFaultError(f"the simulator disagrees: {report.first_difference}")
            mappings.append(moved)
        counts = {kind: len(names) for kind, names in kinds(arch).items()}
        if answer.arch is None or list(counts.values()) < list(answer.counts.values()):
            answer.arch, answer.mappings, answer.counts = arch, tuple(mappings), counts
            answer.gone, answer.status = tuple(sorted(gone)), "feasible"
            shown = ", ".join(f"{number} {kind}" for kind, number in counts.items())
            self._tell(f"left: {shown}")

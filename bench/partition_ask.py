"""Asks `heuristics.partition` for a partition: whole processes, by method and seed."""

from __future__ import annotations

from dataclasses import dataclass

from bench.asker import Asker, Run
from bench.page import versions
from bench.partition_sets import Kernel, installed
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry

PACKAGES = ("optuna", "ortools", "pymetis")
"""What methods need, each its own."""

MAX_II = 16
"""The context memory, unless a page says otherwise."""


@dataclass(frozen=True)
class Method:
    """A way to ask: the command's options, the packages they need, and whether seeds differ."""

    name: str
    words: tuple[str, ...]
    packages: tuple[str, ...] = ()
    seeded: bool = False
    about: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that are not installed."""
        return tuple(package for package in self.packages if not installed(package))


@dataclass(frozen=True)
class Partitioner:
    """Asks with a time limit; `trials` are those of bopart and nsga2 for each cut."""

    asker: Asker
    limit: float
    trials: int = 300

    def ask(self, kernel: Kernel, method: Method, seed: int = 0, max_ii: int = MAX_II) -> Entry:
        """Return what is found, with the wall time of the process."""
        words = ["heuristics.partition", "{dfg}", kernel.arch, "--max-ii", str(max_ii)]
        words += [*method.words, "--seed", str(seed), "--time-limit", f"{self.limit:g}"]
        words += ["--trials", str(self.trials)] * method.seeded + ["--json", "--quiet"]
        files = {"dfg": dfg_to_json(kernel.dfg())}
        return self.asker.ask(words, files, _kept, key={"packages": versions(*PACKAGES)})


def _kept(done: Run, _: object) -> Entry:
    names = ("status", "bound", "bound_reason", "by", "extra", "cut", "compared", "stopped")
    intervals = [part["ii"] for part in done.answer["parts"]]
    return done.entry(*names) | {"total": done.answer["total_ii"], "intervals": intervals}

"""Asks `heuristics.partition` for a partition: whole processes, by method and seed."""

from __future__ import annotations

from dataclasses import dataclass

from bench.asker import Asker, Run, run, written
from bench.counted import COUNTED
from bench.partition_sets import Kernel, installed
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry, digest

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


def missing(asker: Asker, method: Method) -> list[str]:
    """Return the packages of a method that were not installed where it was measured."""

    def found() -> Entry:
        return {package: installed(package) for package in method.packages}

    key: dict[str, object] = {"method": method.name, "packages": method.packages}
    there = asker.entry(key, found, lambda there: all(there.values()))
    return [package for package in method.packages if not there[package]]


@dataclass(frozen=True)
class Partitioner:
    """Asks with a time limit; `trials` are those of bopart and nsga2 for each cut."""

    asker: Asker
    limit: float
    trials: int = 300

    def ask(self, kernel: Kernel, method: Method, seed: int = 0, max_ii: int = MAX_II) -> Entry:
        """Return what is found, with the wall time of the process."""
        words = ["heuristics.partition", "{dfg}", kernel.arch, "--max-ii", str(max_ii)]
        words += [*COUNTED, *method.words, "--seed", str(seed), "--time-limit", f"{self.limit:g}"]
        words += ["--trials", str(self.trials)] * method.seeded + ["--json", "--quiet"]

        def measure() -> Entry:
            dfg = kernel.dfg()
            text = dfg_to_json(dfg)
            # Without other people's graphs a page is made of rows all the same: no part of the key.
            of = {"operations": len(dfg.operations), "dfg": digest(text)}
            with written({"dfg": text}) as filled:
                return {**of, **_kept(run(*map(filled, words)))}

        return self.asker.entry({"words": " ".join(words), "graph": kernel.name}, measure)


def _kept(done: Run) -> Entry:
    names = ("status", "bound", "bound_reason", "by", "extra", "cut", "compared", "stopped")
    intervals = [part["ii"] for part in done.answer["parts"]]
    return done.entry(*names) | {"total": done.answer["total_ii"], "intervals": intervals}

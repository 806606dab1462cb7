"""One problem of the soak: its random numbers, its folder, its files, and how it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from archs.formats.arch_json import architecture_to_json
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from tests.soak.run import LostError, Runner

LIMIT = 12.0
"""Seconds that a command is given."""


@dataclass
class Verdict:
    """A true answer, and what has confirmed it."""

    status: str
    means: list[str] = field(default_factory=list)


@dataclass
class Case:
    """Problem number `seed`. `draw` and all that comes of it depend on the number alone."""

    seed: int
    runner: Runner

    def __post_init__(self) -> None:
        self.draw = random.Random(f"soak {self.seed}")

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return self.runner.folder

    def path(self, name: str) -> str:
        """Return the path of a file of it."""
        return str(self.folder / name)

    def files(self, dfg: Dfg, arch: Architecture) -> list[str]:
        """Write graph and array; return their paths."""
        (self.folder / "dfg.json").write_text(dfg_to_json(dfg), encoding="utf-8")
        (self.folder / "arch.json").write_text(architecture_to_json(arch), encoding="utf-8")
        return [self.path("dfg.json"), self.path("arch.json")]


Question = Callable[[Case], Verdict]


def unknown(answer: dict[str, object], code: int) -> Verdict:
    """Return an answer of nothing. Raises `LostError` unless a limit was reached."""
    if not answer.get("stopped"):
        raise LostError(f"unknown (exit code {code}) without a limit")
    return Verdict("unknown")

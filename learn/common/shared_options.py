"""Options that several commands of learning have."""

from __future__ import annotations

import os
from dataclasses import dataclass

from shell.options import Options, file, jobs, json_flag
from shell.packages import require_installed


@dataclass(frozen=True, kw_only=True)
class JobsOptions(Options):
    """The number of worker processes."""

    jobs: int = jobs(os.cpu_count() or 1)


@dataclass(frozen=True, kw_only=True)
class TorchOptions(Options):
    """Options of a command that trains."""

    def require_packages(self) -> None:
        """Raise `InputError` without torch."""
        require_installed("training", "learn", "torch", "torch_geometric")


@dataclass(frozen=True, kw_only=True)
class WeightsOptions(Options):
    """The trained networks, and the format of their output."""

    weights: str | None = file("trained weights (default: the shipped ones)", "input file")
    json: bool = json_flag()

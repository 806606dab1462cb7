"""Runs `prune_arch` as users do, on problems that tests make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from archs.formats.arch_json import architecture_to_json
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from solvers.prune_arch import main
from tests.solvers.command_line import called


def files(folder: Path, arch: Architecture, *dfgs: Dfg) -> list[str]:
    """Write kernels and an array; return the arguments that name them."""
    names = []
    for number, dfg in enumerate(dfgs):
        names.append(folder / f"dfg{number}.json")
        names[-1].write_text(dfg_to_json(dfg))
    names.append(folder / "arch.json")
    names[-1].write_text(architecture_to_json(arch))
    return [str(name) for name in names]


def ring_files(folder: Path) -> list[str]:
    """The example of three elements."""
    dfg, arch = ring(3, "operator")
    return files(folder, arch, dfg)


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit code and both streams of the command, in this process."""
    return called(main, capsys, *arguments)

"""Runs `prune_arch` and `trade_off` as users do, on problems that tests make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.native_json import architecture_to_json, dfg_to_json
from pruning import __main__ as prune_arch
from pruning.trade_off import __main__ as trade_off
from tests.solvers.command_line import answered, called


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
    """Exit code and both streams of `prune_arch`, in this process."""
    return called(prune_arch.main, capsys, *arguments)


def traded(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit code and both streams of `trade_off`."""
    return called(trade_off.main, capsys, *arguments)


def curve(capsys: Any, *arguments: str) -> dict[str, Any]:
    """The JSON of `trade_off`."""
    code, found = answered(trade_off.main, capsys, *arguments)
    assert code == 0
    return found

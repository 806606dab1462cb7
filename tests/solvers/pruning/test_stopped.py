"""Ends that come early: the best answer is kept, and nothing unproven is claimed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from solvers.prune_arch import main as prune
from tests.solvers.pruning.commands import files


def test_interrupted_while_symmetries_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that a signal which a function in C makes an error of its own of ends the command."""
    from igraph import Graph

    def ended(graph: Graph, **options: Any) -> list[list[int]]:
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt as stop:
            raise SystemError("returned a result with an exception set") from stop
        return []

    monkeypatch.setattr(Graph, "automorphism_group", ended)
    dfg, arch = ring(3, "operator")
    code = prune([*files(tmp_path, arch, dfg), "--cycles", "8", "--quiet"])
    said = capsys.readouterr()
    assert code in (10, 30) and "interrupted" in said.out + said.err

"""The command from its files to what it writes."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Wire
from models.data.problem import Problem
from solvers.search.answer import Question
from solvers.search.cycles import search
from tests.solvers.pruning.commands import files, ring_files, run


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


def test_contexts_first(inputs: list[str], capsys: Any) -> None:
    """Tests that contexts are as few as they can be, before anything is removed."""
    words = (*inputs, "--cycles", "8", "--contexts", "4", "--minimise", "contexts,paths")
    code, out, _ = run(capsys, *words, "--json", "--quiet")
    record = json.loads(out)
    (kernel,) = record["kernels"]
    dfg, arch = ring(3, "operator")
    assert (code, list(record["counts"])) == (0, ["paths"])
    for contexts in range(1, 5):
        found = search(Question(Problem(dfg, arch, contexts), cycles=8))
        assert (found.cycles is not None) == (contexts >= kernel["contexts"])


def test_numbers_as_names(tmp_path: Path, capsys: Any) -> None:
    """Tests that the weight of a component is not that of a unit of the same name."""
    parts = (
        Component("ext", initial="all", holds_intermediates=False),
        Component("1", issue=1, capacity=2),
        Component("2", issue=1, capacity=2),
    )
    ends = [("ext", "1"), ("ext", "2"), ("1", "ext"), ("2", "ext")]
    paths = tuple(Wire(f"p{a}{b}", (a,), (b,), 1) for a, b in ends)
    given = files(tmp_path, Architecture("few", parts, paths, "ext"), ring(2)[0])
    cost = "registers=1,registers:1=5,elements=0"
    code, out, _ = run(capsys, *given, "--cycles", "9", "--cost", cost, "--json", "--quiet")
    record = json.loads(out)
    left = {part["name"]: part.get("capacity") for part in record["left"]["components"]}
    price = 5 * (left.get("1") or 0) + (left.get("2") or 0)
    assert (code, record["cost"]) == (0, price)


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
    code, out, err = run(capsys, *ring_files(tmp_path), "--cycles", "8", "--quiet")
    assert code in (10, 30) and "interrupted" in out + err


def test_text_array_is_read_as_it_was_written(tmp_path: Path, capsys: Any) -> None:
    """Tests that registers, which the text format leaves to its user, are told to the reader."""
    words = ["--cycles", "9", "--minimise", "registers", "--quiet"]
    words += ["--architecture", str(tmp_path / "left.txt")]
    code, text, _ = run(capsys, *ring_files(tmp_path), *words)
    registers = int(text.split("needs ")[1].split()[0])
    assert code == 0 and f"read with --registers {registers // 3} --units 1" in text

"""Ends that come early: the best answer is kept, and nothing unproven is claimed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from examples.ring import ring
from models.data.problem import Problem
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from solvers.prune_arch import main as prune
from solvers.verify import main as verify
from tests.solvers.command_line import gone
from tests.solvers.pruning.commands import begin, files, ring_files


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Inputs that take some seconds, with a first answer within one."""
    dfg, arch = ring(4, "operator")
    return [*files(tmp_path_factory.mktemp("slow"), arch, dfg), "--cycles", "9"]


def heard(process: subprocess.Popen[str], word: str) -> None:
    """Read progress until a line has a word in it."""
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return
    raise AssertionError(f"no '{word}'")


def children(leader: int) -> list[int]:
    """The processes of a session that are alive, but for the first."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != leader:
            try:
                if os.getsid(int(entry.name)) == leader:
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def checked(out: str) -> dict[str, Any]:
    """The answer, with its mappings checked on what is left, where there is any."""
    record: dict[str, Any] = json.loads(out)
    if record["left"] is not None:
        left = architecture_from_json(json.dumps(record["left"]), "left")
        size = int(record["kernels"][0]["dfg"].removeprefix("ring"))
        mapping = mapping_from_json(json.dumps(record["mappings"][0]), "mapping")
        assert check(Problem(ring(size, "operator")[0], left), mapping) == []
    return record


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("word", ["as asked for", "left:", ": needed"])
def test_interrupted(slow: list[str], number: int, word: str) -> None:
    """Tests that a signal at any moment keeps the answer so far, and leaves no processes."""
    process = begin(*slow, "--json", "--minimise", "registers,paths")
    heard(process, word)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert all(gone(child) for child in children(process.pid))
    if word == "as asked for" and process.returncode == 30:
        # There is nothing to keep before the first array.
        assert "interrupted" in out + err
        return
    record = checked(out)
    assert (record["status"], record["stopped"]) == ("feasible", "interrupted")
    assert process.returncode == 10


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


@pytest.mark.process
def test_killed_engine(slow: list[str]) -> None:
    """Tests that the best answer is kept when the process with the engines is killed."""
    process = begin(*slow, "--json", "--minimise", "registers,paths")
    heard(process, "left:")
    for child in children(process.pid):
        os.kill(child, signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert process.returncode == 10, err
    record = checked(out)
    assert record["status"] == "feasible"
    assert record["stopped"].startswith("solver process failed")


@pytest.mark.process
def test_interrupted_certificate(tmp_path: Path) -> None:
    """Tests that half a certificate is none, and the answer is printed with the reason."""
    place = tmp_path / "proof"
    given = ring_files(tmp_path)
    words = ("--cycles", "9", "--minimise", "registers,paths", "--certificate", str(place))
    process = begin(*given, *words, "--json")
    heard(process, "certificate: core 1 of")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    record = checked(out)
    assert (process.returncode, record["status"]) == (0, "optimal")
    assert record["certificate"] == "certificate: not written (interrupted)"
    assert not (place / "certificate.json").exists()
    assert verify([str(place)]) == 2
    assert all(gone(child) for child in children(process.pid))

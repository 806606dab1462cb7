"""Certificates of minima that `prune_arch` writes are verified; and its other answers."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component, Support
from models.data.architecture import Path as Wire
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.formats.native_json import architecture_from_json, mapping_from_json
from models.igraph_import import graph_base
from models.symmetry import automorphisms
from pruning import __main__ as prune_arch
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.verify import main as verify
from tests.models.mappings import ADD, memory, operation
from tests.pruning.commands import files, ring_files, run
from tests.solvers.command_line import answered

CASES = {
    "places": ["--cycles", "8"],
    "cost": ["--cycles", "8", "--cost", "elements=3,paths=2,registers=1/2,paths:pe0->pe1=7"],
    "kept": ["--cycles", "9", "--minimise", "registers,operators,units", "--keep", "pe1"],
    "two": ["--cycles", "8,9", "--minimise", "paths,elements"],
    "greedy": ["--cycles", "8", "--method", "greedy"],
    "pipelined": ["--cycles", "8", "--contexts", "4", "--minimise", "contexts,elements,paths"],
}
Record = dict[str, Any]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture
def folder(originals: Path, tmp_path: Path, capsys: Any) -> Callable[[str], Path]:
    """Make a certificate once, and return a copy of it."""

    def copy(name: str) -> Path:
        made = originals / name
        if not made.exists():
            dfg, arch = ring(3, "operator")
            both = (dfg, ring(2, "operator")[0]) if name == "two" else (dfg,)
            (originals / f"in-{name}").mkdir()
            given = files(originals / f"in-{name}", arch, *both)
            code, _, err = run(capsys, *given, *CASES[name], "--certificate", str(made), "--quiet")
            assert (code, err) == (10 if name == "greedy" else 0, "")
        return Path(shutil.copytree(made, tmp_path / name))

    return copy


def change(folder: Path, file: str, how: Callable[[Record], object]) -> None:
    record = json.loads((folder / file).read_text())
    how(record)
    (folder / file).write_text(json.dumps(record))


def refused(folder: Path, capsys: Any, word: str, code: int = 1) -> None:
    """Fail unless the certificate is rejected in one line, which has a word in it."""
    capsys.readouterr()
    assert verify([str(folder)]) == code
    out, err = capsys.readouterr()
    line = (out.splitlines() if code == 1 else err.splitlines())[-1]
    assert line.startswith("rejected: " if code == 1 else "error: ")
    assert word in line, line
    assert err.count("\n") == (code == 2)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", CASES)
def test_verified(folder: Callable[[str], Path], name: str, capsys: Any) -> None:
    """Tests that what is corrupted below is sound to begin with."""
    made = folder(name)
    assert verify([str(made)]) == 0
    cores = json.loads((made / "certificate.json").read_text())["cores"]
    assert bool(cores) == (name != "greedy")


def test_core_of_a_slow_recurrence(tmp_path: Path, capsys: Any) -> None:
    """Tests a core that only a recurrence explains, which takes too long on what is left."""
    dfg = Dfg("sum", (ADD,), ("a",), (operation("s", "+", "a", "s@1"),), ("s",))
    parts = [Component(f"pe{n}", issue=1, ops=(Support("+", n + 1),)) for n in range(2)]
    paths = [Wire(f"in{n}", ("ext",), (f"pe{n}",), 1) for n in range(2)]
    paths += [Wire(f"out{n}", (f"pe{n}",), ("ext",), 1) for n in range(2)]
    arch = Architecture("uneven", (memory(), *parts), tuple(paths), "ext")
    place = tmp_path / "place"
    words = (*files(tmp_path, arch, dfg), "--contexts", "1", "--certificate", str(place))
    code, record = answered(prune_arch.main, capsys, *words, "--minimise", "elements")
    assert (code, record["counts"]) == (0, {"elements": 1})
    assert record["certificate"].startswith("certificate: 1 core")
    core = json.loads((place / "core-0" / "certificate.json").read_text())
    assert (core["horizon"], core["reason"]["type"]) == (None, "recurrence")
    assert verify([str(place)]) == 0
    change(place / "core-0", "certificate.json", lambda r: r["reason"].update(cycles=[3]))
    refused(place, capsys, "not only 3")


def test_core_that_is_all_there_is(tmp_path: Path, capsys: Any) -> None:
    """Tests a core without which there is no component, and so no array to refute."""
    put = Operator("put", 1, effect=True)
    dfg = Dfg("store", (put,), ("a",), (operation("s", "put", "a"),))
    parts = tuple(Component(f"pe{n}", issue=1, initial="all") for n in range(2))
    given = files(tmp_path, Architecture("alone", parts, ()), dfg)
    place = tmp_path / "place"
    code, record = answered(prune_arch.main, capsys, *given, "--certificate", str(place))
    assert (code, record["counts"]["elements"]) == (0, 1)
    assert record["certificate"].startswith("certificate: 1 core")
    assert verify([str(place)]) == 0
    change(place, "certificate.json", lambda r: r["cores"][0]["features"].pop())
    refused(place, capsys, "leaves components")


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


def test_contexts_first(inputs: list[str], capsys: Any) -> None:
    """Tests that contexts are as few as they can be, before anything is removed."""
    words = (*inputs, "--cycles", "8", "--contexts", "4", "--minimise", "contexts,paths")
    code, record = answered(prune_arch.main, capsys, *words)
    (kernel,) = record["kernels"]
    dfg, arch = ring(3, "operator")
    assert (code, list(record["counts"])) == (0, ["paths"])
    for contexts in range(1, 5):
        found = search(CyclesQuestion(Problem(dfg, arch, contexts), cycles=8))
        assert (found.cycles is not None) == (contexts >= kernel["contexts"])


def test_interrupted_while_symmetries_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that a signal in the middle of a function in C ends the command."""

    def ended(graph: object, **options: Any) -> list[list[int]]:
        signal.raise_signal(signal.SIGTERM)
        return []

    ending = type("Ending", (graph_base(),), {"automorphism_group": ended})
    monkeypatch.setattr(automorphisms, "graph_base", lambda: ending)
    code, out, err = run(capsys, *ring_files(tmp_path), "--cycles", "8", "--quiet")
    assert code in (10, 30) and "interrupted" in out + err


@pytest.mark.guests
def test_the_array_is_mapped_onto_as_it_was_written(tmp_path: Path, capsys: Any) -> None:
    """Tests the files of `--out`: the array that is left, and the mapping of the kernel."""
    left = tmp_path / "left"
    words = ["--cycles", "9", "--minimise", "registers", "--quiet", "--out", str(left)]
    code, text, _ = run(capsys, *ring_files(tmp_path), *words)
    assert code == 0 and "every kernel is mapped anew onto the array as it was written" in text
    array = architecture_from_json((left / "array.json").read_bytes(), "array.json")
    registers = sum(part.capacity or 0 for part in array.components if part.issue)
    assert f"needs {registers} registers" in text
    (mapping,) = left.glob("*.mapping.json")
    assert mapping_from_json(mapping.read_bytes(), str(mapping)).architecture == array.name

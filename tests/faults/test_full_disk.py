"""Disks that are full: one line, the answer all the same, and nothing lost that was there."""

from __future__ import annotations

import errno
import io
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_to_json
from examples.filters import dot
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.formats.text_files import write_bytes
from tests.faults.runs import KINDS, filled, require_calm, run, write_inputs
from tests.solvers.test_min_ii import loop


def small_files() -> None:
    """Let this process write files of up to 300 bytes; signals do not tell."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost(tmp_path: Path, kind: str) -> None:
    write_inputs(tmp_path)
    command, folder = KINDS[kind], tmp_path / "out"
    folder.mkdir()
    names = [name for option, name in command.files if option not in ("--certificate", "--out")]
    for name in names:
        (folder / name).write_text("old")
    words = [*filled(command.small, tmp_path), *command.outputs(folder), "--quiet"]
    done = run(command.words(*words), preexec_fn=small_files)
    require_calm(done)
    assert done.returncode == 2
    assert done.stdout.startswith(("optimal", "feasible")), done.stdout
    lines = done.stderr.splitlines()
    assert lines and all("cannot write" in line for line in lines), done.stderr
    assert [(folder / name).read_text() for name in names] == ["old"] * len(names)
    assert not [path for path in folder.rglob("*") if path.name.startswith(".")]
    assert not (folder / "proof" / "certificate.json").exists()


class Full(io.BytesIO):
    """A file whose second half does not fit."""

    def write(self, data: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_writer_leaves_no_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    monkeypatch.setattr("builtins.open", lambda *arguments, **options: Full())
    for path in (old, new):
        with pytest.raises(InputError, match=f"{path}: cannot write: No space left on device"):
            write_bytes(str(path), b"new")
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert old.read_bytes() == b"old"


def test_an_interrupted_writer_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(str(path), b"new")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"old": b"old"}


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_bytes(str(link), b"new")
    assert link.is_symlink()
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"new", 0o640)
    before = os.umask(0o027)
    try:
        write_bytes(str(tmp_path / "fresh"), b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o640


@pytest.mark.process
def test_what_is_compiled_may_not_fit(tmp_path: Path) -> None:
    """Tests that inner loops that cannot be kept are compiled, and cost neither answer nor line."""
    command = KINDS["streaming"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    words = command.words(*command.small, "--quiet")
    done = run(words, preexec_fn=small_files, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("optimal")
    assert not [
        path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size > 300
    ]


@pytest.mark.parametrize("question", ["min_cycles", "min_ii"])
def test_a_proof_that_does_not_fit_costs_no_refutation(tmp_path: Path, question: str) -> None:
    """Tests that bounds by solvers are the same, and that the certificate claims no more."""
    folder = tmp_path / "proof"
    graph = tmp_path / "dfg.json"
    if question == "min_cycles":
        graph.write_text(dfg_to_json(dot(4)[0]))
        words, found = [str(graph), "mesh:2x2,registers=1"], "8 cycles and no fewer"
    else:
        problem = loop(14)
        graph.write_text(dfg_to_json(problem.dfg))
        (tmp_path / "arch.json").write_text(architecture_to_json(problem.arch))
        words, found = [str(graph), str(tmp_path / "arch.json"), "--max-ii", "4"], "optimal"
    words = ["-m", f"solvers.{question}", *words, "--quiet", "--certificate", str(folder)]
    done = run([sys.executable, *words], preexec_fn=small_files)
    require_calm(done)
    assert found in done.stdout, done.stdout + done.stderr
    assert not list(folder.glob("horizon-*"))

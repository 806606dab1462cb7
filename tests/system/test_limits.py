"""Little memory, full disks, few files, unusable folders, killed solvers: nothing false is said.

Whatever a command lacks, its answer agrees with the one that it gives undisturbed.
"""

from __future__ import annotations

import errno
import io
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from examples.filters import dot
from models.errors import InputError
from models.formats.native_json import dfg_to_json
from models.formats.text_files import write_bytes
from tests.system.cases import CASES, write_inputs
from tests.system.commands import alive, begin, end, kill, left_behind, python, run, until
from tests.system.judge import agree, answered, broken, calm, contents, need

MAPPERS = ("min_cycles", "min_ii", "streaming", "partition")
MEGABYTE = 1 << 20
NO_THREAD_DATA = 127
CYCLES = 10
"""What the ring of four needs."""
QUIET = {"OPENBLAS_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder, MAPPERS)
    return folder


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", MAPPERS)
def test_a_full_disk_loses_nothing(name: str, inputs: Path, tmp_path: Path) -> None:
    words = CASES[name].command(inputs, tmp_path, "--quiet")
    # A mapping of the streaming engine fits, and a partition has a folder.
    mapped = ["mapping.json"] if name in ("min_cycles", "min_ii") else []
    files = ["p.svg", "p.html", *mapped]
    for file in files:
        (tmp_path / file).write_text("old")
    done = run(words, file_size=300)
    calm(done.stderr)
    assert done.returncode == 2
    assert done.stdout.startswith(("optimal", "feasible")), done.stdout
    lines = done.stderr.splitlines()
    assert lines and all("cannot write" in line for line in lines), done.stderr
    assert [(tmp_path / file).read_text() for file in files] == ["old"] * len(files)
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]
    assert not (tmp_path / "proof" / "certificate.json").exists()


@pytest.mark.process
def test_a_proof_that_does_not_fit_costs_no_refutation(tmp_path: Path) -> None:
    """Tests that bounds by solvers are the same, and that the certificate claims no more."""
    graph = tmp_path / "dfg.json"
    graph.write_text(dfg_to_json(dot(4)[0]))
    words = [graph, "mesh:2x2,registers=1", "--quiet", "--certificate", tmp_path / "proof"]
    done = run(python("solvers.min_cycles", *words), file_size=300)
    calm(done.stderr)
    assert "8 cycles and no fewer" in done.stdout, done.stdout + done.stderr
    assert not list((tmp_path / "proof").glob("horizon-*"))


class Full(io.BytesIO):
    """A file that does not fit."""

    def write(self, data: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_writer_leaves_no_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a disk that is full, and an interruption before the new file takes its place."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", lambda *arguments, **options: Full())
        for path in (old, new):
            with pytest.raises(InputError, match=f"{path}: cannot write: No space left on device"):
                write_bytes(str(path), b"new")
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(str(old), b"new")
    assert contents(tmp_path) == {"old": b"old"}


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


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("name", "megabytes"),
    [("min_cycles", 300), ("min_ii", 400), ("streaming", 400), ("partition", 600)],
)
def test_little_memory(name: str, megabytes: int, inputs: Path) -> None:
    """Tests that a command says so, and never that something cannot be.

    Libraries of the streaming engine's search crash where memory is refused, or at the end.
    """
    words = python(CASES[name].module, *CASES[name].words(inputs, hard=True), "--time-limit=5")
    done = run([*words, "--quiet"], memory=megabytes * MEGABYTE, env=QUIET)
    assert "infeasible" not in done.stdout
    if done.returncode == NO_THREAD_DATA:
        # The C library ends a process that has no room for a library's data of a thread.
        assert "cannot allocate memory" in done.stderr
        return
    assert done.returncode in (0, 10, 30), (done.stdout, done.stderr)
    calm(done.stderr)
    said = done.stdout + done.stderr
    assert done.returncode == 0 or any(word in said for word in ("memory", "stopped: ", "limit"))


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    "lacks", ["8 files", "20 files", "no folder", "a file", "/dev/full", "/proc/self"]
)
def test_an_answer_without_what_it_needs(lacks: str, tmp_path: Path) -> None:
    """Tests few open files, and folders that nothing can be written to."""
    count = lacks.partition(" ")[0]
    handles = int(count) if lacks.endswith("files") else None
    out = tmp_path / "out"
    if lacks == "a file":
        out.write_text("taken")
    elif lacks.startswith("/"):
        out.symlink_to(lacks)
    elif handles is not None:
        out.mkdir()
    words = CASES["min_cycles"].command(tmp_path, out, "--json", "--quiet")
    process = begin(words, handles=handles, env=QUIET)
    done = end(process)
    calm(done.stderr)
    assert left_behind(process.pid) == []
    assert done.returncode in (0, 2, 10, 30), done.stderr
    if done.stdout:
        agree(json.loads(done.stdout), CYCLES, lacks)
    need(handles is not None or done.returncode == 2, f"{lacks}: exit code {done.returncode}")
    assert handles is None or not broken(out)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    "text",
    [
        "min_cycles {}/ring7/dfg.json {}/ring7/arch.json --cycles 16 --solver cadical195"
        " --solver glucose4",
        "min_ii {}/loop.json hycube:3x3,io=memory --method exact --max-ii 5",
        "partition {}/loop.json lisa:2x2,io=memory --max-ii 3 --method exact",
    ],
)
def test_a_killed_solver_refutes_nothing(inputs: Path, text: str) -> None:
    """Tests that nothing is infeasible that was not, whatever is killed as soon as it appears."""
    words = f"xyzmap {text.replace('{}', str(inputs))} --json --time-limit 60"
    process = begin(python(*words.split()))
    until(lambda: alive(process.pid) or process.poll() is not None)
    while process.poll() is None:
        kill(alive(process.pid))
        time.sleep(0.02)
    done = end(process)
    calm(done.stderr)
    found = answered(done.returncode, done.stdout)
    assert found["status"] in ("feasible", "unknown")
    assert found["status"] == "feasible" or found["stopped"]
    assert alive(process.pid) == []

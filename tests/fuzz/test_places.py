"""What stands where a file is expected: directories, pipes, devices, broken links, nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from archs.files import load_architecture
from learn.common.arrays import read_arrays
from learn.intervals.samples import LINES as INTERVALS
from learn.labels.samples import SampleFile, read_samples
from models.errors import InputError
from models.formats.text_files import read_bytes, write_bytes
from programs.source import read_file
from shell.graph_files import load_dfg
from solvers.questions.store import Store
from sweeps.plan import plan
from tests.fuzz.checks import bounded, read_or_refused

READERS: dict[str, Callable[[str], object]] = {
    "bytes": read_bytes,
    "dfg": load_dfg,
    "architecture": load_architecture,
    "samples": read_samples,
    "intervals": INTERVALS.samples,
    "arrays": lambda path: read_arrays(path, "weights"),
    "program": lambda path: read_file(path, {}, "builtin"),
    "plan": plan,
}
NAMES = ["f.json", "f.txt", "f.dot", "f.c", "f.xml", "f_nodes", "f"]


MAKERS: dict[str, Callable[[Path], object]] = {
    "absent": lambda path: None,
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "loop": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("nowhere"),
    "endless": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["absent", "folder", "pipe", "loop", "dangling"])
def test_no_file(tmp_path: Path, name: str, kind: str) -> None:
    read = READERS[name]
    for file in NAMES:
        path = tmp_path / file
        MAKERS[kind](path)
        found = read_or_refused(lambda path=path: read(str(path)))  # type: ignore[misc]
        assert not found


@pytest.mark.parametrize("name", ["dfg", "program", "plan"])
def test_endless_files_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "f.json"
    MAKERS["endless"](path)
    with pytest.raises(InputError, match="larger than 64 MiB"), bounded():
        READERS[name](str(path))


@pytest.mark.parametrize("name", ["a\0b", "a" * 300, "é" * 200, "\udcff", "", "/", "a/b/c", "~"])
def test_odd_names(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for read in READERS.values():
        assert not read_or_refused(lambda read=read: read(name))  # type: ignore[misc]
    read_or_refused(lambda: write_bytes(name, b"x"))


@pytest.mark.parametrize("kind", ["folder", "loop", "dangling", "endless"])
def test_no_place_to_write(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "f"
    MAKERS[kind](path)
    read_or_refused(lambda: Store(str(path)))
    if kind != "endless":
        read_or_refused(lambda: SampleFile(str(path)))
    if kind in ("folder", "loop"):
        with pytest.raises(InputError, match="f: cannot write: "):
            write_bytes(str(path), b"x")

"""The papers' experiments as sweeps: every file is one that the sweep reads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from bench.sweeps import PAPERS, Part, main, write_sweep
from solvers.questions.sweep.plan import plan


def some(parts: Iterable[Part]) -> Iterable[Part]:
    """A few parts, and a few graphs of each: all of them take long to read."""
    for part in (*islice(parts, 3), *islice(parts, 40, None)):
        graphs = dict(islice(part.graphs.items(), 2))
        yield Part(part.question, graphs, part.arrays, part.presets[:2], part.options, part.verify)


@pytest.mark.parametrize("name", [name for name in PAPERS if name != "bopart"])
def test_a_sweep_reads_what_is_written(name: str, tmp_path: Path) -> None:
    path = write_sweep(tmp_path, name, some(PAPERS[name]()))
    assert path is not None
    jobs = plan(str(path))
    assert len({job.key for job in jobs}) == len(jobs) > 0
    assert all(data for job in jobs for _, data in job.files)


def test_nothing_is_written_where_graphs_are_missing(tmp_path: Path) -> None:
    assert write_sweep(tmp_path, "bopart", []) is None
    assert not list(tmp_path.iterdir())


def test_the_command_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), "--only", "streaming"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'streaming.toml'}\n"

"""Stores of results, and files of trials: damaged ones are refused in one line."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given

from solvers.questions.job import Job, Result
from solvers.questions.store import Store
from tests.fuzz.checks import bounded, fuzzed, read_or_refused
from tests.fuzz.mutation import near

JOB = Job("min_cycles", "a", "b", (("seed", 1),), ("x",), (), 1.0, None, 1.0, "v")
RESULT = Result("optimal", 3, 3, 0.5, 10.0, 0, None, "here", "{}")


def use(path: Path) -> None:
    store = Store(str(path))
    try:
        store.results([JOB.key, "other"])
        store.put(JOB, RESULT)
        assert store.results([JOB.key]) == {JOB.key: RESULT}
    finally:
        store.close()


def test_stores(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    use(path)
    original = path.read_bytes()

    @fuzzed(60)
    @given(near([original]))
    def check(data: bytes) -> None:
        for name in ("-journal", "-wal", "-shm"):
            path.with_name(path.name + name).unlink(missing_ok=True)
        path.write_bytes(data)
        read_or_refused(lambda: use(path))

    check()


@pytest.mark.fuzz
@pytest.mark.skipif(find_spec("optuna") is None, reason="no optuna")
def test_trials(tmp_path: Path) -> None:
    from partition.heuristics.trials import Kept, quiet

    path = tmp_path / "study.sqlite"

    def trials() -> None:
        with quiet(), Kept(path, "partition", {"asked": 1}) as kept:
            kept.finished()

    trials()
    original = path.read_bytes()

    @fuzzed(12)
    @given(near([original]))
    def check(data: bytes) -> None:
        path.write_bytes(data)
        with bounded():
            read_or_refused(trials)

    check()

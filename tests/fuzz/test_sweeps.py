"""Sweeps, their stores, and files of entries and trials: damaged ones are refused in one line."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given

from solvers.questions.sweep.job import Job, Result
from solvers.questions.sweep.plan import plan
from solvers.questions.sweep.store import Store
from tests.fuzz import graphs
from tests.fuzz.checks import bounded, fuzzed, read_or_refused
from tests.fuzz.mutation import near, phrases

PLAN = b"""# a comment
time_limit = 60
memory_limit = 500
grace = 1.5

[[sweep]]
question = "min_cycles"
dfgs = ["ring4.dfg.json"]
architectures = ["*.arch.json", "ring:4,registers=3"]
options.contexts = [1, 2]
options.solver = ["cadical195"]

[[sweep]]
question = "streaming"
programs = ["distance.json"]
options = { ii = [3, 4], seed = 1 }
"""
WORDS = ["[[sweep]]", "question", "=", '"min_ii"', "dfgs", "[", "]", "{", "}", '"*"', '"**"', "\n",
         '"../*"', "options", ".", "1979-05-27", "0x1", "inf", "nan", '"""', "true"]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sweep")
    (made / "ring4.dfg.json").write_bytes(graphs.DFG_JSON[1])
    (made / "ring4.arch.json").write_bytes(graphs.ARCHITECTURE_JSON[1])
    (made / "distance.json").write_bytes((graphs.DATA / "streaming/distance.json").read_bytes())
    return made


def test_plans(folder: Path) -> None:
    path = folder / "sweep.toml"
    path.write_bytes(PLAN)
    assert len(plan(str(path))) == 6

    @fuzzed(50)
    @given(near([PLAN], [word.encode() for word in WORDS]) | phrases(WORDS))
    def check(data: bytes) -> None:
        path.write_bytes(data)
        jobs = read_or_refused(lambda: plan(str(path)))
        assert jobs is None or len({job.key for job in jobs}) == len(jobs)

    check()


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

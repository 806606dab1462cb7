"""Files of sweeps: damaged ones are refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from sweeps.plan import plan
from tests.fuzz import graphs
from tests.fuzz.checks import fuzzed, read_or_refused
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


@pytest.mark.guests
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

"""A plugin of pytest: the lines that each test executes, and the seconds that it takes.

`python -m pytest -p tests.mutation.contexts FOLDER...` writes both below the folder that the
variable MUTATION_CONTEXTS names: a file of coverage whose contexts are node ids, and a file
of durations. A test that fails here is not listed: it kills no mutant.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

from tests.mutation.mutants import ROOMS

FOLDER = Path(os.environ["MUTATION_CONTEXTS"])
MEASURED = coverage.Coverage(
    data_file=str(FOLDER / f"lines.{os.getpid()}"),
    source=[folder for folders in ROOMS.values() for folder in folders],
    config_file=False,
)
# What no test imports is told by a warning, and warnings of tests are errors.
MEASURED.set_option("run:disable_warnings", ["module-not-imported", "no-data-collected"])
SECONDS: dict[str, float] = {}
FAILED: set[str] = set()
PROCESS = os.getpid()


def _time() -> float:
    """Processor seconds, also of the processes that have ended."""
    return sum(os.times()[:4])


def pytest_configure() -> None:
    MEASURED.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    MEASURED.switch_context(item.nodeid)
    begun = _time()
    try:
        return (yield)
    finally:
        SECONDS[item.nodeid] = _time() - begun
        MEASURED.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        FAILED.add(report.nodeid)


def pytest_unconfigure() -> None:
    if os.getpid() == PROCESS:
        MEASURED.stop()
        MEASURED.save()
        passed = {test: seconds for test, seconds in SECONDS.items() if test not in FAILED}
        (FOLDER / f"seconds.{PROCESS}.json").write_text(json.dumps(passed))

"""A plugin of pytest: writes down each test that begins, and the first one that fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SEEN = Path(os.environ.get("MUTATION_SEEN", os.devnull))
PROCESS = os.getpid()


def pytest_runtest_logstart(nodeid: str) -> None:
    _note(f"begun {nodeid}\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _note(f"failed {report.nodeid}\n")


def _note(line: str) -> None:
    if os.getpid() == PROCESS:
        with SEEN.open("a") as file:
            file.write(line)

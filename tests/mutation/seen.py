"""A plugin of pytest: notes tests that begin and the first that fails, and ends what hangs."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

SEEN = Path(os.environ.get("MUTATION_SEEN", os.devnull))
PROCESS = os.getpid()
# Processor seconds, since a busy machine is slow: what takes more hangs.
MOST = int(os.environ.get("MUTATION_SECONDS", "0"))


def pytest_configure() -> None:
    if MOST:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST))


def pytest_runtest_logstart(nodeid: str) -> None:
    _note(f"begun {nodeid}\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _note(f"failed {report.nodeid}\n")


def _note(line: str) -> None:
    if os.getpid() == PROCESS:
        with SEEN.open("a") as file:
            file.write(line)

"""Tasks done by several processes: the same results, whatever becomes of the processes."""

from __future__ import annotations

import os
import signal

import pytest

from programs.explore.ahead import ahead

HERE = os.getpid()


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once(jobs: int) -> None:
    found = sorted(ahead(lambda n: n * n, range(9), jobs))
    assert found == [(n, n * n) for n in range(9)]


def test_tasks_of_processes_that_die_are_done_here() -> None:
    def work(n: int) -> int:
        if n == 1 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return -n

    assert sorted(ahead(work, range(4), 2)) == [(n, -n) for n in range(4)]


def test_errors_of_processes_are_raised_here(capfd: pytest.CaptureFixture[str]) -> None:
    def work(n: int) -> float:
        return 1 / n

    with pytest.raises(ZeroDivisionError):
        list(ahead(work, [1, 0, 2], 2))
    assert capfd.readouterr().err == ""

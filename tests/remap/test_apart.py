"""Tests of work in another process."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from remap.question.apart import apart
from solvers.tasks.messages import Send
from tests.solvers.search.test_supervisor import killed


def test_apart() -> None:
    """Tests that what work sends is yielded, and what it raises is raised."""

    def work(send: Send[int]) -> None:
        send(1)
        send(2)
        raise ValueError("three")

    found: list[int] = []
    with pytest.raises(ValueError, match="three"):
        found += apart(work)
    assert list(apart(lambda send: send(4))) == [4]
    with pytest.raises(ChildProcessError, match="killed by signal 9"):
        list(apart(killed))
    with closing(apart(lambda send: (send(5), time.sleep(60)))) as heard:
        assert next(heard) == 5

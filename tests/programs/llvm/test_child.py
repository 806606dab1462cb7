"""Work in processes of their own: what ends them, and what they say."""

from __future__ import annotations

import os
import signal
import time

import pytest

from programs.llvm.child import answered, output_of
from shell.budget import Ending, Stop


def test_a_signal_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a command that is asked to end does not wait for its child, which ends too."""
    read, write = os.pipe()
    monkeypatch.setattr(Ending, "asked", True)
    with pytest.raises(Stop):
        output_of(lambda own: time.sleep(1e6))
    os.close(write)
    assert os.read(read, 1) == b""  # its copy of the other end is closed
    os.close(read)


def test_what_a_child_says() -> None:
    """Tests long text, an error and a signal in a child."""
    text = "é" * 300_000
    assert answered(lambda: text) == text
    assert answered(lambda: str(1 // 0)) is None
    assert answered(lambda: str(os.kill(os.getpid(), signal.SIGABRT))) is None
    said, status = output_of(lambda write: None if os.write(write, b"so far") else os.abort())
    assert (said, status) == ("so far", 0)

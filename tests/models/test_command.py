"""What every command shares: how a command ends that was stopped."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest

from models.process.command import guarded
from models.process.signals import Stop


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def wait() -> None:
    """Work until a signal ends it."""
    while True:
        time.sleep(0.001)


def test_a_command_says_why_it_ended(capsys: Any) -> None:
    def run(arguments: object) -> int:
        interrupt()
        wait()
        return 0

    assert guarded(run, "p")([]) == 30
    assert capsys.readouterr().err == "p: interrupted\n"


def test_an_import_that_was_interrupted_is_no_error_of_its_own(capsys: Any) -> None:
    def run(arguments: object) -> int:
        try:
            interrupt()
        except Stop:
            raise ImportError("cannot load module more than once per process") from None
        return 0

    assert guarded(run, "p")([]) == 30
    assert capsys.readouterr().err == "p: interrupted\n"

    def broken(arguments: object) -> int:
        raise ImportError("gone")

    with pytest.raises(ImportError, match="gone"):
        guarded(broken, "p")([])

"""Processes that end together with their parent, and only by it."""

from __future__ import annotations

import signal
import sys

from shell.signals import endings, let_through


def end_with_parent() -> None:
    """Kill this process when its parent dies (PR_SET_PDEATHSIG; Linux only)."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def leave_terminal_to_parent() -> None:
    """Ignore Ctrl-C and the end of the terminal, which reach all processes of a command."""
    for number in endings():
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)


def begin_child() -> None:
    """Let the process that began this one end it, by its own end or by SIGTERM only."""
    end_with_parent()
    leave_terminal_to_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    let_through()

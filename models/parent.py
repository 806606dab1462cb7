"""Processes that end with the one that began them."""

from __future__ import annotations

import signal
import sys


def end_with_parent() -> None:
    """Have this process killed when its parent is, which then can stop nobody (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)

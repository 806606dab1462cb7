"""Tests that signals held back survive the start of a process."""

from __future__ import annotations

import signal
import threading

import pytest

from models.process.signals import held_back


def test_signal_while_forking() -> None:
    """Tests that a signal during a fork comes after it, and that nothing stays blocked."""
    begun = False
    # A job in the background of a shell begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), held_back():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            begun = True
    finally:
        signal.signal(signal.SIGINT, before)
    assert begun
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

"""Signals and time limits: they are seen by all budgets.

Nothing is raised by a signal. Work looks at its budget. A search of a command that does not look is
ended by `Stop` wherever it is, so that what it knows is told; what else does not look, or does not
end then, ends with the process.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from inspect import CO_NEWLOCALS
from math import inf
from types import FrameType

from shell.budget import UNLIMITED, Budget, Ending, Stop, Stopwatch
from xyzmap_packages import end_with_a_line

Handler = Callable[[int, FrameType | None], object] | int | None

AGAIN = 1.0
"""Seconds after the first signal from which on another one ends the process; some programs send
two at once.
"""
BEGINNING, DEAF, SLOW, STUCK = 0.2, 0.9, 3.0, 30.0
"""Seconds of processor time of the main thread until a command is ended that has not looked at its
budget, before it searches and then, or that has looked and does not come to its answer; and seconds
in all.
"""
MOMENT = 0.02
"""Seconds from one look at the main thread to the next."""


def endings() -> tuple[signal.Signals, ...]:
    """Return the signals that ask a command to end: SIGTERM, Ctrl-C, and the end of a terminal.

    The last one is left out if it is ignored, as under `nohup`.
    """
    hangup = getattr(signal, "SIGHUP", None)
    heard = hangup is not None and signal.getsignal(hangup) != signal.SIG_IGN
    return (signal.SIGTERM, signal.SIGINT, *((hangup,) if heard else ()))


class Signals:
    """While active, Ctrl-C, SIGTERM and SIGHUP end the time of all budgets, as limits end it.

    A signal that comes again after `AGAIN` seconds does what it did before: it ends a command.

    In a process that is `lent`, by a script to the library, a signal ends the question and then
    does what it did before: SIGTERM ends the script, or calls its handler. Ctrl-C ends the question
    alone; the next one in the same run of the same script, such as a loop of questions, is
    `KeyboardInterrupt`. What the script ignores is ignored.

    With `prog`, the process is that command. If its search does not look at a budget after a
    signal, or after the end of its own one, `Stop` is raised within. If that does not help, or
    before a search, the command is ended with one line; so it is if it does not come to an answer
    then. What has `answered` is written and told in any case.

    Instances nest. Signals come to the main thread; in other threads, instances have no effect.
    """

    active: Signals | None = None
    """The innermost instance that is active."""
    searching = answered = False
    """Whether a search has begun, or files are written; and whether an answer is there."""
    _interrupted: FrameType | None = None
    """The run of a script in which Ctrl-C has ended a question alone."""

    def __init__(
        self, budget: Budget = UNLIMITED, prog: str | None = None, *, lent: bool = False
    ) -> None:
        self._budget, self._prog, self._lent = budget, prog, lent
        self._owed: list[int] = []
        self._run: FrameType | None = None
        self._outer: Signals | None = None
        self._inside, self._process = False, 0
        self._old: dict[int, Handler] = {}
        self._asked: Stopwatch | None = None

    def __enter__(self) -> Signals:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._outer, Signals.active = Signals.active, self
        self._inside, self._process = True, os.getpid()
        self._run = _run_of_script() if self._lent else None
        if self._outer is None:
            Signals.searching = Signals.answered = False
            for number in endings():
                before = signal.getsignal(number)
                if not self._lent or before not in (signal.SIG_IGN, None):
                    self._old[number] = signal.signal(number, self._ask)
        else:
            self._prog, self._asked = self._outer._prog, self._outer._asked
        if self._budget.limited:
            self._watch("time limit", self._budget.left())
        return self

    def __exit__(self, *_: object) -> None:
        if not self._inside:
            return
        self._inside, Signals.active = False, self._outer
        for number, handler in self._old.items():
            signal.signal(number, handler)
        if self._outer is None:
            Ending.asked = False
        for number in self._owed:
            signal.raise_signal(number)

    @property
    def since(self) -> float:
        """Seconds since the work was to end; negative before."""
        asked = -inf if self._asked is None else self._asked.seconds
        late = time.perf_counter() - self._budget.end
        return max(asked, late, -inf if self._outer is None else self._outer.since)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        """Have all work end; after a while, end the process."""
        if os.getpid() != self._process:
            return  # a child that has not begun yet
        if self._asked is not None and self._asked.seconds > AGAIN:
            signal.signal(number, self._old[number])
            signal.raise_signal(number)
            return
        if self._lent and number not in self._owed and self._passes_on(number):
            self._owed.append(number)
        if self._asked is None:
            Ending.asked, Ending.heard = True, False
            asked, each = Stopwatch(), Signals.active
            while each is not None:
                each._asked, each = asked, each._outer
            self._watch("interrupted", 0.0)

    def _passes_on(self, number: int) -> bool:
        """Return whether a signal is the script's as well, at the end of the question."""
        if number != signal.SIGINT:
            return True
        again = self._run is not None and self._run is Signals._interrupted
        if self._asked is None:
            Signals._interrupted = self._run
        return again and self._asked is None

    def _watch(self, reason: str, after: float) -> None:
        """Begin to watch a command after so many seconds, if there is memory for a thread."""
        if self._prog is not None:
            with suppress(RuntimeError):
                _thread.start_new_thread(self._end_if_stuck, (self._prog, reason, after))

    def _end_if_stuck(self, prog: str, reason: str, after: float) -> None:
        """End the search where the main thread computes without a look at a budget, then all."""
        time.sleep(min(after, threading.TIMEOUT_MAX))
        if after:
            Ending.heard = False
        begun, watch, raised = _computed(), Stopwatch(), False
        while self._inside and not Signals.answered:
            most = SLOW if Ending.heard else DEAF if Signals.searching else BEGINNING
            if _computed() - begun > most or watch.seconds > STUCK:
                if raised or not Signals.searching:
                    end_with_a_line(prog, reason)
                begun, watch, raised = _computed(), Stopwatch(), True
                Ending.heard = True
                _raise_in_main(reason)
            time.sleep(MOMENT)


def _raise_in_main(reason: str) -> None:
    """Raise `Stop` in the main thread, at the next line of Python that it comes to."""
    import ctypes

    class Late(Stop):
        def __init__(self) -> None:
            super().__init__(reason)

    main = threading.main_thread().ident
    if main is not None:
        raised = ctypes.py_object(Late)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), raised)


def _run_of_script() -> FrameType | None:
    """Return the frame of a script, or of a cell of a notebook, that is being executed."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_flags & CO_NEWLOCALS:
        frame = frame.f_back
    return frame


def _computed() -> float:
    """Return the seconds of processor time of the main thread, or of all, as far as known."""
    clock = getattr(time, "pthread_getcpuclockid", None)
    main = threading.main_thread().ident
    if clock is None or main is None:
        return time.process_time()
    return time.clock_gettime(clock(main))

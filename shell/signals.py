"""Signals and time limits: they end work at once, and let files be written for a moment."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType
from typing import Any

from models.errors import InputError
from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from xyzmap_packages import COMMANDS

Handler = Callable[[int, FrameType | None], object]

PATIENCE = 0.25
"""Seconds that a search which looks at the clock itself has to end voluntarily."""
GRACE, LEAST_GRACE = 0.5, 0.2
"""Seconds from a signal or the time limit until unwritten files are given up, and least seconds for
them where the work took long to end.
"""
ENTERING = 0.001
"""Seconds until a limit that is over already ends the work that has just begun."""
RETRY = 0.05
"""Seconds until a timer fires again after it fired in an import, or where exceptions are
dropped.
"""
IMPORTS = "<frozen importlib._bootstrap>"
"""File name of frames that import a module."""


def endings() -> tuple[signal.Signals, ...]:
    """Return the signals that ask a command to end: SIGTERM, Ctrl-C, and the end of a terminal.

    The last one is left out if it is ignored, as under `nohup`.
    """
    hangup = getattr(signal, "SIGHUP", None)
    heard = hangup is not None and signal.getsignal(hangup) != signal.SIG_IGN
    return (signal.SIGTERM, signal.SIGINT, *((hangup,) if heard else ()))


@contextmanager
def held_back() -> Iterator[None]:
    """Hold signals back for a moment, such as while a process starts.

    An exception of a handler in a hook of fork is dropped, and a new process inherits the signal
    mask. Any thread of a process may receive its signals, so `Signals` raises no exception
    meanwhile either.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    late = {*endings(), signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, late)
    Signals.held += 1
    try:
        yield
    finally:
        Signals.held -= 1
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_through() -> None:
    """Let signals come in a process that began while they were held back."""
    Signals.held = 0
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())


class Signals:
    """While active, Ctrl-C, SIGTERM, SIGHUP and a time limit raise `Stop` in the main thread, once.

    A search that looks at its budget itself has `patience` seconds more to end voluntarily. Within
    `attempted` no exception is raised until `GRACE` seconds after the first of them; then `Stop`
    ends the file that is being written. A signal that comes again after twice that time raises it
    at any point of the command.

    During imports of foreign packages `Stop` waits until the import is over: packages with compiled
    parts cannot be imported again after a partial import.

    Instances nest: the end of an outer one ends the inner one, and a signal within the inner one
    counts for both. Threads other than the main one get no exception: signals come to the main
    thread only.
    """

    active: Signals | None = None
    """The innermost instance that is active."""
    last_reason: str | None = None
    """Why any instance last ended its work."""
    held = 0
    """Depth of nested sections that hold signals back."""

    def __init__(self, budget: Budget = UNLIMITED, patience: float = 0.0) -> None:
        self._budget = Budget(budget.end + patience)
        self._outer: Signals | None = None
        self._imports = 0
        self._old: dict[int, object] = {}
        self._old_hook: Callable[[Any], object] = sys.unraisablehook
        self._raised = False
        self.closing = False
        """Whether files are being written, which takes `GRACE` seconds at most after the end."""
        self._stopped: Stopwatch | None = None
        self._final: Budget | None = None
        self.reason: str | None = None
        """Why the work was ended: "interrupted", "time limit", or None."""

    @property
    def late(self) -> bool:
        """Whether the work was ended, and the time for writing is over as well."""
        return self._final is not None and self._final.over()

    def __enter__(self) -> Signals:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._outer, Signals.active = Signals.active, self
        outer = self._outer
        self._imports = _imports(sys._getframe()) if outer is None else outer._imports
        handlers: dict[int, Handler] = dict.fromkeys(endings(), self._interrupted)
        if hasattr(signal, "SIGALRM"):
            handlers[signal.SIGALRM] = self._alarm
        for number, handler in handlers.items():
            self._old[number] = signal.signal(number, handler)
        self._old_hook, sys.unraisablehook = sys.unraisablehook, self._unraisable
        if outer is not None and outer.reason is not None and not outer._raised:
            # It came where exceptions are dropped, such as in an import.
            self._end(outer.reason)
        self._arm(ENTERING)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._old:
            return
        if self._outer is None:
            # An alarm without its handler would end the process.
            _disarm()
        for number, handler in self._old.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # a handler, as it was
        sys.unraisablehook = self._old_hook
        Signals.active = outer = self._outer
        if outer is None:
            # A signal may have set it since.
            _disarm()
            return
        outer._arm()
        if outer.reason is not None and not outer._raised:
            # The signal came while the end of the inner work was being handled.
            outer._raise()

    def close(self, closing: bool) -> None:
        """Begin or end the time of writing."""
        self.closing = closing
        if closing and self._stopped is not None and self._final is None:
            self._final = Budget.of(max(GRACE - self._stopped.seconds, LEAST_GRACE))
        self._arm()

    def _arm(self, least: float = 1e-6) -> None:
        """Set the timer to the next moment at which a signal is to be raised.

        It is `least` seconds away: an alarm must not come within the handler of the last one.
        """
        if not self._old or not hasattr(signal, "setitimer"):
            return
        left = min(each._left() for each in self._nested())
        if left == inf:
            signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            signal.setitimer(signal.ITIMER_REAL, max(left, least), RETRY)

    def _nested(self) -> Iterator[Signals]:
        """This one and those around it."""
        each: Signals | None = self
        while each is not None:
            yield each
            each = each._outer

    def _left(self) -> float:
        """Return the seconds until a signal is to be raised; infinitely many: never."""
        if self._stopped is None:
            return self._budget.left()
        if self.closing:
            return inf if self._final is None else self._final.left()
        return inf if self._raised else 0.0

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        again = self._stopped is not None and self._stopped.seconds > 2 * GRACE
        for each in self._nested():
            each._end("interrupted")
        if again or not self._later(frame):
            self._happened(again)

    def _alarm(self, number: int, frame: FrameType | None) -> None:
        within = []
        for each in self._nested():
            within.append(each)
            if each._budget.over():
                for one in within:
                    one._end("time limit")
        if not self._later(frame):
            self._happened(self.closing and self.late)

    def _unraisable(self, lost: Any) -> None:
        """Raise `Stop` again if it came at a moment that cannot raise, such as in a destructor.

        A traceback of a refused memory request at such a moment is suppressed: work that misses the
        allocation ends with its own line.
        """
        if not isinstance(lost.exc_value, Stop):
            if not isinstance(lost.exc_value, MemoryError):
                self._old_hook(lost)
            return
        for each in self._nested():
            each._raised = False
        self._arm(RETRY)

    def _end(self, reason: str) -> None:
        if self.reason is None:
            self.reason, self._stopped = reason, Stopwatch()
            Signals.last_reason = reason
            self._final = Budget.of(GRACE) if self.closing else None

    def _later(self, frame: FrameType | None) -> bool:
        """Whether this frame must not raise; if so, the timer comes again.

        That is so while signals are held back, while a foreign package is imported, and while an
        instance is entered or left: otherwise handlers would not be restored.
        """
        later = Signals.held > 0 or _imports(frame) > self._imports or _entering_or_leaving(frame)
        if later:
            self._arm(RETRY)
        return later

    def _happened(self, again: bool) -> None:
        self._arm(RETRY)
        if again or (self.reason is not None and not self._raised and not self.closing):
            self._raise()
        if self.closing:
            # Only writing is left; later code looks at `reason`.
            self._note_raised()

    def _raise(self) -> None:
        self._note_raised()
        raise Stop(self.reason)

    def _note_raised(self) -> None:
        for each in self._nested():
            each._raised = each._raised or each.reason is not None


def _disarm() -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _imports(frame: FrameType | None) -> int:
    """Return the number of imports of foreign packages under way in a frame and its callers."""
    count = 0
    while frame is not None:
        code = frame.f_code
        if code.co_name == "_find_and_load" and code.co_filename == IMPORTS:
            count += str(frame.f_locals.get("name")).partition(".")[0] not in COMMANDS
        frame = frame.f_back
    return count


def _entering_or_leaving(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code in (Signals.__enter__.__code__, Signals.__exit__.__code__):
            return True
        frame = frame.f_back
    return False


class NotWrittenError(InputError):
    """A file is missing because the work was ended before it was written."""


def attempted(saves: Iterable[tuple[object, Callable[[], object]]]) -> list[InputError]:
    """Write the outputs whose first part is not None; return failures after trying all.

    Where the work was ended, writing goes on for `GRACE` seconds; a `NotWrittenError` names each
    output given up then.
    """
    failures: list[InputError] = []
    left = [(str(wanted), save) for wanted, save in saves if wanted is not None]
    # Signals come to the main thread only.
    main = threading.current_thread() is threading.main_thread()
    signals = Signals.active if main else None
    try:
        if signals is not None:
            signals.close(True)
        while left:
            try:
                left[0][1]()
            except InputError as error:
                failures.append(error)
            left.pop(0)
    except Stop as stop:
        names = ", ".join(name for name, _ in left)
        failures.append(NotWrittenError(f"not written ({stop})", names))
    finally:
        if signals is not None:
            signals.close(False)
    return failures


def written(path: object, save: Callable[[], object]) -> None:
    """Write one output, which may be several files, like `attempted`. Raises `InputError`."""
    for failure in attempted([(path, save)]):
        raise failure

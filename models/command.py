"""What every command shares: options, exit codes, one-line errors, signals."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from types import FrameType
from typing import TextIO

from models.errors import InfeasibleError, InputError, one_line

EXIT = {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}
USAGE = 2
MOST = 1_000_000
LARGEST = (1 << 31) - 1


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line.

    With `raises`, they are `InputError`, for those who ask from Python.
    """

    raises = False

    def error(self, message: str) -> None:  # type: ignore[override]  # exits as well
        """Print one line and exit with 2."""
        message += self._meant(message)
        if self.raises:
            raise InputError(message.removeprefix("argument "))
        self.exit(USAGE, f"{self.prog}: {one_line(message)}; see --help\n")

    def _meant(self, message: str) -> str:
        """Return what an unknown option may have meant, if one is near."""
        unknown = re.match(r"unrecognized arguments: .*?(--[\w-]+)", message)
        if unknown is None:
            return ""
        options = [name for name in self._option_string_actions if name.startswith("--")]
        near = get_close_matches(unknown.group(1), options, 1, 0.75)
        return f"; did you mean {near[0]}?" if near else ""


def positive(text: str) -> int:
    """Return an integer from 1 to a million, for argparse."""
    value = int(text)
    if not 1 <= value <= MOST:
        raise argparse.ArgumentTypeError(f"{text} must be from 1 to {MOST}")
    return value


def natural(text: str) -> int:
    """Return an integer of at least 0 that every solver takes for a seed, for argparse."""
    value = int(text)
    if not 0 <= value <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text} must be from 0 to {LARGEST}")
    return value


def seconds(text: str) -> float:
    """Return a positive number of seconds, for argparse."""
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} must be a positive number of seconds")
    return value


positive.__name__ = natural.__name__ = "whole number"
seconds.__name__ = "number of seconds"


def guarded(run: Callable[[Sequence[str] | None], int], prog: str) -> Callable[..., int]:
    """Wrap a `main` so that errors of input end in one line on stderr and exit code 2."""

    def main(arguments: Sequence[str] | None = None) -> int:
        # Threads of linear algebra are useless here, and make forking noisy.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        try:
            code = run(arguments)
            with suppress(BrokenPipeError):
                print(end="", flush=True)
            return code
        except InputError as error:
            print(f"{prog}: {error}", file=sys.stderr)
            return USAGE
        except InfeasibleError as error:
            print(f"{prog}: infeasible: {error}", file=sys.stderr)
            return EXIT["infeasible"]
        except KeyboardInterrupt:
            print(f"{prog}: interrupted", file=sys.stderr)
            return EXIT["unknown"]
        except BrokenPipeError:
            return USAGE
        except OSError as error:
            where = error.filename or "output"
            print(one_line(f"{prog}: {where}: {error.strerror or error}"), file=sys.stderr)
            return USAGE
        except RecursionError:
            print(f"{prog}: input is nested too deeply", file=sys.stderr)
            return USAGE
        finally:
            _settle()

    return main


def _settle() -> None:
    """Flush both streams; let one that nobody reads any more go nowhere, also at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            discard(stream)


def discard(stream: TextIO) -> None:
    """Let whatever is written to `stream` from now on go nowhere."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def teller(options: argparse.Namespace) -> Callable[[str], None]:
    """Return what takes lines of progress: `options.tell` if that is there, stderr unless `quiet`.

    A stderr that cannot be written ends no search.
    """
    own: Callable[[str], None] | None = getattr(options, "tell", None)
    if own is not None:
        return own
    return _hush if options.quiet or sys.stderr is None else _tell


def _hush(line: str) -> None:
    pass


def _tell(line: str) -> None:
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore SIGTERM and Ctrl-C for a moment, such as while an answer is written."""
    old = {n: signal.signal(n, signal.SIG_IGN) for n in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold signals back for a moment, such as while a process starts.

    What a handler raises in a hook of fork is lost, and a new process inherits what is held back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    late = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, late)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Signals:
    """While active, SIGTERM, Ctrl-C and a time limit raise `stop(reason)` in the main thread.

    Elsewhere it does nothing: signals come to the main thread only.
    """

    def __init__(self, stop: type[BaseException], time_limit: float | None) -> None:
        self._stop = stop
        self._time_limit = time_limit
        self._old: dict[int, object] = {}

    def __enter__(self) -> Signals:
        if threading.current_thread() is not threading.main_thread():
            return self
        for number in (signal.SIGTERM, signal.SIGINT):
            self._old[number] = signal.signal(number, self._interrupted)
        if self._time_limit is not None and hasattr(signal, "setitimer"):
            self._old[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._late)
            signal.setitimer(signal.ITIMER_REAL, self._time_limit)
        return self

    def __exit__(self, *_: object) -> None:
        if self._old and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._old.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # a handler, as it was

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        raise self._stop("interrupted")

    def _late(self, number: int, frame: FrameType | None) -> None:
        raise self._stop("time limit")

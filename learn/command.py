"""What every command of this room shares: exit codes, errors of one line, and signals."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import TextIO

from models.errors import InputError

DONE, UNKNOWN, USAGE = 0, 30, 2
MOST = 1_000_000


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> None:  # type: ignore[override]  # exits as well
        """Print one line and exit with 2."""
        self.exit(USAGE, f"{self.prog}: {message}; see --help\n")


def positive(text: str) -> int:
    """Return an integer from 1 to a million, for argparse."""
    value = int(text)
    if not 1 <= value <= MOST:
        raise argparse.ArgumentTypeError(f"{text} must be from 1 to {MOST}")
    return value


def natural(text: str) -> int:
    """Return an integer from 0 to a million, for argparse."""
    value = int(text)
    if not 0 <= value <= MOST:
        raise argparse.ArgumentTypeError(f"{text} must be from 0 to {MOST}")
    return value


positive.__name__ = natural.__name__ = "whole number"


def guarded(run: Callable[[Sequence[str] | None], int], prog: str) -> Callable[..., int]:
    """Wrap a `main` so that errors of input end in one line on stderr and exit code 2.

    SIGTERM ends it as Ctrl-C does, so that processes it started end with it.
    """

    def main(arguments: Sequence[str] | None = None) -> int:
        # Threads of linear algebra are useless here: graphs are small, and cores are shared.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        before = signal.signal(signal.SIGTERM, _interrupt)
        try:
            code = run(arguments)
            with suppress(BrokenPipeError):
                print(end="", flush=True)
            return code
        except InputError as error:
            print(f"{prog}: {error}", file=sys.stderr)
            return USAGE
        except KeyboardInterrupt:
            print(f"{prog}: interrupted", file=sys.stderr)
            return UNKNOWN
        except BrokenPipeError:
            return USAGE
        except OSError as error:
            print(f"{prog}: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
            return USAGE
        except RecursionError:
            print(f"{prog}: input is nested too deeply", file=sys.stderr)
            return USAGE
        finally:
            signal.signal(signal.SIGTERM, before)
            for stream in (sys.stdout, sys.stderr):
                _settle(stream)

    return main


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _settle(stream: TextIO) -> None:
    """Flush a stream; let one that nobody reads any more go nowhere, also at exit."""
    try:
        stream.flush()
    except (OSError, ValueError, AttributeError):
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

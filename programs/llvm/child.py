"""Work in a process of its own, as LLVM, and code that it compiles, can end the process."""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import signal
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import TypeVar

from models.errors import InputError
from models.notes import note, noted
from shell.budget import UNLIMITED
from shell.children import LOOK_SECONDS, begin_child
from shell.shortages import ShortageError, shortage

T = TypeVar("T")

MOST_SECONDS = 600
"""Processor time of a child that reads and rewrites a loop, in seconds."""


class EndedError(Exception):
    """A child has ended before it has said its answer; the message says how."""


def returned(work: Callable[[], T]) -> T:
    """Return what `work` returns in a child of this process; its notes are noted here.

    Raises its `InputError`, `RuntimeError` for its other exceptions, and `EndedError` where LLVM
    ends the child, or where that has worked for `MOST_SECONDS`.
    """

    def serve(write: int) -> None:  # pragma: no cover  # in another process
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
        _say_nothing()
        answer: object = None
        error: Exception | None = None
        with noted() as lines:
            try:
                answer = work()
            except InputError as found:
                error = type(found)(found.what, found.where)
            except ShortageError as found:
                error = found
            except Exception as found:
                error = RuntimeError(f"{type(found).__name__}: {found}")
        with os.fdopen(write, "wb") as out:
            pickle.dump((answer, error, lines), out, pickle.HIGHEST_PROTOCOL)

    said, status = _output_of(serve)
    if status:
        raise EndedError(_end(status))
    answer, error, lines = pickle.loads(said)
    for line in lines:
        note(line.removeprefix("note: "))
    if error is not None:
        raise error
    found: T = answer
    return found


def _end(status: int) -> str:
    """Return how a process has ended."""
    if not os.WIFSIGNALED(status):
        return f"with the code {os.WEXITSTATUS(status)}"
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return f"after {MOST_SECONDS} seconds of processor time"
    known = {each.value: each.name for each in signal.Signals}
    return f"by {known.get(number, f'signal {number}')}"


def _say_nothing() -> None:  # pragma: no cover  # in another process
    """Leave out what LLVM prints on its errors before it ends the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def output_of(serve: Callable[[int], None]) -> tuple[str, int]:
    """Return the text that `serve` writes to its handle in a child, and the status of its end.

    A signal that ends this command ends the child: raises `Stop` then.
    """
    said, status = _output_of(serve)
    return said.decode(), status


def _output_of(serve: Callable[[int], None]) -> tuple[bytes, int]:
    read, write = os.pipe()
    try:
        child = os.fork()
    except OSError as error:
        os.close(read)
        os.close(write)
        if (why := shortage(error)) is None:
            raise
        raise ShortageError(why) from None
    if child == 0:  # pragma: no cover  # in another process
        os.close(read)
        _serve(serve, write)
    os.close(write)
    text = bytearray()
    try:
        with os.fdopen(read, "rb", buffering=0) as pipe:
            while True:
                if wait([read], LOOK_SECONDS):
                    part = pipe.read(1 << 16)
                    if not part:
                        break
                    text += part
                UNLIMITED.check()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    return bytes(text), status


def answered(work: Callable[[], str]) -> str | None:
    """Return the text that `work` returns in a child of this process; None if that ends before."""

    def serve(write: int) -> None:  # pragma: no cover  # in another process
        _say_nothing()
        text = work().encode()
        with os.fdopen(write, "wb") as out:
            out.write(text)

    text, status = output_of(serve)
    return None if status else text


def _serve(serve: Callable[[int], None], write: int) -> None:  # pragma: no cover
    """Do the work, and end this process, without a traceback."""
    code = 1
    try:
        begin_child()
        faulthandler.disable()
        serve(write)
        code = 0
    finally:
        os._exit(code)

"""Work in a process of its own, as LLVM, and code that it compiles, can end the process."""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import wait

from shell.budget import UNLIMITED
from shell.children import LOOK_SECONDS, begin_child


def output_of(serve: Callable[[int], None]) -> tuple[str, int]:
    """Return the text that `serve` writes to its handle in a child, and the status of its end.

    A signal that ends this command ends the child: raises `Stop` then.
    """
    read, write = os.pipe()
    child = os.fork()
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
    return text.decode(), status


def answered(work: Callable[[], str]) -> str | None:
    """Return the text that `work` returns in a child of this process; None if that ends before."""

    def serve(write: int) -> None:  # pragma: no cover  # in another process
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # LLVM says why it ends
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

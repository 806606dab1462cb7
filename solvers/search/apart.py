"""Work in a process of its own, which can be ended while a solver runs, and tells what it finds."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from typing import TypeVar

from models.process.parent import begin_child
from models.process.signals import held_back

Told = TypeVar("Told")


def apart(work: Callable[[Callable[[Told], None]], None]) -> Generator[Told, None, None]:
    """Call `work` in another process and yield what it tells; raise what it raises.

    The process ends with the iterator, whatever it is doing. Raises `ChildProcessError` where it
    ends by itself. Where processes cannot be copied, `work` is done here, and told at its end.
    """
    if sys.platform != "linux":
        told: list[Told] = []
        work(told.append)
        yield from told
        return
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_work, args=(work, sender), daemon=True
    )
    try:
        with held_back():
            process.start()
        sender.close()
        while True:
            try:
                kind, found = receiver.recv()
            except EOFError:
                process.join()
                raise ChildProcessError(f"a process ended by {process.exitcode}") from None
            if kind == "raised":
                raise found
            if kind == "done":
                return
            yield found
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
        receiver.close()


def _work(work: Callable[[Callable[[Told], None]], None], messages: Connection) -> None:
    begin_child()
    try:
        work(lambda found: messages.send(("told", found)))
        messages.send(("done", None))
    except Exception as error:  # it is raised in the other process
        messages.send(("raised", error))
    finally:
        os._exit(0)

"""Commands in little memory: they end with one line, even if a library crashes for want of memory.

Libraries in C++ end the process, or crash it, where memory is refused. So where the address space
is limited (`ulimit -v`), a copy of the process executes the command, and this process reports its
end.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from shell.children import end_with_parent
from shell.shortages import MIB, limited_to
from shell.signals import endings

EXHAUSTED = 30
CRASHES = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE}


@contextmanager
def memory_limited(megabytes: int | None) -> Iterator[None]:
    """Let this process have so many megabytes of address space, so that more raise `MemoryError`.

    None, and a limit above the current one, have no effect.
    """
    known = limited_to()
    if megabytes is None or sys.platform != "linux" or (known is not None and known <= megabytes):
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MIB, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def supervised(work: Callable[[], int], crashed: Callable[[str], None]) -> int:
    """Return the result of `work` in a copy of this process, or 30 after a line on its crash.

    Where there are no more processes or files, the work is done here.

    The copy returns from here too, with the result of `work`, or ends within it like Python.
    Signals to this process are passed on to it.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    # Waited for, not handled: a handler does not end a system call that is only about to begin.
    awaited = {*endings(), signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    try:
        told, telling = os.pipe()
        child = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return work()  # it meets the same shortage, and may have an answer without processes
    if not child:
        end_with_parent()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(told)
        # A library that ends the process skips Python's exit handlers.
        atexit.register(os.write, telling, b"1")
        return work()
    os.close(telling)
    ended = 0
    while not ended:
        number = signal.sigwait(awaited)
        if number == signal.SIGCHLD:
            ended, status = os.waitpid(child, os.WNOHANG)
        else:
            os.kill(child, number)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    # Children of the copy may hold the other end open, so reading must not block.
    os.set_blocking(told, False)
    with open(told, "rb", buffering=0) as pipe:
        ended_by_python = pipe.read(1) == b"1"
    code = os.waitstatus_to_exitcode(status)
    if code == 1 and not ended_by_python:
        # OpenBLAS ends a process so.
        crashed("memory is exhausted: a library ended the process")
        return EXHAUSTED
    if code >= 0:
        return code
    why = "memory is exhausted: " if -code in CRASHES else ""
    crashed(f"{why}ended by {signal.Signals(-code).name}")
    return EXHAUSTED

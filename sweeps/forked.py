"""Commands of this package as forks of one process, which has imported their modules.

The fork server starts with the first command and ends with this process. Each command has the
folder and the environment of the moment in which it is started.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from shell.children import end_with_parent
from xyzmap_packages import PREFIX, ROOT

SERVER = f"""
import sys
if {ROOT!r} not in sys.path: sys.path.insert(0, {ROOT!r})
from {PREFIX}sweeps.forked import serve
serve(int(sys.argv[1]))
"""
"""The program of the server, in any folder, whatever that contains."""


class Forked:
    """A process of `python -m MODULE …`, with the members of `subprocess.Popen` that `watch` needs.

    It starts when created, in `folder` and in a process group of its own. Raises `OSError` where it
    cannot be started.
    """

    def __init__(self, words: Sequence[str], folder: str) -> None:
        self.args, self._heard = list(words), b""
        self.returncode: int | None = None
        self._told, telling = socket.socketpair()
        with telling, ExitStack() as opened:
            opened.enter_context(self._told)
            self._said = [opened.enter_context(TemporaryFile()) for _ in range(2)]
            self._server = _server()
            self._server.ask([telling, *self._said])
            request = {"words": words, "folder": folder, "environment": dict(os.environ)}
            telling.close()
            self._told.sendall(json.dumps(request).encode() + b"\n")
            pid = self._number()
            if pid is None:
                self._server.ended = True
                raise OSError("the process that starts commands has ended")
            self.pid, self._opened = pid, opened.pop_all()

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *error: object) -> None:
        self.wait()
        self._opened.close()

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for the end; return the output. Raises `subprocess.TimeoutExpired`."""
        self.wait(timeout)
        out, err = (_text(file) for file in self._said)
        return out, err

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; return the exit code. Raises `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                code = self._number()
            except TimeoutError:
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0) from None
            if code is None:
                # With the server, its children have ended.
                self._server.ended = True
            self.returncode = -signal.SIGKILL if code is None else code
        return self.returncode

    def _number(self) -> int | None:
        """Return the next number told; None where the server has ended."""
        with suppress(ConnectionError):
            while b"\n" not in self._heard:
                piece = self._told.recv(64)
                if not piece:
                    return None
                self._heard += piece
            line, self._heard = self._heard.split(b"\n", 1)
            return int(line)
        return None


class _Server:
    """The end of a fork server that asks."""

    def __init__(self) -> None:
        self.ended, self._owner = False, os.getpid()
        self._asking, answering = socket.socketpair()
        with answering:
            # It ends with this process, not with the thread that starts it: then its end of the
            # messages is gone.
            self._server = subprocess.Popen(
                [sys.executable, "-P", "-c", SERVER, str(answering.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[answering.fileno()],
                start_new_session=True,
            )
        self.process = self._server.pid
        atexit.register(self.close)

    def serves(self) -> bool:
        """Whether it runs, for this process and not for the one that this is a fork of."""
        return not self.ended and self._owner == os.getpid() and self._server.poll() is None

    def ask(self, handles: Sequence[Any]) -> None:
        """Ask for a process; the first handle tells what it does. Raises `OSError`."""
        socket.send_fds(self._asking, [b"1"], [each.fileno() for each in handles])

    def close(self) -> None:
        """Let the server end, with the processes that it has started."""
        self._asking.close()
        if self._owner == os.getpid():
            self._server.wait()


_lock = threading.Lock()
_started: list[_Server] = []


def _server() -> _Server:
    """Return the server of this process; a new one where there is none, or where it has ended."""
    with _lock:
        if not (_started and _started[-1].serves()):
            _started[:] = [_Server()]
        return _started[-1]


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def serve(handle: int) -> NoReturn:
    """Fork a process at each message, until their sender has ended."""
    # Threads of linear algebra are useless here, and make forking noisy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    ended, ending = os.pipe()
    for each in (ended, ending):
        os.set_blocking(each, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(ending)
    children: dict[int, socket.socket] = {}
    asked = socket.socket(fileno=handle)
    with selectors.DefaultSelector() as waiting:
        waiting.register(asked, selectors.EVENT_READ)
        waiting.register(ended, selectors.EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in waiting.select()]
            if ended in ready:
                os.read(ended, 1 << 10)
                _tell_ends(children)
            if asked in ready:
                byte, handles, _, _ = socket.recv_fds(asked, 1, 3)
                if not byte:
                    os._exit(0)
                telling, said = socket.socket(fileno=handles[0]), handles[1:]
                with suppress(OSError, ValueError):
                    request = json.loads(telling.makefile().readline())
                    _import(request["words"][0])
                    if (pid := os.fork()) == 0:
                        _run(request, telling, said)
                    children[pid] = telling
                for each in said:
                    os.close(each)


def _import(module: str) -> None:
    """Import what the question of a module needs; its process tells what is wrong."""
    with suppress(Exception):
        importlib.import_module(module).QUESTION.modules()
    gc.freeze()


def _tell_ends(children: dict[int, socket.socket]) -> None:
    """Tell the exit codes of processes that have ended."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            with children.pop(found[0]) as telling, suppress(OSError):
                telling.sendall(b"%d\n" % os.waitstatus_to_exitcode(found[1]))


def _run(request: dict[str, Any], telling: socket.socket, said: Sequence[int]) -> NoReturn:
    """Run `python -m MODULE …` in this process."""
    code = 1
    try:
        end_with_parent()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        telling.sendall(b"%d\n" % os.getpid())
        telling.close()
        for own, each in enumerate(said, 1):
            os.dup2(each, own)
            os.close(each)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.argv = request["words"]
        sys.modules.pop(sys.argv[0], None)
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for last in (atexit._run_exitfuncs, sys.stdout.flush, sys.stderr.flush):
            with suppress(Exception):
                last()
        os._exit(code)

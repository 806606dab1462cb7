"""Runs a command that gets a signal at a chosen point: what interruptions are tested with.

    python -m tests.system.stop_at SIGNAL POINT LOG MODULE [ARGUMENT ...]

POINT is `import:MODULE`, when that module begins to be imported; `call:MODULE:NAME`, when a
function of a module, or `Class.method`, is called; either may end with `+SECONDS`, so much later.
The signal goes to the command, whichever of its processes reaches the point, and only once. LOG
then has the moment, by `time.monotonic`. Nothing depends on how fast the machine is, but for
`+SECONDS`.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import runpy
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import xyzmap_packages


@dataclass
class Point:
    """A place in a program: `name` is None where a module begins to be imported."""

    module: str
    name: str | None
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Point:
        """Read `import:MODULE` or `call:MODULE:NAME`, and `+SECONDS`. Raises `ValueError`."""
        place, _, seconds = text.partition("+")
        kind, _, where = place.partition(":")
        module, _, name = where.partition(":")
        if kind not in ("import", "call") or (kind == "call") != bool(name) or not module:
            raise ValueError(f"{text!r} is neither import:MODULE nor call:MODULE:NAME")
        return cls(module, name or None, float(seconds or 0))


@dataclass
class Trap:
    """Finds modules as usual, and sends the signal when the point is reached."""

    point: Point
    number: signal.Signals
    log: str
    leader: int = field(default_factory=os.getpid)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Fire when the module begins to be imported, or have its function fire when called."""
        if name != self.point.module:
            return None
        if self.point.name is None:
            self.fire()
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            execute = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                self.arm(module)

            loader.exec_module = exec_module
        return spec

    def arm(self, module: ModuleType) -> None:
        """Have the function fire when it is called."""
        assert self.point.name is not None
        *classes, name = self.point.name.split(".")
        owner = functools.reduce(getattr, classes, module)
        found: Callable[..., Any] = getattr(owner, name)

        @functools.wraps(found)
        def call(*arguments: Any, **keywords: Any) -> Any:
            self.fire()
            return found(*arguments, **keywords)

        setattr(owner, name, call)

    def fire(self) -> None:
        """Send the signal, once, whatever process this is."""
        try:
            handle = os.open(f"{self.log}.once", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            return
        os.close(handle)
        if self.point.seconds == 0:
            self.send()
        elif os.fork() == 0:
            # In a session of its own: neither the signal nor the end of the command is for it.
            os.setsid()
            time.sleep(self.point.seconds)
            self.send()
            os._exit(0)

    def send(self) -> None:
        """Note the moment and send the signal."""
        with open(self.log, "w", encoding="ascii") as file:
            file.write(repr(time.monotonic()))
        with suppress(ProcessLookupError):  # it has ended before
            os.kill(self.leader, self.number)


def main(words: Sequence[str]) -> None:
    """Run the command as if it had been started by itself."""
    number, point, log, module, *arguments = words
    # A shell's job in the background ignores SIGINT, and so does what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if module.partition(".")[0] in xyzmap_packages.COMMANDS:
        xyzmap_packages.end_by_a_line(f"python -m {module}")
    trap = Trap(Point.parse(point), signal.Signals[number], log)
    sys.argv = [module, *arguments]
    loaded = sys.modules.get(trap.point.module)
    if loaded is not None and trap.point.name is not None:
        trap.arm(loaded)
    else:
        sys.meta_path.insert(0, trap)  # type: ignore[arg-type]  # it has what finders need
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Inner loops compiled by numba: at their first use, and cached until a file changes.

numba takes about 0.3 s to import and to load its cache, so it is imported with the first call of a
compiled function. Compiled functions contain their callees, even from other files, and numba would
check only the file of each function. So all compiled functions are cached in a folder by the text
of all files.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

SHORTER = 0.45
"""The steps of a later call by those of the calls before it: all calls of LISA's bodies took mostly
0.4 to 0.6 of as many first ones.
"""


class Kernels:
    """Decorators for the compiled functions of a folder, in the files named `sources`.

    `sources` are all files with compiled functions, or with constants that they use; `last` is the
    name of the function that is compiled last, since it contains the others. The first
    `plain_steps` steps of loops are left to Python, which has done them before numba is there,
    unless the `expected` further calls would take more.
    """

    def __init__(
        self, name: str, home: Path, sources: Sequence[str], last: str, plain_steps: int = 0
    ) -> None:
        self.last, self.plain_steps, self.expected = last, plain_steps, 0
        self._steps, self._calls = 0, 0
        self.folder = _folder(name, home, sources)
        self._inner: set[FunctionType] = set()
        self._inline: set[FunctionType] = set()
        self._made: dict[FunctionType, Any] = {}

    def outer(self, function: Any) -> Kernel:
        """Mark a function that is called from Python."""
        return Kernel(self, function)

    def inner(self, function: Any) -> Any:
        """Mark a function that is called from compiled functions; called from Python it is not
        compiled.
        """
        self._inner.add(function)
        return function

    def inline(self, function: Any) -> Any:
        """Mark a function whose text replaces its calls in compiled functions.

        That is compiled sooner than a function of its own, if there are few calls.
        """
        self._inline.add(function)
        return self.inner(function)

    def may_be_plain(self, steps: int) -> bool:
        """Whether a call of so many steps, which counts as one that is expected, is left to Python.

        Further calls are assumed to take a `SHORTER` share of the steps of those so far.
        """
        self._steps, self._calls = self._steps + steps, self._calls + 1
        self.expected = max(self.expected - 1, 0)
        if self._steps * (1.0 + SHORTER * self.expected / self._calls) > self.plain_steps:
            self.plain_steps = 0
        return self.plain_steps > 0

    def are_compiled(self) -> bool:
        """Whether the compiled form of these files is cached; compiling takes a while."""
        return self.folder is not None and any(Path(self.folder).rglob(f"*{self.last}*.nbi"))

    def compiled(self, function: FunctionType) -> Any:
        """Return a function as compiled by numba, with its callees."""
        if function not in self._made:
            self._tell()
            self._made[function] = self._compiled(function)
        return self._made[function]

    def _tell(self) -> None:
        """Say on a terminal, once per cache folder, that compiling takes seconds."""
        if self.folder is None or self.are_compiled() or not _terminal():
            return
        with suppress(OSError):
            (Path(self.folder) / "told").touch(exist_ok=False)
            print("compiling inner loops, once after an installation: 10 to 20 s", file=sys.stderr)

    def _compiled(self, function: FunctionType) -> Any:
        from numba import njit
        from numba.core import config as _config
        from numba.core.options import DefaultOptions

        config: Any = _config
        # No compiled function makes an array. Without counts of references to those they are given
        # they run many times as fast: wide tuples of arrays are passed on in every call.
        options: dict[str, Any] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
        if function in self._inner:
            # The wrappers of large tuples take long to compile.
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        if function in self._inline:
            options["inline"] = "always"
        before = config.CACHE_DIR
        config.CACHE_DIR = self.folder or before
        try:
            kept = self.folder is not None
            made: Any = njit(error_model="numpy", cache=kept, **options)(self._linked(function))
        finally:
            config.CACHE_DIR = before
        if kept:
            made._cache = _Lenient(made._cache)
        _forget_constants(made)
        return made

    def _linked(self, function: FunctionType) -> FunctionType:
        """Return a copy of a function that calls compiled functions in place of plain ones."""
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            called = names.get(name)
            if isinstance(called, FunctionType) and called in self._inner:
                names[name] = self.compiled(called)
        copy = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, function.__closure__
        )
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        return copy


class Kernel:
    """A function that is compiled with its first call; `plain` is the same one as Python runs it.

    Both compute the same.
    """

    def __init__(self, kernels: Kernels, function: FunctionType) -> None:
        self.plain = function
        self._kernels = kernels
        self._compiled: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        if self._compiled is None:
            self._compiled = self._kernels.compiled(self.plain)
        return self._compiled(*arguments)

    def of(self, steps: int) -> Callable[..., Any]:
        """Return the function to run for so many steps: the plain one, or soon the compiled one."""
        return self.plain if self._kernels.may_be_plain(steps) else self


def _forget_constants(made: Any) -> None:
    """Let compiled callers share one form of a function, whatever constants they give it."""
    from numba.core import types

    unliteral: Any = types.unliteral
    template = made.get_call_template

    def general(args: Any, kws: Any) -> Any:
        return template(tuple(map(unliteral, args)), {key: unliteral(kws[key]) for key in kws})

    made.get_call_template = general


class _Lenient:
    """A cache of numba that skips files that cannot be written: a full disk costs no answer."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def save_overload(self, *arguments: Any) -> None:
        """Cache a compiled function if the disk has room."""
        with suppress(OSError):
            self._cache.save_overload(*arguments)


def _terminal() -> bool:
    """Whether stderr is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _folder(name: str, home: Path, sources: Sequence[str]) -> str | None:
    """Return a writable folder for compiled functions, or None."""
    files = [Path(__file__), *(home / f"{source}.py" for source in sources)]
    text = b"".join(file.read_bytes() for file in files)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    bases = os.environ.get("NUMBA_CACHE_DIR"), home / "__pycache__", Path(cache) / "xyzmap"
    for base in bases:
        if not base:
            continue
        try:
            folder = Path(base) / f"{name}-{sha256(text).hexdigest()[:16]}"
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return str(folder)
    return None

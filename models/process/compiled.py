"""How inner loops are compiled: once, and kept until a file of theirs changes.

Compiled functions contain what they call, also where that is in another file, and numba would look
only at the file of each. So everything compiled is kept in a folder by the text of all files.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit
from numba.core import config as _config
from numba.core.options import DefaultOptions

config: Any = _config

# No compiled function makes an array. Without counts of references to those they are given they
# run many times as fast, since wide tuples of arrays are passed on in every call.
_BARE: dict[str, Any] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


class Kernels:
    """Decorators for the compiled functions of a folder, in the files named `sources`.

    `sources` are all files with compiled functions, or with constants that they use; `last` is the
    name of the function that is compiled last, since it contains the others.
    """

    def __init__(self, name: str, home: Path, sources: Sequence[str], last: str) -> None:
        self.last = last
        self.folder = _folder(name, home, sources)

    def outer(self, function: Callable[..., Any]) -> Any:
        """Compile what is called from Python."""
        return self._compiled(function, {})

    def inner(self, function: Callable[..., Any]) -> Any:
        """Compile what is called from compiled functions only.

        The wrappers of large tuples take long to compile.
        """
        return self._compiled(function, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})

    def are_compiled(self) -> bool:
        """Whether what these files compile to is kept; compiling it takes a while."""
        return self.folder is not None and any(Path(self.folder).rglob(f"*{self.last}*.nbi"))

    def _compiled(self, function: Callable[..., Any], options: dict[str, Any]) -> Any:
        before = config.CACHE_DIR
        config.CACHE_DIR = self.folder or before
        try:
            kept = self.folder is not None
            made = njit(error_model="numpy", cache=kept, **_BARE, **options)(function)
        finally:
            config.CACHE_DIR = before
        if kept:
            made._cache = _Lenient(made._cache)
        return made


class _Lenient:
    """A cache of numba that keeps what there is room for: a full disk costs no answer."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def save_overload(self, *arguments: Any) -> None:
        """Keep what was compiled, if that can be written."""
        with suppress(OSError):
            self._cache.save_overload(*arguments)


def _folder(name: str, home: Path, sources: Sequence[str]) -> str | None:
    """A folder to keep what is compiled in, None where nothing can be written."""
    files = [Path(__file__), *(home / f"{source}.py" for source in sources)]
    text = b"".join(file.read_bytes() for file in files)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (config.CACHE_DIR, home / "__pycache__", Path(cache) / "xyzmap"):
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

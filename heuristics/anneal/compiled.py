"""How the inner loop is compiled: once, and kept until a file of it changes.

Compiled functions contain what they call, also where that is in another file, and numba would look
only at the file of each. So everything compiled is kept in a folder by the text of all files.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit
from numba.core import config as _config
from numba.core.options import DefaultOptions

config: Any = _config
HERE = Path(__file__).parent
SOURCES = ("bounds", "compiled", "heap", "moves", "places", "positions", "state", "tables", "ways")
"""Files with compiled functions, or with constants that they use."""


def _folder() -> str | None:
    """A folder to keep what is compiled in, None where nothing can be written."""
    text = b"".join((HERE / f"{name}.py").read_bytes() for name in SOURCES)
    name = f"anneal-{sha256(text).hexdigest()[:16]}"
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (config.CACHE_DIR, HERE / "__pycache__", Path(cache) / "xyzmap"):
        if not base:
            continue
        try:
            folder = Path(base) / name
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return str(folder)
    return None


FOLDER = _folder()


def is_compiled() -> bool:
    """Whether the kernels of these files are kept; compiling them takes half a minute.

    `sweep`, which contains the others, is compiled last.
    """
    return FOLDER is not None and any(Path(FOLDER).rglob("*sweep*.nbi"))


# No compiled function makes an array. Without counts of references to those they are given they
# run many times as fast, since wide tuples of arrays are passed on in every call.
_BARE: dict[str, Any] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
_COMMON: dict[str, Any] = {"error_model": "numpy", "cache": FOLDER is not None}


def _compiled(options: dict[str, Any]) -> Callable[[Callable[..., Any]], Any]:
    def decorate(function: Callable[..., Any]) -> Any:
        before = config.CACHE_DIR
        config.CACHE_DIR = FOLDER or before
        try:
            return njit(**_COMMON, **options)(function)
        finally:
            config.CACHE_DIR = before

    return decorate


outer = _compiled(_BARE)
"""Called from Python."""

inner = _compiled({**_BARE, "no_cpython_wrapper": True, "no_cfunc_wrapper": True})
"""Called from compiled functions only; the wrappers of large tuples take long to compile."""

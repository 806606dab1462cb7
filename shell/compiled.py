"""Inner loops that are compiled when the package is built, and in Python what they compute.

`inner` and `outer` mark functions over numbers, arrays and named tuples of these, written in what
`shell.kernels` translates to C. A package has its own in the extension module `_kernels`, if it was
built; the functions themselves run where it was not. Both compute the same, bit by bit.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from models.notes import note
from xyzmap_packages import HERE, PREFIX

F = TypeVar("F", bound=Callable[..., Any])

_PLAIN: dict[Callable[..., Any], Callable[..., Any]] = {}


def inner(function: F) -> F:
    """Mark a function that is called from compiled functions; called from Python it is not
    compiled.
    """
    return function


def outer(function: F) -> F:
    """Mark a function that is called from Python, and return its compiled form."""
    name = function.__module__.removeprefix(PREFIX)
    compiled = getattr(_extension(name.partition(".")[0]), f"{name}.{function.__name__}", None)
    if compiled is None:
        return function
    _PLAIN[compiled] = function
    return compiled  # type: ignore[no-any-return]


def plain(function: F) -> F:
    """Return a function marked as `outer` as Python runs it."""
    return _PLAIN.get(function, function)  # type: ignore[return-value]


@cache
def _extension(package: str) -> Any:
    """Return the extension module of a package, None where there is none of its present text."""
    try:
        found = import_module(f"{PREFIX}{package}._kernels")
    except ImportError:
        _note_once("the inner loops are not compiled")
        return None
    if not PREFIX and _digest(found.SOURCES.split()) != found.DIGEST:
        _note_once("the inner loops have changed since they were compiled")
        return None
    return found


@cache
def _note_once(what: str) -> None:
    how = f"python -m {PREFIX}shell.kernels.build compiles them"
    note(f"{what}, and take a hundred times as long: {how}")


def _digest(files: list[str]) -> str:
    from hashlib import sha256  # slow to import, and needed in a checkout only

    text = sha256()
    try:
        for file in files:
            with open(os.path.join(HERE, file), "rb") as stream:
                text.update(stream.read())
    except FileNotFoundError:
        return ""
    return text.hexdigest()

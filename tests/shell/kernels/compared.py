"""Calls of compiled functions, each compared with the same one in Python."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from shell.compiled import plain
from shell.kernels.build import packages
from shell.kernels.sources import Sources
from tests.system.commands import ROOT

Count = Counter[str]


def same(one: Any, other: Any) -> bool:
    """Whether two results are the same, bit by bit."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.tobytes() == other.tobytes()
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return same(np.array([one]), np.array([other]))
    return bool(one == other)


def compare(
    users: Mapping[str, Iterable[str]], monkeypatch: pytest.MonkeyPatch, checked: object = None
) -> Count:
    """Have every call of marked functions compared, and count them.

    `users` are the modules that call them, and their names there; `checked` is an extension module
    that looks at every index. All draw their random numbers in the same order, from the same seeds.
    """
    count = Count()

    def compared(own: Callable[..., Any]) -> Callable[..., Any]:
        in_python = plain(own)
        assert in_python is not own, "it is not compiled"
        name = f"{in_python.__module__}.{in_python.__name__}"
        ways = [in_python, *filter(None, [getattr(checked, name, None)])]

        def call(*arguments: Any) -> Any:
            count[in_python.__name__] += 1
            copies = [copy.deepcopy(arguments) for _ in ways]
            found = own(*arguments)
            for way, others in zip(ways, copies, strict=True):
                assert same(way(*others), found), (name, way)
                assert same(others, arguments), (name, way)
            return found

        return call

    for module, names in users.items():
        for name in names:
            own = getattr(import_module(module), name)
            monkeypatch.setattr(f"{module}.{name}", compared(own))
    return count


def outer_functions(package: str) -> set[str]:
    """Return the names of the marked functions of a package that Python calls."""
    sources = Sources(ROOT)
    marked = (sources.module(name).marked() for name in dict(packages(ROOT))[package])
    return {node.name for each in marked for node, is_outer in each if is_outer}

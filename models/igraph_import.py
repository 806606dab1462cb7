"""igraph: its graphs in C alone, or the package without what it imports for drawing."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

PLOTTING = ("matplotlib", "cairo", "cairocffi", "plotly")
"""Modules that igraph imports for drawing if installed; they make its import ten times slower."""


def import_igraph() -> ModuleType:
    """Return igraph, imported without the packages for drawing. Raises `ImportError`."""
    hidden = [name for name in PLOTTING if name not in sys.modules]
    try:
        for name in hidden:
            sys.modules[name] = None  # type: ignore[assignment]  # documented for this purpose
        return import_module("igraph")
    finally:
        for name in hidden:
            sys.modules.pop(name, None)


@cache
def graph_base() -> Any:
    """Return `igraph.GraphBase`, the graphs in C. Raises `ImportError`.

    The package imports 100 modules for what surrounds them, which takes longer than a small
    question. Methods return plain lists and tuples.
    """
    name = "igraph._igraph"
    if name not in sys.modules:
        package = find_spec("igraph")
        places = None if package is None else package.submodule_search_locations
        spec = PathFinder.find_spec(name, places)
        if places is None or spec is None or spec.loader is None:
            raise ImportError("no igraph")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name].GraphBase

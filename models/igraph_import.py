"""igraph, imported without its packages for drawing."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

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

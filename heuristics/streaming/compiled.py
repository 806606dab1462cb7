"""Decorators of what is compiled here."""

from pathlib import Path

from heuristics.compiled import Kernels

_KERNELS = Kernels("streaming", Path(__file__).parent, ("compiled", "tables", "kernel"), "look")
outer, inner = _KERNELS.outer, _KERNELS.inner

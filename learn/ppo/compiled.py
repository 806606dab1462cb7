"""Decorators of what is compiled here."""

from pathlib import Path

from heuristics.compiled import Kernels

_KERNELS = Kernels("ppo", Path(__file__).parent, ("compiled", "features"), "describe")
outer, inner = _KERNELS.outer, _KERNELS.inner

"""The compiled functions of annealing; compiling them takes half a minute."""

from __future__ import annotations

from pathlib import Path

from shell.compiled import Kernels

SOURCES = (
    "../array",
    "choices",
    "compiled",
    "connect",
    "guide",
    "heap",
    "lower_bounds",
    "moves",
    "owned",
    "positions",
    "routes",
    "state",
    "tables",
)

kernels = Kernels("anneal", Path(__file__).parent, SOURCES, last="_sweep")
inner, outer = kernels.inner, kernels.outer

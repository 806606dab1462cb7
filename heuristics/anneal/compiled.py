"""The compiled functions of annealing; compiling them takes half a minute."""

from __future__ import annotations

from pathlib import Path

from models.process.compiled import Kernels

SOURCES = ("bounds", "compiled", "heap", "moves", "places", "positions", "state", "tables", "ways")

kernels = Kernels("anneal", Path(__file__).parent, SOURCES, last="sweep")
inner, outer, is_compiled = kernels.inner, kernels.outer, kernels.are_compiled

"""The compiled functions of negotiation; compiling them takes half a minute."""

from __future__ import annotations

from pathlib import Path

from shell.compiled import Kernels

SOURCES = ("../array", "compiled", "price", "flood", "tree", "sites", "rounds", "state", "wires")

kernels = Kernels("negotiated", Path(__file__).parent, SOURCES, last="relocate")
inner, outer = kernels.inner, kernels.outer

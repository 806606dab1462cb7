"""The compiled functions of negotiation; compiling them takes some seconds."""

from __future__ import annotations

from pathlib import Path

from shell.compiled import Kernels

SOURCES = (
    "../array",
    "compiled",
    "flood",
    "price",
    "routes",
    "rounds",
    "sites",
    "state",
    "stays",
    "wires",
)

kernels = Kernels("negotiated", Path(__file__).parent, SOURCES, last="rearrange")
inner, inline, outer = kernels.inner, kernels.inline, kernels.outer

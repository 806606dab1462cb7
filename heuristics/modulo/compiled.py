"""The compiled functions of modulo scheduling; compiling them takes some seconds."""

from __future__ import annotations

from pathlib import Path

from models.process.compiled import Kernels

SOURCES = ("compiled", "kernel", "machine", "reservation", "walk")

kernels = Kernels("modulo", Path(__file__).parent, SOURCES, last="_complete")
inner, outer, is_compiled = kernels.inner, kernels.outer, kernels.are_compiled

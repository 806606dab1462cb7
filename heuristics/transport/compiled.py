"""The compiled functions of placement by transport; compiling them takes a quarter of a minute."""

from __future__ import annotations

from pathlib import Path

from models.process.compiled import Kernels

kernels = Kernels("transport", Path(__file__).parent, ("compiled", "kernel", "price"), last="sweep")
inner, outer, is_compiled = kernels.inner, kernels.outer, kernels.are_compiled

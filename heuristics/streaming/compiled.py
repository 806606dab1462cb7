"""Decorators of what is compiled here."""

from pathlib import Path

from models.process.compiled import Kernels

kernels = Kernels("streaming", Path(__file__).parent, ("compiled", "tables", "kernel"), "look")
outer, inner = kernels.outer, kernels.inner

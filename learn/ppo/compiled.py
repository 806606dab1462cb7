"""Decorators of what is compiled here."""

from pathlib import Path

from models.process.compiled import Kernels

kernels = Kernels("ppo", Path(__file__).parent, ("compiled", "features"), "describe")
outer, inner = kernels.outer, kernels.inner

"""The options of `python -m learn.intervals`."""

from __future__ import annotations

import os
from dataclasses import dataclass

from models.process.options import Options, file, seed, whole


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(Options):
    """Which random programs are mapped, and where samples go."""

    out: str = file("samples, JSON lines", "output file", required=True)
    seed: int = seed("of the first one", group=None)
    count: int = whole("programs", "N", 3000)
    jobs: int = whole("processes (default: one for each core)", "J", os.cpu_count() or 1)

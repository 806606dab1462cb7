"""The version of the code that answers jobs: no sweep mixes versions."""

from __future__ import annotations

import functools
import hashlib
import json

from shell.guests import guests
from solvers.questions.provenance import code
from sweeps.questions import doors
from xyzmap_packages import PREFIX

ROOMS = ("archs", "encoders", "heuristics", "models", "solvers")
PACKAGES = ("ortools", "highspy", "pyomo", "igraph", "islpy", "pycparser", "optuna")
"""Added to those of every answer."""


@functools.cache
def version() -> str:
    """Return a digest of the code and of the packages, which decide the answers."""
    from solvers.certificates.cycles import versions

    asked = (door.__module__.partition(".")[0] for door in doors().values())
    own = (*ROOMS, *(guest.name for guest in guests()))
    packages = {*(PREFIX + name for name in own), *asked}
    facts = {"code": code(*sorted(packages)), **versions(*PACKAGES)}
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]

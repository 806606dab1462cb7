"""Measurements that survive an interruption: entries keyed by question, machine and code."""

from __future__ import annotations

from collections.abc import Callable

from bench.measure import machine
from solvers.questions.entries import Entries, Entry, code, digest

__all__ = ["Entry", "Resume", "digest"]

ROOMS = "archs encoders examples heuristics learn models programs solvers".split()


class Resume(Entries):
    """Entries in a file, or in memory; a key has everything else that an entry depends on."""

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`."""
        whole = {**key, "machine": machine(), "code": code(*ROOMS)}
        return super().entry(whole, measure, good)

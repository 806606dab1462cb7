"""What rewrites have done, in a line for users."""

from __future__ import annotations

from collections import Counter

from models.data.dfg import Dfg

SAID = {
    "hoisted": ("load or store hoisted", "loads and stores hoisted"),
    "reused": ("load reused", "loads reused"),
    "equal": ("value of an earlier iteration", "values of earlier iterations"),
    "last": ("accumulator last", "accumulators last"),
    "address": ("address on its own", "addresses on their own"),
    "exit": ("exit test on an address", "exit tests on addresses"),
}
"""Names of one rewrite, and of several, by kind."""


def said(dfg: Dfg) -> str:
    """Return the numbers of rewrites of a graph by kind, such as `2 loads reused`."""
    counts = Counter[str](one.kind for one in dfg.rewrites)
    found = [(counts[kind], words) for kind, words in SAID.items() if counts[kind]]
    return ", ".join(f"{number} {words[number > 1]}" for number, words in found)

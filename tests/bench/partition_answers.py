"""Invented answers and a small graph for the pages of partitions."""

from __future__ import annotations

from pathlib import Path

from bench import partition_sets
from bench.partition_sets import Kernel
from bench.resume import Entry

CHAINS = """digraph {
  a [label=imp]; b [label=mul]; c [label=add]; d [label=exp];
  p [label=imp]; q [label=mul]; r [label=add]; s [label=exp];
  a -> b; b -> c; c -> d; p -> q; q -> r; r -> s; b -> r;
}"""
"""Two chains and an edge between them."""


def kernel(folder: Path) -> Kernel:
    """Return the graph of `CHAINS` in a file of `folder`, with a cut that is known."""
    (folder / "chains.dot").write_text(CHAINS, encoding="utf-8")
    partition_sets.FOLDER = folder
    return Kernel("chains", "chains", 9, 1, 2, 3.5, cuts=(1, 3))


def mapped(total: int | None, *intervals: int, bound: int = 1, **more: object) -> Entry:
    """Return what `heuristics.partition` might say."""
    proven = total is not None and total <= bound
    return {
        "status": "unknown" if total is None else "optimal" if proven else "feasible",
        "total": total,
        "bound": bound,
        "bound_reason": "counting",
        "by": "someone",
        "intervals": list(intervals),
        "extra": None if total is None else 2,
        "cut": None if total is None else 1,
        "compared": 0,
        "stopped": None,
        "seconds": 1.5,
        "megabytes": 80,
        **more,
    }

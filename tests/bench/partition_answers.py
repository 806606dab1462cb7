"""Invented answers and a small graph for the pages of partitions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from bench import partition_sets
from bench.partition_sets import Kernel
from models.partition.graph import PartitionGraph
from solvers.questions.entries import Entry

CHAINS = """digraph {
  a [label=imp]; b [label=mul]; c [label=add]; d [label=exp];
  p [label=imp]; q [label=mul]; r [label=add]; s [label=exp];
  a -> b; b -> c; c -> d; p -> q; q -> r; r -> s; b -> r; a -> q;
}"""
"""Two chains and edges between them."""


@pytest.fixture
def chains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """The graph of `CHAINS` in a file, the only one there is."""
    (tmp_path / "chains.dot").write_text(CHAINS, encoding="utf-8")
    made = Kernel("chains", "chains", 9, 1, 2, 3.5)
    monkeypatch.setattr(partition_sets, "FOLDER", tmp_path)
    monkeypatch.setattr(partition_sets, "KERNELS", (made,))
    return made


def partitions(graph: PartitionGraph, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to put blocks into parts, none empty or above `most` operations."""
    for labels in product(range(parts), repeat=len(graph.blocks)):
        sizes = [0] * parts
        for names, p in zip(graph.blocks, labels, strict=True):
            sizes[p] += len(names)
        forward = all(labels[a] <= labels[b] for a, b in graph.edges)
        if forward and min(sizes) and max(sizes) <= most:
            yield labels


def mapped(total: int | None, *intervals: int, bound: int = 1, **more: object) -> Entry:
    """Return what `heuristics.partition` might say."""
    proven = total is not None and total <= bound
    return {
        "operations": 8,
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

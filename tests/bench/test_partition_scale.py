"""The page of large partitions: what it shows of invented answers, and the graphs it asks about."""

from __future__ import annotations

from bench.partition_scale import ARRAY, page, unrolled
from tests.bench.partition_answers import mapped


def test_page() -> None:
    """Tests a loop that was mapped, and one that was not."""
    found = [
        (62, mapped(50, 16, 17, 17, bound=47, operations=500)),
        (125, mapped(None, bound=94, operations=1004)),
    ]
    text = "\n".join(page(found, 120.0))
    assert "| syrk, unrolled 62 times | 500 | 3 | 50 | 47 |" in text
    assert "| syrk, unrolled 125 times | 1004 | - | none | 94 |" in text
    assert "limited to 120 s" in text


def test_unrolled() -> None:
    """Tests that the graph has the operations of that many iterations."""
    small, large = (unrolled(times) for times in (2, 4))
    assert len(large.dfg().operations) > 1.8 * len(small.dfg().operations)
    assert large.arch == ARRAY

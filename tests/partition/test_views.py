"""The picture and the table of a mapped partition: times to scale, everything counted once."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import pairwise

import pytest

from partition.view.rows import Crossed, PartRow
from partition.view.svg import partition_svg

SVG = "{http://www.w3.org/2000/svg}"


def many(count: int) -> tuple[list[PartRow], list[Crossed]]:
    """Return many parts, between which much crosses."""
    source = random.Random(count)
    rows = [
        PartRow(f"part{p}", source.randint(1, 999), source.randint(1, 20), source.randint(2, 60))
        for p in range(count)
    ]
    crossed = [
        (f"v{a}_{b}_{n}", a, b)
        for a in range(count)
        for b in range(a + 1, count)
        for n in range(source.choice((0, 0, 1, 4, 200)))
    ]
    return rows, crossed


@pytest.mark.parametrize("count", [1, 3, 40])
def test_bars_are_to_scale_and_every_pair_has_a_mark(count: int) -> None:
    """Tests that a bar begins where the one before ends, and marks say how many values cross."""
    rows, crossed = many(count)
    groups = list(ElementTree.fromstring(partition_svg(rows, crossed, 16)).iter(f"{SVG}g"))
    boxes = [g.findall(f"{SVG}rect")[0].attrib for g in groups if "data-part" in g.attrib]
    ends = [(float(box["x"]), float(box["x"]) + float(box["width"])) for box in boxes]
    lengths = [15 * row.interval + row.cycles for row in rows]
    scale = (ends[-1][1] - ends[0][0]) / sum(lengths)
    for (left, right), length in zip(ends, lengths, strict=True):
        assert right - left == pytest.approx(scale * length, abs=0.02)
    for (_, end), (begin, _) in pairwise(ends):
        assert begin == pytest.approx(end, abs=0.02)
    marks = [g.attrib for g in groups if "data-crossing" in g.attrib]
    counts = Counter(f"{first} {then}" for _, first, then in crossed)
    assert {mark["data-crossing"]: int(mark["data-values"]) for mark in marks} == counts

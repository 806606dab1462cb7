"""The picture and the table of a mapped partition: times to scale, everything counted once."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from views.partition.rows import Crossed, PartRow
from views.partition.svg import partition_svg
from views.partition.table import partition_text

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [
    PartRow("head", 12, 2, 9, 2, 0),
    PartRow("body", 30, 5, 14, 1, 1),
    PartRow("tail", 7, 1, 3, 0, 3),
]
CROSSED: list[Crossed] = [("u", 0, 1), ("v", 1, 2), ("u", 0, 2), ("w", 0, 2)]


def many(count: int, seed: int = 1) -> tuple[list[PartRow], list[Crossed]]:
    """Return many parts, between which much crosses."""
    source = random.Random(seed)
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


def tree(rows: list[PartRow], crossed: list[Crossed], iterations: int = 16) -> ElementTree.Element:
    """Return the picture, parsed."""
    return ElementTree.fromstring(partition_svg(rows, crossed, iterations, "a title"))


def bars(root: ElementTree.Element) -> list[tuple[float, float, float]]:
    """Return left end, right end and height of every part's bar."""
    found = []
    for group in root.iter(f"{SVG}g"):
        if "data-part" in group.attrib:
            box = group.findall(f"{SVG}rect")[0].attrib
            x = float(box["x"])
            found.append((x, x + float(box["width"]), float(box["y"])))
    return found


@pytest.mark.parametrize("count", [1, 3, 17, 40])
@pytest.mark.parametrize("iterations", [1, 16, 1000])
def test_bars_are_to_scale(count: int, iterations: int) -> None:
    """Tests that every bar begins where the one before ends, and is as long as its time."""
    rows, crossed = many(count)
    root = tree(rows, crossed, iterations)
    found = bars(root)
    lengths = [(iterations - 1) * row.interval + row.cycles for row in rows]
    scale = (found[-1][1] - found[0][0]) / sum(lengths)
    assert len(found) == count
    for (left, right, _), length in zip(found, lengths, strict=True):
        assert right - left == pytest.approx(scale * length, abs=0.02)
    for (_, end, above), (begin, _, below) in pairwise(found):
        assert begin == pytest.approx(end, abs=0.02) and below - above > 23.9
    assert found[-1][1] < float(root.attrib["width"])


@pytest.mark.parametrize("count", [3, 40])
def test_every_pair_is_drawn_once(count: int) -> None:
    """Tests that pairs of parts have a mark each, with the number of values and few names."""
    rows, crossed = many(count)
    root = tree(rows, crossed)
    counts: dict[str, int] = {}
    for _, first, then in crossed:
        counts[f"{first} {then}"] = counts.get(f"{first} {then}", 0) + 1
    marks = [group for group in root.iter(f"{SVG}g") if "data-crossing" in group.attrib]
    assert {g.attrib["data-crossing"]: int(g.attrib["data-values"]) for g in marks} == counts
    assert len(marks) == len(counts)
    for mark in marks:
        words = mark.findtext(f"{SVG}title") or ""
        assert words.count("v") <= 1 + 6 and len(words) < 150
        assert (", …" in words) == (int(mark.attrib["data-values"]) > 6)
        label = mark.findtext(f"{SVG}text")
        assert label in (None, mark.attrib["data-values"])
    assert 2 * sum(mark.find(f"{SVG}text") is not None for mark in marks) > len(marks)


def test_the_table_by_hand() -> None:
    """Tests all of a table, with bars that begin where the one before ends."""
    assert partition_text(ROWS, CROSSED, width=75).splitlines() == [
        "3 parts, one after another",
        "146 cycles for 16 iterations · sum of all II 8 · 49 operations · of them 3…",
        "",
        "part  operations  stores  loads  II  cycles  begins  ends",
        "----  ----------  ------  -----  --  ------  ------  ----",
        "head          12       2      0   2       9       0    39  " + "█" * 4,
        "body          30       1      1   5      14      39   128  " + " " * 4 + "█" * 10,
        "tail           7       0      3   1       3     128   146  " + " " * 14 + "██",
        "",
        "head -> body: 1 value: u",
        "head -> tail: 2 values: u, w",
        "body -> tail: 1 value: v",
    ]

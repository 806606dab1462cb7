"""The parts of a partition on a time line."""

from __future__ import annotations

from partition.question.answer import PartitionAnswer
from partition.view.rows import PartRow
from partition.view.svg import partition_svg


def timeline(answer: PartitionAnswer) -> tuple[list[PartRow], list[tuple[str, int, int]]]:
    """Return the parts of the best partition, and the values that cross from part to part."""
    assert answer.partition is not None
    rows = [
        PartRow(
            f"part {p}",
            len(own.part.dfg.operations),
            own.interval or 1,
            0 if own.mapping is None else own.mapping.horizon,
            len(own.part.stores),
            len(own.part.loads),
        )
        for p, own in enumerate(answer.mapped)
    ]
    part = answer.partition.part_of
    return rows, [(value, part[value], p) for value, p in answer.crossing.loads]


def picture(answer: PartitionAnswer, iterations: int) -> str:
    """Return a time line of the parts over `iterations` iterations as SVG text."""
    title = f"{answer.dfg.name} on {answer.arch.name}: total II {answer.total}"
    rows, crossings = timeline(answer)
    return partition_svg(title=title, rows=rows, crossings=crossings, iterations=iterations)

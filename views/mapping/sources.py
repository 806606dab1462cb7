"""Place and time of the execution of each line of a source file, for graphs that know
their lines.
"""

from __future__ import annotations

import re

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import GAP
from views.mapping.schedule import Schedule

HEADS = ("line", "operation", "component", "cycle")


def sources_text(problem: Problem, mapping: Mapping) -> str:
    """Return a row for each issue of an operation with a line, by line and cycle; otherwise ""."""
    schedule, places = Schedule(problem, mapping), problem.dfg.line_of
    rows = [
        (
            places[issue.operation],
            schedule.expression(issue.operation, issue.component, issue.cycle),
            issue.component,
            str(issue.cycle),
        )
        for issue in sorted(mapping.issues, key=lambda issue: issue.cycle)
        if issue.operation in places
    ]
    if not rows:
        return ""
    rows = [HEADS, *sorted(rows, key=lambda row: _numbers(row[0]))]
    sizes = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    lines = [
        GAP.join(word.ljust(size) for word, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def _numbers(place: str) -> tuple[tuple[str, int], ...]:
    """Return a sort key that puts line 9 before line 10."""
    return tuple((word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", place))

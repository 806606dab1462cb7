"""A mapping as a grid of tiles and contexts: what a table and a picture of it show.

Only tiles in which something is issued or held have a row, and cycles of one context share a
column; the `stage` of an entry says how many intervals after the begin of its iteration it is.
The whole of a mapping has a row for every component and a column for every cycle instead, and what
arrives as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from models.data.mapping import Mapping
from views.array.tiles import tiles_of
from views.mapping.schedule import Schedule

KINDS = ("arrive", "issue", "hold")
DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Entry:
    """`kind` is arrive, issue or hold; `text` is short, `full` is all that fits a wide cell."""

    kind: str
    text: str
    full: str
    about: str
    operator: str = ""


class Fold:
    """The names of `rows`, the numbers of `columns`, and the entries of each cell."""

    def __init__(self, mapping: Mapping, rows: Sequence[str], cycles: int, whole: bool) -> None:
        self.contexts = mapping.contexts
        self.rows, self.whole = list(rows), whole
        self.folded = mapping.contexts is not None and not whole
        self.columns = (mapping.contexts or 1) if self.folded else cycles
        self.noun = "context" if self.folded else "cycle"
        self.cells: dict[tuple[str, int], list[Entry]] = defaultdict(list)

    def add(
        self, row: str, cycle: int, kind: str, text: str, full: str, about: str, operator: str = ""
    ) -> None:
        """Add an entry to the cell of a cycle."""
        if self.folded:
            stage = str(cycle // self.columns).translate(DIGITS)
            text, full = text + stage, full.replace(text, text + stage, 1)
        entry = Entry(kind, text, full, f"{about} in cycle {cycle}", operator)
        self.cells[row, cycle % self.columns].append(entry)

    def used(self) -> Fold:
        """Keep the rows with entries only, but for the whole of a mapping."""
        for cell in self.cells.values():
            cell.sort(key=lambda entry: KINDS.index(entry.kind))
        if not self.whole:
            there = {row for row, _ in self.cells}
            self.rows = [row for row in self.rows if row in there]
        return self

    @property
    def stages(self) -> str:
        """The meaning of a number below a name; empty without any."""
        if not self.folded:
            return ""
        return f"x{'1'.translate(DIGITS)}: one II ({self.columns}) after x{'0'.translate(DIGITS)}"


def fold_of(schedule: Schedule, whole: bool = False) -> Fold:
    """Return a mapping as a grid, with what is held."""
    names = schedule.components
    row = {name: name for name in names} if whole else tiles_of(schedule.problem.arch)
    late = range(schedule.cycles)
    rows = list(dict.fromkeys(row[name] for name in names))
    made = Fold(schedule.mapping, rows, schedule.cycles, whole)
    for name in names:
        for cycle in late:
            cell = schedule.at(name, cycle)
            for arrival in cell.arrivals if whole else ():
                full = f"{arrival.value} from {arrival.source}"
                about = f"{full} over {arrival.path} arrives in {name}"
                made.add(row[name], cycle, "arrive", arrival.value, full, about)
            for operation in cell.issues:
                full = schedule.expression(operation, name, cycle)
                about = f"{full}, issued on {name}"
                operator = schedule.operator(operation, name, cycle)
                made.add(row[name], cycle, "issue", operation, full, about, operator)
            for value in () if schedule.only_passes(name) else cell.held:
                made.add(row[name], cycle, "hold", value, value, f"{value} is held in {name}")
    return made.used()


def fold_of_issues(mapping: Mapping) -> Fold:
    """Return what is issued, as far as a mapping says it: without its graph and its array."""
    last = max([mapping.horizon - 1, *(issue.cycle for issue in mapping.issues)])
    rows = sorted({issue.component for issue in mapping.issues})
    made = Fold(mapping, rows, 1 + last, whole=False)
    for issue in mapping.issues:
        name = issue.operation
        about = f"{name}, issued on {issue.component}"
        made.add(issue.component, issue.cycle, "issue", name, name, about)
    return made

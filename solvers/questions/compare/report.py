"""What a comparison found, as tables and as JSON."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Iterator
from typing import Any

from models.formats.text_files import write_text
from solvers.questions.ask import Save
from solvers.questions.compare.lines import DECIDED, Line, fastest, faults, lines, title
from solvers.questions.compare.options import CompareOptions
from solvers.questions.compare.plan import Comparison
from solvers.questions.compare.plot import write_plot

SCHEMA = "xyzmap/compare/1"
HEADS = (
    "solver",
    "at most one",
    "at most K",
    "status",
    "median s",
    "min-max s",
    "ratio",
    "solve s",
    "MB",
    "conflicts",
    "variables",
    "rows",
)
LEFT = 4
"""Columns of words; the others are numbers."""

LEGEND = (
    "Seconds are those of the whole process, medians over the runs; 'ratio' is to the fastest that"
    " decides the same question; 'solve' is the solver's own part. 'MB' is the largest peak of the"
    " process with its programs. 'conflicts' counts nodes where a solver branches and bounds, and"
    " is 0 where it does not tell. 'rows' are clauses, constraints or rows, as the solver gets"
    " them."
)


def rows(of: list[Line]) -> Iterator[list[str]]:
    """Yield the table of one question; as many words as `HEADS`."""
    best = fastest(of)
    for line in of:
        yield [
            line.cell.solver,
            line.cell.at_most_one or "",
            line.cell.at_most_k or "",
            line.status,
            _s(line, line.median),
            _spread(line),
            _ratio(line, best),
            _s(line, line.middle("seconds", "solve")),
            f"{line.megabytes:.0f}",
            _n(line.middle("conflicts")),
            _n(line.size("variables")),
            _n(line.size("rows")),
        ]


def _s(line: Line, time: float | None) -> str:
    if time is None:
        return "-"
    return f"> {line.limit:g}" if time == math.inf else f"{time:.2f}"


def _spread(line: Line) -> str:
    if len(line.times) < 2:
        return ""
    least, most = (_s(line, time) for time in (min(line.times), max(line.times)))
    return least if most.startswith(">") and least == most else f"{least} - {most}"


def _ratio(line: Line, best: float | None) -> str:
    if line.median is None or best is None:
        return "-"
    if line.median == math.inf:
        return f"> {line.limit / best:.1f}"
    return f"{line.median / best:.1f}"


def _n(number: float | None) -> str:
    return "-" if number is None else f"{number:.0f}"


def remarks(found: Comparison) -> list[str]:
    """Return what a reader of the tables must know besides."""
    failed = {
        f"{cell.cycles} cycles, {cell.way}: {entry['status']}: {entry['reason']}": None
        for cell, entry in found.entries.items()
        if entry["status"] not in (*DECIDED, "WRONG", "time limit") and entry["reason"]
    }
    left = len(found.cells) - len(found.entries)
    cells = f"{left} of {len(found.cells)} cells are missing"
    stopped = [] if found.stopped is None else [f"{found.stopped}: {cells}"]
    return [*found.remarks, *failed, *stopped]


def print_tables(found: Comparison) -> None:
    """Print a table for each question."""
    import sys

    from rich.console import Console
    from rich.table import Table

    wide = None if sys.stdout.isatty() else 1000
    console = Console(width=wide, markup=False, emoji=False, highlight=False)
    print(f"Is there a mapping of {title(found)}?")
    for cycles, of in lines(found).items():
        print(f"\n{cycles} cycles")
        table = Table()
        for place, head in enumerate(HEADS):
            table.add_column(head, justify="left" if place < LEFT else "right", overflow="fold")
        for row in rows(of):
            table.add_row(*row)
        console.print(table)
    for remark in remarks(found):
        print(f"note: {remark}")


def as_markdown(found: Comparison) -> str:
    """Return a page: how it was made, a table for each question, what is missing."""
    command = shlex.join(["python", "-m", "solvers.compare", *found.command])
    versions = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    options = found.options
    runs = "One run" if options.runs == 1 else f"{options.runs} runs"
    parts = [
        f"# Solvers compared: {title(found)}",
        f"Made by `{command}` on {found.machine}; {versions}.",
        f"Is there a mapping with N cycles? {runs} per line, each in a process of its own, given"
        f" up after {options.time_limit:g} s. {LEGEND}",
        *(f"**ERROR: {_escaped(fault)}**" for fault in faults(found)),
    ]
    for cycles, of in lines(found).items():
        table = [list(HEADS), ["---"] * LEFT + ["---:"] * (len(HEADS) - LEFT), *rows(of)]
        lined = ("| " + " | ".join(map(_escaped, row)) + " |" for row in table)
        parts.append(f"## {cycles} cycles\n\n" + "\n".join(lined))
    if remarks(found):
        parts.append("\n".join(f"- {_escaped(remark)}" for remark in remarks(found)))
    return "\n\n".join(parts) + "\n"


def _escaped(words: str) -> str:
    return words.replace("|", "\\|")


def record(found: Comparison, options: CompareOptions) -> str:
    """Return everything about every run; the schema tag is `xyzmap/compare/1`."""
    problem = found.problem
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "command": ["python", "-m", "solvers.compare", *found.command],
        "dfg": problem.dfg.name,
        "architecture": problem.arch.name,
        "contexts": problem.contexts,
        "transform": options.transform,
        "multi_node": "on" if options.multi_node else "off",
        "implied": "on" if options.implied else "off",
        "runs": options.runs,
        "seed": options.seed,
        "time_limit": options.time_limit,
        "memory_limit": options.memory_limit,
        "versions": found.versions,
        "machine": found.machine,
        "stopped": found.stopped,
        "cells_planned": len(found.cells),
        "notes": found.remarks,
        "errors": faults(found),
        "lines": [_record(line, of) for of in lines(found).values() for line in of],
        "cells": [
            {
                "cycles": cell.cycles,
                "solver": cell.solver,
                "at_most_one": cell.at_most_one,
                "at_most_k": cell.at_most_k,
                "run": cell.run,
                "seed": options.seed + cell.run,
                **entry,
            }
            for cell, entry in found.entries.items()
        ],
    }
    return json.dumps(made, indent=1)


def _record(line: Line, of: list[Line]) -> dict[str, Any]:
    """A line of the table; a median of null with a time limit among the runs is beyond it."""
    median, best = line.median, fastest(of)
    ended = [time for time in line.times if time < math.inf]
    finite = round(median, 4) if median is not None and median < math.inf else None
    return {
        "cycles": line.cell.cycles,
        "solver": line.cell.solver,
        "at_most_one": line.cell.at_most_one,
        "at_most_k": line.cell.at_most_k,
        "status": line.status,
        "median": finite,
        "least": min(ended, default=None),
        "most": max(ended, default=None) if len(ended) == len(line.times) else None,
        "timed_out": sum(t == math.inf for t in line.times),
        "ratio": None if finite is None or best is None else round(finite / best, 3),
        "solve": _rounded(line.middle("seconds", "solve")),
        "megabytes": line.megabytes,
        "conflicts": line.middle("conflicts"),
        "variables": line.size("variables"),
        "rows": line.size("rows"),
    }


def _rounded(time: float | None) -> float | None:
    return None if time is None else round(time, 4)


def words(found: Comparison, options: CompareOptions) -> str:
    """Return the tables as a page of Markdown."""
    return as_markdown(found)


def tell(found: Comparison, options: CompareOptions) -> None:
    """Print the tables, or JSON where that is asked for."""
    if options.json:
        print(record(found, options))
    else:
        print_tables(found)


def saves(found: Comparison, options: CompareOptions) -> list[Save]:
    """Return the files that the options ask for."""
    return [
        (options.out, lambda path: write_text(path, record(found, options) + "\n")),
        (options.markdown, lambda path: write_text(path, as_markdown(found))),
        (options.plot, lambda path: write_plot(found, path)),
    ]

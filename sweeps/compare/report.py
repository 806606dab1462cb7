"""What a comparison found, as tables and as JSON."""

from __future__ import annotations

import json
import shlex
from typing import Any

from models.formats.text_files import write_text
from models.text import table
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save
from solvers.questions.provenance import processor
from sweeps.compare.lines import DECIDED, Line, entries, fastest, faults, lines, title
from sweeps.compare.options import CompareOptions
from sweeps.compare.plan import PACKAGES, Comparison
from sweeps.compare.plot import write_plot

SCHEMA = "xyzmap/compare/2"
HEADS = (
    *("solver", "at most one", "at most K", "status", "median s", "min-max s", "ratio", "solve s"),
    *("MB", "conflicts", "variables", "rows"),
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


def rows(of: list[Line], options: CompareOptions) -> list[list[str]]:
    """Return the table of one question; as many words in a row as `HEADS`."""
    best = fastest(of)
    return [_row(line, options, best) for line in of]


def _row(line: Line, options: CompareOptions, best: float | None) -> list[str]:
    late = line["timed_out"] > 0
    limit = options.time_limit
    median, least, most = (
        (f"> {limit:g}" if late else "-") if line[name] is None else f"{line[name]:.2f}"
        for name in ("median", "least", "most")
    )
    ratio = "-" if line["ratio"] is None else f"{line['ratio']:.1f}"
    if line["median"] is None and late and best is not None:
        ratio = f"> {limit / best:.1f}"
    spread = "" if options.runs == 1 else least if least == most else f"{least} - {most}"
    words = [line["solver"], line["at_most_one"] or "", line["at_most_k"] or "", line["status"]]
    numbers = ("conflicts", "variables", "rows")
    return [
        *words,
        *(median, spread, ratio),
        "-" if line["solve"] is None else f"{line['solve']:.2f}",
        f"{line['megabytes']:.0f}",
        *("-" if line[name] is None else f"{line[name]:.0f}" for name in numbers),
    ]


def remarks(found: Comparison) -> list[str]:
    """Return what a reader of the tables must know besides."""
    known = entries(found)
    failed = {
        f"{cell.cycles} cycles, {cell.way}: {entry['status']}: {entry['reason']}": None
        for cell, entry in known.items()
        if entry["status"] not in (*DECIDED, "WRONG", "time limit") and entry["reason"]
    }
    cells = f"{len(found.jobs) - len(known)} of {len(found.jobs)} cells are missing"
    stopped = [] if found.stopped is None else [f"{found.stopped}: {cells}"]
    return [*found.remarks, *failed, *stopped]


def words(found: Comparison, options: CompareOptions) -> str:
    """Return a table for each question, and the remarks."""
    parts = [f"Is there a mapping of {title(found)}?\n"]
    for cycles, of in lines(found).items():
        shown = table(HEADS, rows(of, options), right=range(LEFT, len(HEADS)))
        parts += [f"{cycles} cycles", *shown, ""]
    return "\n".join([*parts, *(f"note: {remark}" for remark in remarks(found))]).rstrip()


def as_markdown(found: Comparison) -> str:
    """Return a page: how it was made, a table for each question, what is missing."""
    command = shlex.join(["python", "-m", "sweeps.compare", *found.command])
    used = ", ".join(f"{name} {version}" for name, version in versions(*PACKAGES).items())
    options = found.options
    runs = "One run" if options.runs == 1 else f"{options.runs} runs"
    parts = [
        f"# Solvers compared: {title(found)}",
        f"Made by `{command}` on {processor()}; {used}.",
        f"Is there a mapping with N cycles? {runs} per line, each in a process of its own, given"
        f" up after {options.time_limit:g} s. {LEGEND}",
        *(f"**ERROR: {_escaped(fault)}**" for fault in faults(found)),
    ]
    for cycles, of in lines(found).items():
        shown = [list(HEADS), ["---"] * LEFT + ["---:"] * (len(HEADS) - LEFT), *rows(of, options)]
        lined = ("| " + " | ".join(map(_escaped, row)) + " |" for row in shown)
        parts.append(f"## {cycles} cycles\n\n" + "\n".join(lined))
    if remarks(found):
        parts.append("\n".join(f"- {_escaped(remark)}" for remark in remarks(found)))
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def record(found: Comparison, options: CompareOptions) -> str:
    """Return everything about every run; the schema tag is `xyzmap/compare/2`."""
    problem = found.problem
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "command": ["python", "-m", "sweeps.compare", *found.command],
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
        "versions": versions(*PACKAGES),
        "machine": processor(),
        "stopped": found.stopped,
        "cells_planned": len(found.jobs),
        "notes": found.remarks,
        "errors": faults(found),
        "lines": [line for of in lines(found).values() for line in of],
        "cells": [
            {**cell.asked(), "run": cell.run, "seed": options.seed + cell.run, **entry}
            for cell, entry in entries(found).items()
        ],
    }
    return json.dumps(made, indent=1)


def saves(found: Comparison, options: CompareOptions) -> list[Save]:
    """Return the files that the options ask for."""
    return [
        (options.out, lambda path: write_text(path, record(found, options) + "\n")),
        (options.markdown, lambda path: write_text(path, as_markdown(found))),
        (options.plot, lambda path: write_plot(found, path)),
    ]

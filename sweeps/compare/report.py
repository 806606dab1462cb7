"""The results of a comparison, as tables and as JSON."""

from __future__ import annotations

import json
import shlex
from typing import Any

from models.formats.text_files import write_text
from models.text import table
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save
from solvers.questions.provenance import processor
from sweeps.compare.compare_options import CompareOptions
from sweeps.compare.lines import DECIDED, Line, asked, entries, fastest, faults, lines, title
from sweeps.compare.plan import Comparison
from sweeps.compare.plot import write_plot
from sweeps.report import escaped, marked_down
from views.drawing import xml
from views.html.shell import page, table_html

SCHEMA = "xyzmap/compare/2"
COMMAND = ("xyzmap", "compare")
PACKAGES = ("ortools", "highspy", "pyomo")
HEADS = (
    *("solver", "at most one", "at most K", "status", "median s", "min-max s", "ratio", "solve s"),
    *("MB", "conflicts", "variables", "rows"),
)
LEFT = 4
"""Text columns; the others are numbers."""

LEGEND = (
    "Seconds are those of the whole process, medians over the runs; 'ratio' is to the fastest that"
    " decides the same question; 'solve' is the solver's own part. 'MB' is the largest peak of the"
    " process with its programs. 'conflicts' counts nodes where a solver branches and bounds, and"
    " is 0 where it does not tell. 'rows' are clauses, constraints or rows, as the solver gets"
    " them."
)


def rows(of: list[Line], options: CompareOptions) -> list[list[str]]:
    """Return the table of one question; rows have the columns of `HEADS`."""
    best, limit = fastest(of), options.time_limit
    found = []
    for line in of:
        late = line["timed_out"] > 0
        median, least, most = (
            _figure(line[name], 2, f"> {limit:g}" if late else "-")
            for name in ("median", "least", "most")
        )
        beyond = line["median"] is None and late and best is not None
        spread = "" if options.runs == 1 else least if least == most else f"{least} - {most}"
        found.append(
            [
                *(line[name] or "" for name in ("solver", "at_most_one", "at_most_k", "status")),
                *(median, spread),
                f"> {limit / best:.1f}" if beyond and best else _figure(line["ratio"], 1),
                _figure(line["solve"], 2),
                *(_figure(line[n], 0) for n in ("megabytes", "conflicts", "variables", "rows")),
            ]
        )
    return found


def _figure(value: float | None, digits: int, unknown: str = "-") -> str:
    return unknown if value is None else f"{value:.{digits}f}"


def remarks(found: Comparison) -> list[str]:
    """Return the remarks: failures, and missing cells."""
    jobs, known = found.swept.jobs, entries(found)
    failed = {
        f"{asked(dict(job.options))}: {entry['status']}: {entry['reason']}": None
        for job, entry in known
        if entry["status"] not in (*DECIDED, "WRONG", "time limit") and entry["reason"]
    }
    cells = f"{len(jobs) - len(known)} of {len(jobs)} cells are missing"
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
    """Return a page: the command, a table for each question, missing results."""
    options = found.options
    used = ", ".join(f"{name} {version}" for name, version in versions(*PACKAGES).items())
    runs = "One run" if options.runs == 1 else f"{options.runs} runs"
    parts = [
        f"# Solvers compared: {title(found)}",
        f"Made by `{shlex.join([*COMMAND, *found.command])}` on {processor()}; {used}.",
        f"Is there a mapping with N cycles? {runs} per line, each in a process of its own, given"
        f" up after {options.time_limit:g} s. {LEGEND}",
        *(f"**ERROR: {escaped(fault)}**" for fault in faults(found)),
    ]
    for cycles, of in lines(found).items():
        shown = marked_down(HEADS, rows(of, options), len(HEADS) - LEFT)
        parts.append(f"## {cycles} cycles\n\n{shown}".rstrip())
    parts.append("\n".join(f"- {escaped(remark)}" for remark in remarks(found)))
    return "\n\n".join(parts).rstrip() + "\n"


def as_html(found: Comparison) -> str:
    """Return the same as a page that needs nothing else."""
    options, wrong = found.options, faults(found)
    name = f"Solvers compared: {title(found)}"
    parts = [f"<header>\n<h1>{xml(name)}</h1>\n<p>{xml(LEGEND)}</p>\n</header>\n<main>\n"]
    parts += [f'<p class="badge infeasible">{xml(fault)}</p>\n' for fault in wrong]
    for cycles, of in lines(found).items():
        marked = [
            f"<tr>{''.join(f'<td>{xml(cell)}</td>' for cell in row)}</tr>\n"
            for row in rows(of, options)
        ]
        heading = f"<h2>{cycles} cycles</h2>\n"
        table = table_html(HEADS, marked, "plain")
        parts.append(f'<section class="card">{heading}{table}</section>\n')
    parts += [f"<p>{xml(remark)}</p>\n" for remark in remarks(found)]
    return page(name, "".join([*parts, "</main>"]), {})


def record(found: Comparison, options: CompareOptions) -> str:
    """Return everything about every run; the schema tag is `SCHEMA`."""
    problem = found.problem
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "command": [*COMMAND, *found.command],
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
        "cells_planned": len(found.swept.jobs),
        "notes": found.remarks,
        "errors": faults(found),
        "lines": [line for of in lines(found).values() for line in of],
        "cells": [
            {**(cell := dict(job.options)), "run": cell["seed"] - options.seed, **entry}
            for job, entry in entries(found)
        ],
    }
    return json.dumps(made, indent=1)


def saves(found: Comparison, options: CompareOptions) -> list[Save]:
    """Return the files that the options ask for."""
    return [
        (options.out, lambda path: write_text(path, record(found, options) + "\n")),
        (options.markdown, lambda path: write_text(path, as_markdown(found))),
        (options.html, lambda path: write_text(path, as_html(found))),
        (options.plot, lambda path: write_plot(found, path)),
    ]

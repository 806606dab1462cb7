"""The outputs of `trade_off`: a table, JSON and files."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from models.formats.text_files import write_text
from pruning.trade_off.curve import Curve
from pruning.trade_off.html import curve_html
from pruning.trade_off.plot import write_plot
from pruning.trade_off.rows import cells_of, heads_of
from pruning.trade_off.trade_off_options import TradeOffOptions
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary


def words(answer: Curve, options: TradeOffOptions) -> str:
    """Return a line per point, the fastest first; `*` marks the Pareto front."""
    rows = [["", *heads_of(answer)]]
    front = answer.front
    for point in sorted(answer.points, key=lambda point: point.x):
        mark = "*" if point.x in front else ""
        rows.append([mark, *cells_of(answer, point)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def record(answer: Curve, options: TradeOffOptions) -> str:
    """Return the complete answer as JSON text."""
    found = {
        "schema": "xyzmap/trade_off/1",
        "question": "trade_off",
        "axis": answer.axis,
        "kernels": [problem.dfg.name for problem in answer.setup.problems],
        "architecture": answer.setup.problems[0].arch.name,
        "front": answer.front,
        "points": [
            {
                answer.axis: point.x,
                "horizons": point.cycles,
                "contexts": point.contexts[0],
                **answer.entries.get(point.x, {"status": "not looked at"}),
            }
            for point in sorted(answer.points, key=lambda point: point.x)
        ],
        "proven": answer.proven,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(found, indent=1)


def summary(answer: Curve, options: TradeOffOptions) -> Summary:
    """Return the summary fields common to all answers; a curve has no single value."""
    return Summary(None, None, "")


def page(answer: Curve, options: TradeOffOptions) -> str:
    """Return the HTML report."""
    return curve_html(answer)


def saves(answer: Curve, options: TradeOffOptions) -> list[Save]:
    """Return the files requested by the options, slow ones last."""
    found: list[Save] = []
    if options.out is not None:
        for x, entry in answer.entries.items():
            if entry["left"]:
                text = json.dumps(entry["left"], indent=1) + "\n"
                file = Path(options.out) / f"{answer.axis}-{x}.json"
                found.append((str(file), partial(_write, text)))
    return [
        *found,
        (options.html, lambda path: write_text(path, page(answer, options))),
        (options.plot, lambda path: write_plot(answer, path)),
    ]


def _write(text: str, path: str) -> None:
    write_text(path, text)

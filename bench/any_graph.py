"""Graphs of other tools on every preset: every number of `docs/results/any_graph.md`.

`python -m bench.any_graph` asks `solvers.min_ii FILE PRESET --first` for each DOT and XML file of
the benchmarks of `bench.loop_sets`. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from archs.presets import PRESETS
from bench.asker import Run, run
from bench.counted import COUNTED
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, some, time_limit
from bench.loop_sets import FOLDER, no_graphs
from bench.page import columns, table
from models.formats.dfg_files import load_dfg
from solvers.questions.entries import Entry, digest

SIZES = {"N": ":9", "RxC": ":4x4", "": ""}
MISSING = re.compile(r"no component of '[^']*' supports operator '([^']*)'")
MAPPED, MISSES, INFEASIBLE, OPEN = "mapped", "unit missing", "infeasible", "open"
REFUSED = "refused"
LONGER = 6
"""How many times as long a question is asked that was open at first."""


class Cell(NamedTuple):
    """A graph on a preset, and what came of it."""

    graph: Entry
    preset: str
    outcome: str
    told: str
    seconds: float


NAMED = tuple(name for name in PRESETS if name != "random")
"""All but drawn arrays."""


@bench(
    "any_graph",
    "Graphs of other tools on every preset",
    time_limit(5, "of a question"),
    some("--only", NAMED, "PRESET"),
    number("--graphs", None, "only so many, the smallest"),
    smoke="--time-limit 30 --only single hycube s4 --graphs 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every file on every preset."""
    # Files may have changed since a run that is resumed.
    found = asker.entry(
        {"graphs": options.graphs}, partial(_graphs, options.graphs), lambda _: False
    )
    graphs = found["graphs"]
    if not graphs:
        raise no_graphs()
    yield (
        f"The {len(graphs)} graphs of ExPRESS, LISA and Morpher at hand, with counted registers:"
        f" `python -m solvers.min_ii FILE PRESET --first {' '.join(COUNTED)}`,"
        f" {options.time_limit:g} s, and"
        f" {LONGER} times as long where that is not enough. Presets in a line have 9 elements,"
        " `single` has one, the others 4x4. `mapped`: a mapping, legal by the checker;"
        " `unit missing`: one line names the operator that no unit executes; `infeasible`: proven,"
        " one line says why, such as too few contexts (`lisa-systolic` has one, `s4`, `sl8`, `r4`"
        " and `h6` have eight) or registers (`single` has two); `open`: no"
        " mapping in the time.\n"
    )
    cells = [cell for preset in options.only for cell in _cells(preset, graphs, options, asker)]
    count = Counter((cell.preset, cell.outcome) for cell in cells)
    yield columns(
        options.only,
        ("preset", lambda name: f"`{name}{SIZES[PRESETS[name].size]}`"),
        *(
            (outcome, lambda name, outcome=outcome: count[name, outcome])
            for outcome in (MAPPED, MISSES, INFEASIBLE, OPEN)
        ),
        ("longest s", lambda name: max(c.seconds for c in cells if c.preset == name)),
    )
    total = Counter(cell.outcome for cell in cells)
    yield (
        f"{len(cells)} questions: {total[MAPPED]} mapped, {total[MISSES]} with a missing unit by"
        f" name, {total[INFEASIBLE]} infeasible for another reason, {total[OPEN]} open.\n"
    )
    for outcome in (MISSES, INFEASIBLE, OPEN):
        yield f"## {outcome.capitalize()}\n"
        yield table(("file", "operations", "presets", "why"), _grouped(cells, outcome))
    if total[REFUSED]:
        yield Fault(f"{total[REFUSED]} questions have no answer.\n")


def _graphs(most: int | None) -> Entry:
    """Return the files of the benchmarks, with their sizes."""
    paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".dot", ".xml"))
    found: list[Entry] = [
        {
            "file": path.relative_to(FOLDER).as_posix(),
            "text": digest(path.read_text(encoding="utf-8")),
            "operations": len(load_dfg(str(path)).operations),
        }
        for path in paths
    ]
    if most is not None:
        found = sorted(found, key=lambda graph: graph["operations"])[:most]
    return {"graphs": found}


def _cells(preset: str, graphs: list[Entry], options: Namespace, asker: Asker) -> Iterator[Cell]:
    spec = preset + SIZES[PRESETS[preset].size]
    for graph in graphs:
        for limit in (options.time_limit, LONGER * options.time_limit):
            words = [spec, "--first", *COUNTED, "--json", "--quiet", "--time-limit", f"{limit:g}"]
            asked = " ".join(["solvers.min_ii", graph["file"], *words])
            key: dict[str, object] = {"words": asked, "text": graph["text"]}
            entry = asker.entry(key, partial(_asked, graph, words))
            if _outcome(entry)[0] != OPEN:
                break
        yield Cell(graph, preset, *_outcome(entry), float(entry["seconds"]))


def _asked(graph: Entry, words: list[str]) -> Entry:
    return _kept(run("solvers.min_ii", str(FOLDER / graph["file"]), *words))


def _kept(done: Run) -> Entry:
    if not done.output and done.code == 2:
        return {"status": REFUSED, "seconds": done.seconds}
    return done.entry("status", "ii", "lower_bound", "lower_bound_reason")


def _outcome(entry: Entry) -> tuple[str, str]:
    """Return what came of a question, and why it is no mapping."""
    reason = str(entry.get("lower_bound_reason") or "")
    if entry.get("ii") is not None:
        return MAPPED, ""
    if entry["status"] != "infeasible":
        bound = entry.get("lower_bound")
        return (REFUSED, "") if entry["status"] == REFUSED else (OPEN, f"II ≥ {bound}")
    missing = MISSING.match(reason)
    return (MISSES, f"`{missing[1]}`") if missing else (INFEASIBLE, reason)


def _grouped(cells: list[Cell], outcome: str) -> Iterator[list[object]]:
    """Yield a row for each file and reason."""
    rows: dict[tuple[str, int, str], list[str]] = {}
    for cell in cells:
        if cell.outcome == outcome:
            file = "/".join(Path(cell.graph["file"]).parts[-2:])
            row = rows.setdefault((file, cell.graph["operations"], cell.told), [])
            row.append(f"`{cell.preset}`")
    for (file, size, told), names in sorted(rows.items()):
        yield [file, size, ", ".join(names), told]


if __name__ == "__main__":
    sys.exit(main())

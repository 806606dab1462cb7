"""Runs `solvers.compare` on generated inputs, for the pages that compare solvers or encodings."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from bench.asker import Asker, run, texts, written
from models.architecture import Architecture
from models.dfg import Dfg
from solvers.entries import Entry

DECIDED = ("SAT", "UNSAT")


def compared(asker: Asker, dfg: Dfg, arch: Architecture, limit: float, *words: str) -> list[Entry]:
    """Return the lines of a comparison, as `solvers.compare --json` gives them.

    Its runs are kept beside the file of the asker. Raises `RuntimeError` where the comparison
    fails, or finds solvers that contradict each other.
    """
    options = [*words, "--time-limit", f"{limit:g}", "--json", "-", "--quiet"]
    if asker.path is not None:
        options += ["--resume", f"{asker.path}.compared"]
    with written(texts(dfg, arch)) as filled:
        done = run("solvers.compare", filled("{dfg}"), filled("{arch}"), *options)
    if done.code not in (0, 30):
        raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
    lines: list[Entry] = done.answer["lines"]
    for line in lines:
        print(json.dumps({"dfg": dfg.name, **line}), file=sys.stderr, flush=True)
    return lines


def seconds(line: Entry, limit: float) -> str:
    """Return the median of a line, or what it ended with."""
    if line["status"] == "time limit":
        return f"> {limit:g}"
    if line["median"] is None or line["status"] not in DECIDED:
        return str(line["status"])
    return f"{line['median']:.2f}"


def headed(title: str, lines: Mapping[str, Entry]) -> str:
    """Return the head of a column: a question, and how it was answered."""
    known = sorted({line["status"] for line in lines.values()} & set(DECIDED))
    return f"{title} {' '.join(known) or '?'}"

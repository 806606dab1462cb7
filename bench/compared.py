"""Runs `solvers.compare` on generated inputs, for the tables that compare solvers or encodings."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from archs.formats.arch_json import architecture_to_json
from bench.measure import run
from bench.resume import Entry
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json


def compared(dfg: Dfg, arch: Architecture, *words: str) -> list[Entry]:
    """Return the lines of a comparison, as `solvers.compare --json` gives them.

    Raises `RuntimeError` where the comparison fails, or finds solvers that contradict each other.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder) / file) for file in ("dfg.json", "arch.json")]
        Path(files[0]).write_text(dfg_to_json(dfg), encoding="utf-8")
        Path(files[1]).write_text(architecture_to_json(arch), encoding="utf-8")
        done = run("solvers.compare", *files, *words, "--json", "-", "--quiet")
    if done.code not in (0, 30):
        raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
    lines: list[Entry] = json.loads(done.output)["lines"]
    for line in lines:
        print(json.dumps({"dfg": dfg.name, **line}), file=sys.stderr, flush=True)
    return lines


def seconds(line: Entry, limit: float) -> str:
    """Return the median of a line, or what it ended with."""
    if line["status"] == "time limit":
        return f"> {limit:g}"
    if line["median"] is None or line["status"] not in ("SAT", "UNSAT"):
        return str(line["status"])
    return f"{line['median']:.2f}"

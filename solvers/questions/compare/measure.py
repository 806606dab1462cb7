"""Starts the processes of a comparison, one at a time, measures them, and ends them in time."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from solvers.questions.compare.cell import EXHAUSTED, Question, peak_megabytes
from solvers.questions.compare.plan import Cell, Comparison
from solvers.questions.entries import ROOT, Entries, Entry, code
from solvers.search.watched import Ended, descendants, watch

TRIAL_SECONDS = 60.0
"""How long a solver may take for one clause, before its first cell."""

KEPT = frozenset({"SAT", "UNSAT", "unknown", "time limit", "memory limit"})
"""Cells that end like this are not measured again when a comparison is resumed."""

START = f"""
import sys
if {str(ROOT)!r} not in sys.path: sys.path.insert(0, {str(ROOT)!r})
from solvers.questions.compare.cell import main
sys.exit(main())
"""
"""`-m solvers.questions.compare.cell` from any directory, whatever else lies there."""


def measure(found: Comparison, entries: Entries, tell: Callable[[str], None]) -> None:
    """Measure every cell that is not known yet; keep each as soon as it is done.

    Raises `InputError` where a solver refuses its options.
    """
    from models.errors import InputError

    known = {cell: entries.get(_key(found, cell)) for cell in found.cells}
    known = {cell: e for cell, e in known.items() if e is not None and e.get("status") in KEPT}
    # Files that no cell has read yet are slow to read, and bad options are better found now.
    for name in dict.fromkeys(cell.solver for cell in found.cells if cell not in known):
        trial = ask(_question(found, Cell(None, name, None, None, 0)), TRIAL_SECONDS)
        if trial["status"] == "refused":
            raise InputError(str(trial["reason"]))
    for number, cell in enumerate(found.cells, 1):
        entry = known.get(cell)
        if entry is None:
            entry = ask(_question(found, cell), found.options.time_limit)
            entries.put(_key(found, cell), entry)
        found.entries[cell] = entry
        why = f" ({entry['reason']})" if entry["reason"] else ""
        spent = f"{entry['seconds']['whole']:.2f} s" + (", kept" if cell in known else "")
        tell(f"{number}/{len(found.cells)} {cell.label}: {entry['status']}{why}, {spent}")


def _question(found: Comparison, cell: Cell) -> Question:
    return Question(
        dfg=found.texts[0],
        arch=found.texts[1],
        contexts=found.problem.contexts,
        transform=found.problem.transform,
        cycles=cell.cycles,
        solver=cell.solver,
        at_most_one=cell.at_most_one,
        at_most_k=cell.at_most_k,
        seed=found.options.seed + cell.run,
        memory_limit=found.options.memory_limit,
        implied=found.options.implied,
    )


def _key(found: Comparison, cell: Cell) -> dict[str, object]:
    """Everything that an entry depends on; texts by their digests."""
    from solvers.questions.entries import digest

    question = asdict(_question(found, cell))
    return {
        "tool": "compare",
        **question,
        "dfg": digest(found.texts[0]),
        "arch": digest(found.texts[1]),
        "time_limit": found.options.time_limit,
        "versions": found.versions,
        "machine": found.machine,
        "code": code("models", "encoders", "solvers"),
    }


def ask(question: Question, time_limit: float) -> Entry:
    """Return what a fresh process found out about `question`, and what it cost.

    The seconds `whole` and the megabytes are those of the whole process with all the programs
    that it starts, measured from outside; `time_limit` counts from its start.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as words:
        json.dump(asdict(question), words)
        words.seek(0)
        command = [sys.executable, "-P", "-c", START]
        ended = watch(command, time_limit, given=words, megabytes=_tree_megabytes)
    entry = _last_line(ended.out)
    if ended.killed is not None:
        entry |= {"status": ended.killed, "reason": None}
    elif "status" not in entry:
        entry |= _lost(ended, question.memory_limit)
    entry["seconds"] = {**entry.get("seconds", {}), "whole": ended.seconds}
    entry["seconds"] = {name: round(value, 4) for name, value in entry["seconds"].items()}
    own = entry.pop("own_megabytes", 0.0) + entry.pop("programs_megabytes", 0.0)
    entry["megabytes"] = round(max(ended.megabytes, own), 1)
    return entry


def _last_line(out: str) -> Entry:
    for line in reversed(out.splitlines()):
        with suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict):
                return found
    return {}


def _lost(ended: Ended, memory_limit: int | None) -> Entry:
    """Why a process ended without an answer."""
    exhausted = memory_limit is not None and EXHAUSTED.search(ended.err) is not None
    return {"status": "memory limit" if exhausted else "failed", "reason": ended.how}


def _tree_megabytes(root: int) -> float:
    """The peaks so far of a process and the programs that it has started, added."""
    total, own = 0.0, _command_line(root)
    for pid in descendants(root):
        with suppress(OSError):
            # A copy that is about to become a program shares all of its memory.
            if pid == root or _command_line(pid) != own:
                total += peak_megabytes(pid)
    return total


def _command_line(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""

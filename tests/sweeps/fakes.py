"""Jobs that answer, fail, and kill as their seed says, in a fraction of a second.

As a program it is `sweeps` with such jobs; preloaded into a Dask worker, that has them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path[:1]:
    sys.path.insert(0, str(ROOT))

from sweeps import forked, plan, work  # noqa: E402  # found only after the line before


def fake(words: Sequence[str], folder: str) -> forked.Forked:
    """Start `fake_job` in place of a command."""
    return forked.Forked(["tests.sweeps.fake_job", *words], folder)


def version() -> str:
    """Return the same whatever somebody does to the code meanwhile."""
    return "1"


if __name__ != "tests.sweeps.fakes":
    for module, name, other in (
        (work, "Forked", fake),
        (work, "version", version),
        (plan, "version", version),
    ):
        setattr(module, name, other)


def write_sweep(folder: Path, seeds: list[int], head: str = "") -> str:
    """Write a sweep with a job for each seed; return its path."""
    (folder / "graph.json").write_text("{}")
    path = folder / "sweep.toml"
    path.write_text(
        f'{head}\n[[sweep]]\nquestion = "min_cycles"\ndfgs = ["graph.json"]\n'
        f'architectures = ["ring:4"]\noptions.seed = {seeds}\n'
    )
    return str(path)


def begun(folder: Path) -> list[int]:
    """Return the seeds of all jobs that were begun, as often as they were."""
    path = folder / "begun"
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def told(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return what must not depend on who answered, and when."""
    names = ("key", "question", "input", "architecture", "options", "status", "value", "bound")
    return [tuple(row[name] for name in (*names, "exit_code", "error")) for row in rows]


if __name__ == "__main__":
    from sweeps.__main__ import main

    os.environ.setdefault("FAKES", os.getcwd())
    sys.exit(main())

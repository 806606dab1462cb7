"""Jobs that answer, fail, and kill as their seed says, in a fraction of a second.

As a program it is `sweeps` with such jobs; preloaded into a Dask worker, that has them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path[:1]:
    sys.path.insert(0, str(ROOT))

from sweeps import plan, work  # noqa: E402  # found only after the line before

KILLED, REFUSED, ENDLESS, LARGE, MUTE, BROKEN = range(100, 106)
INTERRUPTS, KILLS_ONCE = 200, 201

START = (
    # A worker may preload this file more than once.
    work.START.split("import runpy")[0].split("import json")[0]
    + f"""
import json, pathlib, signal, time
module, *words = sys.argv[2:]
seed = next(int(word.split("=")[1]) for word in words if word.startswith("--seed="))
folder = pathlib.Path(os.environ["FAKES"])
with open(folder / "begun", "a") as file:
    file.write(f"{{seed}}\\n")
if seed == {KILLED}:
    os.kill(os.getpid(), signal.SIGKILL)
if seed == {REFUSED}:
    sys.exit(print("min-cycles: no such thing", file=sys.stderr) or 2)
if seed == {LARGE}:
    kept = b"x" * (300 << 20)
if seed == {INTERRUPTS}:
    os.kill(os.getppid(), signal.SIGINT)
if seed == {KILLS_ONCE} and not (folder / "killed").exists():
    (folder / "killed").touch()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
if seed in {(ENDLESS, LARGE, INTERRUPTS)}:
    time.sleep(60)
if seed == {MUTE}:
    sys.exit(0)
if seed == {BROKEN}:
    raise RuntimeError("broken")
print(json.dumps({{"status": "optimal", "cycles": seed, "lower_bound": seed}}))
"""
)


def version() -> str:
    """Return the same whatever somebody does to the code meanwhile."""
    return "1"


if __name__ != "tests.sweeps.fakes":
    work.START, work.version, plan.version = START, version, version


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

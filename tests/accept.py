"""Rewrites all expected outputs: `python -m tests.accept [NAME …]`, or `make accept`; then look at
the difference.

NAME is one of `WRITERS`, or a module whose golden cases alone are recorded again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.docs import mistakes, shared_options
from tests.system import golden, jobs

ROOT = Path(__file__).parents[1]


def pictures() -> None:
    """Run the commands of pages, and copy what they have drawn."""
    pages = ["README.md", "docs/tutorial.md", *sorted(map(str, Path("docs/howto").glob("*-*.md")))]
    command = [sys.executable, "tests/readme_commands.py", "--redraw", *pages]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def results() -> None:
    """Make the pages of results from what was measured."""
    subprocess.run([sys.executable, "-m", "bench", "--again"], check=True)


def cases(*modules: str) -> None:
    """Record what commands do: `tests/system/golden.json`."""
    os.environ["COLUMNS"] = "1000"
    with tempfile.TemporaryDirectory() as folder:
        golden.accept(list(modules), Path(folder))


WRITERS: dict[str, Callable[[], object]] = {
    "golden": cases,
    "jobs": jobs.accept,
    "mistakes": mistakes.write,
    "options": shared_options.write,
    "results": results,
    "pictures": pictures,
}


def main(names: list[str]) -> int:
    """Rewrite; return the exit code."""
    os.chdir(ROOT)
    unknown = [name for name in names if name not in WRITERS and name not in golden.CASES]
    if unknown:
        print(f"accept: unknown {', '.join(unknown)}; there are {', '.join(WRITERS)}")
        return 2
    for name in names or WRITERS:
        print(name, flush=True)
        WRITERS[name]() if name in WRITERS else cases(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

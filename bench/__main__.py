"""`python -m bench`: lists the pages of measurements, or runs what writes them."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asker import ROOMS
from bench.page import machine
from models.errors import InputError, unknown
from models.formats.text_files import make_folder, write_text
from models.process.command import Parser, guarded
from solvers.questions.entries import code, digest

PROG = "bench"
FAILED = 1
HERE = Path(__file__).resolve().parent
PAGE = re.compile(r"docs/results/(\w+\.md)")
SHOWN = re.compile(r"(?:Figures?|Fig\.|Tables?)\s[\dIVX]+(?:(?:,|\sand)\s[\dIVX]+\b)*")


@dataclass(frozen=True)
class Bench:
    """A module that writes a page of `docs/results`, as its docstring says.

    `about` is the docstring's first sentence, `shown` the papers' tables and figures that it names.
    """

    name: str
    about: str
    page: str
    shown: tuple[str, ...]


def benches(folder: Path = HERE) -> dict[str, Bench]:
    """Return the modules of a folder that write pages, by name; nothing is imported."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        about = ast.get_docstring(ast.parse(text)) or ""
        pages = PAGE.findall(about)
        if pages and "\n@bench(" in text:
            first = " ".join(about.split("\n\n")[0].split())
            found[path.stem] = Bench(
                path.stem,
                re.sub(r"(: )?`python -m [^`]*`", "", first).strip(" ."),
                pages[0],
                tuple(dict.fromkeys(" ".join(name.split()) for name in SHOWN.findall(about))),
            )
    return found


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="List the measurements and the pages of docs/results that they write, or run"
        " some one after the other with their usual options. `python -m bench.NAME --help` tells"
        " of the options of one.",
        epilog="exit codes: 0 all of them ended well, 1 some did not, 2 usage error",
    )
    p.add_argument("names", nargs="*", metavar="NAME", help="what to run, or 'all' (default: list)")
    p.add_argument(
        "--resume-dir",
        metavar="DIR",
        help="keep there what is measured and which pages are done, and go on from it",
    )
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """List or run; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    every = benches()
    wrong = [name for name in options.names if name not in every and name != "all"]
    if wrong:
        raise InputError(unknown("benchmark", wrong[0], every, 99))
    if not options.names:
        _list(list(every.values()))
        return 0
    names = list(every) if "all" in options.names else list(dict.fromkeys(options.names))
    if options.resume_dir is not None:
        make_folder(options.resume_dir)
    failed = [name for name in names if _run(every[name], options.resume_dir)]
    if failed:
        print(f"{PROG}: failed: {', '.join(failed)}", file=sys.stderr)
    return FAILED if failed else 0


def command(bench: Bench, folder: str | None) -> list[str]:
    """Return the words that run one, after `python`."""
    words = ["-m", f"bench.{bench.name}"]
    return (
        words if folder is None else [*words, "--resume", str(Path(folder, f"{bench.name}.json"))]
    )


def _run(bench: Bench, folder: str | None) -> int:
    """Run one, unless the folder says that it was done with this code on this machine."""
    mark = None if folder is None else Path(folder, f"{bench.name}.done")
    state = _state() if mark is not None else ""
    if mark is not None and mark.exists() and mark.read_text(encoding="utf-8") == state:
        print(f"{bench.name}: done before", file=sys.stderr, flush=True)
        return 0
    words = command(bench, folder)
    print(" ".join(["$ python", *words]), file=sys.stderr, flush=True)
    begun = time.perf_counter()
    status = subprocess.run([sys.executable, *words], cwd=HERE.parent, check=False).returncode
    spent = time.perf_counter() - begun
    print(f"  exit {status} after {spent:.0f} s", file=sys.stderr, flush=True)
    if mark is not None and status == 0:
        write_text(str(mark), state)
    return status


def _state() -> str:
    """Return what a page depends on, but for what the machine is doing besides."""
    return digest(f"{machine()} {code(*ROOMS, 'bench')}")


def _list(every: list[Bench]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for head in ("module", "docs/results/", "shows", "about"):
        table.add_column(head, overflow="fold")
    for one in every:
        table.add_row(one.name, one.page, ", ".join(one.shown), one.about)
    wide = None if sys.stdout.isatty() else 1000
    Console(width=wide, markup=False, emoji=False, highlight=False).print(table)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

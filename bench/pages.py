"""All pages of `docs/results`: what is old, and how a page is measured, or made of its rows."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench import store
from bench.frame import Bench
from bench.page import RESULTS, write
from bench.sources import MEASURING, ROOT, code
from bench.store import Measured
from models.formats.text_files import write_text
from models.process.command import USAGE

PAGES = re.compile(r"docs/results/(\w+)\.md")
SHOWN = re.compile(r"(?:Figures?|Fig\.|Tables?)\s[\dIVX]+(?:(?:,|\sand)\s[\dIVX]+\b)*")
MADE = re.compile(r"Made by `python -m ([\w.]+)([^`]*)`")
LACKS = re.compile("no graphs in|not installed|No such file|no Chromium|does not start")
"""How a page says that a tool or other people's graphs are not on this machine."""
TIMEOUT = 124
GRACE = 5.0
"""Seconds that a page has to end, once it is told to."""


@dataclass(frozen=True)
class Page:
    """A page of a module, whose docstring names it.

    `about` is the docstring's first sentence, `shown` the papers' tables and figures that it names.
    """

    name: str
    module: str
    about: str
    shown: tuple[str, ...]

    @property
    def bench(self) -> Bench:
        """The benchmark that writes it; its module is imported."""
        module = importlib.import_module(self.module)
        if not hasattr(module, "main"):  # a package that is run
            module = importlib.import_module(f"{self.module}.__main__")
        found: Bench = module.main
        return found

    @cached_property
    def measured(self) -> Measured | None:
        """What was measured for the page, if anything was. Raises `InputError`."""
        path = RESULTS / "data" / f"{self.name}.jsonl"
        return store.read(path) if path.exists() else None

    @property
    def stale(self) -> str | None:
        """Why it is to be measured again; None where all of it is of the code as it is."""
        if self.measured is None:
            return "not measured"
        now = code(self.module)
        old = Counter(r.origin.commit for r in self.measured.rows if r.origin.code != now)
        if not old:
            return None
        commits = ", ".join(sorted(old))
        return f"{sum(old.values())} of {len(self.measured.rows)} rows are of other code: {commits}"

    @property
    def seconds(self) -> float:
        """What it took, as far as its rows say; endless where there are none."""
        if self.measured is None:
            return float("inf")
        return sum(row.seconds or 0 for row in self.measured.rows)

    @property
    def arguments(self) -> list[str]:
        """The words with which it was made, as its rows or the page say, or that it needs."""
        if self.measured is not None:
            return self.measured.arguments
        path = RESULTS / f"{self.name}.md"
        made = MADE.search(path.read_text(encoding="utf-8")) if path.exists() else None
        if made is not None and made[1] == self.module:
            return shlex.split(made[2])
        return [] if self.name == self.bench.name else ["--page", self.name]


def pages(root: Path = ROOT) -> dict[str, Page]:
    """Return the pages of the modules of `bench` and of the tests; nothing is imported."""
    found = {}
    for path in sorted(file for room in MEASURING for file in (root / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\n@bench(" not in text:
            continue
        about = ast.get_docstring(ast.parse(text)) or ""
        parts = path.relative_to(root).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__main__")
        first = " ".join(about.split("\n\n")[0].split())
        about_it = re.sub(r"(: )?`python -m [^`]*`", "", first).strip(" .")
        shown = tuple(dict.fromkeys(" ".join(name.split()) for name in SHOWN.findall(about)))
        for name in dict.fromkeys(PAGES.findall(about)):
            found[name] = Page(name, module, about_it, shown)
    return found


def measure(page: Page, resume: Path | None, limit: float | None) -> int:
    """Measure a page as a process of its own; return its exit code, or `TIMEOUT`.

    What is measured within `limit` seconds is kept in the folder `resume`.
    """
    words = [page.module, *page.arguments]
    words += [] if resume is None else ["--resume", str(resume / f"{page.name}.json")]
    print(" ".join(["$ python -m", *words]), file=sys.stderr, flush=True)
    with subprocess.Popen([sys.executable, "-m", *words], cwd=ROOT) as process:
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return TIMEOUT
        finally:
            if process.poll() is None:
                _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()


def measured_there(module: str, arguments: list[str], digest: str) -> tuple[int, dict[str, str]]:
    """Measure a page in a task of a cluster; return the exit code and the texts of its files.

    Raises `RuntimeError` where the worker has other code than what `digest` is of.
    """
    if code(module) != digest:
        raise RuntimeError("the worker has other code")
    with tempfile.TemporaryDirectory() as name:
        words = [module, *arguments, "--results", name]
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=False)
        paths = [path for path in Path(name).rglob("*") if path.is_file()]
        files = {
            path.relative_to(name).as_posix(): path.read_text(encoding="utf-8") for path in paths
        }
        return done.returncode, files


def measure_on(executor: Executor, chosen: Iterable[Page], limit: float | None) -> dict[str, int]:
    """Measure pages by the workers of a cluster; return exit codes by name, `TIMEOUT` of the rest.

    Pages are written as they come.
    """
    found = {page.name: TIMEOUT for page in chosen}
    tasks = {
        executor.submit(measured_there, page.module, page.arguments, code(page.module)): page
        for page in chosen
    }
    try:
        for task in as_completed(tasks, limit):
            name = tasks[task].name
            try:
                found[name], files = task.result()
            except Exception as error:  # whatever becomes of a worker, the other pages go on
                print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                found[name] = 1
                continue
            for place, text in files.items():
                (RESULTS / place).parent.mkdir(parents=True, exist_ok=True)
                write_text(str(RESULTS / place), text)
            print(f"{name}: exit {found[name]}", file=sys.stderr, flush=True)
    except TimeoutError:
        executor.shutdown(wait=False, cancel_futures=True)
    return found


def smoke(page: Page) -> str | None:
    """Make the shortest page with all parts, twice: measured, and from its rows.

    Return what is wrong, if anything is. Where a page says that this machine lacks what it needs,
    such as Yosys or other people's graphs, that is told on stderr, and nothing is wrong.
    """
    with tempfile.TemporaryDirectory() as name:
        first, second = Path(name, "first"), Path(name, "second")
        second.mkdir()
        words = [page.module, *page.bench.smoke, "--results", str(first)]
        words += ["--page", page.name] if len(page.bench.titles) > 1 else []
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True
        )
        lacks = done.stderr.strip().rpartition("\n")[2]
        if done.returncode == USAGE and LACKS.search(lacks):
            print(f"{page.name}: not tried here: {lacks}", file=sys.stderr, flush=True)
            return None
        if done.returncode:
            return f"exit code {done.returncode}: {done.stderr[-2000:]}"
        measured = store.read(first / "data" / f"{page.name}.jsonl")
        if not measured.rows:
            return "no row was measured"
        make(page, measured, second)
        return next(different(first, second), None)


def make(page: Page, measured: Measured, folder: Path = RESULTS) -> None:
    """Write a page, with its plots, from its rows."""
    write(folder, page.name, page.bench.made_again(measured, folder))


def different(first: Path, second: Path) -> Iterator[str]:
    """Yield the names of the files of `second` that `first` has otherwise, or not at all."""
    for path in sorted(second.iterdir()):
        one = first / path.name
        if path.is_file() and not (one.exists() and one.read_bytes() == path.read_bytes()):
            yield f"{path.name} is not what its rows make"

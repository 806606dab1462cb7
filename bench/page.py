"""A page of results: the cells that it asks, and the tables that it makes of their rows."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.process import Answer, Run, Text, run, written
from bench.rows import ROOT, Case, Rows, has
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.native_json import architecture_to_json, dfg_to_json
from shell.command import USAGE

RESULTS = ROOT / "docs" / "results"
Keep = tuple[str, ...] | Callable[[Run, Path], Answer]
"""The fields of an answer that a page shows, or what picks them from a run and its folder."""


class LackingError(Exception):
    """A cell needs a tool, a package or a file that is not on this machine."""


class Fault(str):
    """A part of a page that contradicts a proof: then the exit code is 1."""


@dataclass(frozen=True)
class Cell:
    """A command line, asked as a whole process.

    In `words`, which follow `python -m` or begin with a path, `{NAME}` stands for a file of
    `files`, and `{folder}` for a new folder. The process is killed after `limit` seconds. A `past`
    cell was measured by a command that later commits do not have: its row stays.
    """

    case: Case
    words: Sequence[str]
    keep: Keep
    files: Mapping[str, Text] = field(default_factory=dict, compare=False)
    limit: float | None = None
    past: bool = False

    @property
    def command(self) -> str:
        """The command line, with names of files."""
        return " ".join(self.words)

    def ask(self) -> tuple[Answer, Run]:
        """Run the process; return what is kept of its answer, and the run.

        Raises `LackingError`, and `RuntimeError` where the command fails.
        """
        try:
            with written(self.files) as filled:
                done = run(*map(filled, self.words), limit=self.limit)
                if done.code == USAGE:
                    raise LackingError(done.errors.strip().rpartition("\n")[2])
                if callable(self.keep):
                    return self.keep(done, Path(filled("{folder}"))), done
                return done.picked(*self.keep), done
        except InputError as error:
            raise LackingError(str(error)) from None


@dataclass(frozen=True)
class Page:
    """A page of `docs/results`.

    `smoke` are values of the cases that `--smoke` asks; words of their commands are replaced by
    those of `shorter`.
    """

    name: str
    title: str
    about: str
    cells: Callable[[], Iterable[Cell]]
    tables: Callable[[Rows], Iterable[str]]
    smoke: Sequence[Mapping[str, object]]
    shorter: Mapping[str, str] = field(default_factory=dict)

    def asked(self, smoke: bool = False) -> Iterator[Cell]:
        """Yield the cells, or those of the shortest form."""
        for cell in self.cells():
            if not smoke:
                yield cell
            elif any(has(cell.case, some) for some in self.smoke):
                yield replace(cell, words=[self.shorter.get(word, word) for word in cell.words])

    def text(self, rows: Rows) -> tuple[str, list[str]]:
        """Return the page that rows make, and its faults."""
        parts = list(self.tables(rows))
        head = f"# {self.title}\n\n{self.about}\n\n{measured(self.name, rows)}\n\n"
        return head + "\n".join(parts), [part for part in parts if isinstance(part, Fault)]


def measured(name: str, rows: Rows) -> str:
    """Return the command that makes a page, and the range of commits, dates and machines."""
    origins = Counter(row.origin for row in rows)
    dates = sorted({origin.date for origin in origins})
    commits: dict[str, int] = {}
    for origin, count in origins.items():
        commits[origin.commit] = commits.get(origin.commit, 0) + count
    machines = "; ".join(sorted({origin.machine for origin in origins}))
    said = ", ".join(f"{count} at {commit}" for commit, count in sorted(commits.items()))
    when = " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else "never"
    return (
        f"Made by `python -m bench {name}`: {len(rows)} rows, measured {when} on {machines}:"
        f" {said}. [Rows](data/{name}.jsonl) name commands and versions."
    )


def pages() -> dict[str, Page]:
    """Return all pages by name."""
    from bench import pages as folder

    names = sorted(info.name for info in pkgutil.iter_modules(folder.__path__))
    found: list[Page] = [importlib.import_module(f"bench.pages.{name}").PAGE for name in names]
    return {page.name: page for page in found}


def whole(done: Run, _: Path) -> Answer:
    """Keep all of an answer."""
    return done.answer


def inputs(dfg: Dfg, arch: Architecture) -> dict[str, Text]:
    """Return the files `dfg` and `arch` of a question."""
    return {"dfg": lambda: dfg_to_json(dfg), "arch": lambda: architecture_to_json(arch)}

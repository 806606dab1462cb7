"""Asks the cells of pages, keeps their rows as they come, and writes pages from rows.

Whole answers are kept in `out/bench`, where an interrupted run goes on; `docs/results/data` has
the fields that pages show.
"""

from __future__ import annotations

import gzip
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from bench.page import RESULTS, Cell, LackingError, Page
from bench.rows import ROOT, Row, Rows, commit, here, read, write
from models.formats.text_files import make_folder, write_text

KEPT = ROOT / "out" / "bench"


@dataclass
class Runner:
    """Asks up to `jobs` cells at a time until `end`, a moment of `time.monotonic`.

    `failed` has a line for each cell that failed, `lacking` for each that this machine lacks
    something for.
    """

    jobs: int = 1
    end: float | None = None
    fresh: bool = False
    kept: Path = KEPT
    failed: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    left: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def measure(self, page: Page, folder: Path = RESULTS) -> None:
        """Ask the cells of a page, and write its rows and the page; old rows stay if need be."""
        path = folder / "data" / f"{page.name}.jsonl"
        old = {case_key(row): row for row in read(path)}
        cells = list(page.asked())
        kept = {} if self.fresh else self._earlier(page)
        kept |= self.ask(page, [x for x in cells if not x.past and _key(x) not in kept])
        found = [kept.get(_key(cell)) or old.get(case_key(cell)) for cell in cells]
        write(path, page.name, [row for row in found if row is not None])
        self.make(page, folder)

    def make(self, page: Page, folder: Path = RESULTS) -> None:
        """Write a page from its rows."""
        text, faults = page.text(read(folder / "data" / f"{page.name}.jsonl"))
        write_text(str(folder / f"{page.name}.md"), text)
        self.failed += (f"{page.name}: {fault.strip()}" for fault in faults)

    def smoke(self, page: Page) -> None:
        """Ask the shortest form of a page, and make the page of it, without writing anything."""
        rows = self.ask(page, list(page.asked(smoke=True)))
        if rows:
            self.failed += (f"{page.name}: {x.strip()}" for x in page.text(Rows(rows.values()))[1])

    def ask(self, page: Page, cells: list[Cell]) -> dict[str, Row]:
        """Return the rows of cells by their keys."""
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                found = list(pool.map(lambda cell: self._ask(page, cell), cells))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return {_key(row): row for row in found if row is not None}

    def _ask(self, page: Page, cell: Cell) -> Row | None:
        if self.end is not None and time.monotonic() > self.end:
            self.left += 1
            return None
        named = f"{page.name}: {', '.join(map(str, cell.case.values()))}"
        begun = time.perf_counter()
        try:
            answer, done = cell.ask()
        except LackingError as error:
            self._tell(f"{named}: not asked here: {error}")
            self.lacking.append(f"{named}: {error}")
            return None
        except (RuntimeError, LookupError, ValueError, TypeError) as error:
            self._tell(f"{named}: failed: {error}")
            self.failed.append(f"{named}: {type(error).__name__}: {error}")
            return None
        row = Row(cell.case, cell.command, json.loads(json.dumps(answer)), here())
        self._keep(page, row, done.output)
        self._tell(f"{named}: {time.perf_counter() - begun:.1f} s")
        return row

    def _keep(self, page: Page, row: Row, output: str) -> None:
        make_folder(str(self.kept))
        line = msgspec.json.encode({**msgspec.to_builtins(row), "output": output}).decode()
        with self._lock, (self.kept / f"{page.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def _earlier(self, page: Page) -> dict[str, Row]:
        """Return what an earlier run has measured of the same commit on the same machine."""
        path = self.kept / f"{page.name}.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        rows = [msgspec.json.decode(line, type=Row) for line in lines]
        today = here().date
        return {
            _key(row): row
            for row in rows
            if msgspec.structs.replace(row.origin, date=today) == here()
        }

    def _tell(self, line: str) -> None:
        with self._lock:
            print(line, file=sys.stderr, flush=True)


def release(kept: Path = KEPT) -> Path:
    """Write all rows with their whole answers to one compressed file, and return its path."""
    path = kept.parent / f"bench-{commit()}.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for rows in sorted(kept.glob("*.jsonl")):
            for line in rows.read_text("utf-8").splitlines():
                file.write(f'{{"page":"{rows.stem}",{line[1:]}\n')
    return path


def case_key(row: Row | Cell) -> str:
    """Return a text that is the same for the same case of a page."""
    return json.dumps(row.case, sort_keys=True)


def _key(row: Row | Cell) -> str:
    return json.dumps([row.case, row.command], sort_keys=True)

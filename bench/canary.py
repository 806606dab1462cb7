"""Whether a change of the search costs answers or time: two checkouts are asked in turn.

`python -m bench.canary --before CHECKOUT` asks the rows of `canary.toml` of another checkout and of
this one, with three seeds. It ends with 1 where an answer is worse (a value, a bound, or a proof
that is missing), a row takes more than 1.5 times the processor time, or the median of all rows more
than 1.15 times. A row that the other checkout does not understand says so and is not judged.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
MEDIAN, ROW = 1.15, 1.5
"""How many times as long all rows may take, by their median, and one row."""
LEAST = 0.3
"""Seconds of the processor by which a row must be slower to count."""
SECONDS, WHOLE = 60, 600
"""Wall seconds after which a process is ended, and after which no further question is asked."""
CHECKOUTS = ("before", "after")

VALUES: dict[str, tuple[str, ...]] = {
    "min_cycles": ("cycles",),
    "min_ii": ("ii",),
    "partition": ("total_ii",),
    "streaming": ("ii", "cycles"),
    "remap": ("moved", "cycles"),
    "optimize": ("cycles",),
    "prune_arch": ("counts",),
    "verify": (),
}
"""Fields of an answer that are to be small; those of lists are counted."""
BOUNDS = ("lower_bound", "bound", "at_least", "cycles_bound", "ii_bound", "intervals_proven")
"""Fields that are to be large."""
PROVEN = ("optimal", "infeasible", "verified")


@dataclass(frozen=True)
class Row:
    """A question: a command of `solvers`, its words, and `{NAME}` for inputs that were made."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """One answer: what it claims, and the processor seconds of all its processes."""

    status: str
    seconds: float
    values: tuple[float, ...] = ()
    bounds: tuple[float, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        return " ".join([self.status, *(f"{value:g}" for value in self.values)])


@dataclass
class Compared:
    """The answers of both checkouts to one row, seed by seed."""

    row: Row
    before: list[Said] = field(default_factory=list)
    after: list[Said] = field(default_factory=list)

    @property
    def seconds(self) -> tuple[float, float]:
        """The median of each checkout."""
        before, after = (
            statistics.median(said.seconds for said in side) for side in (self.before, self.after)
        )
        return before, after

    @property
    def ratio(self) -> float:
        """How many times as long this checkout takes."""
        before, after = self.seconds
        return after / before

    def comparable(self) -> bool:
        """Whether the older checkout knows the question."""
        return not any(said.error for said in self.before)

    def faults(self) -> list[str]:
        """The worse parts of the newer answer; none if the older checkout cannot answer."""
        if not self.comparable():
            return []
        found = []
        for old, new in zip(self.before, self.after, strict=True):
            if new.error:
                found.append(f"fails: {new.error}")
            elif old.status in PROVEN and new.status != old.status:
                found.append(f"is {new.status} and was {old.status}")
            elif len(new.bounds) < len(old.bounds) or new.bounds < old.bounds:
                found.append(f"has the bound {new.bounds} and had {old.bounds}")
        if not found and _sums(self.after) > _sums(self.before):
            found.append(f"adds up to {_sums(self.after)} and did to {_sums(self.before)}")
        before, after = self.seconds
        if self.ratio > ROW and after - before > LEAST:
            found.append(f"takes {self.ratio:.2f} times as long")
        return found


def _sums(answers: Sequence[Said]) -> tuple[float, ...]:
    """Add the values of all seeds up."""
    return tuple(map(sum, zip(*(said.values for said in answers), strict=True)))


Ask = Callable[[str, Row, int], Said]
"""Ask a checkout, `before` or `after`, a row with a seed."""


def compare(
    rows: Sequence[Row], seeds: Sequence[int], ask: Ask, goes_on: Callable[[], bool]
) -> Iterator[Compared]:
    """Ask both checkouts in turn, all rows with one seed after another; yield each row so far.

    Which is first changes from seed to seed. Ends early when `goes_on` says so.
    """
    found = [Compared(row) for row in rows]
    for number, seed in enumerate(seeds):
        for each in found:
            if not goes_on():
                return
            order = CHECKOUTS[:: -1 if number % 2 else 1]
            said = {checkout: ask(checkout, each.row, seed) for checkout in order}
            each.before.append(said["before"])
            each.after.append(said["after"])
            yield each


def verdict(found: Sequence[Compared]) -> list[str]:
    """Return what is worse, a line each."""
    known = [each for each in found if each.comparable()]
    lines = [f"{each.row.name} {fault}" for each in known for fault in each.faults()]
    ratio = middle(known)
    if ratio > MEDIAN:
        lines.append(f"the median of the rows takes {ratio:.2f} times as long")
    return lines


def middle(found: Sequence[Compared]) -> float:
    """Return the median of the rows' ratios."""
    return statistics.median(each.ratio for each in found) if found else 1.0


def said_of(question: str, text: str, seconds: float) -> Said:
    """Read an answer."""
    answer = json.loads(text)
    if "regions" in answer:
        winners = [region["winner"] or region["original"] for region in answer["regions"]]
        answer["cycles"] = sum(winner["cycles"] for winner in winners)
    if "counts" in answer:
        answer["counts"] = answer["counts"]["elements"]
        answer["bound"] = answer["lower_bounds"].get("elements")
    values = tuple(_size(answer.get(name)) for name in VALUES[question])
    bounds = tuple(answer[name] for name in BOUNDS if isinstance(answer.get(name), int))
    return Said(answer.get("status") or answer["outcome"], seconds, values, bounds)


def _size(value: Any) -> float:
    if value is None:
        return float("inf")
    return float(len(value) if isinstance(value, list) else value)


class Asker:
    """Whole processes of two checkouts: `before` makes inputs for both, each its `own` besides."""

    def __init__(
        self, folder: Path, before: Path, after: Path, made: dict[str, str], own: dict[str, str]
    ) -> None:
        self.folder, self.checkouts = folder, dict(zip(CHECKOUTS, (before, after), strict=True))
        shared = {"checkout": str(before)} | {name: str(folder / name) for name in made}
        self.names = {
            checkout: shared | {name: str(folder / checkout / name) for name in own}
            for checkout in CHECKOUTS
        }
        for checkout in CHECKOUTS:
            (folder / checkout).mkdir()
            for words in (*(made.values() if checkout == "before" else ()), *own.values()):
                if self.run(checkout, words.split())[0] is None:
                    raise SystemExit(f"the checkout '{checkout}' cannot do this: {words}")

    def __call__(self, checkout: str, row: Row, seed: int) -> Said:
        """Ask one question."""
        more = [] if row.words[0] == "verify" else ["--seed", str(seed), "--quiet"]
        text, seconds, last = self.run(
            checkout, ["xyzmap", row.words[0], *row.words[1:], *more, "--json"]
        )
        if text is None:
            return Said("error", seconds, error=last or "no answer")
        return said_of(row.words[0], text, seconds)

    def run(self, checkout: str, words: Sequence[str]) -> tuple[str | None, float, str]:
        """Run a module; return what it prints, None without an answer, seconds and last line."""
        environment = {**os.environ, "PYTHONPATH": str(self.checkouts[checkout])}
        # Both compile their modules once, whatever lies in their folders.
        environment["PYTHONPYCACHEPREFIX"] = str(self.folder / checkout / "modules")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        words = [word.format_map(self.names[checkout]) for word in words]
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            process = subprocess.Popen(
                [sys.executable, "-m", *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=environment,
                cwd=self.folder / checkout,
                start_new_session=True,
            )
            timer = threading.Timer(SECONDS, os.killpg, (process.pid, signal.SIGKILL))
            timer.start()
            _, status, used = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            text, last = out.read(), (err.read().splitlines() or [""])[-1]
        answered = process.returncode in (0, 10, 20) or (process.returncode == 30 and text)
        return (text if answered else None), used.ru_utime + used.ru_stime, last[:200]


def line(each: Compared) -> str:
    """Return a row of the table that is printed."""
    if not each.comparable():
        error = next(said.error for said in each.before if said.error)
        return f"{each.row.name:32} not known before: {error}"
    answers = [" | ".join(dict.fromkeys(map(str, side))) for side in (each.before, each.after)]
    same = answers[0] if answers[0] == answers[1] else " -> ".join(answers)
    before, after = each.seconds
    cells = f"{each.row.name:32} {before:6.2f} {after:6.2f} {each.ratio:5.2f}  {same}"
    return "; ".join([cells, *each.faults()])


def page(found: Collection[Compared], worse: Sequence[str]) -> str:
    """Return all of it as text."""
    lines = [f"{'row':32} before  after ratio  answers", *map(line, found)]
    ratio = middle([each for each in found if each.comparable()])
    lines.append(f"median ratio of the rows: {ratio:.2f}")
    return "\n".join([*lines, *(f"worse: {each}" for each in worse or ["nothing"])])


def as_json(found: Sequence[Compared], worse: Sequence[str]) -> str:
    """Return all of it as JSON."""
    rows = [
        {"row": each.row.name, "ratio": each.ratio, "faults": each.faults()}
        | {name: [asdict(said) for said in getattr(each, name)] for name in CHECKOUTS}
        for each in found
    ]
    told = {"median": middle([each for each in found if each.comparable()]), "worse": worse}
    return json.dumps({**told, "rows": rows}, indent=1)


def parser() -> argparse.ArgumentParser:
    """The parser of the command."""
    made = argparse.ArgumentParser(prog="python -m bench.canary", description=__doc__)
    made.add_argument("--before", type=Path, required=True, metavar="CHECKOUT")
    made.add_argument("--after", type=Path, default=HERE, metavar="CHECKOUT", help="this one")
    made.add_argument("--seed", type=int, default=0, help="the first of the seeds (default 0)")
    made.add_argument("--seeds", type=int, default=3, help="how many (default 3)")
    made.add_argument("--only", default="", metavar="WORD", help="rows whose name has it")
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Compare two checkouts; return 1 where this one is worse."""
    options = parser().parse_args(words)
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    named = [(name, words) for name, words in table["rows"].items() if options.only in name]
    rows = [Row(name, tuple(words.split())) for name, words in named]
    seeds = range(options.seed, options.seed + options.seeds)
    with tempfile.TemporaryDirectory() as folder:
        checkouts = options.before.resolve(), options.after.resolve()
        for checkout in checkouts:
            if (checkout / "shell" / "kernels").exists():
                build = [sys.executable, "-m", "shell.kernels.build"]
                subprocess.run(build, cwd=checkout, check=True, stdout=subprocess.DEVNULL)
        asker = Asker(Path(folder), *checkouts, table["made"], table["own"])
        end = time.monotonic() + WHOLE
        found: dict[str, Compared] = {}
        for each in compare(rows, seeds, asker, lambda: time.monotonic() < end):
            found[each.row.name] = each
            told = f"{each.row.name}: {each.before[-1]} in {each.before[-1].seconds:.2f} s, "
            told += f"{each.after[-1]} in {each.after[-1].seconds:.2f} s"
            print(told, file=sys.stderr, flush=True)
    worse = verdict(list(found.values()))
    print(as_json(list(found.values()), worse) if options.json else page(found.values(), worse))
    asked, wanted = sum(len(each.after) for each in found.values()), len(rows) * len(seeds)
    if asked < wanted:
        print(f"stopped after {WHOLE} s: {asked} of {wanted} questions", file=sys.stderr)
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())

"""The command line of measurements that are tests: options, a report on stdout, the exit code."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.page import Fault
from models.process.command import Parser, guarded, positive, seconds
from solvers.questions.entries import Entries, Entry

__all__ = ["Asker", "Fault", "Namespace"]
Parts = Iterable[str]
Option = tuple[str, dict[str, Any]]


class Asker:
    """Measures entries, and keeps them in a file across interruptions."""

    def __init__(self, path: Path | None = None, page: str = "", origin: object = None) -> None:
        self._kept = Entries(path)
        self.page = page, origin

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`."""
        found: Entry = json.loads(json.dumps(self._kept.entry(key, measure, good)))
        print(*map(str, key.values()), found.get("status", ""), file=sys.stderr, flush=True)
        return found


def option(flag: str, **how: Any) -> Option:
    """Return an option of `argparse`."""
    return flag, how


def time_limit(default: float, help: str = "of a run") -> Option:
    """Return a limit in seconds."""
    return option("--time-limit", type=seconds, default=default, metavar="S", help=help)


def number(flag: str, default: int | None, help: str = "") -> Option:
    """Return a positive whole number."""
    return option(flag, type=positive, default=default, metavar="N", help=help)


def jobs(default: int = 1, help: str = "at a time") -> Option:
    """Return how many questions are asked at a time."""
    return number("--jobs", default, help)


def some(flag: str, names: Iterable[str], metavar: str, help: str = "only these") -> Option:
    """Return a choice of several of these names, all by default."""
    known = list(names)
    return option(flag, nargs="+", choices=known, default=known, metavar=metavar, help=help)


class Bench:
    """A measurement: `main` of its module."""

    def __init__(
        self, title: str, options: Sequence[Option], measure: Callable[..., Parts]
    ) -> None:
        self.title, self.options, self.measure = title, options, measure

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Measure and print the report; 1 where a part of it is a `Fault`."""
        main: Callable[..., int] = guarded(self.run, self.measure.__module__)
        return main(arguments)

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Do the same; raises `InputError`."""
        options = self.parser().parse_args(arguments)
        parts = list(self.measure(options, Asker(options.resume)))
        print("\n".join([f"# {self.title}\n", *parts]))
        return 1 if any(isinstance(part, Fault) for part in parts) else 0

    def parser(self) -> Parser:
        """Return the options."""
        about = (sys.modules[self.measure.__module__].__doc__ or "").split("\n\n")[0]
        parser = Parser(prog=self.measure.__module__, description=about, allow_abbrev=False)
        for flag, how in self.options:
            parser.add_argument(flag, **how)
        parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is measured")
        return parser


def bench(
    name: str, title: str, *options: Option, smoke: str = ""
) -> Callable[[Callable[..., Iterator[str]] | Callable[..., Parts]], Bench]:
    """Return a decorator: a generator of parts becomes the `main` that prints them."""
    return lambda measure: Bench(title, options, measure)

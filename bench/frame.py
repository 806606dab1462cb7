"""The command line that all benchmarks share: options, the page with its command, the exit code.

A benchmark is a generator of the parts of its page, with the decorator `bench`:

    @bench("rings", "Rings of all sizes", time_limit(60, "per size"))
    def main(options: Namespace, asker: Asker) -> Parts:
        entry = asker.ask(["solvers.min_cycles", "{dfg}", "ring:4", …], {"dfg": text}, keep)
        yield columns([entry], ("cycles", lambda entry: entry["cycles"]))
"""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.asker import Asker
from bench.page import write
from models.process.command import Parser, guarded, positive, seconds

__all__ = ["Asker", "Namespace"]

Parts = Iterable[str]
Option = tuple[str, dict[str, Any]]


class Fault(str):
    """A part of a page that says what may not be: then the exit code is 1."""


def option(flag: str, **how: Any) -> Option:
    """Return an option of `argparse`."""
    return flag, how


def time_limit(default: float, help: str = "of a run", flag: str = "--time-limit") -> Option:
    """Return a limit in seconds."""
    return option(flag, type=seconds, default=default, metavar="S", help=help)


def number(flag: str, default: int | None, help: str = "") -> Option:
    """Return a positive whole number."""
    return option(flag, type=positive, default=default, metavar="N", help=help)


def jobs(default: int = 1, help: str = "at a time") -> Option:
    """Return how many questions are asked at a time."""
    return number("--jobs", default, help)


def some(flag: str, names: Iterable[str], metavar: str, help: str = "") -> Option:
    """Return a choice of several of these names, all by default."""
    known = list(names)
    how = {"nargs": "+", "choices": known, "default": known, "metavar": metavar}
    return option(flag, **how, help=f"{help or 'only these'}: {', '.join(known)}")


@dataclass(frozen=True)
class Bench:
    """A benchmark: `main` of its module.

    `titles` are those of its pages by name. With more than one, `--page` chooses.
    """

    titles: Mapping[str, str]
    options: tuple[Option, ...]
    measure: Callable[[Namespace, Asker], Parts]

    @property
    def name(self) -> str:
        """The module's, and that of the first page."""
        return next(iter(self.titles))

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Measure and write the page; 1 where a part of it is a `Fault`."""
        main: Callable[..., int] = guarded(self.run, f"bench.{self.name}")
        return main(arguments)

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Do the same; raises `InputError`. What yields nothing has written its page itself."""
        options = self.parser().parse_args(arguments)
        parts = list(self.measure(options, Asker(options.resume)))
        if parts:
            print(write(options.page, self.titles[options.page], self.command(options), parts))
        return 1 if any(isinstance(part, Fault) for part in parts) else 0

    def parser(self) -> Parser:
        """Return the options; the description is the first paragraph of the module."""
        about = (self.measure.__globals__["__doc__"] or "").split("\n\n")[0]
        parser = Parser(prog=f"bench.{self.name}", description=about)
        for flag, how in self.options:
            parser.add_argument(flag, **how)
        parser.set_defaults(page=self.name)
        if len(self.titles) > 1:
            parser.add_argument("--page", choices=self.titles, help=f"(default {self.name})")
        parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is measured")
        return parser

    def command(self, options: Namespace) -> str:
        """Return what to type: all numbers, and what else is not as usual but for files."""
        usual = vars(self.parser().parse_args([]))
        numbers, others = [f"python -m bench.{self.name}"], list[str]()
        for name, value in vars(options).items():
            flag = "--" + name.replace("_", "-")
            if isinstance(value, bool):
                others += [flag] * value
            elif isinstance(usual[name], int | float):
                numbers += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
            elif value != usual[name] and not isinstance(value, Path):
                values = value if isinstance(value, list | tuple) else [value]
                others += [flag, *(shlex.quote(str(each)) for each in values)]
        return " ".join(numbers + others)


def bench(
    name: str, title: str, *options: Option, more: Mapping[str, str] | None = None
) -> Callable[[Callable[[Namespace, Asker], Parts]], Bench]:
    """Return a decorator: a generator of parts becomes the `main` that writes the page `name`.

    `more` are titles of other pages that the same module writes.
    """
    return lambda measure: Bench({name: title, **(more or {})}, options, measure)

"""The command line that all benchmarks share: options, the page with its command, the exit code.

A benchmark is a generator of the parts of its page, with the decorator `bench`:

    @bench("rings", "Rings of all sizes", time_limit(60, "per size"))
    def main(options: Namespace, asker: Asker) -> Parts:
        entry = asker.ask(["solvers.min_cycles", "{dfg}", "ring:4", …], {"dfg": text}, keep)
        yield columns([entry], ("cycles", lambda entry: entry["cycles"]))
"""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import page, store
from bench.asker import Asker
from bench.sources import code
from bench.store import Measured
from models.formats.text_files import make_folder
from models.process.command import Parser, guarded, positive, seconds

__all__ = ["Asker", "Namespace"]

PLACES = {
    "--resume": "keep what is measured",
    "--results": "the folder of the page and its data (default docs/results)",
}
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

    `titles` are those of its pages by name. With more than one, `--page` chooses. `smoke` are
    words that make it as short as it can be and still go through all of its parts.
    """

    titles: Mapping[str, str]
    options: tuple[Option, ...]
    measure: Callable[[Namespace, Asker], Parts]
    smoke: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The module's, and that of the first page."""
        return next(iter(self.titles))

    @property
    def module(self) -> str:
        """The module, as `python -m` takes it."""
        spec = self.measure.__globals__.get("__spec__")
        return self.measure.__module__ if spec is None else str(spec.name).removesuffix(".__main__")

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Measure and write the page; 1 where a part of it is a `Fault`."""
        main: Callable[..., int] = guarded(self.run, self.module)
        return main(arguments)

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Do the same; raises `InputError`. What yields nothing writes no page."""
        words = list(sys.argv[1:] if arguments is None else arguments)
        options = self.parser().parse_args(words)
        origin = store.origin(code(self.module))
        asker = Asker(options.resume, options.page, origin, options.results)
        make_folder(str(options.results))
        parts = list(self.measure(options, asker))
        if parts:
            measured = Measured(options.page, self._lasting(words), asker.rows)
            store.write(options.results, measured)
            print(page.write(options.results, options.page, self._page(options, measured, parts)))
        return 1 if any(isinstance(part, Fault) for part in parts) else 0

    def made_again(self, measured: Measured, folder: Path) -> str:
        """Return the page that rows make; its plots are written to the folder.

        Raises `MissingError` where the page shows what was not measured.
        """
        options = self.parser().parse_args(measured.arguments)
        origin = measured.rows[0].origin if measured.rows else None
        asker = Asker(None, options.page, origin, folder, measured.rows)
        return self._page(options, measured, list(self.measure(options, asker)))

    def _page(self, options: Namespace, measured: Measured, parts: Parts) -> str:
        origins = [row.origin for row in measured.rows]
        return page.page(self.titles[options.page], self.command(options), origins, parts)

    @staticmethod
    def _lasting(words: Sequence[str]) -> list[str]:
        """Return the words without those that say where files of this run are."""
        lasting = Parser(add_help=False, allow_abbrev=False)
        for flag in PLACES:
            lasting.add_argument(flag)
        return lasting.parse_known_args(words)[1]

    def parser(self) -> Parser:
        """Return the options; the description is the first paragraph of the module."""
        about = (self.measure.__globals__["__doc__"] or "").split("\n\n")[0]
        parser = Parser(prog=self.module, description=about, allow_abbrev=False)
        for flag, how in self.options:
            parser.add_argument(flag, **how)
        parser.set_defaults(page=self.name)
        if len(self.titles) > 1:
            parser.add_argument("--page", choices=self.titles, help=f"(default {self.name})")
        for flag, help in PLACES.items():
            parser.add_argument(flag, type=Path, metavar="FILE", help=help)
        parser.set_defaults(results=page.RESULTS)
        return parser

    def command(self, options: Namespace) -> str:
        """Return what to type: all numbers, and what else is not as usual but for files."""
        usual = vars(self.parser().parse_args([]))
        numbers, others = [f"python -m {self.module}"], list[str]()
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
    name: str,
    title: str,
    *options: Option,
    more: Mapping[str, str] | None = None,
    smoke: str = "",
) -> Callable[[Callable[[Namespace, Asker], Parts]], Bench]:
    """Return a decorator: a generator of parts becomes the `main` that writes the page `name`.

    `more` are titles of other pages that the same module writes, `smoke` are words for the
    shortest run that goes through all parts.
    """
    titles = {name: title, **(more or {})}
    return lambda measure: Bench(titles, options, measure, tuple(shlex.split(smoke)))

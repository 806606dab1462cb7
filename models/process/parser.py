"""Command lines made of options: one parser for all questions."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from models.process.command import Parser
from models.process.options import BadValueError, Convert, Option, Options, options_of

Chosen = TypeVar("Chosen", bound=Options)


@dataclass(frozen=True)
class Input:
    """What a command takes without an option: a name in Python, and how usage lines show it.

    `many` inputs are one or more words; an `optional` one may be left out.
    """

    name: str
    metavar: str
    about: str
    many: bool = False
    optional: bool = False


def parser(
    prog: str, about: str, inputs: Sequence[Input], options: type[Options], epilog: str = ""
) -> Parser:
    """Return the parser of a command; what it finds, `read` makes options of."""
    p = Parser(
        prog=prog,
        # The formatter keeps lines as they are, for the sake of `epilog`.
        description=textwrap.fill(about, shutil.get_terminal_size().columns - 2),
        epilog=epilog or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    fill(p, inputs, options)
    return p


def fill(p: argparse.ArgumentParser, inputs: Sequence[Input], options: type[Options]) -> None:
    """Add inputs and options to a parser, which may be that of a subcommand."""
    for given in inputs:
        nargs = "+" if given.many else "?" if given.optional else None
        p.add_argument(given.name, metavar=given.metavar, help=given.about, nargs=nargs)
    groups: dict[str | None, Any] = {None: p}
    # What a command writes comes last in its help.
    for name, one in sorted(options_of(options).items(), key=lambda o: o[1].group == "output"):
        group = groups.get(one.group) or groups.setdefault(
            one.group, p.add_argument_group(one.group)
        )
        if one.exclusive:
            key = f"{one.group} exclusive"
            group = groups.get(key) or groups.setdefault(key, group.add_mutually_exclusive_group())
        _add(group, name, one)


def read(
    found: argparse.Namespace, inputs: Sequence[Input], options: type[Chosen]
) -> tuple[Any, Chosen]:
    """Return the inputs by name and the options that a parser of `parser` has found.

    Raises `InputError` for options that do not go together.
    """
    given = vars(found)
    sources = {each.name: given.pop(each.name) for each in inputs}
    return sources, options(**given)


def _add(group: Any, name: str, one: Option) -> None:
    about = one.about.replace("%", "%%")
    more: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": about}
    if one.metavar is None and not one.choices:
        action = "store_false" if one.negates else "store_true"
        group.add_argument(*one.flags, action=action, **more)
        return
    more["required"] = one.required
    more["metavar"] = one.metavar or "{" + ",".join(one.choices) + "}"
    if one.several:
        group.add_argument(*one.flags, action="extend", nargs="+", **more)
    elif one.repeat:
        group.add_argument(*one.flags, action="append", **more)
    else:
        group.add_argument(*one.flags, type=_typed(one.convert), **more)


def _typed(convert: Convert) -> Callable[[str], Any]:
    """The conversion as argparse wants it: its complaints name the option."""

    def typed(word: str) -> Any:
        try:
            return convert(word)
        except BadValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return typed

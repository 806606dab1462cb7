"""Command lines made of options: one parser and one `main` for all commands."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.formats.text_files import kept
from shell.command import Parser, guarded, say, typed
from shell.options import OF_FILES, BadValueError, Option, Options, options_of
from shell.places import Place, inputs_of, outputs_of, require_apart
from shell.values import nonempty


@dataclass(frozen=True)
class Input:
    """A positional argument of a command: its name in Python, and its name in usage lines.

    `many` inputs are one or more words; an `optional` one may be left out.
    """

    name: str
    metavar: str
    about: str
    many: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Command:
    """The inputs of a command or a subcommand, in their order, and its options.

    `name` has `_` where users write `-`. `codes` ends its help: the meaning of its exit codes. A
    `stand_in` takes the words of another project's command: options that it does not know are left
    out, with a line, as later versions of their caller may have more.
    """

    name: str
    about: str
    inputs: tuple[Input, ...]
    options: type[Options]
    codes: str = ""
    stand_in: bool = False


@dataclass(frozen=True)
class Commands:
    """A command with subcommands; usage lines show `metavar` in their place."""

    name: str
    about: str
    commands: tuple[Command, ...]
    codes: str = ""
    metavar: str = "COMMAND"


@dataclass(frozen=True)
class Call:
    """A parsed command line.

    `prog` begins errors, `name` is the command or the subcommand. `read` are the files and folders
    among inputs and options.
    """

    prog: str
    name: str
    inputs: Mapping[str, Any]
    options: Any
    read: tuple[Place, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Main:
    """The `main` of a command: it takes words, None for those of the process, and returns the exit
    code, as `run` does.
    """

    command: Command | Commands
    run: Callable[[Call], int]

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Parse the words, and run the command. Errors become a line and an exit code."""
        prog = typed(_shown(self.command), arguments)

        def called(words: Sequence[str] | None) -> int:
            given = sys.argv[1:] if words is None else words
            parser = parser_of(self.command, prog, given)
            call = _call(self.command, prog, _parsed(parser, self.command, words))
            call.options.require_packages()
            with kept(place.path for place in call.read):
                return self.run(call)

        return guarded(called, prog)(arguments)


def parser_of(
    command: Command | Commands, prog: str | None = None, words: Sequence[str] | None = None
) -> Parser:
    """Return the parser of a command, which is called `prog` in usage lines.

    Its help leaves out the groups of `OF_FILES` for which there is no file among the words.
    """
    hidden = {
        group
        for group, endings in OF_FILES.items()
        if words is not None and not any(word.endswith(endings) for word in words)
    }
    p = Parser(
        prog=prog or _shown(command),
        # The formatter keeps line breaks, for the sake of the epilog.
        description=_wrapped(command.about),
        epilog=command.codes or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if isinstance(command, Command):
        _fill(p, command, hidden)
        return p
    kinds = p.add_subparsers(dest=_SUBCOMMAND, required=True, metavar=command.metavar)
    for each in command.commands:
        about = f"{each.about[0].upper()}{each.about[1:]}."
        _fill(kinds.add_parser(each.name, help=each.about, description=about), each, hidden)
    return p


def _parsed(
    parser: Parser, command: Command | Commands, words: Sequence[str] | None
) -> argparse.Namespace:
    """Parse all words; a stand-in says which options it leaves out."""
    if not (isinstance(command, Command) and command.stand_in):
        found: argparse.Namespace = parser.parse_args(words)
        return found
    found, left = parser.parse_known_args(words)
    if left and not left[0].startswith("-"):
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    if left:
        say(f"{parser.prog}: note: left out, as this command has no such option: {' '.join(left)}")
    return found


def _wrapped(text: str) -> str:
    return textwrap.fill(text, shutil.get_terminal_size().columns - 2)


_SUBCOMMAND = "subcommand"


def _shown(command: Command | Commands) -> str:
    return command.name.replace("_", "-")


def _call(command: Command | Commands, prog: str, found: argparse.Namespace) -> Call:
    """Raise `InputError` for options that do not go together, and outputs that are inputs."""
    given = vars(found)
    if isinstance(command, Commands):
        name = given.pop(_SUBCOMMAND)
        command = next(each for each in command.commands if each.name == name)
    inputs = {each.name: given.pop(each.name) for each in command.inputs}
    options = command.options(**given)
    read = inputs_of(inputs, options)
    require_apart(read, outputs_of(options))
    return Call(prog, command.name, inputs, options, tuple(read))


def _fill(p: argparse.ArgumentParser, command: Command, hidden: Collection[str]) -> None:
    for given in command.inputs:
        several = "*" if given.optional else "+"
        nargs = several if given.many else "?" if given.optional else None
        p.add_argument(
            given.name,
            metavar=given.metavar,
            help=given.about,
            nargs=nargs,
            type=_typed(nonempty),
        )
    options = options_of(command.options)
    left_out = [group for group in hidden if any(o.group == group for o in options.values())]
    if left_out:
        files = " and for ".join(sorted(left_out))
        more = f"Options for {files}: --help shows them where such a file is named."
        p.epilog = "\n\n".join(filter(None, (_wrapped(more), p.epilog)))
    groups: dict[str | None, Any] = {None: p}
    # Output options come last in the help of a command.
    for name, one in sorted(options.items(), key=lambda o: o[1].group == "output"):
        group = groups.get(one.group) or groups.setdefault(
            one.group, p.add_argument_group(one.group)
        )
        if one.exclusive:
            key = f"{one.group} exclusive"
            group = groups.get(key) or groups.setdefault(key, group.add_mutually_exclusive_group())
        _add(group, name, one, shown=one.group not in hidden)


def _add(group: Any, name: str, one: Option, *, shown: bool) -> None:
    about = one.about.replace("%", "%%") if shown else argparse.SUPPRESS
    more: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": about}
    if one.metavar is None and not one.choices:
        more["action"] = "store_true"
    else:
        more["required"] = one.required
        more["metavar"] = one.metavar or "{" + ",".join(one.choices) + "}"
        if one.several:
            more |= {"action": "extend", "nargs": "+"}
        elif one.repeat:
            more["action"] = "append"
        else:
            more |= {
                "type": _typed(one.convert),
                "action": "store" if one.role == "value" else _Once,
            }
    group.add_argument(*one.flags, **more)


class _Once(argparse.Action):
    """Action of an option that names a file, and may be given once only."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest, values)
        if before != values:
            raise argparse.ArgumentError(
                self, f"takes one name, not {before} and {values}; leave out one"
            )
        setattr(namespace, self.dest, values)


def _typed(convert: Callable[[Any], Any]) -> Callable[[str], Any]:
    """The conversion as argparse wants it: its complaints name the option."""

    def typed(word: str) -> Any:
        try:
            return convert(word)
        except BadValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return typed

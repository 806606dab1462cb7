"""List the example families, or write one: `python -m examples ring 4 --format json -o DIR`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from examples.registry import FAMILIES, Family
from examples.writers import FORMATS, files_of
from models.errors import InputError


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, like those of every other command."""

    def error(self, message: str) -> NoReturn:
        raise InputError(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0, or 2 after a usage error."""
    try:
        chosen = _parser().parse_args(arguments)
        if chosen.family is None:
            print(_listing())
            return 0
        family = FAMILIES[chosen.family]
        values = {each.name: getattr(chosen, each.name) for each in family.parameters}
        dfg, arch = family.build(**values)
        for path in _write(files_of(dfg, arch, chosen.format), chosen.output):
            print(path)
    except InputError as error:
        print(f"examples: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"examples: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="python -m examples", description=__doc__)
    commands = parser.add_subparsers(dest="family", metavar="FAMILY")
    for family in FAMILIES.values():
        command = commands.add_parser(family.name, help=family.summary, description=family.summary)
        for parameter in family.parameters:
            if parameter.kind is bool:
                flag = _flag(parameter.name)
                command.add_argument(flag, action="store_true", help=parameter.help)
            elif parameter.default is None:
                command.add_argument(
                    parameter.name,
                    type=parameter.kind,
                    choices=parameter.choices,
                    help=parameter.help,
                )
            else:
                command.add_argument(
                    _flag(parameter.name),
                    type=parameter.kind,
                    default=parameter.default,
                    choices=parameter.choices,
                    help=f"{parameter.help} (default: {parameter.default})",
                )
        command.add_argument("--format", choices=FORMATS, default="json", help="default: json")
        command.add_argument(
            "-o", "--output", type=Path, default=Path(), metavar="DIR", help="default: here"
        )
    return parser


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _listing() -> str:
    usages = {family.name: _usage(family) for family in FAMILIES.values()}
    width = max(map(len, usages.values()))
    return "\n".join(f"{usages[name]:{width}}  {FAMILIES[name].summary}" for name in FAMILIES)


def _usage(family: Family) -> str:
    words = [family.name]
    for parameter in family.parameters:
        if parameter.kind is bool:
            words.append(f"[{_flag(parameter.name)}]")
        elif parameter.default is None:
            words.append(parameter.name.upper())
        else:
            words.append(f"[{_flag(parameter.name)} {'|'.join(parameter.choices or ('N',))}]")
    return " ".join(words)


def _write(files: dict[str, str], directory: Path) -> list[Path]:
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8")
    return [directory / name for name in files]


if __name__ == "__main__":
    sys.exit(main())

"""List the example families, or write one: `xyzmap examples ring 4 --format json -o DIR`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from examples.registry import FAMILIES, Family
from examples.writers import FORMATS, ExampleParser, files_of, written
from shell.command import guarded, natural, typed
from shell.options import SEED


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    prog = typed("examples", arguments)
    return guarded(lambda words: _run(prog, words), prog)(arguments)


def _run(prog: str, words: Sequence[str] | None) -> int:
    chosen = parser(prog).parse_args(words)
    if chosen.family is None:
        print(_listing())
        return 0
    family = FAMILIES[chosen.family]
    values = {each.name: getattr(chosen, each.name) for each in family.parameters}
    for path in written(files_of(*family.build(**values), chosen.format), chosen.out):
        print(path)
    return 0


def parser(prog: str = "xyzmap examples") -> ExampleParser:
    """Return the parser of the command."""
    made = ExampleParser(prog=prog, description=__doc__)
    commands = made.add_subparsers(dest="family", metavar="FAMILY")
    for family in FAMILIES.values():
        command = commands.add_parser(family.name, help=family.summary, description=family.summary)
        for parameter in family.parameters:
            if parameter.kind is bool:
                flag = _flag(parameter.name)
                command.add_argument(flag, action="store_true", help=parameter.help)
            elif parameter.name == "seed":
                about = f"{SEED} (default {parameter.default})"
                command.add_argument(
                    "--seed", type=natural, default=parameter.default, metavar="S", help=about
                )
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
        command.add_argument(
            "--format", choices=FORMATS, default="json", help="write this format (default json)"
        )
        command.add_output()
    return made


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


if __name__ == "__main__":
    sys.exit(main())

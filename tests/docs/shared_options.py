"""The options that mean the same in all commands, and who has them, as a table.

`python -m tests.accept options` writes it into `docs/reference/commands.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from examples.__main__ import parser as example_parser
from shell.parser import parser_of
from tests.system.commands import ROOT
from xyzmap.cli import commands

PAGE = ROOT / "docs" / "reference" / "commands.md"
BEGIN, END = "<!-- shared options -->\n", "<!-- end of shared options -->\n"
COLUMNS = ("--json", "--out", "--solver", "--seed", "--deterministic")


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command and subcommand: how it is called, and its parser."""
    mains = {name: entry.main() for name, entry in commands().items()}
    for name, main in mains.items():
        made = getattr(main, "command", None)
        parser = example_parser() if made is None else parser_of(made)
        yield name, parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from ((f"{name} {word}", made) for word, made in action.choices.items())


def every_flag(parser: argparse.ArgumentParser) -> set[str]:
    """Return all words that name an option of a parser, shown or not."""
    return {flag for action in parser._actions for flag in action.option_strings}


def actions(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """Return the options that the help of a parser shows, each by all of its names."""
    shown = (action for action in parser._actions if action.help != argparse.SUPPRESS)
    return {name: action for action in shown for name in action.option_strings}


def table() -> str:
    """Return the table: commands that have none of the options are left out."""
    heads = " | ".join(f"`{name}`" for name in COLUMNS)
    lines = [f"| command | {heads} |", f"| --- {'| --- ' * len(COLUMNS)}|"]
    for name, parser in parsers():
        found = actions(parser)
        if any(option in found for option in COLUMNS):
            cells = (_cell(option, found[option]) if option in found else "" for option in COLUMNS)
            lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(option: str, action: argparse.Action) -> str:
    """What the help says beyond what is the same in all commands."""
    about = str(action.help)
    if action.nargs == 0:
        return "yes"
    if option == "--out":
        return about.partition(": ")[2] or about
    return about.rpartition(" (default ")[2].removesuffix(")")


def written(page: str) -> str:
    """Return the page with the table in its place."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def write() -> None:
    """Write the table into the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

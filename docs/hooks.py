"""What `mkdocs build` does beyond Markdown: options of commands, globs in the navigation, offline.

* A line `<!-- options: MODULE -->` becomes the options of that command, read off its parser.
* A line `<!-- keywords: MODULE.CLASS -->` becomes the fields of that class of options.
* An entry of the navigation with a `*` becomes all pages that fit and are named nowhere else.
* A page that would load anything from the network is an error: the site works from disk.
"""

from __future__ import annotations

import argparse
import dataclasses
import fnmatch
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MARK = re.compile(r"^<!-- options: ([\w.]+) -->$", re.MULTILINE)
KEYWORDS = re.compile(r"^<!-- keywords: ([\w.]+)\.(\w+) -->$", re.MULTILINE)
# What a browser fetches by itself; links that a reader may follow are not among it.
FETCHED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^>]*>")


def parser_of(module: str) -> argparse.ArgumentParser:
    """Return the parser of the command that `python -m MODULE` runs."""
    from shell import parser

    is_package = importlib.import_module(module).__spec__.submodule_search_locations
    command = importlib.import_module(f"{module}.__main__" if is_package else module)
    made = [getattr(command, name, None) for name in ("QUESTION", "COMMAND", "COMMANDS")]
    if any(made):
        return parser.parser_of(next(filter(None, made)))
    found: argparse.ArgumentParser = command.parser()
    return found


def keywords(module: str, name: str) -> str:
    """Return the fields of a class of options as Markdown: keyword, type, default, meaning."""
    from shell.options import options_of

    kind = getattr(importlib.import_module(module), name)
    known = options_of(kind)
    lines = ["| keyword | type | default | meaning |", "| --- | --- | --- | --- |"]
    for each in dataclasses.fields(kind):
        one = known[each.name]
        if one.python:
            cells = [_code(each.name), _code(str(each.type)), _code(repr(each.default))]
            lines.append(f"| {' | '.join(cells)} | {_escaped(one.about)} |")
    return "\n".join(lines)


def options(module: str) -> str:
    """Return the options of a command as Markdown: what it does, its words, a table per group."""
    parser = parser_of(module)
    command = parser.prog if parser.prog.startswith("python") else f"xyzmap {parser.prog}"
    return "\n".join(_lines(parser, command))


def _lines(parser: argparse.ArgumentParser, command: str) -> Iterator[str]:
    subcommands = []
    yield f"{' '.join((parser.description or '').split())}\n"
    for group in parser._action_groups:
        actions = [a for a in group._group_actions if a.help != argparse.SUPPRESS]
        subcommands += [a for a in actions if isinstance(a, argparse._SubParsersAction)]
        rows = [
            a
            for a in actions
            if not isinstance(a, argparse._SubParsersAction | argparse._HelpAction)
        ]
        if rows:
            yield f"| {group.title} | |\n| --- | --- |"
            yield from (f"| {_names(parser, a)} | {_help(parser, a)} |" for a in rows)
            yield ""
    if parser.epilog:
        yield f"{' '.join(parser.epilog.split())}\n"
    for action in subcommands:
        for name, made in action.choices.items():
            yield f"**`{command} {name}`**\n"
            yield from _lines(made, f"{command} {name}")


def _names(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    formatter = parser._get_formatter()
    if not action.option_strings:
        return _code(formatter._format_args(action, action.metavar or action.dest))
    words = (
        ""
        if action.nargs == 0
        else " "
        + formatter._format_args(action, formatter._get_default_metavar_for_optional(action))
    )
    return ", ".join(_code(f"{option}{words}") for option in action.option_strings)


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    return _escaped(text)


def _escaped(text: str) -> str:
    return re.sub(r"([|<>*_])", r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def on_config(config: Any) -> Any:
    """Resolve the globs of the navigation."""
    folder = Path(config["docs_dir"])
    named = set(pages(config["nav"]))
    config["nav"] = _resolved(config["nav"], folder, named)
    return config


def pages(nav: Any) -> Iterator[str]:
    """Return every page, or glob, that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from pages(entry)


def _resolved(nav: Any, folder: Path, named: set[str]) -> Any:
    if isinstance(nav, dict):
        return {title: _resolved(entry, folder, named) for title, entry in nav.items()}
    made: list[Any] = []
    for entry in nav if isinstance(nav, list) else [nav]:
        if isinstance(entry, str) and "*" in entry:
            found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
            made += [p for p in found if fnmatch.fnmatchcase(p, entry) and p not in named]
        else:
            made.append(entry if isinstance(entry, str) else _resolved(entry, folder, named))
    return made if isinstance(nav, list) else made[0]


FIRST = ("tutorial.md", "howto/")
"""Pages that a search shows before those of modules and classes."""


def on_page_markdown(markdown: str, page: Any = None, **_: Any) -> str:
    """Put the options of commands where a page asks for them; how-tos come first in a search."""
    if page is not None and page.file.src_uri.startswith(FIRST):
        page.meta.setdefault("search", {"boost": 5})
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    markdown = MARK.sub(lambda found: options(found.group(1)), markdown)
    return KEYWORDS.sub(lambda found: keywords(found.group(1), found.group(2)), markdown)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Refuse what would be fetched from the network."""
    found = FETCHED.search(output)
    if found:
        raise ValueError(f"{page.file.src_uri}: {found.group()} is not on disk")
    return output

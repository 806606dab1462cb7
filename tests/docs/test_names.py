"""Names in pages and help texts: modules, attributes, files, commands and options that exist.

Modules and files are looked up as files; those whose attributes are named are imported.
"""

from __future__ import annotations

import argparse
import importlib
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.docs import shared_options
from xyzmap.cli import commands

pytestmark = pytest.mark.guests

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HOOKS: dict[str, Any] = runpy.run_path(str(DOCS / "hooks.py"))
ROOMS = (
    "archs bench ecosystems encoders examples hardware heuristics interchange learn models"
    " notebooks partition programs pruning remap shell solvers streaming sweeps tests views xyzmap"
).split()
# Pages of results are written by `python -m bench`, fragments of changes say what was, and the page
# of mistakes is about names that are wrong.
OTHERS = ("results", "changes", "mistakes.md")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(p for p in DOCS.rglob("*.md") if p.relative_to(DOCS).parts[0] not in OTHERS),
]
MODULES = [*HOOKS["MARK"].findall((DOCS / "reference" / "commands.md").read_text("utf-8"))]
MEASURING = ("bench",)
# Other programs, and an option of theirs that a sentence explains.
FOREIGN = re.compile(
    r"(?:\bdask|\bmlir-neura-opt|#SBATCH|\bsbatch|\bpip|\bpytest|minisat-\w+) [^`\n]*"
    r"|`--nthreads N`"
)
FOREIGN_MODULES = {"pytest", "pip", "venv", "mkdocs", "mypy", "http.server"}

ROOM = rf"(?<![\w./-])(?:{'|'.join(ROOMS)})"
ENDINGS = "md|py|html|json|svg|ipynb|toml"
NAME = re.compile(rf"{ROOM}(?:\.(?!(?:{ENDINGS}|[A-Z]+)\b)[A-Za-z_]\w*)+(?![\w/*-])")
IMPORT = re.compile(rf"^(?:>>> |\s*)from ({ROOM}[\w.]*) import ([\w, ]+)$", re.MULTILINE)
SCHEMA = re.compile(r"xyzmap/\w+/\d+")
FILE = re.compile(rf"(?:{ROOM}|(?<![\w./-])docs)/[\w./*{{}},-]*")
COMMAND = re.compile(
    r"(?:\bpython3? -m |(?<!from )\bxyzmap )([a-z][a-z0-9_.-]*(?![A-Z]))([^|;&#\n`]*)"
)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
RUNS = re.compile(r'(?:run|import)_module\("([\w.]+)"')
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`|^    [^\n]*$", re.MULTILINE | re.DOTALL)


def page_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


ENTRY_POINTS = ("xyzmap.archs", "xyzmap.backends", "xyzmap.guests")
"""Groups by which packages add presets, solvers and guests."""


@cache
def resolves(name: str) -> bool:
    """Return whether a dotted name is a module, or an attribute of one or of a class there."""
    if name in ENTRY_POINTS:
        return True
    path, parts = ROOT, name.removeprefix("xyzmap.rooms.").split(".")
    while parts and ((path / parts[0]).is_dir() or (path / f"{parts[0]}.py").is_file()):
        path, parts = path / parts[0], parts[1:]
    if not parts:
        return True
    found: Any = importlib.import_module(".".join(path.relative_to(ROOT).parts))
    for part in parts:
        if part not in (*dir(found), *getattr(found, "__annotations__", ())):
            return False
        found = getattr(found, part, None)
    return True


@cache
def parser_of(module: str) -> argparse.ArgumentParser:
    """Return the parser of the command that `python -m MODULE` runs."""
    path = ROOT.joinpath(*module.split("."))
    main = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    # An older name of a command runs the module that has it now.
    newer = RUNS.search(main.read_text(encoding="utf-8"))
    found: argparse.ArgumentParser = HOOKS["parser_of"](newer.group(1) if newer else module)
    return found


def all_parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of its subcommands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for made in action.choices.values():
                yield from all_parsers(made)


@cache
def options_of(module: str) -> frozenset[str]:
    """The options of a command and of its subcommands."""
    return frozenset(
        word
        for each in all_parsers(parser_of(module))
        for action in each._actions
        for word in action.option_strings
    )


@cache
def every_option() -> frozenset[str]:
    return frozenset().union(*map(options_of, (*MODULES, *MEASURING)))


def runs(module: str) -> bool:
    """Return whether `python -m MODULE` finds something that runs."""
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def there(path: str) -> bool:
    """Return whether a file, folder or glob pattern is in the repository."""
    if set("*{}") & set(path):
        pattern = re.sub(r"\{[^}]*\}", "*", path)
        return next(ROOT.glob(pattern), None) is not None
    return (ROOT / path).exists()


def missing(text: str) -> list[str]:
    """Return what a text names that is not there."""
    lost = [f"name {n}" for n in NAME.findall(text) if not resolves(n)]
    for module, names in IMPORT.findall(text):
        wanted = [f"{module}.{name.split()[0]}" for name in names.split(",") if name.strip()]
        lost += [f"name {name}" for name in wanted if not resolves(name)]
    found = [path.rstrip(".,-") for path in FILE.findall(SCHEMA.sub("", text))]
    return lost + [f"file {path}" for path in found if not there(path)]


def wrong_commands(text: str) -> list[str]:
    """Return commands and options of a text that are not there."""
    lost = []
    for word, rest in COMMAND.findall(text):
        module = word.rstrip(".")
        if word == "help":
            continue
        if word in commands():
            shown = [made for name, made in shared_options.parsers() if name.split()[0] == word]
            known = {flag for each in shown for flag in shared_options.every_flag(each)}
            lost += [f"{word} {option}" for option in sorted(set(OPTION.findall(rest)) - known)]
        elif module.split(".")[0] not in ROOMS:
            lost += [f"command {word}"] * (module not in FOREIGN_MODULES)
        elif not runs(module):
            lost.append(f"command {word}")
        elif options := set(OPTION.findall(rest)):
            lost += [f"{word} {option}" for option in sorted(options - options_of(module))]
    return lost


def unknown_options(text: str) -> list[str]:
    """Return options of a text that no command has."""
    return [option for option in OPTION.findall(text) if option not in every_option()]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_pages_name_what_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert missing(text) == []
    code = "\n".join(CODE.findall(text.replace("\\\n", " ")))
    assert wrong_commands(code) == []
    # An option that an example on the page has.
    own = {f"--{name}" for name in re.findall(r'\bname="([\w-]+)"', code)}
    assert [o for o in unknown_options(FOREIGN.sub("", code)) if o not in own] == []


@pytest.mark.parametrize("module", MODULES)
def test_help_names_what_is_there(module: str) -> None:
    for parser in all_parsers(parser_of(module)):
        helps = [action.help for action in parser._actions if action.help != argparse.SUPPRESS]
        for text in filter(None, [parser.description, parser.epilog, *helps]):
            assert missing(text) == []
            assert wrong_commands(text) == []
            assert unknown_options(text) == []

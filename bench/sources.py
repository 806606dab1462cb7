"""Which code a page measures: what its module imports and runs, found without importing it."""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = "archs encoders examples heuristics learn models programs solvers".split()
"""What is measured. What a page asks of it is in the keys of its rows."""
MEASURING = ("bench", "tests")
VIEWS = "views"
"""This room is measured where a page's own modules import it: elsewhere it changes no answer."""
NAMED = re.compile(rf"\b(?:{'|'.join((*MEASURING, *ROOMS, VIEWS))})(?:\.\w+)+")


def measured(module: str, root: Path = ROOT) -> list[Path]:
    """Return the files that a module like `bench.table1` depends on, within `ROOMS`.

    They are the modules that it imports, at any place, or names in a string, such as the words
    `solvers.min_cycles` of a command, and so on; the others of their packages, which are loaded by
    names that are put together; and the data beside them. A module of `bench` counts where it is
    run as a command.
    """
    start = _file(root, module)
    found, queue, run = set[Path](), {start}, set[Path]()
    while queue:
        path = queue.pop()
        if path is not None and path not in found:
            found.add(path)
            reached, commands = _reached(path, root)
            queue |= reached
            run |= commands
    rooms = (*ROOMS, VIEWS)
    own = {path for path in found if _room(path, root) in rooms}
    own |= (run & found) - {start}
    folders = {path.parent for path in own if _room(path, root) in rooms}
    beside = {file for folder in folders for file in _data(folder)}
    return sorted(own | beside)


@functools.cache
def code(module: str, root: Path = ROOT) -> str:
    """Return a digest of all that a module depends on but comments, docstrings and layout.

    An answer that was measured with another digest is of other code.
    """
    digest = hashlib.sha256()
    for path in measured(module, root):
        digest.update(f"{path.relative_to(root).as_posix()} {_content(path)}\n".encode())
    return digest.hexdigest()[:16]


@functools.cache
def _data(folder: Path) -> list[Path]:
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc", ".typed", ".md")
        if "__pycache__" not in file.parts
    ]


@functools.cache
def _reached(path: Path, root: Path) -> tuple[set[Path], set[Path]]:
    """Return the files that one leads to, and those of them that a string names."""
    room = _room(path, root)
    imported, named = _names(path)
    commands = {file for name in named if (file := _file(root, name))}
    files = commands | {file for name in imported if (file := _file(root, name))}
    if room not in (*MEASURING, VIEWS):
        files = {file for file in files if _room(file, root) != VIEWS}
    files |= {parent / "__init__.py" for parent in _packages(path, root)}
    if room not in MEASURING and len(path.relative_to(root).parts) > 2:
        files |= set(path.parent.glob("*.py"))
    return files, commands


def _room(path: Path, root: Path) -> str:
    return path.relative_to(root).parts[0]


def _file(root: Path, name: str) -> Path | None:
    """Return the file of a module, or of the one that has this name; None of another room."""
    parts = name.split(".")
    while len(parts) > 1 and parts[0] in (*MEASURING, *ROOMS, VIEWS):
        path = root.joinpath(*parts)
        for file in (path.with_suffix(".py"), path / "__main__.py", path / "__init__.py"):
            if file.is_file():
                return file
        parts.pop()
    return None


def _packages(path: Path, root: Path) -> Iterator[Path]:
    for parent in path.parents:
        if parent == root:
            return
        if (parent / "__init__.py").is_file():
            yield parent


@functools.cache
def _names(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return what may be modules: what is imported, with names from it, and words of strings."""
    imported, named = set[str](), set[str]()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named |= set(NAMED.findall(node.value))
    return frozenset(imported), frozenset(named)


@functools.cache
def _tree(path: Path) -> ast.Module:
    """Return the module without docstrings, which say nothing of what it does."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and not isinstance(node, ast.Lambda):
            kept = [each for each in body if not _is_text(each)]
            node.body = kept  # type: ignore[attr-defined]  # not every node has a body
    return tree


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@functools.cache
def _content(path: Path) -> str:
    if path.suffix != ".py":
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return hashlib.sha256(ast.unparse(_tree(path)).encode()).hexdigest()

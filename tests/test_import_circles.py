"""No module imports, by whatever way around, one that imports it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import igraph

from xyzmap_packages import NAMES

ROOT = Path(__file__).parents[1]
ROOMS = (*NAMES, "bench")


def modules() -> dict[str, Path]:
    """Every module of the rooms, by its dotted name."""
    found = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.AST, known: Collection[str]) -> Iterator[str]:
    """What a file imports, in functions and for type checking too.

    A module of a package counts as itself, a member of a module as the module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for alias in node.names:
                part = f"{node.module}.{alias.name}"
                yield part if part in known else str(node.module)


def circles() -> list[set[str]]:
    """The strongly connected components of more than one module."""
    known = modules()
    edges = [
        (name, other)
        for name, path in known.items()
        for other in imported(ast.parse(path.read_text(encoding="utf-8")), known)
        if other in known and other != name
    ]
    graph = igraph.Graph.TupleList(edges, directed=True)
    names = graph.vs["name"]
    return [{names[n] for n in part} for part in graph.connected_components() if len(part) > 1]


def test_no_circles() -> None:
    """Tests that no modules import each other, for type checking neither."""
    assert circles() == []

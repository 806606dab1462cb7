"""The page that follows one question: each caller in its tables names what it calls.

`tests/docs/test_names.py` looks up all names of the page.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "one-question.md").read_text(encoding="utf-8")
CALLS = re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|", PAGE, re.MULTILINE)


def body_of(name: str) -> ast.AST:
    """Return the syntax tree of what a module, a class there, or a function defines."""
    path, parts = ROOT, name.split(".")
    while (path / parts[0]).is_dir():
        path, parts = path / parts[0], parts[1:]
    found: ast.AST = ast.parse((path / f"{parts[0]}.py").read_text(encoding="utf-8"))
    for part in parts[1:]:
        assert isinstance(found, ast.Module | ast.ClassDef)
        (found,) = (node for node in found.body if part in defined(node))
    return found


def defined(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def names_in(node: ast.AST) -> set[str]:
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def test_the_page_has_tables() -> None:
    assert len(CALLS) > 20


@pytest.mark.parametrize(("caller", "callee"), CALLS, ids=" ".join)
def test_the_caller_names_what_it_calls(caller: str, callee: str) -> None:
    assert callee.rpartition(".")[2] in names_in(body_of(caller))


def test_both_entries_pass_three_borders_of_modules() -> None:
    """Tests that the modules on the way to `solve` are those that the page names."""
    solve = "solvers.questions.min_ii.solve"
    for entry in (
        ["xyzmap.intervals", "xyzmap.ask", "solvers.questions.ask", solve],
        ["solvers.min_ii", "solvers.questions.command", "solvers.questions.ask", solve],
    ):
        pairs = {(a.rpartition(".")[0], b.rpartition(".")[0]) for a, b in CALLS}
        assert set(zip(entry, entry[1:], strict=False)) <= pairs

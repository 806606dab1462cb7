"""Syntactic queries on C statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast


def outer_indices(items: list[Any]) -> set[str]:
    """Return the names of loop indices declared outside the loops."""
    return {
        node.init.lvalue.name
        for node in every(items)
        if isinstance(node, c_ast.For)
        and isinstance(node.init, c_ast.Assignment)
        and isinstance(node.init.lvalue, c_ast.ID)
    }


def names_in(items: list[Any]) -> set[str]:
    """Return all names in C statements."""
    return {node.name for node in every(items) if isinstance(node, c_ast.ID)}


def every(nodes: list[Any]) -> Iterator[Any]:
    """Yield C statements and all nested nodes."""
    for node in nodes:
        if node is not None:
            yield node
            yield from every([child for _, child in node.children()])


def written(node: Any) -> set[str]:
    """Return the arrays and scalars written by C statements."""
    found = set[str]()
    for part in every([node]):
        if isinstance(part, c_ast.Assignment):
            target = part.lvalue
        elif isinstance(part, c_ast.UnaryOp) and part.op.strip("p") in ("++", "--"):
            target = part.expr
        else:
            continue
        while isinstance(target, c_ast.ArrayRef):
            target = target.name
        if isinstance(target, c_ast.ID):
            found.add(target.name)
    return found


def is_one_assignment(node: Any) -> bool:
    """Return whether an `if` is one assignment, so that its condition is read once."""
    part = node.iftrue
    while isinstance(part, c_ast.Compound) and len(part.block_items or []) == 1:
        part = part.block_items[0]
    return node.iffalse is None and isinstance(part, c_ast.Assignment | c_ast.UnaryOp)


def declared_in(items: list[Any]) -> set[str]:
    """Return the names declared in C statements."""
    return {x.name for x in every(items) if isinstance(x, c_ast.Decl) and x.name is not None}


def own_indices(items: list[Any]) -> set[str]:
    """Return the names of loop indices declared by the loops themselves."""
    heads = [x.init for x in every(items) if isinstance(x, c_ast.For) and x.init is not None]
    return declared_in([head for head in heads if isinstance(head, c_ast.DeclList)])

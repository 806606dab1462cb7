"""What names stand for in the source files: constants, types, and functions to be compiled.

The files are read and not run, so that an installation is built by Python alone.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from shell.kernels.types import (
    BOOL,
    ELEMENTS,
    FLOAT,
    INT,
    NONE,
    Array,
    Element,
    Record,
    TranslationError,
    Tuple,
    Type,
)

INSIDE = "xyzmap.rooms."
"""Stands before the names of all packages in a wheel."""

NUMBERS = {"int": INT, "float": FLOAT, "bool": BOOL, "None": NONE}
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.LShift: operator.lshift,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}


class Sources:
    """All modules below a folder, each read when it is first asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}

    def module(self, name: str) -> Module:
        """Return a module by its name in a checkout."""
        name = name.removeprefix(INSIDE)
        if name not in self.modules:
            self.modules[name] = Module(self, name, self.root / f"{name.replace('.', '/')}.py")
        return self.modules[name]


class Module:
    """One file, and what its names stand for."""

    def __init__(self, sources: Sources, name: str, path: Path) -> None:
        self.sources, self.name, self.path = sources, name, path
        self.imported: dict[str, tuple[str, str]] = {}
        self.assigned: dict[str, ast.expr | int] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self._records: dict[str, Record] = {}
        for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
            self._note(node)

    def _note(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                self.imported[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name] = node
        elif isinstance(node, ast.FunctionDef):
            self.functions[node.name] = node
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Name):
                self.assigned[target.id] = value
            elif isinstance(target, ast.Tuple):
                values: list[Any] = list(range(len(target.elts)))  # `A, B = range(2)`
                if isinstance(value, ast.Tuple):
                    values = value.elts
                self.assigned.update(zip(map(ast.unparse, target.elts), values, strict=True))

    def marked(self) -> Iterator[tuple[ast.FunctionDef, bool]]:
        """Yield the functions to be compiled, and whether Python calls them."""
        for node in self.functions.values():
            for mark in node.decorator_list:
                if isinstance(mark, ast.Name) and mark.id in ("inner", "outer"):
                    yield node, mark.id == "outer"

    def home(self, name: str) -> tuple[Module, str]:
        """Return the module that defines a name of this one, and the name there."""
        if name in self.imported:
            module, original = self.imported[name]
            return self.sources.module(module).home(original)
        return self, name

    def constant(self, name: str) -> int | float | bool:
        """Return the value of a constant."""
        module, own = self.home(name)
        if own not in module.assigned:
            raise TranslationError(f"'{name}' is neither a variable nor a constant")
        value = module.assigned[own]
        return value if isinstance(value, int) else module.value(value)

    def value(self, node: ast.expr) -> Any:
        """Return the value of a constant expression."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return node.value
        if isinstance(node, ast.Name):
            return self.constant(node.id)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ord":
            return ord(ast.literal_eval(node.args[0]))
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self.value(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self.value(node.left), self.value(node.right))
        raise TranslationError(f"no constant number: {ast.unparse(node)}")

    def type(self, node: ast.expr | None) -> Type:
        """Return the type that an annotation names."""
        text = "None" if node is None else ast.unparse(node)
        if text in NUMBERS:
            return NUMBERS[text]
        if isinstance(node, ast.Subscript) and text.startswith("tuple["):
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return Tuple(tuple(NUMBERS[ast.unparse(item)] for item in items))
        element = self._element(node)
        if element is not None:
            return Array(element)
        if isinstance(node, ast.Name):
            module, name = self.home(node.id)
            if name in module.classes:
                return module._record(name)
        raise TranslationError(f"no type of compiled functions: {text}")

    def _element(self, node: ast.expr | None) -> Element | None:
        if isinstance(node, ast.Name):
            module, name = self.home(node.id)
            alias = module.assigned.get(name)
            known = ELEMENTS.get(name)
            return module._element(alias) if isinstance(alias, ast.expr) else known
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id == "NDArray":
                return ELEMENTS.get(ast.unparse(node.slice))
            if node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
                return ELEMENTS.get(ast.unparse(node.slice.elts[1]))
        return None

    def _record(self, name: str) -> Record:
        if name not in self._records:
            own = self._records[name] = Record(f"{self.name.replace('.', '_')}_{name}")
            for node in self.classes[name].body:
                if isinstance(node, ast.AnnAssign):
                    own.fields[ast.unparse(node.target)] = self.type(node.annotation)
        return self._records[name]


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those for type checking included."""
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from node.body
        else:
            yield node

"""The functions to be compiled, by name, and what is known of each."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from shell.kernels.sources import Module, Sources
from shell.kernels.types import Array, TranslationError, Tuple, Type, c_name, parameter


@dataclass(eq=False)
class Function:
    """A function, its types as far as they are known, and its text in C."""

    module: Module
    node: ast.FunctionDef
    is_outer: bool
    name: str
    parameters: dict[str, Type]
    result: Type
    variables: dict[str, Type] = field(default_factory=dict)
    effects: frozenset[str] = frozenset()
    lines: list[str] = field(default_factory=list)

    @property
    def head(self) -> str:
        """Return its declaration."""
        given = ", ".join(f"{parameter(kind)} {name}_" for name, kind in self.parameters.items())
        return f"static {c_name(self.result)} {self.name}({given or 'void'})"

    def text(self) -> str:
        """Return its definition."""
        local = [
            f"{parameter(kind)} {name}_ = {{0}};"
            for name, kind in self.variables.items()
            if name not in self.parameters
        ]
        return "\n".join([f"{self.head} {{", *local, *self.lines, "}"])


class Functions:
    """The marked functions of some modules, and the tuples of numbers that they use."""

    def __init__(self, sources: Sources, modules: Iterable[str]) -> None:
        self.tuples: dict[tuple[str, ...], Tuple] = {}
        self._named = {
            (name, node.name): _function(sources.module(name), node, is_outer)
            for name in modules
            for node, is_outer in sources.module(name).marked()
        }

    @property
    def all(self) -> list[Function]:
        """The functions, in the order of their files."""
        return list(self._named.values())

    def called(self, module: Module, node: ast.Call) -> Function:
        """Return the function that a call names."""
        if isinstance(node.func, ast.Name) and not node.keywords:
            home, name = module.home(node.func.id)
            if (home.name, name) in self._named:
                return self._named[home.name, name]
        raise TranslationError(f"no compiled function: {ast.unparse(node)}")

    def tuple_of(self, items: tuple[str, ...]) -> Tuple:
        """Return the type of a tuple of numbers."""
        return self.tuples.setdefault(items, Tuple(items))


def _function(module: Module, node: ast.FunctionDef, is_outer: bool) -> Function:
    name = f"{module.name.replace('.', '_')}__{node.name}"
    parameters = {each.arg: module.type(each.annotation) for each in node.args.args}
    for each in ast.walk(node):
        # So that a row is not taken for an entry.
        if isinstance(each, ast.Attribute) and each.attr == "shape":
            kind = parameters.get(ast.unparse(each.value))
            if isinstance(kind, Array):
                kind.axes = max(kind.axes, 2)
    return Function(module, node, is_outer, name, parameters, module.type(node.returns))

"""All compiled functions of a package, in C."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from shell.kernels.sources import Module, Sources
from shell.kernels.statements import Statements
from shell.kernels.types import Array, Record, TranslationError, Tuple, Type, parameter

PASSES = 12
"""The most passes over all functions until no type changes."""


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
        result = self.result if isinstance(self.result, str) else self.result.c  # type: ignore[union-attr]
        return f"static {result} {self.name}({given or 'void'})"

    def text(self) -> str:
        """Return its definition."""
        local = [
            f"{parameter(kind)} {name}_ = {{0}};"
            for name, kind in self.variables.items()
            if name not in self.parameters
        ]
        return "\n".join([f"{self.head} {{", *local, *self.lines, "}"])


class Program:
    """The functions of some modules, translated.

    Raises `TranslationError` with the file and the line of what has no translation.
    """

    def __init__(self, sources: Sources, modules: Iterable[str]) -> None:
        self.functions: dict[tuple[str, str], Function] = {}
        self.tuples: dict[tuple[str, ...], Tuple] = {}
        for name in modules:
            module = sources.module(name)
            for node, is_outer in module.marked():
                self.functions[name, node.name] = _function(module, node, is_outer)
        self._translate()

    def _translate(self) -> None:
        before: object = None
        for _ in range(PASSES):
            for function in self.functions.values():
                self._pass(function)
            now = [(f.head, f.text(), f.effects) for f in self.functions.values()]
            if now == before:
                return
            before = now
        raise TranslationError("types that do not settle")

    def _pass(self, function: Function) -> None:
        function.variables = {**function.parameters, **function.variables}
        body = Statements(self, function)
        try:
            function.lines = body.body(function.node.body)
        except TranslationError as error:
            raise TranslationError(f"{function.module.path}: {error}") from None
        function.effects = frozenset(body.effects)

    def called(self, module: Module, node: ast.Call) -> Function:
        """Return the function that a call names."""
        if isinstance(node.func, ast.Name) and not node.keywords:
            home, name = module.home(node.func.id)
            if (home.name, name) in self.functions:
                return self.functions[home.name, name]
        raise TranslationError(f"no compiled function: {ast.unparse(node)}")

    def tuple_of(self, items: tuple[str, ...]) -> Tuple:
        """Return the type of a tuple of numbers."""
        return self.tuples.setdefault(items, Tuple(items))

    def arrays(self) -> list[Array]:
        """Return one array of each kind that occurs."""
        found: dict[str, Array] = {}

        def add(kind: Type) -> None:
            if isinstance(kind, Array):
                found.setdefault(kind.c, kind)
            elif isinstance(kind, Record):
                for each in kind.fields.values():
                    add(each)

        for function in self.functions.values():
            for kind in function.variables.values():
                add(kind)
        return list(found.values())

    def records(self) -> list[Record]:
        """Return the named tuples, after those inside them."""
        found: dict[str, Record] = {}

        def add(kind: Type) -> None:
            if isinstance(kind, Record) and kind.name not in found:
                for each in kind.fields.values():
                    add(each)
                found[kind.name] = kind

        for function in self.functions.values():
            for kind in function.variables.values():
                add(kind)
        return list(found.values())


def _function(module: Module, node: ast.FunctionDef, is_outer: bool) -> Function:
    name = f"{module.name.replace('.', '_')}__{node.name}"
    parameters = {each.arg: module.type(each.annotation) for each in node.args.args}
    result = module.type(node.returns)
    for each in ast.walk(node):
        # So that a row is not taken for an entry.
        if isinstance(each, ast.Attribute) and each.attr == "shape":
            kind = parameters.get(ast.unparse(each.value))
            if isinstance(kind, Array):
                kind.axes = max(kind.axes, 2)
    return Function(module, node, is_outer, name, parameters, result)

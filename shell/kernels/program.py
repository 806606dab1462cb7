"""All compiled functions of a package, translated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shell.kernels.functions import Function, Functions
from shell.kernels.sources import Sources
from shell.kernels.statements import Statements
from shell.kernels.types import Array, Record, TranslationError, Type

PASSES = 12
"""The most passes over all functions until no type changes."""


class Program:
    """The functions of some modules with their text in C.

    Raises `TranslationError` with the file and the line of what has no translation.
    """

    def __init__(self, sources: Sources, modules: Iterable[str]) -> None:
        self.functions = Functions(sources, modules)
        before: object = None
        for _ in range(PASSES):
            for function in self.functions.all:
                self._translate(function)
            now = [(each.text(), each.effects) for each in self.functions.all]
            if now == before:
                return
            before = now
        raise TranslationError("types that do not settle")

    def _translate(self, function: Function) -> None:
        function.variables = {**function.parameters, **function.variables}
        body = Statements(self.functions, function)
        try:
            function.lines = body.body(function.node.body)
        except TranslationError as error:
            raise TranslationError(f"{function.module.path}: {error}") from None
        function.effects = frozenset(body.effects)

    def arrays(self) -> list[Array]:
        """Return one array of each kind that occurs."""
        found: dict[str, Array] = {}
        for kind in self._types():
            if isinstance(kind, Array):
                found.setdefault(kind.c, kind)
        return list(found.values())

    def records(self) -> list[Record]:
        """Return the named tuples, each after those inside it."""
        return list(dict.fromkeys(kind for kind in self._types() if isinstance(kind, Record)))

    def _types(self) -> Iterator[Type]:
        """Yield the types of all variables, each after those of its fields."""

        def inside(kind: Type) -> Iterator[Type]:
            if isinstance(kind, Record):
                for each in kind.fields.values():
                    yield from inside(each)
            yield kind

        for function in self.functions.all:
            for kind in function.variables.values():
                yield from inside(kind)

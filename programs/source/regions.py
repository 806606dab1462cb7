"""The regions of a C file, between `#pragma PTMAP` and `#pragma ENDMAP` in the same block.

`#pragma PTMAP name` names a region; otherwise it has its function's name, numbered from the second
on. Code outside regions is not executed or checked. The final value of a loop index declared before
the region is not kept.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast, c_parser

from programs.loops.check import check_region
from programs.loops.errors import ProgramError
from programs.loops.region import Array, Region, Scalar, instances
from programs.source.declarations import declare, parameters_of
from programs.source.literals import refuse
from programs.source.scope import Scope
from programs.source.statements import Body
from programs.source.syntax import declared_in, names_in, outer_indices, own_indices

_PLACE = re.compile(r"(?P<file>.*?):(?:(?P<line>\d+):)?(?:\d+:)? ?(?P<what>.*)\Z", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w*\Z")


def regions_of(text: str, name: str) -> tuple[Region, ...]:
    """Return the regions of a preprocessed text, in order; raises `ProgramError`."""
    try:
        return _Reader(name).regions(_Parser().parse(text, name))
    except c_parser.ParseError as error:
        raise _syntax(str(error), name) from None
    except RecursionError:
        raise ProgramError("is nested too deeply", name) from None


class _Parser(c_parser.CParser):
    """A parser like pycparser's, which adds the missing line to errors at an expression's start."""

    def _parse_error(self, msg: str, coord: Any) -> Any:
        if isinstance(coord, str):
            token = self._peek()
            coord = coord if token is None else f"{coord}:{token.lineno}"
        return super()._parse_error(msg, coord)


def _syntax(message: str, name: str) -> ProgramError:
    found = _PLACE.match(message)
    way = "; expected C, with statements in functions"
    if found is None:
        return ProgramError(f"syntax error: {message}{way}", name)
    place = f"{found['file']}:{found['line']}" if found["line"] else found["file"]
    return ProgramError(f"syntax error: {found['what']}{way}", place)


class _Reader:
    """Walks through a file, and enters its declarations."""

    def __init__(self, name: str) -> None:
        self.name, self.scope = name, Scope()
        self.found: list[Region] = []

    def regions(self, tree: Any) -> tuple[Region, ...]:
        for node in tree.ext:
            if isinstance(node, c_ast.Pragma):
                if _word(node):
                    raise refuse(node, f"{_word(node)} outside of functions")
                continue
            declare(node, self.scope)
            if isinstance(node, c_ast.FuncDef):
                with self.scope.block():
                    for parameter in parameters_of(node):
                        declare(parameter, self.scope)
                    self._block(node.body.block_items or [], node.decl.name)
        if not self.found:
            raise ProgramError("no region; regions begin with #pragma PTMAP", self.name)
        return tuple(self.found)

    def _block(self, items: list[Any], function: str) -> None:
        start: Any = None
        inside: list[Any] = []
        for item in items:
            word = _word(item)
            if word == "PTMAP":
                if start is not None:
                    raise refuse(item, f"PTMAP within the region of line {start.coord.line}")
                start, inside = item, []
            elif word == "ENDMAP":
                if start is None:
                    raise refuse(item, "ENDMAP without PTMAP before it in the same block")
                self._region(start, inside, function)
                start = None
            elif start is not None:
                inside.append(item)
            else:
                self._pass(item, function)
        if start is not None:
            raise refuse(start, "PTMAP without ENDMAP after it in the same block")

    def _pass(self, item: Any, function: str) -> None:
        """Process a statement outside regions, for its declarations and regions."""
        if isinstance(item, c_ast.Decl):
            declare(item, self.scope)
            return
        if isinstance(item, c_ast.DeclList):
            for made in item.decls:
                declare(made, self.scope)
            return
        with self.scope.block():
            if isinstance(item, c_ast.Compound):
                self._block(item.block_items or [], function)
                return
            for _, child in item.children():
                self._pass(child, function)

    def _region(self, start: Any, items: list[Any], function: str) -> None:
        name = self._region_name(start, function)
        outside = {known for block in self.scope.blocks for known in block}
        indices = outer_indices(items)
        # Local scalars get names that are unique in the file and in the region.
        local = declared_in(items) - outside - indices - own_indices(items)
        with self.scope.hidden(indices), self.scope.block():
            body = Body(self.scope, (outside | names_in(items)) - local, indices)
            nodes = body.nodes(items)
        if not nodes:
            raise refuse(start, f"region '{name}' has no statements")
        accessed = {x.name for _, s in instances(nodes) for x in s.accesses}
        used = [x for x in body.reader.used.values() if x.name in accessed]
        region = Region(
            name,
            tuple(x for x in used if isinstance(x, Array)),
            tuple(x for x in used if isinstance(x, Scalar)),
            nodes,
            start.coord.file or self.name,
            start.coord.line,
        )
        check_region(region)
        self.found.append(region)

    def _region_name(self, start: Any, function: str) -> str:
        words = start.string.split()[1:]
        names = {region.name for region in self.found}
        if len(words) > 1 or (words and not _NAME.match(words[0])):
            raise refuse(start, f"PTMAP {' '.join(words)}; allowed: one name")
        if words:
            if words[0] in names:
                raise refuse(start, f"two regions are called '{words[0]}'")
            return words[0]
        name, n = function, 1
        while name in names:
            n += 1
            name = f"{function}_{n}"
        return name


def _word(node: Any) -> str:
    """Return PTMAP or ENDMAP for these pragmas, else an empty text."""
    if not isinstance(node, c_ast.Pragma):
        return ""
    words = node.string.split()
    return words[0] if words and words[0] in ("PTMAP", "ENDMAP") else ""

"""Loops of programs as files of graphs: `loop.c`, `loops.c:dot`, `loops.ll:3,unroll=2`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.notes import note
from programs.rewrites.pass_names import (
    ALL,
    EXPANDED,
    LARGEST,
    MOST,
    UNITS,
    expanded_names,
    pass_names,
    unit_names,
)
from shell.formats import Format, Version
from shell.options import BadValueError

if TYPE_CHECKING:
    from programs.llvm.builder import LoopGraph
    from programs.llvm.comparison import Report

SAMPLES = 100
"""Random inputs on which the graph and the function are compared with the compiled text."""

_NAMED = re.compile(
    r"(?P<file>.+\.(?:c|cc|cpp|cxx|ll))(?::(?P<loop>[^:/,]+))?(?P<options>(?:,[\w-]+(?:=[\w+]+)?)*)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Named:
    """A file, the loop in it, by function or number, and the graphs of it that are meant.

    These are after the `passes`, or, for None, after all of them, after some and as written.
    """

    file: str
    function: str | None = None
    number: int | None = None
    passes: tuple[str, ...] | None = None
    unroll: tuple[int, ...] = (1,)
    without: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    def path(self, passes: Collection[str], copies: int) -> str:
        """Return the name of one graph of the loop."""
        loop = [str(part) for part in (self.function, self.number) if part is not None]
        words = [f"{self.file}:{'.'.join(loop)}" if loop else self.file]
        some = "all" if passes == ALL else "+".join(passes)
        words.append(f"passes={some}" if passes else "as-written")
        words += [f"unroll={copies}"] * (copies > 1)
        words += [f"without={'+'.join(self.without)}"] * bool(self.without)
        words += [f"units={'+'.join(self.units)}"] * bool(self.units)
        return ",".join(words)


def named_loop(path: str) -> Named | None:
    """Return what a path of a program names; None for other files. Raises `InputError`."""
    found = _NAMED.fullmatch(path)
    if found is None:
        return None
    named, loop = Named(found["file"]), found["loop"] or ""
    function, dot, number = loop.rpartition(".")
    if loop.isdecimal():
        named = replace(named, number=int(loop))
    elif dot and number.isdecimal():
        named = replace(named, function=function, number=int(number))
    else:
        named = replace(named, function=loop or None)
    for option in found["options"].split(",")[1:]:
        try:
            named = _with_option(named, *option.partition("=")[::2])
        except BadValueError as error:
            raise InputError(f"{option}: {error}", path) from None
    return named


def _with_option(named: Named, key: str, value: str) -> Named:
    if key == "as-written" and not value:
        return replace(named, passes=())
    if key == "passes":
        return replace(named, passes=ALL if value == "all" else pass_names(value.split("+")))
    if key == "without":
        return replace(named, without=expanded_names(value.split("+")))
    if key == "units":
        return replace(named, units=unit_names(value.split("+")))
    if key == "unroll":
        if value == "auto":
            return replace(named, unroll=tuple(range(1, MOST + 1)))
        if not (value.isdecimal() and 1 <= int(value) <= LARGEST):
            raise BadValueError(f"'{value}' must be auto or a whole number from 1 to {LARGEST}")
        return replace(named, unroll=(int(value),))
    known = f"as-written, passes=all|A+B (of {', '.join(ALL)}), unroll=K|auto, without=A+B"
    known += f", units=A+B (of {', '.join(UNITS)})"
    raise BadValueError(f"unknown option; known: {known}")


def _parts(path: str) -> Sequence[str]:
    found = _NAMED.fullmatch(path)
    return () if found is None else (found["file"],)


def _read(data: bytes | None, path: str, *chosen: object) -> Dfg:
    """Return the smallest graph of the loop that a path names. Raises `InputError`."""
    from programs.rewrites.passes import said

    first = _versions(path)[0]
    first.require()
    if first.dfg.rewrites:
        what = f"the smallest graph of the loop, not as written: {said(first.dfg)}"
        note(f"{what}; `xyzmap dfg` makes others", path)
    return first.dfg


def _versions(
    path: str, without: Collection[str] = (), arch: Architecture | None = None
) -> Sequence[Version]:
    """Return the graphs of the loop that a path names, the smallest one first.

    They are for the memory units of an array, unless the path names what these do.
    If it names passes, these are after those only; if it does not, only the smallest one is
    unrolled. Raises `InputError`.
    """
    from programs.llvm.isolated import isolated
    from programs.rewrites.memory_units import units_of

    named = named_loop(path)
    assert named is not None
    more = [word for word in EXPANDED if word in without]
    named = replace(named, without=tuple(dict.fromkeys((*named.without, *more))))
    named = replace(named, units=named.units or units_of(arch))
    found = isolated(partial(_told, named), named.file, named.function)
    return [Version(own, dfg, many, partial(_require, own)) for own, dfg, many in found]


def _told(named: Named, text: str) -> list[tuple[str, Dfg, int]]:
    """Return the names of graphs, these, and their iterations of the loop."""
    found: list[tuple[str, Dfg, int]] = []
    for own, made in _graphs(named, text):
        if not any(_alike(made.dfg, other) for _, other, _ in found):
            found.append((own, made.dfg, made.copies))
    return found


def _graphs(named: Named, text: str) -> Iterator[tuple[str, LoopGraph]]:
    from programs.llvm.read import loop_in
    from programs.rewrites.choose import by_size, graphs_after, variants
    from programs.rewrites.unrolled import unrolled

    wanted = variants(ALL) if named.passes is None else [named.passes]
    try:
        loop = loop_in(text, named.file, named.function, named.number)
        every = graphs_after(loop, False, wanted, named.file, named.without, named.units)
    except InputError as error:
        options, here = "choose by --function or --loop", "choose as FILE:FUNCTION or FILE:N"
        raise InputError(error.what.replace(options, here), error.where) from None
    if named.passes in every:
        every = {named.passes: every[named.passes]}
    for copies in named.unroll:
        for passes in by_size(every)[: None if copies == 1 else 1]:
            yield named.path(passes, copies), unrolled(every[passes], copies)


def _alike(one: Dfg, other: Dfg) -> bool:
    """Whether two graphs differ at most in what is told of them."""
    return one.operations == other.operations and one.order == other.order


def _require(path: str) -> None:
    """Compare the graph that a path alone names with its loop. Raises `InputError`."""
    from programs.llvm.comparison import require_same
    from programs.llvm.isolated import isolated

    named = named_loop(path)
    assert named is not None
    report = isolated(partial(_compared, named), named.file, named.function, executed=True)
    require_same(report, named.file)


def _compared(named: Named, text: str) -> Report:
    from programs.llvm.comparison import compared_twice

    _, graph = next(_graphs(named, text))
    return compared_twice(graph, SAMPLES, 0)


PROGRAM = Format(
    "program", _read, endings=(".c", ".ll"), parts=_parts, defines=True, versions=_versions
)

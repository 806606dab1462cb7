"""`python -m solvers.draw KIND FILE… -o PICTURE`: pictures of graphs, arrays and mappings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.errors import InputError
from shell.options import Options, file, flag, number, numbers, out_file
from shell.parser import Call, Command, Commands, Main
from solvers.questions.ask import require_places
from solvers.questions.inputs import named, read_array, read_dfg, read_legal
from solvers.questions.shared_options import (
    ALL,
    ARCH,
    DFG,
    MAPPING,
    ArrayOptions,
    GraphOptions,
)


@dataclass(frozen=True, kw_only=True)
class PictureOptions(Options):
    """Where a picture is written."""

    out: str = out_file("a picture as .svg, .pdf or .png", role="picture", required=True)
    width: float | None = number(
        "a figure of this width in inches, without heading, such as 3.3 for a column",
        "INCHES",
        low=2.0,
        high=40.0,
    )


@dataclass(frozen=True, kw_only=True)
class DfgPicture(GraphOptions, PictureOptions):
    """How the file of a graph is read."""


@dataclass(frozen=True, kw_only=True)
class ArrayPicture(ArrayOptions, PictureOptions):
    """How files of arrays are read."""

    left: str | None = file(
        "the array that is left after pruning, in the same format", "input file", "ARCH"
    )


@dataclass(frozen=True, kw_only=True)
class MappingPicture(ArrayOptions, GraphOptions, PictureOptions):
    """How the mapping was made."""

    all: bool = flag(ALL)


@dataclass(frozen=True, kw_only=True)
class RoutesPicture(MappingPicture):
    """How the mapping was made, and which part of it is drawn."""

    panels: tuple[int, ...] | None = numbers(
        "only these contexts, or cycles: 0-1", "A-B", low=0, distinct=True
    )


MAPPED = (DFG, ARCH, MAPPING)
COMMAND = Commands(
    "draw",
    "Draw a dataflow graph, an array, or a saved mapping as SVG or PDF.",
    (
        Command("dfg", "a dataflow graph, in layers", (DFG,), DfgPicture),
        Command("array", "an architecture; with --left, its remaining part", (ARCH,), ArrayPicture),
        Command(
            "schedule",
            "a mapping over time: tiles in use, and contexts or cycles",
            MAPPED,
            MappingPicture,
        ),
        Command(
            "routes",
            "a mapping on its array: a panel for every context, or cycle",
            MAPPED,
            RoutesPicture,
        ),
    ),
    "exit codes: 0 done, 2 usage or input error, or a mapping that is not legal",
    metavar="WHAT",
)


def run(call: Call) -> int:
    """Draw; return the exit code."""
    require_places(call.inputs, call.options)
    from views.pictures import write_picture

    write_picture(call.options.out, drawn(call.name, call.inputs, call.options))
    return 0


def drawn(what: str, inputs: Mapping[str, object], options: Any) -> str:
    """Return a picture as the text of an SVG file. Raises `InputError`."""
    from views.style import PAGE, Page

    page = PAGE if options.width is None else Page(96 * options.width, figure=True)
    if what == "dfg":
        from views.graph.svg import dfg_svg

        graph = read_dfg(inputs["dfg"], options, mapped=False)
        try:
            return dfg_svg(graph, page)
        except InputError as error:
            raise error.inside(named(inputs["dfg"])) from None
    if what == "array":
        from views.array.svg import array_svg

        whole = read_array(inputs["arch"], options)
        left = whole if options.left is None else read_array(options.left, options)
        try:
            return array_svg(whole, left, [], page)
        except InputError as error:
            raise error.inside(f"{options.left} of {named(inputs['arch'])}") from None
    problem, mapping = read_legal(inputs, options)
    if what == "schedule":
        from views.mapping.svg import mapping_svg

        return mapping_svg(problem, mapping, page, whole=options.all)
    from views.mapping.routes_svg import routes_svg

    return routes_svg(problem, mapping, page, whole=options.all, panels=options.panels)


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())

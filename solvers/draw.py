"""`python -m solvers.draw WHAT FILE… -o PICTURE`: pictures of what is there, without solving."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from models.errors import InputError
from models.process.command import Parser, guarded, typed
from models.process.options import Options, file, text
from models.process.parser import fill, read
from solvers.questions.ask import Question, require_places
from solvers.questions.inputs import named, read_array, read_dfg, read_legal
from solvers.questions.options import (
    ARCH,
    DFG,
    MAPPING,
    ArrayOptions,
    GraphOptions,
    TransformOptions,
)

PROG = "draw"


@dataclass(frozen=True, kw_only=True)
class PictureOptions(Options):
    """Where a picture is written."""

    output: str = file(
        "the picture: as SVG, or as PDF to FILE.pdf", "picture", short="o", required=True
    )


@dataclass(frozen=True, kw_only=True)
class DfgPicture(GraphOptions, PictureOptions):
    """How the file of a graph is read."""


@dataclass(frozen=True, kw_only=True)
class ArrayPicture(ArrayOptions, PictureOptions):
    """How files of arrays are read."""

    left: str | None = text("what is left, in the same format", "ARCH")


@dataclass(frozen=True, kw_only=True)
class MappingPicture(ArrayOptions, GraphOptions, TransformOptions, PictureOptions):
    """How the mapping was made."""


WHAT = {
    what: Question(what, about, inputs, options)
    for what, about, inputs, options in (
        ("dfg", "a dataflow graph, in layers", (DFG,), DfgPicture),
        ("array", "an architecture; with --left, what is left of it", (ARCH,), ArrayPicture),
        (
            "schedule",
            "a mapping over time: components across, cycles down",
            (DFG, ARCH, MAPPING),
            MappingPicture,
        ),
        (
            "routes",
            "a mapping on its array: a panel for every context, or cycle",
            (DFG, ARCH, MAPPING),
            MappingPicture,
        ),
    )
}
"""What can be drawn."""


def parser(prog: str = PROG) -> argparse.ArgumentParser:
    """Return the command's parser."""
    p = Parser(
        prog=prog,
        description="Draw a dataflow graph, an array, or a saved mapping as SVG or PDF.",
        epilog="exit codes: 0 done, 2 usage or input error, or a mapping that is not legal",
    )
    kinds = p.add_subparsers(dest="what", required=True, metavar="WHAT", title="what is drawn")
    for what, kind in WHAT.items():
        one = kinds.add_parser(what, help=kind.about, description=f"Draw {kind.about}.")
        fill(one, kind.inputs, kind.options)
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw; return the exit code."""
    prog = typed(PROG, arguments)

    def run(words: Sequence[str] | None) -> int:
        found = parser(prog).parse_args(words)
        what = vars(found).pop("what")
        options: Any
        inputs, options = read(found, WHAT[what].inputs, WHAT[what].options)
        require_places(options)
        from views.pictures import write_picture

        write_picture(options.output, drawn(what, inputs, options))
        return 0

    return guarded(run, prog)(arguments)


def drawn(what: str, inputs: Mapping[str, object], options: Any) -> str:
    """Return a picture as the text of an SVG file. Raises `InputError`."""
    if what == "dfg":
        from views.graph.svg import dfg_svg

        graph = read_dfg(inputs["dfg"], options)
        try:
            return dfg_svg(graph)
        except InputError as error:
            raise error.inside(named(inputs["dfg"])) from None
    if what == "array":
        from views.array.svg import array_svg

        whole = read_array(inputs["arch"], options)
        left = whole if options.left is None else read_array(options.left, options)
        try:
            return array_svg(whole, left, [])
        except InputError as error:
            raise error.inside(f"{options.left} of {named(inputs['arch'])}") from None
    problem, mapping = read_legal(inputs, options)
    if what == "schedule":
        from views.mapping.svg import mapping_svg

        return mapping_svg(problem, mapping)
    from views.mapping.routes_svg import routes_svg

    return routes_svg(problem, mapping)


if __name__ == "__main__":
    sys.exit(main())

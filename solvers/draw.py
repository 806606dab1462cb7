"""`python -m solvers.draw WHAT FILE… -o PICTURE`: pictures of what is there, without solving."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from models.process.command import Parser, guarded
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_transform,
    read_array,
    read_dfg,
)
from views.pictures import require_picture, write_picture

PROG = "draw"

WHAT = {
    "dfg": "a dataflow graph, in layers",
    "array": "an architecture; with --left, what is left of it",
    "schedule": "a mapping over time: components across, cycles down",
    "routes": "a mapping on its array: a panel for every context, or cycle",
}
"""What can be drawn."""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Draw a dataflow graph, an array, or a saved mapping as SVG or PDF.",
        epilog="exit codes: 0 done, 2 usage or input error, or a mapping that is not legal",
    )
    kinds = p.add_subparsers(dest="what", required=True, metavar="WHAT", title="what is drawn")
    for what, words in WHAT.items():
        one = kinds.add_parser(what, help=words, description=f"Draw {words}.")
        if what != "array":
            one.add_argument("dfg", metavar="DFG", help=DFG_HELP)
        if what != "dfg":
            one.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
        if what in ("schedule", "routes"):
            one.add_argument("mapping", metavar="MAPPING", help="a mapping as JSON")
            add_transform(one.add_argument_group("order of operations, as it was when mapping"))
        if what == "array":
            one.add_argument("--left", metavar="ARCH", help="what is left, in the same format")
        one.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            required=True,
            help="the picture: as SVG, or as PDF to FILE.pdf",
        )
        if what != "array":
            add_dfg_options(one.add_argument_group("dataflow graph"))
        if what != "dfg":
            add_array_options(one)
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Draw; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    require_picture(options.output)
    write_picture(options.output, drawn(options))
    return 0


def drawn(options: argparse.Namespace) -> str:
    """Return the picture that options ask for, as the text of an SVG file."""
    from models.errors import InputError

    if options.what == "dfg":
        from views.graph.svg import dfg_svg

        graph = read_dfg(options.dfg, options)
        try:
            return dfg_svg(graph)
        except InputError as error:
            raise error.inside(options.dfg) from None
    if options.what == "array":
        from views.array.svg import array_svg

        whole = read_array(options.arch, options)
        left = whole if options.left is None else read_array(options.left, options)
        try:
            return array_svg(whole, left, [])
        except InputError as error:
            raise error.inside(f"{options.left} of {options.arch}") from None
    from solvers.configure import legal_mapping

    problem, mapping = legal_mapping(options)
    if options.what == "schedule":
        from views.mapping.svg import mapping_svg

        return mapping_svg(problem, mapping)
    from views.mapping.routes_svg import routes_svg

    return routes_svg(problem, mapping)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

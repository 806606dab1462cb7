"""Options of input files that several commands have, and reading what they name."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from models.command import positive

if TYPE_CHECKING:
    from models.architecture import Architecture
    from models.dfg import Dfg
    from models.errors import InputError

DFG_HELP = "dataflow graph: .json, dfgmap .txt, .dot, Morpher .xml, or SAT-MapIt NAME_nodes"
ARCH_HELP = "architecture file, or a preset: mesh:3x3,io=left"


def add_transform(group: Any) -> None:
    """Add how associative operators may be reordered, where all orders are modelled."""
    group.add_argument(
        "--transform",
        choices=["none", "enumerate", "xbtree", "select", "chain"],
        default="none",
        help="reorder associative operators, as of min-cycles (default none)",
    )


def add_dfg_options(group: Any) -> None:
    """Add the options of dataflow graphs to a parser or a group of its options."""
    group.add_argument(
        "--multi-node",
        choices=["on", "off"],
        default="on",
        help="use the DFG's multi-node operations, such as multiply-add (default on)",
    )
    group.add_argument("--rules", metavar="FILE", help="rewrite rules that the mapping may apply")
    group.add_argument(
        "--constants",
        choices=["immediate", "operations"],
        help="constants of a DOT, Morpher or SAT-MapIt file: operands at no cost, or operations"
        " (default: as in that format's own tool)",
    )
    group.add_argument(
        "--sources",
        choices=["inputs", "operations"],
        help="loads without operands and inputs of these files: inputs, or operations"
        " (default: as in that format's own tool)",
    )


def add_array_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of architectures in the `dfgmap` format."""
    old = parser.add_argument_group("dfgmap architectures (.txt)")
    old.add_argument("--options", metavar="FILE", help="the options file (g.txt)")
    old.add_argument("--registers", type=int, metavar="R", help="per PE, 0: no limit (default 2)")
    old.add_argument("--units", type=positive, metavar="U", help="per PE (default 1)")
    old.add_argument(
        "--hold-intermediates",
        action="store_true",
        default=None,
        help="the external memory may hold intermediate values",
    )


def read_dfg(path: str, options: argparse.Namespace) -> Dfg:
    """Return the DFG of a file as the options say, with rules added and patterns left out."""
    import msgspec

    from models.dfg_files import load_dfg
    from models.rules_file import load_rules

    dfg = load_dfg(path, constants=options.constants, sources=options.sources)
    if options.rules is not None:
        dfg = load_rules(options.rules, dfg)
    if options.multi_node == "off":
        dfg = msgspec.structs.replace(dfg, patterns=())
    return dfg


def read_array(path: str, options: argparse.Namespace) -> Architecture:
    """Return the architecture of a file or a preset as the options say."""
    from archs.files import load_architecture

    return load_architecture(
        path,
        options_file=options.options,
        registers=options.registers,
        units=options.units,
        hold_intermediates=options.hold_intermediates,
    )


def attempted(saves: Iterable[tuple[object, Callable[[], object]]]) -> list[InputError]:
    """Write what is wanted (its first part is not None); return failures after trying all."""
    from models.errors import InputError

    failures: list[InputError] = []
    for wanted, save in saves:
        try:
            if wanted is not None:
                save()
        except InputError as error:
            failures.append(error)
    return failures

"""Options of input files that several commands have, and reading what they name."""

from __future__ import annotations

import os
from collections import abc
from typing import TYPE_CHECKING, Any

from models.process.command import MOST, positive

if TYPE_CHECKING:
    from models.data.architecture import Architecture
    from models.data.dfg import Dfg
    from models.data.mapping import Mapping
    from models.data.problem import Problem
    from solvers.questions.options import ArrayOptions, GraphOptions

DFG_HELP = "dataflow graph: .json, dfgmap .txt, .dot, Morpher .xml, or SAT-MapIt NAME_nodes"
ARCH_HELP = "architecture file, or a preset: mesh:3x3,io=left"


class Given(str):
    """The name of an input that is there already, in the place of a file's; `value` is the input.

    Commands that are asked from Python, `xyzmap`, get their inputs like this.
    """

    value: object

    def __new__(cls, name: str, value: object) -> Given:
        """Return `name`, with the input."""
        given = super().__new__(cls, name)
        given.value = value
        return given


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


def add_array_options(parser: Any) -> None:
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


def add_picture(group: Any, what: str) -> None:
    """Add the option that draws `what` (`--svg` is its name from when there was no PDF)."""
    words = f"draw {what}: as SVG, or as PDF to FILE.pdf"
    group.add_argument("--picture", "--svg", metavar="FILE", help=words)


def add_plot(group: Any, what: str) -> None:
    """Add the option that plots `what`."""
    group.add_argument("--plot", metavar="FILE", help=f"plot {what}: FILE.svg, .pdf or .png")


def named(source: object) -> str:
    """Return what messages call an input: the name of its file, or its own."""
    return source if isinstance(source, str) else str(getattr(source, "name", source))


def path_of(source: object, kind: type) -> str:
    """Return an input that is no `kind` as a path. Raises `InputError` where it is none."""
    from models.errors import InputError

    if isinstance(source, (str, os.PathLike)):
        return str(os.fspath(source))
    raise InputError(f"expected a {kind.__name__} or a file name, not a {type(source).__name__}")


def read_dfg(source: object, options: GraphOptions | Any) -> Dfg:
    """Return a graph, or that of a file, with rules added and patterns left out as asked."""
    import msgspec

    from models.data.dfg import Dfg
    from models.formats.dfg_files import load_dfg
    from models.formats.rules_file import load_rules

    if isinstance(source, Given):
        source = source.value
    if isinstance(source, Dfg):
        dfg = source
    else:
        dfg = load_dfg(path_of(source, Dfg), constants=options.constants, sources=options.sources)
    if options.rules is not None:
        dfg = load_rules(options.rules, dfg)
    if options.multi_node in (False, "off"):
        dfg = msgspec.structs.replace(dfg, patterns=())
    return dfg


def read_array(source: object, options: ArrayOptions | Any) -> Architecture:
    """Return an array, or that of a file or preset, as the options say."""
    from archs.files import load_architecture
    from models.data.architecture import Architecture

    if isinstance(source, Given):
        source = source.value
    if isinstance(source, Architecture):
        return source
    return load_architecture(
        path_of(source, Architecture),
        options_file=getattr(options, "array_options", None) or getattr(options, "options", None),
        registers=options.registers,
        units=options.units,
        hold_intermediates=options.hold_intermediates or None,
    )


def read_mapping(source: object) -> Mapping:
    """Return a mapping, or that of a file; whether it is correct is the checker's business."""
    from models.data.mapping import Mapping
    from models.formats.mapping_json import mapping_from_json
    from models.formats.text_files import read_bytes

    if isinstance(source, Given):
        source = source.value
    if isinstance(found := getattr(source, "mapping", source), Mapping):
        return found
    path = path_of(source, Mapping)
    return mapping_from_json(read_bytes(path), path)


def read_legal(inputs: abc.Mapping[str, object], options: Any) -> tuple[Problem, Mapping]:
    """Return the problem of a graph and an array, and a mapping that keeps all its rules.

    Raises `InputError`, also for a mapping that the checker does not accept.
    """
    from models.data.problem import Problem
    from models.errors import InputError
    from models.judge.checker import check
    from models.semantics.algebraic_laws import check_algebraic_laws

    dfg, arch = read_dfg(inputs["dfg"], options), read_array(inputs["arch"], options)
    mapping, place = read_mapping(inputs["mapping"]), named(inputs["mapping"])
    try:
        if options.transform != "none":
            check_algebraic_laws(dfg)
        problem = Problem(dfg, arch, mapping.contexts, options.transform)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    if mapping.horizon > MOST:
        raise InputError(f"horizon {mapping.horizon} exceeds {MOST}", place)
    violations = check(problem, mapping)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise InputError(f"not a legal mapping: {violations[0]}{more}", place)
    return problem, mapping

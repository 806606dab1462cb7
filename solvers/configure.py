"""`python -m solvers.configure DFG ARCH MAPPING`: what every context of the array has to set."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import MOST, Parser, guarded, positive
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_transform,
    read_array,
    read_dfg,
    read_mapping,
)

if TYPE_CHECKING:
    from models.data.mapping import Mapping
    from models.data.problem import Problem

PROG = "configure"


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Say what a mapping asks of the hardware: per component and context the"
        " operation, where its operands come from, what is stored, and what every path brings"
        " from where; then prologue and epilogue.",
        epilog="exit codes: 0 done, 2 usage or input error, or a mapping that is not legal",
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument("mapping", metavar="MAPPING", help="a mapping as JSON")
    order = p.add_argument_group("order of operations, as it was when mapping")
    add_transform(order)
    add_dfg_options(order)
    add_array_options(p)
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="as JSON instead of tables")
    out.add_argument(
        "--width",
        type=positive,
        metavar="N",
        help="characters of a line of the tables, at least 60 (default: the terminal's, or 120)",
    )
    out.add_argument("-o", "--output", metavar="FILE", help="write into FILE instead of stdout")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Print or write the configuration; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    from models.configuration.build import configuration
    from models.configuration.check import configuration_faults
    from models.errors import InputError
    from models.formats.text_files import write_text

    if options.output is not None:
        require_place(options.output)
    problem, mapping = legal_mapping(options)
    try:
        made = configuration(problem, mapping)
    except InputError as error:
        raise error.inside(options.mapping) from None
    faults = configuration_faults(problem, mapping, made)
    if faults:  # never seen; a wrong configuration must not reach hardware
        raise InputError(f"the configuration is not that of the mapping: {faults[0]}")
    if options.json:
        from models.formats.configuration_json import configuration_to_json

        text = configuration_to_json(made)
    else:
        from views.mapping.configuration import configuration_text

        width = options.width or shutil.get_terminal_size((120, 24)).columns
        text = configuration_text(problem, made, width=width)
    if options.output is None:
        print(text, end="")
    else:
        write_text(options.output, text)
    return 0


def legal_mapping(options: argparse.Namespace) -> tuple[Problem, Mapping]:
    """Return the mapping that options name, and its problem.

    Raises `InputError` unless the checker accepts it.
    """
    from models.data.problem import Problem
    from models.errors import InputError
    from models.judge.checker import check
    from models.semantics.algebraic_laws import check_algebraic_laws

    dfg, arch = read_dfg(options.dfg, options), read_array(options.arch, options)
    mapping = read_mapping(options.mapping)
    try:
        if options.transform != "none":
            check_algebraic_laws(dfg)
        problem = Problem(dfg, arch, mapping.contexts, options.transform)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    if mapping.horizon > MOST:
        raise InputError(f"horizon {mapping.horizon} exceeds {MOST}", options.mapping)
    violations = check(problem, mapping)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise InputError(f"not a legal mapping: {violations[0]}{more}", options.mapping)
    return problem, mapping


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

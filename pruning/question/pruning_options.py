"""The options of `prune_arch`, and the options it shares with `trade_off`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from models.errors import InputError
from shell.options import (
    PICTURE,
    REPORT,
    BadValueError,
    OutputOptions,
    certificate,
    choice,
    file,
    numbers,
    option,
    out_folder,
    text,
    texts,
)
from shell.packages import require_installed
from shell.parser import Input
from solvers.questions.shared_options import (
    ArrayOptions,
    GraphOptions,
    SearchOptions,
    TransformOptions,
    require_solvers,
    solver_help,
)

DEFAULT = "elements,memories,paths"
OBJECTIVE = "objective"
AREA = "area"
"""The cost in transistors."""

KERNELS = Input("inputs", "DFG… ARCH", "kernels, and last the array", many=True)


def _kinds(value: object) -> str:
    """Return kinds as one comma-separated word; sequences are joined."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable):
        raise BadValueError(f"{value!r} is no list of kinds")
    return ",".join(map(str, value))


def _cost(value: object) -> str:
    """Return weights as `elements=100,paths=5`; a mapping is converted with all digits."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        raise BadValueError(f"{value!r} must map kinds to weights")
    return ",".join(f"{kind}={_exact(weight)}" for kind, weight in value.items())


def _exact(weight: Any) -> str:
    """Return a weight as a fraction, as command lines take no exponents."""
    from fractions import Fraction
    from math import isfinite

    try:
        return str(Fraction(weight).limit_denominator(10**8) if isfinite(weight) else weight)
    except (TypeError, ValueError):
        raise BadValueError(f"{weight!r} is no weight") from None


@dataclass(frozen=True, kw_only=True)
class PruningOptions(OutputOptions, SearchOptions, ArrayOptions, GraphOptions, TransformOptions):
    """The objective and the solver options.

    `cost` and `minimise` are mutually exclusive, except for an area.
    """

    minimise: str | None = option(
        None,
        _kinds,
        "quantities to minimise, the most important first: elements, memories, paths, registers,"
        " words (of memories), units (issue slots), widths, operators, contexts; default "
        + DEFAULT,
        metavar="KIND,…",
        group=OBJECTIVE,
    )
    cost: str | None = option(
        None,
        _cost,
        "minimise a sum of weights instead: elements=100,paths=5,registers=10; a weight for"
        " one of a kind: elements:pe_0_0=50, operators:mul=30; area, or area:16 for words of 16"
        " bits: the fewest transistors, where --minimise names what may be removed",
        metavar="KIND=W,…",
        group=OBJECTIVE,
    )
    keep: tuple[str, ...] = texts("never remove this part; repeatable", "NAME", group=OBJECTIVE)
    solver: str = text(solver_help("glucose4; one of PySAT"), "NAME", "glucose4", group="search")

    def require_packages(self) -> None:
        """Raise `InputError` for a solver that is not installed."""
        require_solvers((self.solver,))


@dataclass(frozen=True, kw_only=True)
class PruneArchOptions(PruningOptions):
    """Options of the pruning and of its output files.

    `cycles` and `contexts` are one number for all kernels, or one for each.
    """

    cycles: tuple[int, ...] | None = numbers(
        "cycles of the mapping: for each DFG, or one for all (default: the fewest on the whole"
        " array)",
        "N,…",
    )
    contexts: tuple[int, ...] | None = numbers(
        "pipeline with T contexts: for each DFG, or one for all (default for loops: the fewest on"
        " the whole array)",
        "T,…",
    )
    method: Literal["exact", "greedy"] = choice(
        "method of search (exact: for the minimum; greedy: remove part by part, no minimum)",
        "exact",
    )
    order: Literal["fixed", "random", "least-used"] = choice(
        "order (in which greedy removal tries parts; default: as in the file)",
        "fixed",
    )
    out: str | None = out_folder(
        "array.json, the array that is left, and a new mapping of each kernel onto it"
    )
    picture: str | tuple[str, ...] | None = file(
        PICTURE + "kept and removed parts, and the use of each",
        "picture",
        group="output",
    )
    html: str | None = file(REPORT + "with every step and mapping", "output file", group="output")
    certificate: str | None = certificate()

    def require_consistent(self) -> None:
        """Raise `InputError` for an order of removal where nothing is removed in order."""
        super().require_consistent()
        if self.order != "fixed" and self.method != "greedy":
            raise InputError("--order goes with --method greedy")

    def require_packages(self) -> None:
        """Raise `InputError` for missing packages; the bound of an area needs an LP solver."""
        super().require_packages()
        if self.certificate is not None and (self.cost or "").partition(":")[0] == AREA:
            require_installed(f"--certificate with --cost {AREA}", "solvers", "highspy")

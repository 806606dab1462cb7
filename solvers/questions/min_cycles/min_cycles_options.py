"""The options of `min_cycles`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from models.errors import InputError
from shell.options import certificate, choice, file, flag, jobs, switch, text, texts, whole
from solvers.questions.shared_options import (
    ORDER,
    ArrayOptions,
    GraphOptions,
    MappingFiles,
    OwnConstraintOptions,
    PartialOptions,
    ProofSearchOptions,
    RecomputeOptions,
    require_clauses,
    require_solvers,
    solver_help,
)

if TYPE_CHECKING:
    from models.data.mapping import Mapping

AT_MOST_ONE, AT_MOST_K = "bimander:2", "sequential"
"""The default encodings, those of the SAT-mapping paper."""


@dataclass(frozen=True, kw_only=True)
class MinCyclesOptions(
    MappingFiles,
    ProofSearchOptions,
    PartialOptions,
    OwnConstraintOptions,
    RecomputeOptions,
    ArrayOptions,
    GraphOptions,
):
    """Options of the search for the fewest cycles, or of deciding one number of cycles.

    `warm_start` is a mapping or its file. `at_most_one` and `at_most_k` name encodings.
    """

    contexts: int | None = whole("pipeline with T contexts, an initiation interval of T", "T")
    cycles: int | None = whole(
        "cycles of the mapping: only decide whether N are enough", "N", exclusive=True
    )
    max_cycles: int | None = whole("try no more than N cycles", "N", exclusive=True)
    transform: Literal["none", "enumerate", "xbtree", "select", "chain", "auto"] = choice(
        "reassociate operators, those that are declared associative: list all orders (enumerate);"
        " choose one tree per sum by control signals (xbtree; select: with fewer variables; chain:"
        " one term after the other); or all orders, by the fastest of these searches (auto);"
        " default none",
        "none",
        group=ORDER,
    )
    solver: tuple[str, ...] = texts(
        solver_help("auto: cadical195 and others beside it; several solvers race"),
        "NAME",
        group="search",
    )
    at_most_one: str = text(
        "encoding of at-most-one limits: bimander:2 (default), pairwise, binary, product, ladder,"
        " commander:3, …, native",
        "ENC",
        AT_MOST_ONE,
        group="search",
    )
    at_most_k: str = text(
        "encoding of at-most-K limits: sequential (default), totalizer, commander, binomial,"
        " native",
        "ENC",
        AT_MOST_K,
        group="search",
    )
    jobs: int = jobs(2, "1 or 2; a race of solvers has one for each", high=2)
    objective: bool = flag(
        "let the solver minimise the number of cycles, instead of asking it for one horizon"
        " after the other; for solvers with objectives",
        group="search",
    )
    warm_start: Mapping | str | None = file(
        "a mapping to start from, or a part of one", "input file", group="search"
    )
    certify: bool = flag(
        "if the solver gives no proof, refute the decisive number of cycles again by SAT",
        group="search",
    )
    symmetry: bool = switch(
        "use symmetries of graph and array to find mappings and to refute (default on)",
        group="search",
    )
    certificate: str | None = certificate()

    def require_consistent(self) -> None:
        """Raise `InputError` for mutually exclusive options."""
        if self.cycles is not None and self.max_cycles is not None:
            raise InputError("--max-cycles: not allowed with --cycles; leave out one")

    def require_packages(self) -> None:
        """Refuse solvers that are not installed."""
        require_solvers(self.solver)
        encoded = {"at_most_one": AT_MOST_ONE, "at_most_k": AT_MOST_K}
        given = {name: getattr(self, name) != usual for name, usual in encoded.items()}
        require_clauses(self.solver, **given)

    @property
    def most(self) -> int | None:
        """The largest number of cycles that is asked about, None for any."""
        return self.max_cycles if self.cycles is None else self.cycles

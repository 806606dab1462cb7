"""The options of `min_ii`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from models.errors import InputError
from shell.options import certificate, choice, file, flag, jobs, number, text, texts, whole
from solvers.questions.shared_options import (
    ORDER,
    ArrayOptions,
    GraphOptions,
    MappingFiles,
    OwnConstraintOptions,
    PartialOptions,
    ProofSearchOptions,
    RecomputeOptions,
    RegisterFileOptions,
    require_solvers,
    solver_help,
)

if TYPE_CHECKING:
    from models.data.mapping import Mapping

ALONE = ("sa", "lisa")
"""The methods that ask no solver."""


@dataclass(frozen=True, kw_only=True)
class MinIiOptions(
    MappingFiles,
    ProofSearchOptions,
    PartialOptions,
    OwnConstraintOptions,
    RegisterFileOptions,
    RecomputeOptions,
    ArrayOptions,
    GraphOptions,
):
    """Options of the search for the smallest initiation interval.

    `warm_start` is a mapping or its file.
    `weights`, `movements` and `alpha` are those of simulated annealing guided by labels (LISA).
    """

    transform: Literal["none", "enumerate", "xbtree", "select", "chain", "auto"] = choice(
        "reassociate operators, as in min-cycles; auto: all orders, the promising ones first, also"
        " through recurrences",
        "none",
        group=ORDER,
    )
    inductions: Literal["shared", "own"] = choice(
        "values that grow by a constant integer, such as addresses: computed from a shared"
        " induction variable, as written (default), or each from itself",
        "shared",
        group=ORDER,
    )
    accumulators: int | None = whole(
        "split each reduction into K accumulators; join them after the loop",
        "K",
        low=2,
        high=1024,
        group=ORDER,
    )
    rewritten: str | None = file(
        "write the graph that is mapped, with --inductions own or --accumulators",
        "output file",
        group="output",
    )
    max_ii: int | None = whole("largest II to try (at most the depth of the context memory)", "T")
    slack: int | None = whole(
        "allowed cycles beyond the fewest (of a schedule, beyond those that arithmetic allows;"
        " default: twice the II, plus 2)",
        "S",
        low=0,
        high=(1 << 31) - 1,
    )
    warm_start: Mapping | str | None = file(
        "a mapping to start from, for example on a smaller array; if it does not fit this array,"
        " its II is tried first",
        "input file",
        group="search",
    )
    first: bool = flag("end with the first mapping, whatever its II")
    shortest: bool = flag("then minimise the cycles of the schedule at this II")
    fewest: Literal["registers", "transfers"] | None = choice(
        "then minimise values in registers, or transfers, among mappings with this II and number"
        " of cycles; for a minute without --time-limit",
    )
    solver: tuple[str, ...] = texts(
        solver_help("cadical195, with glucose4 beside it to find mappings; several solvers race"),
        "NAME",
        group="search",
    )
    jobs: int | None = jobs(
        None, "others wait for their turn; default: all that race, up to four", high=64
    )
    method: Literal["exact", "sa", "lisa"] = choice(
        "method of search (exact: solvers beside modulo scheduling, annealing from placement, and"
        " annealing guided by labels if the array has weights; sa: simulated annealing alone;"
        " lisa: annealing guided by predicted labels alone)",
        "exact",
        group="method",
    )
    pipeline: str | None = text(
        "heuristics beside the solvers: a pipeline that `xyzmap solvers --pipelines` lists"
        " (default: one that suits the problem)",
        "NAME",
        group="method",
    )
    weights: str | None = file(
        "trained weights, of `xyzmap labels train`: labels are predicted with them (default: the"
        " shipped ones of the array)",
        "input file",
        group="method",
    )
    movements: int | None = whole(
        "movements of annealing per temperature, for each operation", "M", group="method"
    )
    alpha: float | None = number(
        "spread of the positions that labels guide: the standard deviation of their rank is"
        " max(1, A * attempted - accepted movements)",
        "A",
        group="method",
    )
    certificate: str | None = certificate()

    def require_consistent(self) -> None:
        """Raise `InputError` for options that the method does not use."""
        if self.weights is not None and self.method == "sa":
            raise InputError("--weights goes with --method exact or lisa")
        for name in ("movements", "alpha"):
            if getattr(self, name) is not None and self.method == "exact":
                raise InputError(f"--{name} goes with --method sa or lisa")
        changed = self.inductions == "own" or self.accumulators is not None
        if self.rewritten is not None and not changed:
            raise InputError("--rewritten goes with --inductions own or --accumulators")
        if self.pipeline is not None:
            from solvers.mappers.choices import chosen_pipeline

            chosen_pipeline(self.pipeline)
        for name in ("slack", "shortest", "fewest", "warm_start", "solver", "pipeline"):
            value = getattr(self, name)
            if value not in (None, False, ()) and self.method in ALONE:
                raise InputError(f"--{name.replace('_', '-')} goes with --method exact")

    def require_packages(self) -> None:
        """Refuse solvers that are not installed."""
        require_solvers(self.solver)

"""The options of `export`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shell.options import choice, out_file, text, whole
from solvers.questions.shared_options import ORDER, ArrayOptions, GraphOptions

NEEDS = {
    ".cnf": None,
    ".opb": None,
    ".lp": None,
    ".mps": "highs",
    ".pb": "cp-sat",
    ".pbtxt": "cp-sat",
}
"""The endings, and the solver whose package writes the format."""

LIMITS = "encodings of limits in CNF; elsewhere, only native is possible"


@dataclass(frozen=True, kw_only=True)
class ExportOptions(ArrayOptions, GraphOptions):
    """The model to write."""

    cycles: int = whole("cycles of the mapping", "N", required=True)
    contexts: int | None = whole("pipeline with T contexts, an initiation interval of T", "T")
    transform: Literal["none", "enumerate", "xbtree", "select", "chain", "auto"] = choice(
        "reassociate operators; auto: list all orders",
        "none",
        group=ORDER,
    )
    at_most_one: str | None = text(
        "encoding of at-most-one limits: bimander:2 (default), pairwise, …", "ENC", group=LIMITS
    )
    at_most_k: str | None = text(
        "encoding of at-most-K limits: sequential (default), totalizer, …", "ENC", group=LIMITS
    )
    out: str = out_file(f"the model, as {', '.join(NEEDS)}", required=True)

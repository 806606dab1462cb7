"""What the claim "no smaller part of the array does the job" consists of.

A certificate is a directory: `certificate.json` (a `Minimum`), the whole array, what is left of
it, DFGs and mappings in native JSON, and a directory for every core with an `infeasible`
certificate of its own (see `models.data.certificate`). `docs/certificates.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.computation import Transform
from models.symmetry.symmetry import Symmetry
from pruning.prices import Prices

SCHEMA: Literal["xyzmap/minimum/1"] = "xyzmap/minimum/1"


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kernel: the DFG must have a mapping with `horizon` cycles; `mapping` is onto `left`.

    `symmetries` of the DFG and the whole array turn cores of this kernel into others.
    """

    dfg: str
    horizon: int
    contexts: int | None
    mapping: str
    symmetries: tuple[Symmetry, ...]
    transform: Transform = "none"


class CoreClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `features` (kind, name, unit), kernel number `kernel` has no mapping.

    `certificate` is a directory that proves it of an array which lacks nothing else; it is empty
    where no component would be left.
    """

    kernel: int
    features: tuple[tuple[str, str, int | str], ...]
    certificate: str


class Minimum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim that `left` serves all `jobs`, and that no part of `whole` that does is smaller.

    Smaller means fewer of the first of `kinds`, then of the second, …; or, with `weights`, a
    smaller sum. What `keep` names is always there. `lower_bound` is on the sum of the weights
    of removable features: in the lexicographic case, a kind's weight is the product of one
    more than the number of removable features of each kind after it. In the other case, all
    weights are multiplied by the smallest number that makes them whole. With `prices`, smaller
    means fewer transistors, and `lower_bound` is one on those of the whole array. `tree` names the
    file of the branch tree that shows the bound.
    """

    question: Literal["prune_arch"]
    status: Literal["optimal", "feasible"]
    kinds: tuple[str, ...]
    weights: dict[str, str] | None
    keep: tuple[str, ...]
    whole: str
    left: str
    lower_bound: int
    jobs: tuple[Job, ...]
    cores: tuple[CoreClaim, ...]
    versions: dict[str, str]
    tree: str | None = None
    prices: Prices | None = None
    schema: Literal["xyzmap/minimum/1"] = SCHEMA

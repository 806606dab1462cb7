"""The certificate format of the claim "no smaller sub-array maps all kernels".

A certificate is a directory: `certificate.json` (a `Minimum`), the whole array, the pruned array,
DFGs and mappings in native JSON, and a directory for each core with a separate `infeasible`
certificate (see `models.data.certificate`). `docs/pruning.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.computation import Transform
from models.symmetry.symmetry import Symmetry
from pruning.prices import Prices

SCHEMA: Literal["xyzmap/minimum/1"] = "xyzmap/minimum/1"


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kernel: the DFG must have a mapping with `horizon` cycles; `mapping` is on `left`.

    `symmetries` of the DFG and the whole array map cores of this kernel to further cores.
    """

    dfg: str
    horizon: int
    contexts: int | None
    mapping: str
    symmetries: tuple[Symmetry, ...]
    transform: Transform = "none"


class CoreClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `features` (kind, name, unit), kernel number `kernel` has no mapping.

    `certificate` is a directory with the proof for the array without exactly these features; it is
    empty if no component would be left.
    """

    kernel: int
    features: tuple[tuple[str, str, int | str], ...]
    certificate: str


class Minimum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim that `left` maps all `jobs`, and that no smaller sub-array of `whole` does.

    Smaller means fewer of the first of `kinds`, then of the second, …; or, with `weights`, a
    smaller sum. Features in `keep` cannot be removed. `lower_bound` bounds the sum of the weights
    of removable features. In the lexicographic case, the weight of a kind is the product, over all
    later kinds, of one more than their number of removable features. In the weighted case, all
    weights are scaled by the smallest factor that makes them integers. With `prices`, smaller means
    fewer transistors, and `lower_bound` bounds the transistors of the array. `tree` names the file
    of the branch tree that proves the bound.
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

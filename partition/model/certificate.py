"""The certificate format of a claim about a partition.

A certificate is a directory: `certificate.json` (a `PartitionCertificate`), the DFG, the
architecture and the mapping of every part in native JSON, and a branch tree as text.
`docs/partition.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.certificate import Recurrence, RegisterFiles

PARTITION_CERTIFICATE_TAG: Literal["xyzmap/partition_certificate/1"] = (
    "xyzmap/partition_certificate/1"
)


class PartitionCertificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim that all IIs sum to `total`, and in every partition to at least `lower_bound`.

    The II of each part is at most `max_ii`. With `parts`, the claim covers partitions into exactly
    so many non-empty parts. `operations` lists the operations of each part, and `mappings` the file
    of its mapping. With "optimal", `total` is the bound; with "infeasible", the bound exceeds
    `parts` * `max_ii`, and the certificate has no mappings. `tree` is the branch tree that refutes
    `lower_bound` - 1, if counting the operations of the whole DFG and its `recurrences` does not.
    `store` and `load` are opcodes. Values kept by mappings have addresses in `register_files`, and
    without `recompute` no part issues an operation more than once per iteration; the bound holds
    for every mapping.
    """

    status: Literal["optimal", "feasible", "infeasible"]
    total: int | None
    lower_bound: int
    max_ii: int
    parts: int | None
    store: str
    load: str
    dfg: str
    architecture: str
    operations: tuple[tuple[str, ...], ...]
    mappings: tuple[str, ...]
    recurrences: tuple[Recurrence, ...]
    tree: str | None
    versions: dict[str, str]
    register_files: RegisterFiles = "counted"
    recompute: bool = True
    schema: Literal["xyzmap/partition_certificate/1"] = PARTITION_CERTIFICATE_TAG

"""The certificate format of a claim about the streaming engine.

A certificate is a directory: `certificate.json` (a `StreamingCertificate`), the program and the
mapping in native JSON, and for each bound by proof a CNF in DIMACS, its symbols, and a DRAT proof
in text form. `docs/streaming.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from streaming.model.engine import Engine

STREAMING_CERTIFICATE_TAG: Literal["xyzmap/streaming_certificate/1"] = (
    "xyzmap/streaming_certificate/1"
)


class CriticalPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="critical path"):
    """No mapping at `ii` has `cycles` cycles or fewer: the critical path through `instruction`
    is longer.
    """

    ii: int
    cycles: int
    instruction: str


class Spokes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="spokes"):
    """No mapping exists at `ii`: `instructions` outnumber the spokes of `tiles` tiles.

    Either they share variables and hence one tile, or `tiles` is the number of all tiles.
    """

    ii: int
    instructions: tuple[str, ...]
    tiles: int


class Crowd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="crowd"):
    """No mapping exists at any II: `instructions` are pairwise on different tiles and outnumber
    the tiles, or, if all of them read `source`, the tiles that its result can reach.
    """

    ii: int
    instructions: tuple[str, ...]
    source: str | None


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="proof"):
    """No mapping at `ii` has `cycles` cycles or fewer: a DRAT proof refutes the CNF of that claim.

    `cnf`, `symbols` and `proof` are file names. The CNF assumes that the instruction `mirrored` is
    in the lower half of the row, which holds for a mapping or its mirror image.
    """

    ii: int
    cycles: int
    cnf: str
    symbols: str
    proof: str
    mirrored: str | None


StreamingBound = CriticalPath | Spokes | Crowd | Proof


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claimed tile and spoke of an instruction."""

    instruction: str
    tile: int
    spoke: int


class StreamingCertificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim "at `ii` no mapping has fewer than `lower_cycles` cycles", and with the objective
    "ii" also "no mapping has an II below `lower_ii`".

    With "optimal", the bounds equal `cycles` and `ii` of the mapping; with "feasible", a bound is
    lower. With "infeasible", no mapping exists at `ii`, nor at a smaller II if the objective is
    "ii", and the certificate has no mapping and no bound. The claim covers only mappings that put
    every instruction of `placed` on its given tile and spoke; the objective is then "cycles".
    """

    objective: Literal["cycles", "ii"]
    status: Literal["optimal", "feasible", "infeasible"]
    engine: Engine
    ii: int
    cycles: int | None
    lower_ii: int | None
    lower_cycles: int | None
    program: str
    mapping: str | None
    bounds: tuple[StreamingBound, ...]
    versions: dict[str, str]
    placed: tuple[Place, ...] = ()
    schema: Literal["xyzmap/streaming_certificate/1"] = STREAMING_CERTIFICATE_TAG

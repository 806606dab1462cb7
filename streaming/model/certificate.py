"""What a claim about the streaming engine consists of, so that independent code can re-check it.

A certificate is a directory: `certificate.json` (a `StreamingCertificate`), the program and the
mapping in native JSON, and for each bound by proof a CNF in DIMACS, its symbols, and a DRAT proof
in text form. `docs/certificates.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from streaming.model.engine import Engine

STREAMING_CERTIFICATE_TAG: Literal["xyzmap/streaming_certificate/1"] = (
    "xyzmap/streaming_certificate/1"
)


class CriticalPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="critical path"):
    """At `ii` there is no mapping with `cycles` cycles or fewer, as `instruction` cannot start
    early enough for what follows it.
    """

    ii: int
    cycles: int
    instruction: str


class Spokes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="spokes"):
    """At `ii` there is no mapping: `instructions` are more than `tiles` tiles have spokes.

    They are on one tile because they share variables, or `tiles` is the number of all tiles.
    """

    ii: int
    instructions: tuple[str, ...]
    tiles: int


class Crowd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="crowd"):
    """At no II is there a mapping: any two of `instructions` are on different tiles, which are more
    than there are; or, where all of them read `source`, more than its result reaches.
    """

    ii: int
    instructions: tuple[str, ...]
    source: str | None


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="proof"):
    """At `ii` there is no mapping with `cycles` cycles or fewer: the CNF of that is refuted.

    `cnf`, `symbols` and `proof` are file names. The CNF assumes that the instruction `mirrored` is
    in the lower half of the row, where one of a mapping and its mirror image has it.
    """

    ii: int
    cycles: int
    cnf: str
    symbols: str
    proof: str
    mirrored: str | None


StreamingBound = CriticalPath | Spokes | Crowd | Proof


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tile and the spoke that the claim gives to an instruction."""

    instruction: str
    tile: int
    spoke: int


class StreamingCertificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim "at `ii` no mapping has fewer than `lower_cycles` cycles", and with the objective
    "ii" also "none has an initiation interval below `lower_ii`".

    With "optimal", these are `cycles` and `ii`, which the mapping has; with "feasible", one of them
    is less. With "infeasible", no mapping at `ii` has any number of cycles, nor at a smaller one if
    the objective is "ii", and there is neither a mapping nor a bound. Only mappings are meant in
    which every instruction of `placed` is where that says; the objective is then "cycles".
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

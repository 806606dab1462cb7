"""The parts of a claim, so that independent code can re-check it.

A certificate is a directory: `certificate.json` (a `Certificate`), the DFG, the architecture and
the mapping in native JSON, and for each bound by proof a CNF in DIMACS, its symbols, and a proof in
binary LRAT. `docs/certificates-format.md` describes the files.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.architecture import Architecture
from models.data.computation import Transform
from models.data.constraints import Constraint
from models.data.dfg import Dfg
from models.data.pins import Pin

SCHEMA: Literal["xyzmap/certificate/1"] = "xyzmap/certificate/1"


class CriticalPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="critical path"):
    """No mapping has `horizon` cycles or fewer: `value` cannot be in `component`, or complete
    there, before the end of cycle `cycle` = `horizon`. Of all limits only the widths at which
    the inputs of one operation enter a component are taken into account.
    """

    horizon: int
    value: str
    component: str
    cycle: int


class Counting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="counting"):
    """No mapping has exactly `horizon` cycles: all of `items` must use the `resource` of
    `components` in cycles `first` … `last`, which offer only `units` < len(items).
    """

    horizon: int
    resource: str
    components: tuple[str, ...]
    first: int
    last: int
    items: tuple[str, ...]
    units: int


class Renaming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symmetry of an architecture: the new names of the components and paths that get one."""

    components: dict[str, str]
    paths: dict[str, str]


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Symmetry assumption of a proof: `value` is executed on one of `components`.

    `symmetries` of the architecture move every other component that could execute it to one of
    them.
    """

    value: str
    components: tuple[str, ...]
    symmetries: tuple[Renaming, ...]


class Chain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results of which any two can be exchanged.

    `exchanges[n]` renames the values so that the n-th result and the next one change places, and no
    other result moves; values that it does not list keep their names.
    """

    results: tuple[str, ...]
    exchanges: tuple[dict[str, str], ...]


class Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Symmetry assumption of a proof: the results of each chain arrive in order.

    The order is by cycle, and within a cycle by `paths`, which are all paths to the external
    component. The first result of the first chain arrives over one of `first`, a prefix of `paths`
    to which `symmetries` of the architecture lead from every other path.
    """

    chains: tuple[Chain, ...]
    paths: tuple[str, ...]
    first: tuple[str, ...]
    symmetries: tuple[Renaming, ...]


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="proof"):
    """No mapping has exactly `horizon` cycles: the CNF of that question is refuted by a proof.

    `cnf`, `symbols` and `proof` are file names within the certificate's directory; `placement` or
    `arrival` is the symmetry assumption of the CNF.
    """

    horizon: int
    cnf: str
    symbols: str
    proof: str
    placement: Placement | None = None
    arrival: Arrival | None = None


Bound = CriticalPath | Counting | Proof


class Recurrence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="recurrence"):
    """With `contexts` contexts, a cycle of dependent operations takes too long.

    Each of `operations` is issued at least `cycles[n]` cycles before the next one, `distances[n]`
    iterations later; after the last one comes the first again. Together that is more than
    `contexts` cycles per iteration; without pipelining, more than none.
    """

    contexts: int | None
    operations: tuple[str, ...]
    cycles: tuple[int, ...]
    distances: tuple[int, ...]


class Slots(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="slots"):
    """Every iteration needs the `resource` of `components` once for each of `items`, but
    `contexts` contexts have only `units` < len(items).
    """

    contexts: int | None
    resource: str
    components: tuple[str, ...]
    items: tuple[str, ...]
    units: int


class Crossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="crossing"):
    """In every iteration each of `operations` takes an issue slot of `components`. Each of `values`
    is read there, or is a result that the external component collects. So it takes an issue
    slot there as well, or crosses `paths`, a cut. `contexts` contexts have only `units` of both.
    """

    contexts: int | None
    components: tuple[str, ...]
    paths: tuple[str, ...]
    operations: tuple[str, ...]
    values: tuple[str, ...]
    units: int

    @property
    def items(self) -> tuple[str, ...]:
        """The users of the units: operations and values."""
        return (*self.operations, *self.values)


class Never(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="never"):
    """An operation `value` that every mapping needs can be executed nowhere, or a result can never
    reach the external component, with any number of contexts.
    """

    contexts: int | None
    value: str


class Longest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="longest"):
    """With `contexts` contexts, no mapping has the number of cycles that `bound` refutes, nor a
    smaller one; and longer ones, of which a part would only be moved, are of no use.
    """

    contexts: int | None
    bound: Bound


class ContextMemory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="context memory"):
    """The architecture has fewer than `contexts` contexts."""

    contexts: int | None


class Cyclic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cyclic"):
    """With `contexts` contexts, the cyclic relaxation of `turns` is refuted by a proof: the mapping
    whose cycles are taken modulo `turns` times `contexts`.

    `cnf`, `symbols` and `proof` are file names within the certificate's directory. The operation
    `first` is assumed to be issued in cycle 0, and, by symmetry, at the `placement`.
    """

    contexts: int
    turns: int
    cnf: str
    symbols: str
    proof: str
    first: str
    placement: Placement | None = None


RegisterFiles = Literal["counted", "moves", "static", "rotating", "unroll", "own"]
"""Kinds of register files; "counted" only claims that the registers suffice in number."""


class Stays(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stays"):
    """With `contexts` contexts, no times of `operations`, which stand in a circle, agree with how
    long values can stay in register `files`; with "counted", in files of any kind.

    Where `reads[n]`, the n-th operation reads the value of the next one, of `distances[n]`
    iterations before, at most `cycles[n]` cycles after an issue of it. Elsewhere the next operation
    is issued at least `cycles[n]` cycles after the n-th one, `distances[n]` iterations later. Where
    both of an operation's sides are bounded by its own issues, it is issued once.
    """

    contexts: int
    files: RegisterFiles
    operations: tuple[str, ...]
    reads: tuple[bool, ...]
    cycles: tuple[int, ...]
    distances: tuple[int, ...]

    @property
    def excess(self) -> int:
        """The sum of the least differences of time around the circle; above 0 it contradicts
        itself.
        """
        steps = zip(self.reads, self.cycles, self.distances, strict=True)
        pairs = ((read, cycles - distance * self.contexts) for read, cycles, distance in steps)
        return sum(-slack if read else slack for read, slack in pairs)


class Addressed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="addressed"):
    """With `contexts` contexts, no mapping whose values have addresses in register `files` has the
    number of cycles that `bound` refutes, nor a smaller one; and longer ones are of no use.
    """

    contexts: int
    files: RegisterFiles
    bound: Bound


class Packing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="packing"):
    """Each of `operations` is issued in every iteration, and weighs at least `weights[n]` in a sum
    of a user, the `constraint`, which is at most `bound` in each group. There are `groups`, or as
    many as contexts, which hold less: weights below `cut` do not count, nor does the room beside
    those above `bound` - `cut`.
    """

    contexts: int | None
    constraint: str
    operations: tuple[str, ...]
    weights: tuple[int, ...]
    bound: int
    groups: int | None = None
    cut: int = 0

    @property
    def least(self) -> int | None:
        """The least number of groups that hold the weights; None where none does."""
        if any(weight > self.bound for weight in self.weights):
            return None
        if not self.bound:
            return 0
        alone = sum(weight > self.bound - self.cut for weight in self.weights)
        rest = [w for w in self.weights if self.cut <= w <= self.bound - self.cut]
        large = sum(2 * weight > self.bound for weight in rest)
        return alone + max(large, -(-sum(rest) // self.bound))


IntervalReason = (
    Recurrence
    | Slots
    | Crossing
    | Never
    | Longest
    | ContextMemory
    | Cyclic
    | Stays
    | Addressed
    | Packing
)
"""A reason why no mapping of any length has a number of contexts; None: is not pipelined."""


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim "`value` cycles is the minimum", "no mapping has `horizon` cycles" or "none has any
    number of cycles".

    `transform` gives the allowed orders of operations, which `rewrites` names; only mappings that
    obey `pins` and keep the `constraints` are meant, and without `recompute` those that issue every
    operation at most once.
    `value` is None when infeasibility is claimed; `horizon` is then the refuted one, None for all
    of them, which `reason` refutes. `bounds` refute value-1 cycles, and every smaller number when
    horizons are not monotone.
    """

    question: Literal["min_cycles"]
    status: Literal["optimal", "feasible", "infeasible"]
    value: int | None
    lower_bound: int
    horizon: int | None
    contexts: int | None
    dfg: str
    architecture: str
    mapping: str | None
    bounds: tuple[Bound, ...]
    versions: dict[str, str]
    transform: Transform = "none"
    reason: IntervalReason | None = None
    pins: tuple[Pin, ...] = ()
    recompute: bool = True
    rewrites: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    schema: Literal["xyzmap/certificate/1"] = SCHEMA


def of_files(reason: IntervalReason) -> RegisterFiles:
    """Return the kind of register files that a reason is about; "counted" for all kinds."""
    return reason.files if isinstance(reason, Stays | Addressed) else "counted"


def restated(reason: IntervalReason, contexts: int) -> IntervalReason:
    """Return a reason against some number of contexts as one against fewer: it is no weaker, if
    it is no bound on cycles, nor on stays.
    """
    if isinstance(reason, Slots | Crossing):
        assert reason.contexts is not None, "an interval is a number of contexts"
        units = reason.units // reason.contexts * contexts
        return msgspec.structs.replace(reason, contexts=contexts, units=units)
    return msgspec.structs.replace(reason, contexts=contexts)


def reach(reason: IntervalReason) -> int:
    """Return the largest number of contexts that a reason against an II refutes as well."""
    assert reason.contexts is not None, "an interval is a number of contexts"
    if isinstance(reason, Recurrence):
        return -(-sum(reason.cycles) // sum(reason.distances)) - 1
    if isinstance(reason, Slots | Crossing) and reason.units >= reason.contexts:
        return -(-len(reason.items) // (reason.units // reason.contexts)) - 1
    if isinstance(reason, Packing) and reason.groups is None and reason.least is not None:
        return reason.least - 1
    return reason.contexts


class IntervalCertificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim "`value` is the smallest II": `mapping` has so many contexts, and `reasons` has one
    reason for each smaller number, valid for every number of cycles.

    With "feasible", `lower_bound` is less than `value`, and only IIs below it have reasons. With
    "infeasible", no mapping has less than `lower_bound` contexts, and `value` is None. Only
    mappings that obey `pins` and keep the `constraints` are meant, and without `recompute` those
    that issue every operation at most once. Induction variables of their own, or several
    `accumulators` of each reduction, belong to `dfg` and not to the graph as `written`; `rewrites`
    names them, and the freedom of order. Values kept by `mapping` have addresses in
    `register_files`. Reasons hold for files of any kind, but for those that name a kind: then the
    claim is about mappings with addresses in such files.
    """

    question: Literal["min_ii"]
    status: Literal["optimal", "feasible", "infeasible"]
    value: int | None
    lower_bound: int
    dfg: str
    architecture: str
    mapping: str | None
    reasons: tuple[IntervalReason, ...]
    versions: dict[str, str]
    transform: Transform = "none"
    pins: tuple[Pin, ...] = ()
    written: str | None = None
    accumulators: int = 1
    register_files: RegisterFiles = "counted"
    recompute: bool = True
    rewrites: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    schema: Literal["xyzmap/certificate/1"] = SCHEMA


def is_refutable_by_proof(transform: Transform) -> bool:
    """Whether a refutation by search leaves a proof that the verifier can check: only where it can
    list all candidates of a value independently.
    """
    return transform in ("none", "enumerate")


def is_monotone(dfg: Dfg, arch: Architecture) -> bool:
    """Whether a mapping with N cycles always implies one with N+1: the results can simply stay."""
    if not dfg.results or arch.external is None:
        return True
    external = arch.component_by_name[arch.external]
    return external.capacity is None and not external.transient

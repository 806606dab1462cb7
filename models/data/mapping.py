"""A mapping: which X, Y and Z hold. The answer that every solver and heuristic gives."""

from __future__ import annotations

import msgspec

from models.data.dfg import Operand, Operation
from models.data.pictures import Pictured


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """X: `value` is held in `component` at the end of `cycle`."""

    value: str
    component: str
    cycle: int


class Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Y: `value` arrives over `path` in `cycle`."""

    value: str
    path: str
    cycle: int


class Performed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operation that an issue executes where the DFG leaves a choice: an operator, or a pattern
    by its name, on these operands.
    """

    operator: str
    operands: tuple[Operand, ...]


class Issue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Z: `operation` is issued on `component` in `cycle`.

    `performs` is None where the issue executes the definition in the DFG, or in the mapping itself.
    """

    operation: str
    component: str
    cycle: int
    performs: Performed | None = None


class Loaded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """V: `component` holds the invariant `value` for the whole loop."""

    value: str
    component: str


class Mapping(Pictured, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """X, Y and Z of one iteration, over cycles 0 … horizon-1, and V of all iterations.

    With `contexts` T a new iteration starts every T cycles; None means no pipelining. A value
    read by later iterations may be held or travel beyond the horizon, on its own time axis.
    `intermediates` defines the values that the DFG does not have: partial results of a
    reordered computation. Each reads values of the DFG, and intermediates defined before it.
    """

    dfg: str
    architecture: str
    horizon: int
    contexts: int | None
    holds: tuple[Held, ...]
    transfers: tuple[Transfer, ...]
    issues: tuple[Issue, ...]
    intermediates: tuple[Operation, ...] = ()
    loaded: tuple[Loaded, ...] = ()

"""Messages of a worker process to the process that started it: one frozen type for each message.

Processes hand messages over by pickling; the receiver matches them by type. Seconds are wall time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from models.data.certificate import Arrival, Cyclic, IntervalReason, Placement
from models.data.mapping import Mapping


class _Tagged(msgspec.Struct, frozen=True, tag=True):
    """A member of a tagged union, by the name of its class."""


class Built(_Tagged, frozen=True):
    """A model is translated for its solver: how large it is, and the seconds that took."""

    variables: int
    clauses: int
    seconds: float


class Loaded(_Tagged, frozen=True):
    """The solver has read the model and begins to solve."""


class Progressed(_Tagged, frozen=True):
    """The solver is at work; `conflicts` so far."""

    conflicts: int


class Proposal(_Tagged, frozen=True):
    """A mapping, not yet judged, that `by` has found after `seconds`."""

    mapping: Mapping
    by: str
    seconds: float = 0.0


class BoundFound(_Tagged, frozen=True):
    """A lower bound `lower` on the objective."""

    lower: int


class IntervalTried(_Tagged, frozen=True):
    """`by` has found no mapping with so many contexts."""

    contexts: int
    by: str
    seconds: float


class IntervalRefuted(_Tagged, frozen=True):
    """The cyclic relaxation of `turns` turns has no solution; `fact` is that with its proof."""

    turns: int
    fact: Cyclic | None


class Decided(_Tagged, frozen=True):
    """The end of a solver's search; `satisfiable` is None where the solver gave up.

    `lower` is the bound of a solver that minimises, `seconds` is by phase. A refutation may leave
    the files `proven`, which hold under the symmetry assumption `assumed`.
    """

    satisfiable: bool | None
    mapping: Mapping | None = None
    conflicts: int = 0
    seconds: dict[str, float] = {}
    lower: int | None = None
    assumed: Placement | Arrival | None = None
    proven: tuple[str, ...] = ()


Message = (
    Built | Loaded | Progressed | Proposal | BoundFound | IntervalTried | IntervalRefuted | Decided
)


class Working(_Tagged, frozen=True):
    """The process is at work: a message at each beat of its clock, whatever it does."""


class Finished(_Tagged, frozen=True):
    """The task of a process has returned."""


class Infeasible(_Tagged, frozen=True):
    """The task has found that no mapping exists; `fact` is a checkable reason."""

    reason: str
    fact: IntervalReason | None


class Failed(_Tagged, frozen=True):
    """The task has raised an error, or the process has died."""

    reason: str


Ending = Finished | Infeasible | Failed
"""The last message of every process that is not stopped."""

M = TypeVar("M")

Send = Callable[[M], None]
Task = Callable[[Send[M]], None]
"""The task of a process: it sends messages until it returns. It has to be a value that can be
pickled where processes cannot be forked.
"""

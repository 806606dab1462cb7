"""The configuration of an array: what every context sets in hardware.

A mapping says what is where in the cycles of one iteration. The configuration says it per
context (the cycle modulo the initiation interval; every cycle without pipelining), and decides
what a mapping leaves open: from where each operand, stored value and transfer comes. Every item
of the mapping occurs once. What belongs to cycle k of an iteration has the stage k // II, so
that stage · II + context is the cycle again.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.dfg import Number


class Read(msgspec.Struct, frozen=True):
    """An operand: where an operation finds it.

    "held": in this component since the previous cycle; "result": the same, just computed there;
    "path": arriving over `path`; "constant": the immediate `number`. `stage` is that of the
    cycle of the read in the iteration of the value: the operation's, and the distance more.
    """

    value: str
    stage: int
    origin: Literal["held", "result", "path", "constant"]
    path: str | None = None
    number: Number | None = None


class Executed(msgspec.Struct, frozen=True):
    """An operation that is issued; `operator` may be a multi-node operation by its name."""

    value: str
    operator: str
    stage: int
    reads: tuple[Read, ...] = ()


class Write(msgspec.Struct, frozen=True):
    """A value that is held at the end of the context, and why.

    "initial": an input at the start of its iteration; "kept": held before; "result": computed
    here, completed now; "path": stored from `path`.
    """

    value: str
    stage: int
    origin: Literal["initial", "kept", "result", "path"]
    path: str | None = None


class Cell(msgspec.Struct, frozen=True):
    """One component in one context."""

    component: str
    context: int
    operations: tuple[Executed, ...] = ()
    writes: tuple[Write, ...] = ()


class Route(msgspec.Struct, frozen=True):
    """A value that arrives over a path, from a source that held it, or through a switch.

    `via` is the path over which it came into `source`, a switch. `left` is the context in which
    it left the source: another one where the path has a latency.
    """

    path: str
    context: int
    value: str
    stage: int
    source: str
    left: int
    via: str | None = None


class Preset(msgspec.Struct, frozen=True):
    """The number of a value in iteration -`distance`, which the iterations from 0 on may read.

    The name of an input stands for the number that it has in iteration 0.
    "held": in the component `place` at the start (`cycle` -1); "path": arrives over `place` in
    `cycle` of the run; "result": stands for what the operation on `place` completes then.
    """

    value: str
    distance: int
    number: Number | str
    origin: Literal["held", "path", "result"]
    place: str
    cycle: int


class Configuration(msgspec.Struct, frozen=True):
    """All cells and routes in which something happens, by place and then context.

    `horizon` and `contexts` are those of the mapping. A stage from `stages` on is that of a value
    which only later iterations read.
    """

    dfg: str
    architecture: str
    horizon: int
    contexts: int | None
    cells: tuple[Cell, ...]
    routes: tuple[Route, ...]
    presets: tuple[Preset, ...] = ()

    @property
    def interval(self) -> int:
        """Cycles from the start of an iteration to that of the next, which are the contexts."""
        return self.contexts or self.horizon

    @property
    def stages(self) -> int:
        """Stages of an iteration; as many iterations overlap when the pipeline is full."""
        return (self.horizon - 1) // self.interval + 1

    @property
    def ramp(self) -> int:
        """The cycles of the prologue, and of the epilogue."""
        return (self.stages - 1) * self.interval


class Active(msgspec.Struct, frozen=True, array_like=True):
    """An operation that takes effect in a round."""

    value: str
    component: str
    context: int
    stage: int


class Round(msgspec.Struct, frozen=True):
    """One pass through all contexts, in which the operations of some stages take effect."""

    phase: Literal["prologue", "kernel", "epilogue"]
    number: int
    first_stage: int
    last_stage: int
    operations: tuple[Active, ...]


def rounds(made: Configuration) -> tuple[Round, ...]:
    """Return the rounds of the prologue, one of the kernel, and the rounds of the epilogue.

    With N iterations, an operation of stage s takes effect in round r if 0 <= r - s < N; fewer
    iterations than stages have rounds that belong to the prologue and the epilogue at once.
    """
    last = made.stages - 1
    found = [_round(made, "prologue", number, 0, number) for number in range(last)]
    found.append(_round(made, "kernel", 0, 0, last))
    found += [_round(made, "epilogue", number, number + 1, last) for number in range(last)]
    return tuple(found)


def _round(
    made: Configuration,
    phase: Literal["prologue", "kernel", "epilogue"],
    number: int,
    first: int,
    last: int,
) -> Round:
    active = (
        Active(executed.value, cell.component, cell.context, executed.stage)
        for cell in made.cells
        for executed in cell.operations
        if first <= executed.stage <= last
    )
    return Round(phase, number, first, last, tuple(active))

"""The configuration of an array: the hardware settings of each context.

A mapping places values and operations in the cycles of one iteration. The configuration does so per
context (the cycle modulo the II; every cycle without pipelining), and fixes the open choices of a
mapping: the origin of each operand, stored value and transfer. Every item of the mapping occurs
once. An item of cycle k of an iteration has the stage k // II, so that stage · II + context is the
cycle.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from models.data.dfg import Number


class Read(msgspec.Struct, frozen=True):
    """An operand and its origin.

    "held": in this component since the previous cycle; "result": the same, just computed there;
    "path": arriving over `path`; "constant": the immediate `number`; "loaded": in this component
    for the whole loop. `stage` is the stage of the
    read relative to the value's iteration: the operation's stage plus the distance.
    """

    value: str
    stage: int
    origin: Literal["held", "result", "path", "constant", "loaded"]
    path: str | None = None
    number: Number | None = None


class Executed(msgspec.Struct, frozen=True):
    """An issued operation; `operator` may be the name of a multi-node operation."""

    value: str
    operator: str
    stage: int
    reads: tuple[Read, ...] = ()


class Write(msgspec.Struct, frozen=True):
    """A value held at the end of the context, and its origin.

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
    """A value arriving over a path, from a source that held it, or through a switch.

    `via` is the path over which it entered `source`, a switch. `left` is the context in which it
    left the source; it differs from the arrival's context if the path has a latency.
    """

    path: str
    context: int
    value: str
    stage: int
    source: str
    left: int
    via: str | None = None


class Preset(msgspec.Struct, frozen=True):
    """The number of a value in iteration -`distance`, read by iterations from 0 on.

    The name of an input stands for its number in iteration 0.
    "held": in the component `place` at the start (`cycle` -1); "path": arrives over `place` in
    `cycle` of the run; "result": replaces the result that the operation on `place` completes then.
    """

    value: str
    distance: int
    number: Number | str
    origin: Literal["held", "path", "result"]
    place: str
    cycle: int


class Configuration(msgspec.Struct, frozen=True):
    """All active cells and routes, by place and then context.

    `horizon` and `contexts` are the mapping's. A value with a stage of `stages` or more is read by
    later iterations only.
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
        """Cycles between the starts of consecutive iterations (II), the number of contexts."""
        return self.contexts or self.horizon

    @property
    def stages(self) -> int:
        """Stages of an iteration, the number of overlapping iterations in the steady state."""
        return (self.horizon - 1) // self.interval + 1

    @property
    def ramp(self) -> int:
        """The cycles of the prologue, equal to those of the epilogue."""
        return (self.stages - 1) * self.interval


class Active(msgspec.Struct, frozen=True, array_like=True):
    """An active operation of a round."""

    value: str
    component: str
    context: int
    stage: int


class Round(msgspec.Struct, frozen=True):
    """One pass through all contexts, in which the operations of some stages are active."""

    phase: Literal["prologue", "kernel", "epilogue"]
    number: int
    first_stage: int
    last_stage: int
    operations: tuple[Active, ...]


def rounds(made: Configuration) -> tuple[Round, ...]:
    """Return the rounds of the prologue, one round of the kernel, and those of the epilogue.

    With N iterations, an operation of stage s is active in round r if 0 <= r - s < N; with fewer
    iterations than stages, rounds of the prologue and the epilogue coincide.
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

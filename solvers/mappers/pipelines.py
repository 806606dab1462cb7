"""Pipelines of heuristics, as data: which engines try which IIs, in which order, for how long.

A pipeline has rounds, each of a few stages. A stage visits one II after the other, and at each its
engines have a turn. Modulo scheduling maps most loops at once; the others nearly fill the array,
and annealing and negotiation take their time: most turns are twice as long from round to round.
`schedule` makes steps of a pipeline, and defines the names of orders and conditions; `choices` says
which one is for which problem; `xyzmap solvers --pipelines` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from solvers.tasks.names import (
    ADJACENT,
    AT_ONCE,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    NEGOTIATED,
    PLACED,
    REFINED,
)

FAR = 4
"""The ratio of a far II to the smallest one."""

ROUNDS = 10
"""Rounds of a pipeline: the last takes hours, unless its steps fail at once."""


@dataclass(frozen=True)
class Turn:
    """A turn of one engine at an II."""

    engine: str
    """Its name in `named.HEURISTICS`."""
    seconds: float
    """Its work, in seconds of an idle machine."""
    scale: Literal["steady", "growing", "patient"] = "patient"
    """Growing seconds double from round to round, and a stage has its share of them; patient ones
    also grow in proportion to operations, from `schedule.FEW` on.
    """
    when: tuple[str, ...] = ()
    """The conditions of the turn."""


@dataclass(frozen=True)
class Stage:
    """Turns of engines, at one II after the other."""

    order: str
    """The order of the IIs, each of which is visited once a round."""
    turns: tuple[Turn, ...]
    rounds: range = range(ROUNDS)
    """The rounds that have this stage. Each has seeds of its own."""
    when: tuple[str, ...] = ()
    """The stage ends at the first II where one of these conditions does not hold."""
    share: float = 1.0
    """The factor of growing seconds."""
    foremost: float | None = None
    """The same at the II that the order has first by then; None: no other one."""
    doublings: int = ROUNDS
    """How often growing seconds double at most."""
    far: float = FAR
    """The ratio of the II where far orders begin to the smallest one."""
    reach: int = 2
    """The IIs of "smallest first" in the first round; twice as many in each round."""


@dataclass(frozen=True)
class Pipeline:
    """Stages, round by round, until the smallest II is mapped."""

    name: str
    about: str
    stages: tuple[Stage, ...]
    unmapped: tuple[tuple[int, Stage], ...] = ()
    """Stages that come once, after so many steps without a mapping."""
    aim: int | None = None
    """An II that "smallest first" begins with."""
    pace: float = 1.0
    """The factor of all seconds."""


ONCE, LATER = range(1), range(1, ROUNDS)
BY_MODULO, BY_PLACED, BY_REFINED = Turn(MODULO, 1.0), Turn(PLACED, 1.0), Turn(REFINED, 1.5)
BY_NEGOTIATION = Turn(NEGOTIATED, 1.0)
SOON = Turn(MODULO, 1.0, "growing")

FULL = (
    replace(BY_NEGOTIATION, when=("few wires", "many operations")),
    Turn(REFINED, 1.0),
    # Annealing by labels succeeds at random.
    Turn(LABELS, 4.0),
    Turn(LEVELS, 4.0, when=("every third round, or no labels",)),
    SOON,
)
NEAR = (Turn(MODULO, 1.0, "steady", ("places not refuted",)), Turn(ADJACENT, 4.0, "growing"))

CLOSE = ("something mapped", "values move")

SWEEP = Pipeline(
    "sweep",
    "all IIs from the smallest on, again and again for longer",
    (
        Stage("smallest first", (SOON,), ONCE, ("values move",)),
        # Other seeds gain more than longer turns.
        Stage("smallest first", FULL, range(1, 6), ("values move",), doublings=2),
        # With a mapping, solvers have better chances by then.
        Stage("smallest first", FULL, range(6, ROUNDS), ("values move", "nothing mapped")),
        Stage("smallest first", NEAR, when=("units read neighbours", "early, or nothing mapped")),
    ),
)


def _roomy(failed: int, *, annealed: bool = False) -> tuple[tuple[int, Stage], ...]:
    """Return stages that hardly ever fail, for `failed` steps without a mapping.

    With enough contexts, operations are executed one after the other. Before that, many operations
    are `annealed` at a far II, where the mapping is a better one. With fewer contexts the largest
    II is the most likely to be mapped, unless it is too far.
    """
    few, each = "fewer contexts than operations", "a context for each operation"
    placed, far = (Turn(PLACED, 4.0), Turn(REFINED, 4.0)), (Turn(REFINED, 8.0, "steady"),)
    stages = (
        (min(failed, 2), Stage("a far II", placed, when=(few, "no II is too far"))),
        (failed, Stage("a far II", placed, when=(few, "some IIs are too far"))),
        (min(failed, 2), Stage("a far II", far, when=(each, "many operations"))),
        (failed, Stage("the largest II", (Turn(IN_TURN, 4.0),), when=(each,))),
    )
    return stages if annealed else (*stages[:2], stages[3])


def at_once(pipeline: Pipeline) -> Pipeline:
    """Return a pipeline that begins with any mapping."""
    first = Stage("the largest II", (Turn(AT_ONCE, 20.0, "steady"),), ONCE)
    return replace(pipeline, name=f"{pipeline.name}-at-once", stages=(first, *pipeline.stages))


BESIDE = replace(
    SWEEP,
    name="beside",
    about="beside solvers: a mapping soon, then smaller IIs one by one, and sweep",
    stages=(
        Stage(
            "rising",
            # Modulo scheduling maps most loops in this time, and is loaded sooner than annealing.
            (Turn(MODULO, 0.2), Turn(REFINED, 0.2)),
            ONCE,
            ("nothing mapped", "values move"),
        ),
        Stage(
            "falling",
            (
                Turn(REFINED, 1.0),
                Turn(NEGOTIATED, 0.5, when=("few wires", "many operations")),
            ),
            when=CLOSE,
            foremost=2.0,
        ),
        *SWEEP.stages[1:],
    ),
    unmapped=_roomy(8),
)
BESIDE_LARGE = replace(
    SWEEP,
    name="beside-large",
    about="beside solvers, if there is no mapping from before: one with room, then sweep",
    unmapped=_roomy(0),
)
FILL = Pipeline(
    "fill",
    "most of the time at the smallest II, which nearly fills the array; then a little above",
    (
        Stage(
            "smallest first",
            (Turn(MODULO, 2.0, "steady"), Turn(REFINED, 4.0)),
            share=0.4,
            foremost=1.0,
            reach=4,
        ),
    ),
)
HALVE = Pipeline(
    "halve",
    "after a mapping: the middle of the IIs that are left",
    (Stage("halving", (Turn(MODULO, 2.0, "growing"),)),),
)
QUICK = Pipeline(
    "quick",
    "many kernels, each for a moment",
    (
        Stage("rising", (SOON,), ONCE, ("nothing mapped",)),
        Stage("the largest II", (Turn(REFINED, 3.0, "growing"),), ONCE, ("nothing mapped",)),
    ),
)


def _up_and_down(turns: tuple[Turn, ...], rounds: range = range(ROUNDS)) -> tuple[Stage, ...]:
    """Return stages that rise to the first II that is mapped, and fall, with most time just below
    the last mapping, so that hopeless IIs do not keep the others waiting.
    """
    return (
        Stage("rising in doubled steps", turns, rounds, ("nothing mapped",), share=0.5),
        Stage("falling", turns, rounds, ("something mapped",), foremost=2.0),
    )


def by_turns(name: str, *turns: Turn) -> Pipeline:
    """Return a pipeline of equal turns for the graph as written and each of its shapes."""
    about = "the graph and its shapes in turn, up to the first II that is mapped, and down"
    return Pipeline(name, about, _up_and_down(turns))


TURNS_REFINED = by_turns("turns-refined", BY_PLACED, BY_REFINED)
TURNS_MODULO = by_turns("turns-modulo", BY_PLACED, BY_MODULO)
TURNS_PLACED = by_turns("turns-placed", BY_PLACED)
TURNS_ROOMY = replace(TURNS_MODULO, name="turns-roomy", unmapped=_roomy(2, annealed=True))

CLIMB = Pipeline(
    "climb",
    "one large loop, from the smallest II up",
    (
        Stage("rising in doubled steps", (BY_PLACED, BY_REFINED), ONCE, share=0.5),
        *_up_and_down((BY_REFINED, BY_PLACED), LATER),
    ),
)
CLOSING = (BY_PLACED, replace(BY_REFINED, when=("something mapped",)))
CLOSE_IN = Pipeline(
    "close-in",
    "one large loop: a mapping soon at a far II, then halving",
    (
        Stage("far, then halving", CLOSING, ONCE),
        *_up_and_down((BY_REFINED, BY_PLACED, BY_MODULO), LATER),
    ),
    _roomy(8),
)
CLOSE_IN_WIDE = Pipeline(
    "close-in-wide",
    "the same on a wide array",
    (CLOSE_IN.stages[0], *_up_and_down((BY_REFINED, BY_PLACED), LATER)),
)


def _negotiated(name: str, then: str, far: float, *first: Turn) -> Pipeline:
    """Return negotiation from a far II on, after turns at the smallest."""
    about = f"one large loop where wires are few: {then}, from {far:g} times the smallest II on"
    stages = (
        Stage("the smallest II", first, ONCE, share=0.5),
        Stage(f"far, then {then}", (BY_NEGOTIATION,), ONCE, far=far),
        *_up_and_down((BY_NEGOTIATION, *first), LATER),
    )
    return Pipeline(name, about, stages[0 if first else 1 :])


NEGOTIATE = _negotiated("negotiate", "falling by one", 1.5, BY_PLACED)
NEGOTIATE_WIDE = _negotiated("negotiate-wide", "falling by one", 2.0, BY_PLACED)
NEGOTIATE_HUGE = _negotiated("negotiate-huge", "falling by one", 2.0)
BISECT = replace(_negotiated("bisect", "halving", 2.0), unmapped=_roomy(8))
BISECT_WIDE = _negotiated("bisect-wide", "halving", 3.0)

PIPELINES = {
    each.name: each
    for each in (
        SWEEP, BESIDE, at_once(BESIDE), BESIDE_LARGE, FILL, HALVE, QUICK,
        TURNS_REFINED, TURNS_MODULO, TURNS_PLACED, TURNS_ROOMY,
        CLIMB, CLOSE_IN, CLOSE_IN_WIDE,
        NEGOTIATE, NEGOTIATE_WIDE, NEGOTIATE_HUGE, BISECT, BISECT_WIDE,
    )
}  # fmt: skip

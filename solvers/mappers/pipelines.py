"""Pipelines of heuristics, as data: which engines try which IIs, in which order, for how long.

A pipeline has rounds, each of a few stages. A stage visits IIs in an order that has a name, and at
each II its engines have a turn. Modulo scheduling maps most loops at once; the remaining ones fill
the array, and are mapped by annealing or negotiation, at ever larger cost: so most turns take twice
as long from one round to the next. `schedule` turns a pipeline into steps, `choices` says which one
is for which problem, and `xyzmap solvers --pipelines` prints them all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from solvers.search.names import (
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

FEW = 40
"""The most operations of a loop that needs no patience."""

FAR = 4
"""The ratio of a far II to the smallest one."""

ROUNDS = 10
"""Rounds of a pipeline: the last takes hours, unless its steps fail at once."""

Order = Literal[
    "smallest",
    "smallest first",
    "rising",
    "rising by doubled steps",
    "falling",
    "halving",
    "far, then halving",
    "far, then falling by one",
    "far",
    "largest",
]
"""The order of a stage's IIs among those that are left; `schedule` defines each."""

Condition = Literal[
    "nothing mapped",
    "something mapped",
    "many operations",
    "few wires",
    "units read neighbours",
    "values are moved",
    "a context for each operation",
    "fewer contexts than operations",
    "no far contexts",
    "far contexts",
    "every third round, or no labels",
    "places not refuted",
]
"""When a stage or a turn is of use; `schedule` defines each."""


Scale = Literal["steady", "growing", "patient"]
"""Steady seconds are always the same. Growing ones double from one round to the next, and a stage
has its share of them. Patient ones also grow in proportion to operations beyond `FEW`.
"""


@dataclass(frozen=True)
class Turn:
    """A turn of one engine at an II."""

    engine: str
    """Its name in the table `named.ENGINES`."""
    seconds: float
    """Its work in the first round, in seconds of an idle machine."""
    scale: Scale = "patient"
    """How the seconds change."""
    when: tuple[Condition, ...] = ()
    """It is left out unless all of these hold."""


@dataclass(frozen=True)
class Stage:
    """Turns of engines, at one II after the other."""

    order: Order
    """The order of the IIs, each of which is visited once a round."""
    turns: tuple[Turn, ...]
    """What is tried at each II."""
    rounds: range = range(ROUNDS)
    """The rounds that have this stage. Seeds differ from round to round."""
    when: tuple[Condition, ...] = ()
    """It ends before the first II where one of these does not hold."""
    share: float = 1.0
    """The factor of the seconds of its turns, unless they are steady."""
    foremost: float | None = None
    """The same for the II that comes first in the order at the moment; None: the same."""
    far: float = FAR
    """The ratio of its far II to the smallest one."""
    reach: int = 4
    """The IIs of "smallest first" in the first round; twice as many in each round."""
    doublings: int = ROUNDS
    """How often the seconds double at most."""


@dataclass(frozen=True)
class Pipeline:
    """Stages of turns, round by round, until an II that cannot be improved is mapped."""

    name: str
    about: str
    """What it is good for, in a line."""
    stages: tuple[Stage, ...]
    unmapped: tuple[tuple[int, Stage], ...] = ()
    """Stages that come once, after so many steps without a mapping."""
    mapped: tuple[Stage, ...] = ()
    """Stages that come once, after the first mapping."""
    aim: int | None = None
    """An II that "smallest first" begins with."""
    pace: float = 1.0
    """The factor of all seconds."""


ONCE, LATER = range(1), range(1, ROUNDS)

BY_MODULO, BY_PLACED, BY_REFINED = Turn(MODULO, 1.0), Turn(PLACED, 1.0), Turn(REFINED, 1.5)
BY_NEGOTIATION = Turn(NEGOTIATED, 1.0)

SOON = Turn(MODULO, 1.0, "growing")
"""Modulo scheduling succeeds soon or hardly ever."""

FULL = (
    replace(BY_NEGOTIATION, when=("few wires", "many operations")),
    Turn(REFINED, 1.0),
    Turn(LABELS, 4.0),
    Turn(LEVELS, 4.0, when=("every third round, or no labels",)),
    SOON,
)
"""For loops that fill the array. Annealing by labels succeeds at random: it gets more time."""

NEAR = (
    Turn(MODULO, 1.0, "steady", ("places not refuted",)),
    Turn(ADJACENT, 4.0, "growing"),
)
"""A solver finds places that annealing does not."""

SWEEP = Pipeline(
    "sweep",
    "all IIs from the smallest on, again and again for longer",
    (
        Stage("smallest first", (SOON,), ONCE, ("values are moved",), reach=2),
        # Another seed gains more than longer turns.
        Stage("smallest first", FULL, range(1, 6), ("values are moved",), reach=2, doublings=2),
        # With a mapping, solvers have better chances by now.
        Stage(
            "smallest first", FULL, range(6, 10), ("values are moved", "nothing mapped"), reach=2
        ),
        Stage("smallest first", NEAR, range(6), ("units read neighbours",), reach=2),
        Stage(
            "smallest first",
            NEAR,
            range(6, 10),
            ("units read neighbours", "nothing mapped"),
            reach=2,
        ),
    ),
)


def _roomy(failed: int, *, annealed: bool) -> tuple[tuple[int, Stage], ...]:
    """Return stages that hardly ever fail, for `failed` steps without a mapping.

    With enough contexts, operations are executed one after the other. Before that, many operations
    are `annealed` far above the smallest II, where the mapping is a better one. With fewer contexts
    the largest II is the most likely to be mapped, unless it is far above the smallest.
    """
    soon, seconds = min(failed, 2), 4.0
    few = tuple(Turn(by, seconds) for by in (PLACED, REFINED))
    far = (Turn(REFINED, 2 * seconds, "growing"),)
    last = (Turn(IN_TURN, seconds),)
    stages = (
        (soon, Stage("far", few, when=("fewer contexts than operations", "no far contexts"))),
        (failed, Stage("far", few, when=("fewer contexts than operations", "far contexts"))),
        (soon, Stage("far", far, when=("a context for each operation", "many operations"))),
        (failed, Stage("largest", last, when=("a context for each operation",))),
    )
    return stages if annealed else (*stages[:2], stages[3])


BESIDE = replace(
    SWEEP,
    name="beside",
    about="sweep; many operations are halved below the first mapping. Beside solvers",
    unmapped=_roomy(4, annealed=True),
    # Rising from the smallest II again would hardly reach the IIs just below the mapping.
    mapped=(Stage("halving", (BY_PLACED, BY_MODULO, BY_REFINED), ONCE, ("many operations",)),),
)
BESIDE_LARGE = replace(
    SWEEP,
    name="beside-large",
    about="sweep, after a mapping with room. Beside solvers of a large loop",
    unmapped=_roomy(0, annealed=False),
)


def at_once(pipeline: Pipeline) -> Pipeline:
    """Return a pipeline that begins with any mapping, where that is enough."""
    first = Stage("largest", (Turn(AT_ONCE, 20.0, "growing"),), ONCE)
    return replace(pipeline, name=f"{pipeline.name}-at-once", stages=(first, *pipeline.stages))


FILL = Pipeline(
    "fill",
    "most of the time at the smallest II, which the loop may nearly fill; then a little above",
    (
        Stage(
            "smallest first",
            (Turn(MODULO, 2.0, "steady"), Turn(REFINED, 4.0)),
            share=0.4,
            foremost=1.0,
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
        Stage("largest", (Turn(REFINED, 3.0, "growing"),), ONCE, ("nothing mapped",)),
    ),
)


def _rise_and_fall(turns: tuple[Turn, ...], rounds: range) -> tuple[Stage, ...]:
    """Return stages that rise to the first II that is mapped, and fall from the last one.

    So hopeless IIs keep the others not waiting: just below the last mapping there is most time.
    """
    return (
        Stage("rising by doubled steps", turns, rounds, ("nothing mapped",), share=0.5),
        Stage("falling", turns, rounds, ("something mapped",), foremost=2.0),
    )


def by_turns(name: str, about: str, *turns: Turn) -> Pipeline:
    """Return a pipeline of equal turns for the graph as written and each of its shapes."""
    return Pipeline(name, about, _rise_and_fall(turns, range(ROUNDS)))


SHAPES = "the graph and its shapes in turn, from the first II that is mapped down"
TURNS_REFINED = by_turns("turns-refined", f"{SHAPES}, by annealing", BY_PLACED, BY_REFINED)
TURNS_MODULO = by_turns("turns-modulo", f"{SHAPES}, by scheduling", BY_PLACED, BY_MODULO)
TURNS_PLACED = by_turns("turns-placed", f"{SHAPES}, by placement", BY_PLACED)
TURNS_ROOMY = replace(TURNS_MODULO, name="turns-roomy", unmapped=_roomy(2, annealed=True))

CLIMB = Pipeline(
    "climb",
    "one large loop, from the smallest II up",
    (
        Stage("rising by doubled steps", (BY_PLACED, BY_REFINED), ONCE, share=0.5),
        *_rise_and_fall((BY_REFINED, BY_PLACED), LATER),
    ),
)


def _close_in(name: str, *more: Turn) -> Pipeline:
    return Pipeline(
        name,
        "one large loop: a mapping soon at a far II, then those below are halved",
        (
            Stage(
                "far, then halving",
                (BY_PLACED, replace(BY_REFINED, when=("something mapped",))),
                ONCE,
            ),
            *_rise_and_fall((BY_REFINED, BY_PLACED, *more), LATER),
        ),
    )


CLOSE_IN = replace(_close_in("close-in", BY_MODULO), unmapped=_roomy(8, annealed=False))
CLOSE_IN_WIDE = _close_in("close-in-wide")


def _negotiate(
    name: str, order: Order, far: float, first: tuple[Turn, ...] = (), failed: int | None = None
) -> Pipeline:
    """Return negotiation from `far` on, after turns at the smallest II."""
    return Pipeline(
        name,
        f"one large loop where wires are few: {order}, from {far:g} times the smallest II on",
        (
            Stage("smallest", first, ONCE, share=0.5),
            Stage(order, (BY_NEGOTIATION,), ONCE, far=far),
            *_rise_and_fall((BY_NEGOTIATION, *first), LATER),
        ),
        () if failed is None else _roomy(failed, annealed=False),
    )


NEGOTIATE = _negotiate("negotiate", "far, then falling by one", 1.5, (BY_PLACED,))
NEGOTIATE_WIDE = _negotiate("negotiate-wide", "far, then falling by one", 2.0, (BY_PLACED,))
NEGOTIATE_HUGE = _negotiate("negotiate-huge", "far, then falling by one", 2.0)
BISECT = _negotiate("bisect", "far, then halving", 2.0, failed=8)
BISECT_WIDE = _negotiate("bisect-wide", "far, then halving", 3.0)

PIPELINES = {
    each.name: each
    for each in (
        SWEEP, BESIDE, BESIDE_LARGE, at_once(BESIDE), FILL, HALVE, QUICK,
        TURNS_REFINED, TURNS_MODULO, TURNS_PLACED, TURNS_ROOMY,
        CLIMB, CLOSE_IN, CLOSE_IN_WIDE,
        NEGOTIATE, NEGOTIATE_WIDE, NEGOTIATE_HUGE, BISECT, BISECT_WIDE,
    )
}  # fmt: skip
"""All pipelines, by name."""

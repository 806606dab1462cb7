"""Heuristics at ever smaller intervals: plans of which of them tries what for how long.

Modulo scheduling maps most loops at once. What is left are those that fill the array. There
annealing guided by labels is better, and placements annealed by the price of transport are; and
where units read from neighbours, a solver that only says where and when. A plan yields steps,
given the intervals that are left; `plan_process` executes them. The plans differ in what they are
for:

- `sweep`, beside solvers: all intervals from the smallest on, again and again for longer;
- `fill`, of one large loop: most of the time at the smallest interval;
- `halve`, after a mapping: always the middle of what is left;
- `turns`, of a loop in any order of computation: all its shapes in short equal turns, from the
  first interval that has a mapping down;
- `climb` and `close_in`, of one large loop, beside each other: the former begins at the smallest
  interval, the latter far above, so that there is a mapping soon, and halves what is between;
- `or_roomy`, around one of these: where the first few steps have no mapping, the largest interval,
  or one that is as long as it takes to execute one operation after the other;
- `quick_plan`, of many kernels: each only for a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

MODULO, TRANSPORT = "modulo scheduling", "placement by transport"
PLACED = "placement by wires, then modulo scheduling"
REFINED = "annealing from placement by wires, then modulo scheduling"
ADJACENT = "places and cycles by SAT"
IN_TURN = "one operation after the other"
LABELS, LEVELS = "annealing guided by labels", "annealing guided by levels"
"""The heuristics, by the names that answers call them."""

SWEEP_SECONDS = 1.0
"""How long `sweep` tries each interval first; in the next sweeps it is twice as long."""

SWEEPS, DOUBLED = 6, 2
"""Once there is a mapping, after so many sweeps solvers have better chances of a better one. Until
then only the first few are doubled: other choices are worth more than longer tries.
"""

MOST_SWEEPS = 10

ADJACENT_SECONDS = 4.0
"""How long `sweep` asks a solver for places and cycles first; then twice as long."""

LONGER = 4.0
"""How much longer `sweep` anneals than it tries anything else: annealing succeeds at random."""

SWEPT_OPERATIONS = 40
"""Placement by transport of more operations gets more time in `sweep`, in proportion."""

FILL_SECONDS = 10.0
"""How long `fill` tries the smallest interval first, for `FILL_OPERATIONS`; then twice as long."""

FILL_OPERATIONS = 100

ABOVE = 0.4
"""The share of that for each interval above."""

SOON = 2.0
"""How long `fill` tries modulo scheduling, which has to succeed soon or not at all."""

REACH = 3
"""How many intervals above `fill` tries in the first round; twice as many in each after."""

HALVE_SECONDS = 2.0
"""How long `halve` tries an interval first; twice as long each time nothing is left to halve."""

ROUNDS = 10
"""Of `fill` and `halve`: the last takes hours, but where all fail at once, that is the end."""

TURN_SECONDS = {MODULO: 1.0, TRANSPORT: 2.0, PLACED: 1.0, REFINED: 1.5}
"""How long a turn of `turns` takes first, for up to `SWEPT_OPERATIONS`; then twice as long."""

RISING, NEAREST = 0.5, 2.0
"""Shares of a turn of `turns`: before the first mapping, and at the interval below the last one."""

FAR = 4
"""How many times the smallest interval is the first that `close_in` tries."""

FAILED, FEW_FAILED = 4, 2
"""After so many steps without a mapping `or_roomy` tries where most room is: the second number is
that where there are few intervals.
"""

ROOMY_SECONDS = 4.0
"""How long that is tried, for up to `SWEPT_OPERATIONS`; twice at most."""

QUICK_MODULO_SECONDS = 1.0
"""How long the quick plan tries modulo scheduling; it succeeds soon or hardly ever."""

QUICK_TRANSPORT_SECONDS = 3.0


@dataclass
class Left:
    """The intervals that are left to try, from `first` to `last`, which a mapping makes smaller.

    `floors` are the smallest intervals that arithmetic leaves, of the graph as written and of each
    of its shapes. On an `adjacent` array units read from neighbours only. A heuristic at an
    interval may be `hopeless`.
    """

    first: int
    last: int
    operations: int
    mapped: bool = False
    floors: tuple[int, ...] = (1,)
    adjacent: bool = False
    hopeless: set[tuple[str, int]] = field(default_factory=set)


class PlanStep(NamedTuple):
    """A heuristic, and for how many seconds it tries so many contexts.

    `change` is added to the seed; `form` is 0 for the graph as written, and then numbers its
    shapes. A step beyond the last interval that is left is skipped.
    """

    by: str
    contexts: int
    seconds: float
    change: int = 0
    form: int = 0


Plan = Callable[[Left], Iterable[PlanStep]]


def sweep(left: Left, aim: int | None = None) -> Iterator[PlanStep]:
    """Try all intervals from the first on, with ever more time; in the first sweeps not far.

    Where units read from neighbours, a solver finds places that annealing does not. An `aim` is
    tried before the others.
    """
    patience = max(1.0, left.operations / SWEPT_OPERATIONS)
    for n in range(MOST_SWEEPS):
        if left.mapped and n >= SWEEPS:
            return
        seconds = SWEEP_SECONDS * 2 ** (min(n, DOUBLED) if n < SWEEPS else n)
        some = range(left.first, min(left.last + 1, left.first + 2 ** (n + 1)))
        first = [aim] if aim is not None and left.first <= aim <= left.last else []
        for contexts in (*first, *(other for other in some if other != aim)):
            if left.adjacent:
                yield from _near(contexts, n, left)
                continue
            if n:
                yield from _full(contexts, seconds * patience, n, left)
            yield PlanStep(MODULO, contexts, seconds, n)


def _full(contexts: int, seconds: float, n: int, left: Left) -> Iterator[PlanStep]:
    """Anneal a loop that may fill the array: by labels, and by all else in every third sweep."""
    yield PlanStep(LABELS, contexts, LONGER * seconds, n)
    if n % 3 == 0 or (LABELS, contexts) in left.hopeless:
        yield PlanStep(TRANSPORT, contexts, seconds, n)
        yield PlanStep(LEVELS, contexts, LONGER * seconds, n)


def _near(contexts: int, n: int, left: Left) -> Iterator[PlanStep]:
    """Have a solver say where and when, as long as that is not hopeless."""
    if (ADJACENT, contexts) not in left.hopeless:
        yield PlanStep(MODULO, contexts, SWEEP_SECONDS, n)
        yield PlanStep(ADJACENT, contexts, ADJACENT_SECONDS * 2**n, n)


def or_roomy(plan: Plan, left: Left, failed: int = FAILED) -> Iterator[PlanStep]:
    """Go on as another plan; after so many steps without a mapping, try once where most room is.

    Where there are contexts for that, one operation comes after the other, which hardly ever
    fails. Where there are fewer, the largest interval is the one that is most likely mapped, unless
    it is far above the first.
    """
    few, near = left.last < left.operations, left.last <= FAR * left.first
    for n, step in enumerate(plan(left)):
        if n == (min(failed, FEW_FAILED) if few and near else failed) and not left.mapped:
            patience = max(1.0, left.operations / SWEPT_OPERATIONS)
            for by in (PLACED, REFINED) if few else (IN_TURN,):
                if not left.mapped:
                    contexts = min(left.last, FAR * left.first) if few else left.last
                    yield PlanStep(by, contexts, ROOMY_SECONDS * patience)
        yield step


def fill(left: Left) -> Iterator[PlanStep]:
    """Try the first interval for most of the time, for the loop may nearly fill the array there.

    What does not succeed is tried a little above, so that there is an answer.
    """
    for n in range(ROUNDS):
        seconds = FILL_SECONDS * 2**n * max(1.0, left.operations / FILL_OPERATIONS)
        yield from _filled(left.first, seconds, n)
        for contexts in range(left.first + 1, min(left.last, left.first + REACH * 2**n) + 1):
            yield from _filled(contexts, ABOVE * seconds, n)


def _filled(contexts: int, seconds: float, n: int) -> Iterator[PlanStep]:
    yield PlanStep(MODULO, contexts, min(seconds, SOON), n)
    yield PlanStep(TRANSPORT, contexts, seconds, n)


def halve(left: Left) -> Iterator[PlanStep]:
    """Try the middle of what is left, then that of the half that is left then."""
    for n in range(ROUNDS):
        least = left.first
        while least <= left.last:
            middle = (least + left.last) // 2
            yield PlanStep(MODULO, middle, HALVE_SECONDS * 2**n, n)
            if left.last >= middle:
                least = middle + 1


def turns(members: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Give all forms of a graph equal turns of each heuristic, twice as long in each round.

    The first round rises until some interval has a mapping. Then the next smaller one is tried
    first, and longest, so that hopeless intervals do not keep the others waiting, and the middle
    and the smallest after it.
    """
    for n in range(ROUNDS):
        yield from _round(members, left, n)


def climb(members: tuple[str, ...], later: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Rise in the first round, whatever others have mapped; go on as `turns`, with those `later`.

    What is `later` needs more time, and maps what others do not.
    """
    yield from _turns(members, left, 0, lambda tried: _rising(left))
    for n in range(1, ROUNDS):
        yield from _round(later, left, n)


def close_in(members: tuple[str, ...], later: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Begin far above the smallest interval, and halve what is open below; go on as `climb`.

    Before there is a mapping only the first of the `members` has turns.
    """
    yield from _turns(members, left, 0, partial(_halving, left), share=1.0, alone=True)
    for n in range(1, ROUNDS):
        yield from _round(later, left, n)


def _round(members: tuple[str, ...], left: Left, n: int) -> Iterator[PlanStep]:
    """Rise until there is a mapping, and then fall."""
    if not left.mapped:
        yield from _turns(members, left, n, lambda tried: () if left.mapped else _rising(left))
    if left.mapped:
        yield from _turns(members, left, n, lambda tried: _falling(left), nearest=NEAREST)


def _turns(
    members: tuple[str, ...],
    left: Left,
    n: int,
    wanted: Callable[[set[int]], Iterable[int]],
    nearest: float | None = None,
    share: float = RISING,
    alone: bool = False,
) -> Iterator[PlanStep]:
    """Give turns at each interval that is `wanted`, of those not yet tried here, until none is.

    Each takes a `share` of a turn's time. With that of the `nearest` interval below the last
    mapping, it is a whole one at the others. With `alone` there are turns of the first of the
    `members` only, as long as there is no mapping.
    """
    patience = max(1.0, left.operations / SWEPT_OPERATIONS)
    tried: set[int] = set()
    while True:
        contexts = next((each for each in wanted(tried) if each not in tried), None)
        if contexts is None:
            return
        tried.add(contexts)
        if nearest is not None:
            share = nearest if contexts == left.last else 1.0
        for by in members[:1] if alone and not left.mapped else members:
            seconds = share * TURN_SECONDS[by] * patience * 2**n
            for form, floor in enumerate(left.floors):
                if floor <= contexts <= left.last:
                    yield PlanStep(by, contexts, seconds, n, form)


def _rising(left: Left) -> Iterator[int]:
    """Yield the first interval, and others in steps that double, with the largest one last."""
    step = 1
    while left.first + step - 1 < left.last:
        yield left.first + step - 1
        step *= 2
    yield left.last


def _falling(left: Left) -> Iterator[int]:
    yield left.last
    yield (left.first + left.last) // 2
    yield left.first


def _halving(left: Left, tried: set[int]) -> Iterator[int]:
    """Yield intervals far above the first until one is mapped, then the middle below that.

    Only what is larger than all that was tried without a mapping is left.
    """
    if left.mapped:
        least = max((each + 1 for each in tried if each <= left.last), default=left.first)
        if least <= left.last:
            yield (least + left.last) // 2
        return
    contexts = FAR * left.first
    while contexts < left.last:
        yield contexts
        contexts *= 2
    yield left.last


def quick_plan(pace: float = 1.0) -> Plan:
    """Return a plan for a moment: modulo scheduling from below, then transport where most room is.

    Everything is tried `pace` times as long as on small arrays.
    """
    return partial(_quick, pace)


def _quick(pace: float, left: Left) -> Iterator[PlanStep]:
    most = left.last
    for contexts in rising(left.first, most):
        yield PlanStep(MODULO, contexts, pace * QUICK_MODULO_SECONDS)
    yield PlanStep(TRANSPORT, most, pace * QUICK_TRANSPORT_SECONDS)


def rising(least: int, most: int) -> Iterator[int]:
    """Yield intervals in steps that grow, the largest one last: 2, 3, 5, 8."""
    step = 1
    while least < most:
        yield least
        least, step = least + step, step + 1
    yield most

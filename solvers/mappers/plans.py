"""Heuristics at ever smaller IIs: plans of heuristics, IIs and times.

Modulo scheduling maps most loops at once. The remaining ones fill the array. For them annealing
from placement by wires, or guided by labels, is better; and where units read from neighbours, a
solver for places and cycles only. A plan yields steps, given the remaining IIs; `plan_process`
executes them. The plans have different uses:

- `sweep`, beside solvers: all IIs from the smallest on, again and again for longer;
- `fill`, of one large loop: most of the time at the smallest II;
- `halve`, after a mapping: always the middle of the remaining IIs;
- `turns`, of a loop in any order of computation: all its shapes in short equal turns, from the
  first II that has a mapping down;
- `climb` and `close_in`, of one large loop, beside each other: the former begins at the smallest
  II, the latter far above, so that a mapping is found soon, and bisects the gap;
- `negotiate`, of one large loop, in place of both: the smallest II once by other heuristics, then
  the latter from an II not far above;
- `or_roomy`, around one of these: if the first few steps have no mapping, an II far above, or one
  that is long enough for executing one operation after the other;
- `then_halve`, around one of these: after the first mapping of many operations, the middle of the
  remaining IIs, for some seconds each;
- `at_once`, around one of these, where any mapping is enough: a schedule of one iteration, or a
  better one of modulo scheduling, comes first;
- `quick_plan`, of many kernels: each only for a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import NamedTuple

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

SWEEP_SECONDS = 1.0
"""Seconds of `sweep` for each II at first; doubled in the next sweeps."""

SWEEPS, DOUBLED = 6, 2
"""SWEEPS: sweeps after the first mapping, before solvers have better chances. DOUBLED: how often
the time per II doubles before it: other choices gain more than longer tries.
"""

MOST_SWEEPS = 10

ADJACENT_SECONDS = 4.0
"""Seconds of `sweep` for a solver for places and cycles at first; then doubled."""

LONGER = 4.0
"""Factor of `sweep` on the time of annealing, which succeeds at random."""

SWEPT_OPERATIONS = 40
"""The most operations without additional time; more get time in proportion."""

FILL_SECONDS = 10.0
"""Seconds of `fill` for the smallest II at first, for `FILL_OPERATIONS`; then doubled."""

FILL_OPERATIONS = 100

ABOVE = 0.4
"""The share of that time for each II above."""

SOON = 2.0
"""Seconds of `fill` for modulo scheduling, which has to succeed soon or not at all."""

REACH = 3
"""IIs above the smallest that `fill` tries in the first round; doubled in each round."""

HALVE_SECONDS = 2.0
"""Seconds of `halve` for an II at first; doubled each time no II is left to halve."""

ROUNDS = 10
"""The rounds of `fill` and `halve`: the last takes hours, unless its steps fail at once."""

TURN_SECONDS = {MODULO: 1.0, PLACED: 1.0, REFINED: 1.5, NEGOTIATED: 1.0}
"""Seconds of a turn of `turns` at first, for up to `SWEPT_OPERATIONS`; then doubled."""

HALVERS = (PLACED, MODULO, REFINED)
"""Heuristics of `then_halve`."""

RISING, NEAREST = 0.5, 2.0
"""Shares of a turn of `turns`: before the first mapping, and at the II below the last one."""

FAR = 4
"""The ratio of the first II of `close_in` to the smallest II."""

FAILED, FEW_FAILED = 4, 2
"""Steps without a mapping before `or_roomy` tries the roomiest II: the second number is for few
IIs, and for an II far above the first.
"""

ROOMY_SECONDS = 4.0
"""Seconds for the roomiest II, for up to `SWEPT_OPERATIONS`; twice at most."""

FAR_SECONDS = 8.0
"""The most seconds for an II far above the first, beside sequential execution."""

AT_ONCE_SECONDS = 20.0
"""Seconds of modulo scheduling for a mapping at once, at all IIs together."""

QUICK_MODULO_SECONDS = 1.0
"""Seconds of the quick plan for modulo scheduling, which succeeds soon or hardly ever."""

QUICK_REFINED_SECONDS = 3.0


@dataclass
class Left:
    """The IIs left to try, from `first` to `last`, which a mapping makes smaller.

    `floors` are the smallest IIs that arithmetic leaves, of the graph as written and of each of its
    shapes. On an `adjacent` array units read from neighbours only; on one with `few_wires` large
    loops negotiate for them. A heuristic at an II may be `hopeless`.
    """

    first: int
    last: int
    operations: int
    mapped: bool = False
    floors: tuple[int, ...] = (1,)
    adjacent: bool = False
    few_wires: bool = False
    hopeless: set[tuple[str, int]] = field(default_factory=set)


class PlanStep(NamedTuple):
    """A heuristic, with the contexts and the seconds of its try.

    `change` is added to the seed; `form` is 0 for the graph as written, and then numbers its
    shapes. A step beyond the last remaining II is skipped.
    """

    by: str
    contexts: int
    seconds: float
    change: int = 0
    form: int = 0


Plan = Callable[[Left], Iterable[PlanStep]]


def sweep(left: Left, aim: int | None = None) -> Iterator[PlanStep]:
    """Try all IIs from the first on, with ever more time; the first sweeps cover few of them.

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
    """Negotiate and anneal a loop that may fill the array; by levels in every third sweep only."""
    if left.few_wires and left.operations > SWEPT_OPERATIONS:
        yield PlanStep(NEGOTIATED, contexts, seconds, n)
    yield PlanStep(REFINED, contexts, seconds, n)
    yield PlanStep(LABELS, contexts, LONGER * seconds, n)
    if n % 3 == 0 or (LABELS, contexts) in left.hopeless:
        yield PlanStep(LEVELS, contexts, LONGER * seconds, n)


def _near(contexts: int, n: int, left: Left) -> Iterator[PlanStep]:
    """Yield steps of modulo scheduling and of a solver for places and cycles, unless that is
    hopeless.
    """
    if (ADJACENT, contexts) not in left.hopeless:
        yield PlanStep(MODULO, contexts, SWEEP_SECONDS, n)
        yield PlanStep(ADJACENT, contexts, ADJACENT_SECONDS * 2**n, n)


def or_roomy(
    plan: Plan, left: Left, failed: int = FAILED, annealed: bool = True
) -> Iterator[PlanStep]:
    """Follow another plan; after `failed` steps without a mapping, try the roomiest II once.

    With enough contexts, the operations are executed one after the other, which hardly ever fails.
    Before that, many operations are `annealed` at an II far above the first, where the mapping is a
    better one, unless the plan begins there itself. With fewer contexts, the largest II is the most
    likely to be mapped, unless it is far above the first.
    """
    few, near = left.last < left.operations, left.last <= FAR * left.first
    soon, far = min(failed, FEW_FAILED), min(left.last, FAR * left.first)
    patience = max(1.0, left.operations / SWEPT_OPERATIONS)
    seconds = ROOMY_SECONDS * patience
    if few:
        after = soon if near else failed
        roomy = [(after, PlanStep(by, far, seconds)) for by in (PLACED, REFINED)]
    else:
        roomy = [(failed, PlanStep(IN_TURN, left.last, seconds))]
        if annealed and left.operations > SWEPT_OPERATIONS:
            roomy.insert(0, (soon, PlanStep(REFINED, far, min(seconds, FAR_SECONDS))))
    for n, step in enumerate(plan(left)):
        for after, wide in roomy:
            if n == after and not left.mapped:
                yield wide
        yield step


def then_halve(plan: Plan, left: Left) -> Iterator[PlanStep]:
    """Follow another plan; after a first mapping of many operations, halve the open IIs once.

    A plan that starts at the smallest II, with ever more time for each, would hardly reach the IIs
    just below the mapping.
    """
    halved = left.operations <= SWEPT_OPERATIONS
    for step in plan(left):
        if left.mapped and not halved:
            halved = True
            yield from _turns(HALVERS, left, 0, partial(_halving, left), share=1.0)
        yield step


def at_once(plan: Plan, left: Left) -> Iterator[PlanStep]:
    """Take the first mapping that there is, and otherwise follow another plan."""
    yield PlanStep(AT_ONCE, left.last, AT_ONCE_SECONDS)
    yield from plan(left)


def fill(left: Left) -> Iterator[PlanStep]:
    """Try the first II for most of the time, for the loop may nearly fill the array there.

    If it fails, IIs a little above are tried, so that the search has an answer.
    """
    for n in range(ROUNDS):
        seconds = FILL_SECONDS * 2**n * max(1.0, left.operations / FILL_OPERATIONS)
        yield from _filled(left.first, seconds, n)
        for contexts in range(left.first + 1, min(left.last, left.first + REACH * 2**n) + 1):
            yield from _filled(contexts, ABOVE * seconds, n)


def _filled(contexts: int, seconds: float, n: int) -> Iterator[PlanStep]:
    yield PlanStep(MODULO, contexts, min(seconds, SOON), n)
    yield PlanStep(REFINED, contexts, seconds, n)


def halve(left: Left) -> Iterator[PlanStep]:
    """Try the middle of the remaining IIs, then that of the remaining half."""
    for n in range(ROUNDS):
        least = left.first
        while least <= left.last:
            middle = (least + left.last) // 2
            yield PlanStep(MODULO, middle, HALVE_SECONDS * 2**n, n)
            if left.last >= middle:
                least = middle + 1


def turns(members: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Give all forms of a graph equal turns of each heuristic, twice as long in each round.

    The first round rises until some II has a mapping. Then the next smaller one is tried
    first, and longest, so that hopeless intervals do not keep the others waiting, and the middle
    and the smallest after it.
    """
    for n in range(ROUNDS):
        yield from _round(members, left, n)


def climb(members: tuple[str, ...], later: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Rise in the first round, even if others have mapped an II; go on as `turns`, with those
    `later`.

    The heuristics of `later` need more time, and map loops that others do not.
    """
    yield from _turns(members, left, 0, lambda tried: _rising(left))
    for n in range(1, ROUNDS):
        yield from _round(later, left, n)


def close_in(members: tuple[str, ...], later: tuple[str, ...], left: Left) -> Iterator[PlanStep]:
    """Begin far above the smallest II, and bisect the open IIs below; go on as `climb`.

    Before the first mapping only the first of the `members` has turns.
    """
    yield from _turns(members, left, 0, partial(_halving, left), share=1.0, alone=True)
    for n in range(1, ROUNDS):
        yield from _round(later, left, n)


def negotiate(
    members: tuple[str, ...], far: float, left: Left, halving: bool = True
) -> Iterator[PlanStep]:
    """Try the smallest II by the `members`; negotiate from `far` times as much, as `close_in`.

    Without `halving` the II falls by one, so that no time is lost at IIs far below those mapped.
    """

    def wanted(tried: set[int]) -> Iterable[int]:
        return _halving(left, tried, far) if halving or not left.mapped else (left.last,)

    yield from _turns(members, left, 0, lambda tried: (left.first,))
    yield from _turns((NEGOTIATED,), left, 0, wanted, share=1.0)
    for n in range(1, ROUNDS):
        yield from _round((NEGOTIATED, *members), left, n)


def _round(members: tuple[str, ...], left: Left, n: int) -> Iterator[PlanStep]:
    """Rise until an II is mapped, and then fall."""
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
    """Give turns at each `wanted` II not yet tried here, until none is left.

    Each takes a `share` of a turn's time; with `nearest`, that share applies to the II below the
    last mapping, and others take a whole turn. With `alone` only the first of the `members` has
    turns, until an II is mapped.
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
    """Yield the first II, and others in steps that double, with the largest one last."""
    step = 1
    while left.first + step - 1 < left.last:
        yield left.first + step - 1
        step *= 2
    yield left.last


def _falling(left: Left) -> Iterator[int]:
    yield left.last
    yield (left.first + left.last) // 2
    yield left.first


def _halving(left: Left, tried: set[int], far: float = FAR) -> Iterator[int]:
    """Yield IIs far above the first until one is mapped, then the middle below that.

    Of these, only IIs larger than all tried without a mapping remain.
    """
    if left.mapped:
        least = max((each + 1 for each in tried if each <= left.last), default=left.first)
        if least <= left.last:
            yield (least + left.last) // 2
        return
    contexts = ceil(far * left.first)
    while contexts < left.last:
        yield contexts
        contexts *= 2
    yield left.last


def quick_plan(pace: float = 1.0) -> Plan:
    """Return a plan for a moment: modulo scheduling from below, then annealing at the roomiest II.

    Everything is tried `pace` times as long as on small arrays.
    """
    return partial(_quick, pace)


def _quick(pace: float, left: Left) -> Iterator[PlanStep]:
    most = left.last
    for contexts in rising(left.first, most):
        yield PlanStep(MODULO, contexts, pace * QUICK_MODULO_SECONDS)
    yield PlanStep(REFINED, most, pace * QUICK_REFINED_SECONDS)


def rising(least: int, most: int) -> Iterator[int]:
    """Yield IIs in growing steps, the largest one last: 2, 3, 5, 8."""
    step = 1
    while least < most:
        yield least
        least, step = least + step, step + 1
    yield most

"""Heuristics at ever smaller intervals: plans of which of them tries what for how long.

Modulo scheduling maps most loops at once. What is left are those that fill the array. There
annealing guided by labels is better, and placements annealed by the price of transport are; and
where units read from neighbours, a solver that only says where and when. A plan yields steps,
given the intervals that are left; `run_plan` is the task of a process that executes one. The plans
differ in what they are for:

- `sweep`, beside solvers: all intervals from the smallest on, again and again for longer;
- `fill`, of one large loop: most of the time at the smallest interval;
- `halve`, after a mapping: always the middle of what is left;
- `turns`, of a loop in any order of computation: all its shapes in short equal turns, from the
  first interval that has a mapping down;
- `quick_plan`, of many kernels: each only for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.adjacency import is_adjacent
from models.space_time.index import Index
from models.transform.shapes import Shape
from solvers.search.bounds import Arithmetic, first_interval
from solvers.search.heuristic_process import HopelessError
from solvers.search.messages import IntervalTried, Message, Proposal
from solvers.search.options import SolverOptions
from solvers.search.supervisor import Send, Task

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels

MODULO, TRANSPORT = "modulo scheduling", "placement by transport"
ADJACENT = "places and cycles by SAT"
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

TURN_SECONDS = {MODULO: 1.0, TRANSPORT: 2.0}
"""How long a turn of `turns` takes first, for up to `SWEPT_OPERATIONS`; then twice as long."""

RISING, NEAREST = 0.5, 2.0
"""Shares of a turn of `turns`: before the first mapping, and at the interval below the last one."""

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


class Step(NamedTuple):
    """A heuristic, and for how many seconds it tries so many contexts.

    `change` is added to the seed; `form` is 0 for the graph as written, and then numbers its
    shapes. A step beyond the last interval that is left is skipped.
    """

    by: str
    contexts: int
    seconds: float
    change: int = 0
    form: int = 0


Plan = Callable[[Left], Iterable[Step]]


class Ceiling(Protocol):
    """The largest interval that is still of use, which several processes see."""

    value: int


def run_plan(
    problem: Problem,
    plan: Plan,
    first: int,
    most: int,
    seed: int,
    send: Send[Message],
    shapes: tuple[Shape, ...] = (),
    ceiling: Ceiling | None = None,
    labels: Labels | None = None,
) -> None:
    """Send what comes of each step, until `first` contexts do or the plan ends.

    No interval above `most` is tried, and after a mapping only smaller ones. Mappings of `shapes`
    are sent as those of the problem. What others have found lowers the `ceiling`. With `labels`,
    these guide annealing, and else those of the shipped weights.
    """
    forms = [problem, *(_formed(problem, shape) for shape in shapes)]
    left = Left(first, most, len(problem.dfg.operations), adjacent=is_adjacent(Index(problem)))
    if shapes:
        left.floors = tuple(_floor(form, first, most) for form in forms)
    for step in plan(left):
        if ceiling is not None and ceiling.value < left.last:
            left.last, left.mapped = ceiling.value, True
        if step.contexts <= left.last:
            # Loading takes longer than scheduling easy loops, and does not count.
            heuristic = _loaded(step.by)
            if step.by == LABELS and labels is not None:
                heuristic = partial(heuristic, labels=labels)
            begun = time.perf_counter()
            attempt = msgspec.structs.replace(forms[step.form], contexts=step.contexts)
            mapping = None
            try:
                mapping = heuristic(attempt, seed + step.change, deadline=begun + step.seconds)
            except HopelessError:
                left.hopeless.add((step.by, step.contexts))
            spent = time.perf_counter() - begun
            if mapping is None:
                send(IntervalTried(step.contexts, step.by, spent))
            else:
                left.last, left.mapped = step.contexts - 1, True
                by = step.by
                if step.form:
                    shape = shapes[step.form - 1]
                    mapping, by = shape.lifted(mapping), f"{by}, {shape.name}"
                send(Proposal(mapping, by, spent))
        if left.last < first:
            return


def _formed(problem: Problem, shape: Shape) -> Problem:
    changed: Problem = msgspec.structs.replace(problem, dfg=shape.mapped, transform="none")
    return changed


def _floor(problem: Problem, first: int, most: int) -> int:
    """Return the smallest interval that arithmetic leaves to a graph as it is written."""

    def possible(contexts: int) -> object:
        attempt = msgspec.structs.replace(problem.as_written, contexts=contexts)
        return Arithmetic(attempt).first_horizon()

    return first_interval(possible, first, most)


def planned(
    plan: Plan,
    problem: Problem,
    first: int,
    most: int,
    options: SolverOptions,
    shapes: tuple[Shape, ...] = (),
    ceiling: Ceiling | None = None,
    labels: Labels | None = None,
) -> Task[Message]:
    """Return the task of a process that executes a plan from `first` to `most` contexts."""
    given = problem, plan, first, most, options.seed
    return partial(run_plan, *given, shapes=shapes, ceiling=ceiling, labels=labels)


def prepare() -> None:
    """Load, or compile, what processes would each load or compile by themselves."""
    for by in (TRANSPORT, MODULO, LEVELS):
        _compile(by)


@cache
def _loaded(by: str) -> Callable[..., Mapping | None]:
    """Return a heuristic: (problem, seed, deadline) -> mapping or None.

    What is not compiled yet is compiled here, which may take a minute, and once only.
    """
    if by == ADJACENT:
        from solvers.search.adjacent import adjacent_schedule

        return adjacent_schedule
    if by in (LABELS, LEVELS):
        from solvers.search.guided import annealed_by_labels, annealed_by_levels

        _compile(by)
        return annealed_by_labels if by == LABELS else annealed_by_levels
    if by == TRANSPORT:
        from heuristics.transport import transport_schedule

        _compile(by)
        return transport_schedule
    from heuristics.modulo import modulo_schedule
    from heuristics.modulo.kernel import kernels

    # Small loops are mapped before compiled code is loaded.
    if not kernels.are_compiled():
        _compile(by)
    return modulo_schedule


def _compile(by: str) -> None:
    """Map a small loop: what is compiled for it serves every array."""
    problem = Problem(_routed(), architecture_preset("s4:2x2"), 2)
    if by in (LABELS, LEVELS):
        from heuristics.anneal import anneal

        anneal(problem)
    elif by == TRANSPORT:
        from heuristics.transport import transport_schedule

        transport_schedule(problem, 0, deadline=time.perf_counter() + 60.0)
    else:
        from heuristics.modulo import modulo_schedule
        from heuristics.modulo.kernel import kernels

        kernels.plain_steps = 0
        modulo_schedule(problem, 0)


def _routed() -> Dfg:
    """Return a graph whose values have several readers, with all there is to be routed."""
    operators = (Operator("add", 2), Operator("load", 0), Operator("store", 1, effect=True))
    operations = (
        Operation("a", "load"),
        Operation("b", "load"),
        Operation("c", "add", (Operand("a"), Operand("b"))),
        Operation("d", "add", (Operand("a"), Operand("d", 1))),
        Operation("e", "store", (Operand("c"),)),
        Operation("f", "store", (Operand("d"),)),
    )
    return Dfg("routed", operators, (), operations)


def sweep(left: Left, aim: int | None = None) -> Iterator[Step]:
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
            yield Step(MODULO, contexts, seconds, n)


def _full(contexts: int, seconds: float, n: int, left: Left) -> Iterator[Step]:
    """Anneal a loop that may fill the array: by labels, and by all else in every third sweep."""
    yield Step(LABELS, contexts, LONGER * seconds, n)
    if n % 3 == 0 or (LABELS, contexts) in left.hopeless:
        yield Step(TRANSPORT, contexts, seconds, n)
        yield Step(LEVELS, contexts, LONGER * seconds, n)


def _near(contexts: int, n: int, left: Left) -> Iterator[Step]:
    """Have a solver say where and when, as long as that is not hopeless."""
    if (ADJACENT, contexts) not in left.hopeless:
        yield Step(MODULO, contexts, SWEEP_SECONDS, n)
        yield Step(ADJACENT, contexts, ADJACENT_SECONDS * 2**n, n)


def fill(left: Left) -> Iterator[Step]:
    """Try the first interval for most of the time, for the loop may nearly fill the array there.

    What does not succeed is tried a little above, so that there is an answer.
    """
    for n in range(ROUNDS):
        seconds = FILL_SECONDS * 2**n * max(1.0, left.operations / FILL_OPERATIONS)
        yield from _filled(left.first, seconds, n)
        for contexts in range(left.first + 1, min(left.last, left.first + REACH * 2**n) + 1):
            yield from _filled(contexts, ABOVE * seconds, n)


def _filled(contexts: int, seconds: float, n: int) -> Iterator[Step]:
    yield Step(MODULO, contexts, min(seconds, SOON), n)
    yield Step(TRANSPORT, contexts, seconds, n)


def halve(left: Left) -> Iterator[Step]:
    """Try the middle of what is left, then that of the half that is left then."""
    for n in range(ROUNDS):
        least = left.first
        while least <= left.last:
            middle = (least + left.last) // 2
            yield Step(MODULO, middle, HALVE_SECONDS * 2**n, n)
            if left.last >= middle:
                least = middle + 1


def turns(by: str, left: Left) -> Iterator[Step]:
    """Give all forms of a graph equal turns of one heuristic, twice as long in each round.

    The first round rises until some interval has a mapping. Then the next smaller one is tried
    first, and longest, so that hopeless intervals do not keep the others waiting, and the middle
    and the smallest after it.
    """
    patience = TURN_SECONDS[by] * max(1.0, left.operations / SWEPT_OPERATIONS)
    for n in range(ROUNDS):
        tried: set[tuple[int, bool]] = set()
        while True:
            wanted = _falling(left) if left.mapped else _rising(left)
            contexts = next((each for each in wanted if (each, left.mapped) not in tried), None)
            if contexts is None:
                break
            tried.add((contexts, left.mapped))
            share = (NEAREST if contexts == left.last else 1.0) if left.mapped else RISING
            for form, floor in enumerate(left.floors):
                if floor <= contexts <= left.last:
                    yield Step(by, contexts, share * patience * 2**n, n, form)


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


def quick_plan(pace: float = 1.0) -> Plan:
    """Return a plan for a moment: modulo scheduling from below, then transport where most room is.

    Everything is tried `pace` times as long as on small arrays.
    """
    return partial(_quick, pace)


def _quick(pace: float, left: Left) -> Iterator[Step]:
    most = left.last
    for contexts in rising(left.first, most):
        yield Step(MODULO, contexts, pace * QUICK_MODULO_SECONDS)
    yield Step(TRANSPORT, most, pace * QUICK_TRANSPORT_SECONDS)


def rising(least: int, most: int) -> Iterator[int]:
    """Yield intervals in steps that grow, the largest one last: 2, 3, 5, 8."""
    step = 1
    while least < most:
        yield least
        least, step = least + step, step + 1
    yield most

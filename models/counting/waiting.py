"""Values that wait: a few operations may keep more of them alive than all registers hold.

What is read has been held at the end of the cycle before, or was on its way. So one cycle after the
other is a pebble game on the DFG (R. Sethi: Complete register allocation problems, 1975): a value
gets a pebble when all that it reads has one, and pebbles are few. Pure operations may be computed
again, those with an effect may not. The game has no end if too much of what has effects is alive;
all its states are looked at then. Iterations that overlap share the pebbles. What other iterations
bring, and results, which a memory may collect, take none here: then a lost game is lost with any
number of contexts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from models.data.architecture import Architecture
from models.data.certificate import Waiting
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.text import counted

MOST_ROOM = 4
"""With more room than that no game is looked at: hardly any is lost, and each has many states."""

EFFORT, CONE_EFFORT = 2_000_000, 200_000
"""So many states times operations are looked at in all games of a problem together, less than a
second, and in a game for one operation. The verifier looks at no more than 4,194,304.
"""

MOST_CONE = 200
"""Single operations that need more others are not looked at by themselves."""

MOST_STATES = 30_000
"""So many states of one game are looked at: the verifier looks at no more than 32,768."""

ITERATIONS = 3
"""Of loops that carry values so many iterations are looked at together."""


def waiting(problem: Problem) -> Waiting | None:
    """Return operations that take more values at a time than can wait; None if none are found.

    That refutes every number of contexts, and of cycles.
    """
    if problem.transform != "none" or problem.dfg.patterns or problem.dfg.rules:
        return None
    if sum(part.issue > 0 for part in problem.arch.components) > MOST_ROOM:
        return None
    found = _found(problem.dfg, problem.arch)
    if found is None or (found.iterations > 1 and problem.contexts is None):
        return None
    return Waiting(problem.contexts, found.values, found.iterations, found.room)


def scarce(problem: Problem) -> tuple[str, ...]:
    """Return a note for an answer without a mapping where registers may be too few."""
    places = room(problem)
    inner = sum(o.name not in problem.dfg.results for o in problem.dfg.operations)
    if places is None or not places < min(inner, MOST_ROOM + 1):
        return ()
    what = f"no more than {counted(places, 'computed value')} can wait at a time"
    return (
        f"note: {what} on '{problem.arch.name}', and inputs that wait take room as well: more"
        " registers, or more elements, may be what is missing",
    )


def room(problem: Problem) -> int | None:
    """Return how many computed values, without results, are held or on their way at a time; None
    where there is no limit.

    Operations that begin in one cycle do so one after the other here, so that a value of all but
    one of them takes a place more.
    """
    arch = problem.arch
    inner = [o.name for o in problem.dfg.operations if o.name not in problem.dfg.results]
    reached = _reached(problem, inner)
    places, starts = 0, 0
    for part in arch.components:
        latencies = [problem.latency(o.name, part.name) for o in problem.dfg.operations]
        slowest = max((latency for latency in latencies if latency), default=0)
        starts += part.issue if slowest else 0
        places += part.issue * max(slowest - 1, 0)
        if part.name in reached and any(problem.may_hold(name, part.name) for name in inner):
            if part.capacity is None:
                return None
            places += part.capacity
    for path in arch.paths:
        if path.latency and reached & set(path.sources):
            if path.width is None:
                return None
            places += path.width * path.latency
    return places + max(starts - 1, 0)


def _reached(problem: Problem, inner: list[str]) -> set[str]:
    """Return the components that computed values, without results, may get to.

    Values do not leave components that may hold none, such as a memory of inputs and results.
    """
    arch, dfg = problem.arch, problem.dfg
    onwards = {
        part.name
        for part in arch.components
        if part.switch or any(problem.may_hold(name, part.name) for name in inner)
    }
    found = {
        part.name
        for part in arch.components
        if part.issue and any(problem.latency(o.name, part.name) for o in dfg.operations)
    }
    onward = list(found)
    while onward:
        name = onward.pop()
        for path in arch.paths:
            if name in path.sources and name in onwards:
                new = set(path.targets) - found
                found |= new
                onward += new
    return found


@lru_cache(maxsize=64)
def _found(dfg: Dfg, arch: Architecture) -> Waiting | None:
    places = room(Problem(dfg, arch, 1))
    if places is None or places > MOST_ROOM:
        return None
    effort = EFFORT
    for values, iterations in _questions(dfg, places):
        game = Game(dfg, values, iterations)
        own = min(effort, CONE_EFFORT) if len(values) == 1 else effort
        if game.is_lost(places, min(own // len(game.reads), MOST_STATES)):
            return Waiting(None, values, iterations, places)
        effort -= game.looked * len(game.reads)
    return None


def _questions(dfg: Dfg, places: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield what must be computed, in how many iterations: single operations, then everything."""
    whole = tuple(o.name for o in dfg.operations if dfg.has_effect(o.name) or o.name in dfg.results)
    cones = {name: _cone(dfg, name) for name in _closure(dfg, whole)}
    for name, size in sorted(cones.items(), key=lambda pair: pair[1]):
        if places + 1 < size <= MOST_CONE:
            yield (name,), 1
    if whole:
        for iterations in range(1, 1 + (ITERATIONS if dfg.max_distance else 1)):
            yield whole, iterations


def _cone(dfg: Dfg, name: str) -> int:
    """Return how many operations one needs in its iteration, itself included; more are not counted
    than one above `MOST_CONE`.
    """
    found, onward = {name}, [name]
    while onward and len(found) <= MOST_CONE:
        for operand in dfg.operation_by_name[onward.pop()].operands:
            if not operand.distance and _waits(dfg, operand.value) and operand.value not in found:
                found.add(operand.value)
                onward.append(operand.value)
    return len(found)


def _waits(dfg: Dfg, value: str) -> bool:
    """Whether a value takes a place until it is read: results may be in a memory."""
    return value in dfg.operation_by_name and value not in dfg.results


def _closure(dfg: Dfg, roots: tuple[str, ...]) -> dict[str, None]:
    """All operations that `roots` read, or what these read, in any iteration, and `roots`."""
    found: dict[str, None] = {}
    onward = list(roots)
    while onward:
        name = onward.pop()
        if name not in found and name in dfg.operation_by_name:
            found[name] = None
            onward += [operand.value for operand in dfg.operation_by_name[name].operands]
    return found


class Game:
    """The game for `values` in successive iterations: the bits of numbers stand for operations.

    `reads` has what each operation reads and has to wait, `looked` the states looked at.
    """

    def __init__(self, dfg: Dfg, values: tuple[str, ...], iterations: int) -> None:
        number: dict[tuple[str, int], int] = {}
        onward = [(name, n) for n in range(iterations) for name in values]
        goals, edges = set(onward), list[tuple[tuple[str, int], tuple[str, int]]]()
        while onward:
            node = onward.pop()
            if node in number:
                continue
            number[node] = len(number)
            for operand in dfg.operation_by_name[node[0]].operands:
                other = operand.value, node[1] - operand.distance
                if _waits(dfg, operand.value) and other[1] >= 0:
                    onward.append(other)
                    edges.append((other, node))
        self.reads, self.readers = [0] * len(number), [0] * len(number)
        for other, node in edges:
            self.reads[number[node]] |= 1 << number[other]
            self.readers[number[other]] |= 1 << number[node]
        self.once = sum(1 << n for node, n in number.items() if dfg.has_effect(node[0]))
        self.goals = self.once | sum(1 << number[node] for node in goals)
        self._dear = self._with_once()
        self.looked = 0
        self._useful_by: dict[int, int] = {}

    def _with_once(self) -> int:
        """What cannot be computed again, or only from such."""
        found, onward = 0, self.once
        while onward:
            found |= onward
            onward = _any(self.readers, onward) & ~found
        return found

    def is_lost(self, places: int, most: int) -> bool | None:
        """Whether the game cannot be won with so many places; None after `most` states."""
        if any(read.bit_count() > places for read in self.reads):
            return True
        seen, waiting = {(0, 0)}, [(0, 0)]
        while waiting:
            done, held = waiting.pop()
            if done & self.goals == self.goals:
                return False
            if self.looked > most:
                return None
            for state in self._next(done, held, places):
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
        return True

    def _next(self, done: int, held: int, places: int) -> Iterator[tuple[int, int]]:
        """The states after one more operation, those in which something is lost left out."""
        useful = self._useful(done)
        able = [i for i in _bits(useful & ~held & ~(done & self.once)) if not self.reads[i] & ~held]
        # What nothing waits for takes no place: it may as well come at once.
        soon = next((i for i in able if not self.readers[i]), None)
        for i in able if soon is None else (soon,):
            after = done | (1 << i & self.goals)
            full = (held | (1 << i if self.readers[i] else 0)) & self._useful(after)
            victims = [0]
            if full.bit_count() > places:
                victims = [1 << j for j in _bits(full & ~(1 << i & ~self.goals))]
            for victim in victims:
                left = full & ~victim
                self.looked += 1
                if victim & self._dear and self._is_lost_without(victim, after, left):
                    continue
                yield after, left

    def _useful(self, done: int) -> int:
        """What is left to do, and all that it reads."""
        if done not in self._useful_by:
            found, onward = 0, self.goals & ~done
            while onward:
                found |= onward
                onward = _any(self.reads, onward) & ~found
            self._useful_by[done] = found
        return self._useful_by[done]

    def _is_lost_without(self, victim: int, done: int, held: int) -> bool:
        """Whether what is held no longer is needed again, and cannot be computed again."""
        left = self.goals & ~done
        found, onward = 0, victim
        while not (above := _any(self.readers, onward)) & left:
            found |= onward
            onward = above & ~found & ~held & ~self.once
            if not onward:
                return False
        found, onward = 0, victim
        while onward:
            if onward & done & self.once:
                return True
            found |= onward
            onward = _any(self.reads, onward) & ~found & ~held
        return False


def _any(table: list[int], group: int) -> int:
    found = 0
    for i in _bits(group):
        found |= table[i]
    return found


def _bits(group: int) -> Iterator[int]:
    while group:
        lowest = group & -group
        yield lowest.bit_length() - 1
        group ^= lowest

"""Circles of stays: operations whose times contradict how long registers can keep their values.

A value that is read δ iterations later, in a kernel of T contexts, is read δ * T cycles later on
the time axis of its own iteration. Where its registers keep it for a limited time (`lifetimes`), i
is issued by the last read of d's value; and operands and orders say that operations come after
others. Both are limits of differences of times, and a circle of them with a positive sum has no
solution: "i reads d of two iterations before, and comes after d in the same iteration" has none in
registers that keep a value for one II, for any II.

An operation may be issued several times. Every issue of a reader goes back to some issue of what it
reads, early or late enough; but two of its readers may go back to different ones. So where a
circle comes to an operation as what is read last, and goes on as what must come first, it has to be
one that is issued once: it has an effect, or nothing is computed twice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

import msgspec

from models.counting.lifetimes import Lifetimes
from models.data.certificate import Stays
from models.data.problem import Problem
from models.register_files.registers import FOR_EVER
from models.space_time.index import Index
from models.space_time.recurrences import dependences
from models.space_time.windows import by_value
from models.text import n_cycles

Step = tuple[int, int, bool, int, int]
"""From an operation, to the next one, whether it reads that one's value, cycles and distance."""


class StayCircles:
    """Looks for circles in one problem, of operations as they are written, at any II.

    It finds none when its budget is `over`.
    """

    def __init__(self, problem: Problem, over: Callable[[], bool] = lambda: False) -> None:
        self._problem, self._over = problem, over
        self._index = index = Index(problem.at(1))
        self._waits: list[Step] | None = None
        dfg = problem.dfg
        self._once = [
            not problem.recompute or (n in dfg.operation_by_name and dfg.has_effect(n))
            for n in index.values
        ]
        plain = problem.transform == "none" and not dfg.patterns
        self._reads = [
            (entry.value, d, distance)
            for entry in (index.candidates if plain else ())
            for d, distance in entry.reads
            if entry.value in index.needed and d >= index.inputs
        ]

    def at(self, contexts: int) -> Stays | None:
        """Return a circle that refutes an II, or None.

        A circle without reads is a recurrence, and none of this.
        """
        reads = self._reading(contexts)
        if not reads:
            return None
        steps = [*self._waiting(), *reads]
        edges = self._edges(steps, contexts)
        circle = positive_circle(len(self._index.values), edges, self._over)
        if circle is None:
            return None
        found = [steps[n] for n in circle]
        names = tuple(self._index.values[step[0]] for step in found)
        reading, cycles, distances = zip(*(step[2:] for step in found), strict=True)
        files = self._problem.files or "counted"
        fact = Stays(contexts, files, names, reading, cycles, distances)
        return fact if any(reading) else None

    def from_on(self, most: int) -> tuple[int, Stays] | None:
        """Return the smallest II so that one circle refutes it and all larger ones, with the circle
        there; None if there is none up to `most`.

        Where a file has as many rounds at every II, the last read is a maximum of linear functions
        of the II. So the sum of a circle is concave, and if it grows in the end, it grows always.
        """
        problem = self._problem
        if problem.arch.max_contexts is not None and problem.files in ("unroll", "own"):
            return None
        last = self.at(1 << 24)
        if last is None:
            return None
        intervals = range(1, most + 1)
        first = 1 + bisect_left(intervals, 1, key=lambda n: self.restated(last, n).excess)
        return (first, self.restated(last, first)) if first <= most else None

    def restated(self, circle: Stays, contexts: int) -> Stays:
        """Return a circle with the last reads of another II, which it refutes by its `excess`."""
        value, count = self._index.value, len(circle.operations)
        lives = Lifetimes(self._index, contexts)
        ends = [value[circle.operations[(n + 1) % count]] for n in range(count)]
        cycles = tuple(
            lives.last_read(d, value[name]) if read else least
            for name, d, read, least in zip(
                circle.operations, ends, circle.reads, circle.cycles, strict=True
            )
        )
        found: Stays = msgspec.structs.replace(circle, contexts=contexts, cycles=cycles)
        return found

    def _waiting(self) -> list[Step]:
        """The operations that come after others, with the fewest cycles between them."""
        index = self._index
        if self._waits is None:
            order = [i for i in index.order if i in index.useful]
            found = dependences(index, order, by_value(index, index.travel))
            self._waits = [
                (before, after, False, cycles, distance)
                for before, after, cycles, distance in found
            ]
        return self._waits

    def _reading(self, contexts: int) -> list[Step]:
        """The operations that read values which do not stay for ever."""
        lives = Lifetimes(self._index, contexts)
        found = ((i, d, True, lives.last_read(d, i), distance) for i, d, distance in self._reads)
        return [step for step in found if 0 <= step[3] < FOR_EVER // 2]

    def _edges(self, steps: list[Step], contexts: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield edges with the numbers of their steps; an operation has two nodes: come to by its
        operands, and by its readers.
        """
        for number, (start, end, read, cycles, distance) in enumerate(steps):
            slack = cycles - distance * contexts
            least = -slack if read else slack
            yield 2 * start, 2 * end + read, least, number
            if read or self._once[start]:
                yield 2 * start + 1, 2 * end + read, least, number


def positive_circle(
    operations: int,
    given: Iterator[tuple[int, int, int, int]],
    over: Callable[[], bool] = lambda: False,
) -> list[int] | None:
    """Return the numbers of edges around a circle with a positive sum; None without one, and if
    the budget is `over`.

    Edges are (from, to, weight, number), between two nodes for each operation.
    """
    edges = list(given)
    since, by = [0] * (2 * operations), [-1] * (2 * operations)
    while not over():
        changed = False
        for place, (start, end, weight, _) in enumerate(edges):
            if since[start] + weight > since[end]:
                since[end], by[end], changed = since[start] + weight, place, True
        if not changed:
            return None
        # The last edges to all nodes have a circle soon after one with a positive sum exists.
        circle = _circle(edges, by)
        if circle:
            return circle
    return None


def _circle(edges: list[tuple[int, int, int, int]], by: list[int]) -> list[int]:
    """Return the numbers of the edges around a circle of `by`, the last edge to each node."""
    seen = [-1] * len(by)
    for root in range(len(by)):
        node = root
        while by[node] >= 0 and seen[node] < 0:
            seen[node] = root
            node = edges[by[node]][0]
        if by[node] >= 0 and seen[node] == root:
            found, first = list[int](), node
            while not found or node != first:
                found.append(edges[by[node]][3])
                node = edges[by[node]][0]
            return found[::-1]
    return []


def stay_line(fact: Stays) -> str:
    """Return a line on a circle: the value that is read too late."""
    steps = zip(fact.operations, fact.reads, fact.cycles, fact.distances, strict=True)
    rows = [(distance, n, name, cycles) for n, (name, read, cycles, distance) in enumerate(steps)
            if read]  # fmt: skip
    distance, n, name, cycles = max(rows)
    value = fact.operations[(n + 1) % len(fact.operations)]
    files = "registers" if fact.files == "counted" else f"{fact.files} register files"
    when = f"of {distance} iterations before" if distance else "of the same iteration"
    return (
        f"'{name}' reads '{value}' {when}, and {files} keep it for at most"
        f" {n_cycles(cycles)} after its issue; other operands need it longer"
    )


def ways_out(fact: Stays) -> str:
    """Return what helps where a value cannot stay for long enough, in words."""
    longer = {"static": "unroll or rotating", "own": "unroll or rotating", "unroll": "rotating"}
    found = ["values that move (moves=unlimited behind a preset that has this option)"]
    if fact.files in longer:
        found.append(f"--register-files {longer[fact.files]}")
    found.append("copies in the graph that carry the value from one iteration to the next")
    return ", or ".join(found)


def stay_note(problem: Problem, contexts: int) -> str | None:
    """Return a note for an II at which no schedule executes each operation once, or None.

    Where values may be computed again, this is no bound. Graphs with multi-node operations or
    other orders of sums get no note.
    """
    if problem.transform != "none" or problem.dfg.patterns:
        return None
    once: Problem = msgspec.structs.replace(problem, recompute=False)
    fact = StayCircles(once).at(contexts)
    if fact is None:
        return None
    return (
        f"no schedule that executes every operation once has II {contexts}: {stay_line(fact)};"
        f" what helps: {ways_out(fact)}"
    )

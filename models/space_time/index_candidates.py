"""The computation by numbers: values i, their candidates l, and the order they take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.data.computation import Candidate, Computation, Read, Wire
from models.data.dfg import Operand
from models.space_time.index_array import NEVER, ArrayIndex, IntArray


class Order(NamedTuple):
    """`after` may issue in cycle k only if `before` was issued by k - L - `extra` + `distance`·T.

    L is the latency of `before`. An order edge or a priority `>` has no extra cycles; `>=` has
    -1, because completing in the same cycle is early enough. `name` is for users.
    """

    before: int
    after: int
    extra: int
    distance: int
    name: str


@dataclass(frozen=True, slots=True)
class IndexedCandidate:
    """A candidate l to compute value `value`: the l of the paper's Z[i,j,k,l].

    `slots` has the possible (value, distance) of every operand. An operand that is a constant,
    or may be one, has no slot: it never has to be waited for. `reads` has all that any operand
    may be.
    """

    value: int
    candidate: Candidate
    slots: tuple[tuple[tuple[int, int], ...], ...]
    reads: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CandidateIndex(ArrayIndex):
    """The array, and the values of the computation: the inputs, then all that can be computed.

    With `relaxed`, the computation is less than what any order of operations takes; good for
    bounds only.
    """

    relaxed: bool = False

    @cached_property
    def computation(self) -> Computation:
        """Every candidate of every value, under the problem's transformation."""
        from models.transform import relaxed, transform

        how = self.problem.transform
        if self.relaxed and how != "none":
            return relaxed(self.problem.dfg)
        return transform(self.problem.dfg, "xbtree" if how == "select" else how)

    @property
    def values(self) -> tuple[str, ...]:
        """The names of the values i."""
        return self.computation.values

    @property
    def inputs(self) -> int:
        """The number of inputs, which are the first values."""
        return len(self.problem.dfg.inputs)

    @cached_property
    def value(self) -> dict[str, int]:
        """Value name to i."""
        return self.computation.value_index

    @cached_property
    def admits(self) -> NDArray[np.bool_]:
        """[V, J]: whether a value may enter or leave a component over a path at all."""
        arch, dfg = self.problem.arch, self.problem.dfg
        intermediates = np.array([c.holds_intermediates for c in arch.components])
        results = set(dfg.results)
        inputs = set(dfg.inputs)
        free = np.array([v in results or v in inputs for v in self.values], dtype=bool)
        admitted: NDArray[np.bool_] = intermediates[None, :] | free[:, None]
        return admitted

    @cached_property
    def may_hold(self) -> NDArray[np.bool_]:
        """[V, J]: whether a component may ever hold a value."""
        capable = np.array([c.capacity != 0 for c in self.problem.arch.components])
        held: NDArray[np.bool_] = capable[None, :] & self.admits
        return held

    @cached_property
    def initial(self) -> dict[tuple[int, int], bool]:
        """(i, j) of inputs held in cycle 0: True for certain, False when the solver chooses."""
        found: dict[tuple[int, int], bool] = {}
        for j, component in enumerate(self.problem.arch.components):
            certain = self.problem.initial_inputs(component.name)
            if component.initial != "all":
                for choice in component.initial.choices:
                    for name in choice.of:
                        found[self.value[name], j] = False
            for name in certain:
                found[self.value[name], j] = True
        return found

    @cached_property
    def candidates(self) -> list[IndexedCandidate]:
        """Every candidate of every value, in the order of the values."""
        computation, value = self.computation, self.value
        constants = self.problem.dfg.constant_by_name
        wires: dict[Wire, frozenset[Operand]] = {}

        def options(read: Read) -> frozenset[Operand]:
            if isinstance(read, Operand):
                return frozenset((read,))
            if read not in wires:
                inputs = computation.blocks[read.block].inputs
                wires[read] = frozenset().union(*map(options, inputs))
            return wires[read]

        # From the first block on, so that no chain of blocks is followed recursively.
        for p, block in enumerate(computation.blocks):
            for q in range(len(block.inputs)):
                options(Wire(p, q))
        found = []
        for name in self.values[self.inputs :]:
            for candidate in computation.candidates[name]:
                slots, reads = [], set()
                for read in candidate.operands:
                    possible = {o for o in options(read) if o.value not in constants}
                    pairs = sorted((value[o.value], o.distance) for o in possible)
                    reads.update(pairs)
                    if len(possible) == len(options(read)):
                        slots.append(tuple(pairs))
                own = tuple(dict.fromkeys(slots))
                found.append(IndexedCandidate(value[name], candidate, own, tuple(sorted(reads))))
        return found

    @cached_property
    def candidates_of(self) -> list[list[int]]:
        """For each value i, its candidates l."""
        found: list[list[int]] = [[] for _ in self.values]
        for n, entry in enumerate(self.candidates):
            found[entry.value].append(n)
        return found

    @cached_property
    def chosen(self) -> list[bool]:
        """For each value, whether it has several candidates, or one that is not always open."""
        return [
            len(candidates) > 1 or any(self.candidates[n].candidate.settings for n in candidates)
            for candidates in self.candidates_of
        ]

    @cached_property
    def candidate_latency(self) -> IntArray:
        """[L, J]: cycles from issue to storing; 0 where a component cannot execute it."""
        rows: dict[str, list[int]] = {}
        names = [component.name for component in self.problem.arch.components]
        for entry in self.candidates:
            operator = entry.candidate.operator
            if operator not in rows:
                rows[operator] = [self.problem.operator_latency(operator, n) or 0 for n in names]
        table = [rows[entry.candidate.operator] for entry in self.candidates]
        return np.array(table, dtype=np.int64).reshape(len(table), len(names))

    @cached_property
    def latency(self) -> IntArray:
        """[V, J]: the shortest of any candidate; 0 where the value cannot be computed."""
        found = np.full((len(self.values), len(self.problem.arch.components)), NEVER)
        able = np.where(self.candidate_latency > 0, self.candidate_latency, NEVER)
        np.minimum.at(found, [entry.value for entry in self.candidates], able)
        return np.where(found < NEVER, found, 0)

    @cached_property
    def uneven(self) -> NDArray[np.bool_]:
        """[V, J]: whether a value has candidates that take different times on a component."""
        slowest = np.zeros_like(self.latency)
        np.maximum.at(slowest, [entry.value for entry in self.candidates], self.candidate_latency)
        found: NDArray[np.bool_] = slowest > self.latency
        return found

    @cached_property
    def readers(self) -> list[list[tuple[int, int]]]:
        """For each value, the (candidate, distance) pairs that read it, or may."""
        found: list[dict[tuple[int, int], None]] = [{} for _ in self.values]
        for n, entry in enumerate(self.candidates):
            for d, distance in entry.reads:
                found[d][n, distance] = None
        return [list(pairs) for pairs in found]

    @cached_property
    def farthest(self) -> list[int]:
        """For each value, the largest distance at which it is read."""
        return [max((distance for _, distance in pairs), default=0) for pairs in self.readers]

    @cached_property
    def order(self) -> list[int]:
        """The computed values in an order in which all that they may read of their own iteration,
        and what comes before them by an order edge, comes first.
        """
        pairs = {
            (d, entry.value)
            for entry in self.candidates
            for d, distance in entry.reads
            if distance == 0 and d >= self.inputs
        }
        edges = [edge for edge in self.problem.dfg.order if edge.distance == 0]
        pairs |= {(self.value[edge.before], self.value[edge.after]) for edge in edges}
        waiting = [0] * len(self.values)
        followers: list[list[int]] = [[] for _ in self.values]
        for before, after in pairs:
            waiting[after] += 1
            followers[before].append(after)
        ready = [i for i in range(self.inputs, len(self.values)) if not waiting[i]]
        found: list[int] = []
        while ready:
            i = ready.pop()
            found.append(i)
            for after in sorted(followers[i]):
                waiting[after] -= 1
                if not waiting[after]:
                    ready.append(after)
        return found

    @cached_property
    def orders(self) -> list[Order]:
        """Every order edge and priority between operations; inputs are there before all."""
        dfg, value = self.problem.dfg, self.value
        found = [
            Order(value[e.before], value[e.after], 0, e.distance, f"{e.before} before {e.after}")
            for e in dfg.order
        ]
        for p in dfg.priorities:
            if p.first in dfg.operation_by_name:
                extra = 0 if p.sign == ">" else -1
                name = f"{p.first} {p.sign} {p.then}"
                found.append(Order(value[p.first], value[p.then], extra, 0, name))
        return found

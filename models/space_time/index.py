"""A problem by numbers: values i, their candidates l, and the work of every mapping."""

from __future__ import annotations

from collections.abc import Callable
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

    `slots` has the possible (value, distance) of every operand. An operand that is a constant, or
    may be one, has no slot: it never has to be waited for. Nor has one that may be a loaded
    invariant. `reads` has all alternatives of every operand.
    """

    value: int
    candidate: Candidate
    slots: tuple[tuple[tuple[int, int], ...], ...]
    reads: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Index(ArrayIndex):
    """Integer indices of a problem's array and computation, and the work of every mapping.

    The values are the inputs, then all that can be computed. With `relaxed`, the computation
    requires less than every order of operations; it serves bounds only.
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
    def held_at_start(self) -> NDArray[np.bool_]:
        """[I, J]: which inputs a component holds in cycle 0, or may hold."""
        held = np.zeros((self.inputs, len(self.problem.arch.components)), dtype=np.bool_)
        for i, j in self.initial:
            held[i, j] = True
        return held

    @cached_property
    def loadable(self) -> NDArray[np.bool_]:
        """[V, J]: which values a component may hold for the whole loop, loaded before it."""
        invariants = set(self.problem.dfg.invariants)
        able = np.array([c.invariants > 0 for c in self.problem.arch.components])
        same = np.array([v in invariants for v in self.values], dtype=bool)
        found: NDArray[np.bool_] = same[:, None] & able[None, :]
        return found

    def _is_free(self, read: Operand) -> bool:
        """Whether some component need not wait for an operand: a constant or a loaded invariant."""
        if read.value in self.problem.dfg.constant_by_name:
            return True
        return not read.distance and bool(self.loadable[self.value[read.value]].any())

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
                    if not any(map(self._is_free, options(read))):
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
        """The computed values in topological order: operands of the same iteration, and
        predecessors by an order edge, come first.
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

    @cached_property
    def roots(self) -> set[int]:
        """Results and effects: the values for which a mapping is made."""
        dfg = self.problem.dfg
        effects = [o.name for o in dfg.operations if dfg.has_effect(o.name)]
        return {self.value[name] for name in (*dfg.results, *effects)}

    @cached_property
    def _earlier(self) -> dict[int, list[int]]:
        earlier: dict[int, list[int]] = {}
        for order in self.orders:
            earlier.setdefault(order.after, []).append(order.before)
        return earlier

    @cached_property
    def useful(self) -> set[int]:
        """Computed values that some mapping may have a use for."""
        return self._closure(
            lambda i: [d for n in self.candidates_of[i] for d, _ in self.candidates[n].reads]
        )

    @cached_property
    def operands(self) -> list[set[tuple[int, int]]]:
        """For each value, the (value, distance) that computing it takes by any candidate.

        Each is read when the value is computed or before, or is itself computed by
        a multi-node operation. All leaves of a cluster are operands of its root.
        """
        found: list[set[tuple[int, int]]] = [set() for _ in self.values]
        for i, candidates in enumerate(self.candidates_of):
            plain = [n for n in candidates if len(self.candidates[n].candidate.executes) == 1]
            sure = [{s[0] for s in self.candidates[n].slots if len(s) == 1} for n in plain]
            found[i] = set.intersection(*sure) if sure else set()
        # A class stands for many partial results, none of which has to be computed.
        keys = self.computation.keys
        classes = {self.value[name] for name, key in keys.items() if key[0] == "class"}
        found = [{pair for pair in pairs if pair[0] not in classes} for pairs in found]
        for cluster in self.computation.clusters:
            found[self.value[cluster.root]] |= {
                (self.value[leaf.value], leaf.distance)
                for leaf in cluster.leaves
                if not self._is_free(leaf)
            }
        return found

    @cached_property
    def executed(self) -> set[int]:
        """Values whose operation every mapping executes, on its own or within another one."""
        positions: dict[int, list[int]] = {}
        for name, key in self.computation.keys.items():
            if key[0] == "position":
                positions.setdefault(self.value[str(key[1])], []).append(self.value[name])
        return self._closure(lambda i: [*(d for d, _ in self.operands[i]), *positions.get(i, ())])

    @cached_property
    def carriers(self) -> dict[int, list[int]]:
        """For each value of `executed`, the candidates that execute its operation."""
        found: dict[int, list[int]] = {i: [] for i in self.executed}
        for n, entry in enumerate(self.candidates):
            for name in entry.candidate.executes:
                if self.value.get(name) in found:
                    found[self.value[name]].append(n)
        return found

    @cached_property
    def needed(self) -> set[int]:
        """Values of `executed` that only an issue of their own executes."""
        return {
            i
            for i, candidates in self.carriers.items()
            if i in self.roots
            or i in self.kept
            or all(self.candidates[n].value == i for n in candidates)
        }

    def _closure(self, uses: Callable[[int], list[int]]) -> set[int]:
        """The computed values that are reachable from the roots by `uses` and by orders."""
        found = set(self.roots)
        waiting = list(found)
        while waiting:
            i = waiting.pop()
            for d in [*uses(i), *self._earlier.get(i, ())]:
                if d not in found:
                    found.add(d)
                    waiting.append(d)
        return {i for i in found if i >= self.inputs}

    @cached_property
    def entering(self) -> set[int]:
        """Inputs that every mapping reads."""
        read = {d for i in self.executed for d, _ in self.operands[i]}
        return {d for d in read if d < self.inputs}

    @cached_property
    def kept(self) -> set[int]:
        """Operations that must be issued although their value may be unused."""
        dfg = self.problem.dfg
        found = {self.value[o.name] for o in dfg.operations if dfg.has_effect(o.name)}
        return found | {order.before for order in self.orders if order.after in self.executed}

"""Detours by a neighbour for values that stay in a tile for longer than an interval.

The compiler lets no register keep a value for longer, and heuristics count registers only. Their
mappings are changed: operations keep tiles and cycles, and a value that stays too long is sent to a
neighbour and back, where links, registers and its readers leave room for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from models.data.architecture import Component, Path
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.register_files.stretches import Stretch, stretches


def shortened(problem: Problem, mapping: Mapping) -> Mapping | None:
    """Return a mapping without stretches longer than the interval; None if none is found.

    The problem has the contexts of the mapping. The caller has to check the result.
    """
    board = _Board(problem, mapping)
    for found in stretches(problem, mapping).values():
        for stretch in found:
            passing = problem.arch.component_by_name[stretch.component].transient
            if not passing and not board.shorten(stretch):
                return None
    return board.mapping()


class _Detour(NamedTuple):
    """A value leaves over one path, and comes back over another one."""

    out: Path
    back: Path
    there: str


class _Board:
    """Held and sent values, while they are changed."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        assert mapping.contexts is not None, "a mapping of a loop has contexts"
        self._problem, self._mapping, self._ii = problem, mapping, mapping.contexts
        self._held: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._count: dict[tuple[str, int], int] = defaultdict(int)
        for held in mapping.holds:
            self._hold(held.value, held.component, held.cycle)
        self._sent: dict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
        for sent in mapping.transfers:
            self._sent[sent.path, sent.cycle % self._ii].add((sent.value, sent.cycle))
        self._detours = _detours(problem)
        self._needed = self._needs()

    def mapping(self) -> Mapping:
        """Return the current mapping."""
        holds = sorted((v, j, cycle) for (v, j), there in self._held.items() for cycle in there)
        sent = sorted(
            (v, path, cycle) for (path, _), all_ in self._sent.items() for v, cycle in all_
        )
        changed: Mapping = msgspec.structs.replace(
            self._mapping,
            holds=tuple(Held(*each) for each in holds),
            transfers=tuple(Transfer(*each) for each in sent),
        )
        return changed

    def shorten(self, stretch: Stretch) -> bool:
        """Make a stretch short enough; return whether this succeeded."""
        value, place, first = stretch.value, stretch.component, stretch.first
        needed = [n for n in self._needed[value, place] if first <= n <= stretch.last]
        # A value without a reader is not kept.
        last = max(needed, default=first)
        for cycle in range(last + 1, stretch.last + 1):
            self._let_go(value, place, cycle)
        while last - first >= self._ii:
            gap = next(self._gaps(value, place, first, last, set(needed)), None)
            if gap is None:
                return False
            leaves, returns, detour = gap
            for cycle in range(leaves, returns):
                self._let_go(value, place, cycle)
            arrives, sent_back = leaves + detour.out.latency, returns - detour.back.latency
            for cycle in range(arrives, sent_back):
                self._hold(value, detour.there, cycle)
            self._send(value, detour.out, arrives)
            self._send(value, detour.back, returns)
            first = returns
        return True

    def _gaps(
        self, value: str, place: str, first: int, last: int, needed: set[int]
    ) -> Iterator[tuple[int, int, _Detour]]:
        """Yield the cycles of leaving and return, and the detour: late and long ones first."""
        for leaves in range(first + self._ii, first, -1):
            farthest = min((n for n in needed if n >= leaves), default=last)
            for returns in range(min(farthest, last, leaves + self._ii), leaves, -1):
                for detour in self._detours[place]:
                    if self._is_free(value, detour, leaves, returns):
                        yield leaves, returns, detour

    def _is_free(self, value: str, detour: _Detour, leaves: int, returns: int) -> bool:
        first, last = leaves + detour.out.latency, returns - detour.back.latency - 1
        if first > last:
            return False
        for path, cycle in ((detour.out, first), (detour.back, returns)):
            used = len(self._sent[path.name, cycle % self._ii])
            if path.width is not None and used >= path.width:
                return False
        if self._held[value, detour.there].intersection(range(first - 1, last + 2)):
            return False
        room = self._problem.arch.component_by_name[detour.there].capacity or 0
        return all(
            self._count[detour.there, cycle % self._ii] < room for cycle in range(first, last + 1)
        )

    def _hold(self, value: str, place: str, cycle: int) -> None:
        self._held[value, place].add(cycle)
        self._count[place, cycle % self._ii] += 1

    def _let_go(self, value: str, place: str, cycle: int) -> None:
        self._held[value, place].remove(cycle)
        self._count[place, cycle % self._ii] -= 1

    def _send(self, value: str, path: Path, cycle: int) -> None:
        self._sent[path.name, cycle % self._ii].add((value, cycle))

    def _needs(self) -> dict[tuple[str, str], set[int]]:
        """Return the cycles at whose ends a value must be in its place."""
        needed: dict[tuple[str, str], set[int]] = defaultdict(set)
        dfg, paths = self._problem.dfg, self._problem.arch.path_by_name
        for sent in self._mapping.transfers:
            path = paths[sent.path]
            for source in path.sources:
                needed[sent.value, source].add(sent.cycle - 1 - path.latency)
        for issue in self._mapping.issues:
            for operand in dfg.operation_by_name[issue.operation].operands:
                cycle = issue.cycle - 1 + operand.distance * self._ii
                needed[operand.value, issue.component].add(cycle)
        return needed


def _detours(problem: Problem) -> dict[str, list[_Detour]]:
    """Return the ways from each component to another one that keeps values, and back."""
    arch, found = problem.arch, defaultdict(list)
    links = [
        (source, path.targets[0], path)
        for path in arch.paths
        if len(path.targets) == 1 and _keeps(arch.component_by_name[path.targets[0]])
        for source in path.sources
        if _keeps(arch.component_by_name[source])
    ]
    back = {(source, target): path for source, target, path in links}
    for source, target, path in links:
        if source != target and (target, source) in back:
            found[source].append(_Detour(path, back[target, source], target))
    return found


def _keeps(component: Component) -> bool:
    return bool(component.capacity) and component.keeps_arrivals and not component.transient

"""Facts derived from a program and an engine: flows, groups, siblings and contradictions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from models.errors import InfeasibleError
from streaming.model.engine import Engine
from streaming.model.program import Edge, Program


@dataclass(frozen=True)
class Rules:
    """The rules for one program on one engine, by the numbers of its instructions."""

    program: Program
    engine: Engine

    @property
    def size(self) -> int:
        """The number of instructions."""
        return len(self.program.instructions)

    @cached_property
    def readers(self) -> tuple[tuple[int, ...], ...]:
        """For each instruction, the readers of its result over the synchronous fabric."""
        return self._lists((source, target) for source, target in self.program.edges)

    @cached_property
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """For each instruction, the instructions it reads over the synchronous fabric."""
        return self._lists((target, source) for source, target in self.program.edges)

    @cached_property
    def flow(self) -> tuple[int, ...]:
        """The synchronous flow of each instruction, from 0: its connected component (§2.6)."""
        return _components(self.size, self.program.edges)

    @cached_property
    def group(self) -> tuple[int, ...]:
        """The group of each instruction, from 0: the closure of "shares a variable".

        §2.7, rule 1: instructions of a group are on one tile.
        """
        pairs = []
        holder: dict[str, int] = {}
        for n in range(self.size):
            for variable in sorted(self.program.variables_of(n)):
                pairs.append(Edge(holder.setdefault(variable, n), n))
        return _components(self.size, pairs)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The instructions that start a flow: they have no synchronous operands."""
        return tuple(n for n in range(self.size) if not self.sources[n])

    @cached_property
    def inbound(self) -> dict[int, tuple[Edge, ...]]:
        """The messages of each flow that waits for messages."""
        found: dict[int, list[Edge]] = {}
        for post in self.program.posts:
            found.setdefault(self.flow[post.target], []).append(post)
        return {flow: tuple(posts) for flow, posts in found.items()}

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:
        """Pairs of instructions that must be on different tiles, the lower number first.

        Siblings (§2.7, rule 3), and starts (rule 2) as `Engine.starts` reads it.
        """
        found = set()
        if self.engine.siblings:
            for readers in self.readers:
                found |= set(combinations(sorted(readers), 2))
        if self.engine.starts != "free":
            for a, b in combinations(self.starts, 2):
                if self.engine.starts == "all" or self.flow[a] != self.flow[b]:
                    found.add((a, b))
        return tuple(sorted(found))

    def require_possible(self, ii: int) -> None:
        """Raise `InfeasibleError` with the reason if a simple argument excludes mappings at `ii`.

        A program that passes may still have no mapping.
        """
        for reason in self.contradictions(ii):
            raise InfeasibleError(reason)

    def contradictions(self, ii: int) -> list[str]:
        """Return simple reasons against any mapping at `ii`, one line each; empty if none."""
        name = [instruction.name for instruction in self.program.instructions]
        tiles, found = self.engine.tiles, []
        for a, b in self.apart:
            if self.group[a] == self.group[b]:
                shared = self.program.variables_of(a) & self.program.variables_of(b)
                what = f"share '{min(shared)}'" if shared else "share variables through others"
                same = set(self.sources[a]) & set(self.sources[b])
                why = f"both read '{name[min(same)]}'" if same else "both start flows"
                found.append(
                    f"'{name[a]}' and '{name[b]}' {what} and must be on one tile, but {why}"
                )
        if self.size > tiles * ii:
            found.append(f"{self.size} instructions, {tiles} tile(s) with {ii} spoke(s) each")
        for group in range(max(self.group) + 1):
            members = [n for n in range(self.size) if self.group[n] == group]
            if len(members) > ii:
                names = f"{len(members)} instructions with '{name[members[0]]}'"
                found.append(f"{names} share variables and one tile, which has {ii} spoke(s)")
        flows = max(self.flow) + 1
        if self.engine.starts != "free" and flows > tiles:
            found.append(f"{flows} flows start on different tiles, of which there are {tiles}")
        if self.engine.starts == "all" and len(self.starts) > tiles:
            found.append(
                f"{len(self.starts)} starts on different tiles, of which there are {tiles}"
            )
        found += self._crowds(name)
        circle = self._circle()
        if circle is not None:
            found.append(f"flow of '{name[circle]}' waits for a message that itself waits for it")
        return found

    def _crowds(self, name: list[str]) -> list[str]:
        """Return results with more readers than tiles or outputs can serve."""
        found = []
        near = min(self.engine.tiles, 2 * self.engine.reach + 1)
        for n, readers in enumerate(self.readers):
            if self.engine.siblings and len(readers) > near:
                found.append(
                    f"'{name[n]}' has {len(readers)} readers on different tiles, of which a result"
                    f" reaches {near}"
                )
            elif self.engine.siblings and not self.engine.multicast and len(readers) > 2:
                what = "readers on different tiles, but one output"
                found.append(f"'{name[n]}' has {len(readers)} {what}")
        return found

    def _circle(self) -> int | None:
        """Return an instruction of flows that wait for each other's messages, or None."""
        before = {
            flow: {self.flow[post.source] for post in posts} for flow, posts in self.inbound.items()
        }
        waiting = set(before)
        while True:
            free = {flow for flow in waiting if not before[flow] & waiting}
            if not free:
                break
            waiting -= free
        return min((n for n in range(self.size) if self.flow[n] in waiting), default=None)

    def _lists(self, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(self.size)]
        for key, value in pairs:
            found[key].append(value)
        return tuple(map(tuple, found))


def _components(size: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Number the connected components of `pairs` in the order of their first members."""
    root = list(range(size))

    def find(n: int) -> int:
        while root[n] != n:
            root[n] = root[root[n]]
            n = root[n]
        return n

    for a, b in pairs:
        root[find(a)] = find(b)
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(find(n), len(numbers)) for n in range(size))

"""The rules of a mapping onto the streaming engine, stated again for the verifier.

They follow from the program's names and the engine's numbers alone, without
`streaming.model.rules` or `streaming.model.bounds`. Sets of tiles, cycles and distances are bit
sets in integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from solvers.verification.directory import MOST_STREAMED, require_extent
from streaming.model.engine import Engine
from streaming.model.program import Program

Pair = tuple[int, int]


@dataclass(frozen=True)
class StreamingFacts:
    """Facts of every mapping at `ii` with at most `cycles` cycles; instructions by number.

    Each row of `placed` is an instruction with its fixed tile and spoke.
    """

    program: Program
    engine: Engine
    ii: int
    cycles: int
    placed: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        require_extent("cycles", max(self.ii, self.cycles), MOST_STREAMED)

    @cached_property
    def posts(self) -> frozenset[Pair]:
        """Messages: source, target."""
        number = self.program.number
        return frozenset((number[m.source], number[m.target]) for m in self.program.messages)

    @cached_property
    def inputs(self) -> list[list[int]]:
        """For each instruction, the sources of its synchronous operands."""
        found: list[list[int]] = []
        number = self.program.number
        for n, x in enumerate(self.program.instructions):
            read = {number[o] for o in x.operands if isinstance(o, str) and o in number}
            found.append(sorted(u for u in read if (u, n) not in self.posts))
        return found

    @cached_property
    def edges(self) -> list[Pair]:
        """All synchronous transfers: source, reader."""
        return [(u, v) for v, sources in enumerate(self.inputs) for u in sources]

    @cached_property
    def readers(self) -> list[list[int]]:
        """For each instruction, its readers over the synchronous fabric."""
        return [[v for u, v in self.edges if u == n] for n in range(len(self.inputs))]

    @cached_property
    def flow(self) -> list[int]:
        """The flow of each instruction, named by one of its members."""
        return self._classes(self.edges)

    @cached_property
    def group(self) -> list[int]:
        """The group of each instruction; a group shares variables and hence a tile."""
        owners: dict[str, list[int]] = {}
        number = self.program.number
        for n, x in enumerate(self.program.instructions):
            read = {o for o in x.operands if isinstance(o, str) and o not in number}
            for variable in read | set(x.memory):
                owners.setdefault(variable, []).append(n)
        return self._classes((users[0], n) for users in owners.values() for n in users)

    def _classes(self, pairs: Iterable[Pair]) -> list[int]:
        least = list(range(len(self.inputs)))
        links = list(pairs)
        changed = True
        while changed:
            changed = False
            for a, b in links:
                low = min(least[a], least[b])
                changed |= least[a] != low or least[b] != low
                least[a] = least[b] = low
        return least

    @cached_property
    def starts(self) -> list[int]:
        """Instructions without synchronous operands."""
        return [n for n, sources in enumerate(self.inputs) if not sources]

    @cached_property
    def apart(self) -> set[frozenset[int]]:
        """Pairs of instructions on different tiles."""
        found = set()
        if self.engine.siblings:
            for readers in self.readers:
                found |= {frozenset(pair) for pair in combinations(readers, 2)}
        for a, b in combinations(self.starts, 2):
            if self.engine.starts == "all" or (
                self.engine.starts == "flows" and self.flow[a] != self.flow[b]
            ):
                found.add(frozenset((a, b)))
        return found

    @cached_property
    def inbound(self) -> dict[int, list[int]]:
        """Flows that wait for messages, with the source instructions of these messages."""
        found: dict[int, list[int]] = {}
        for u, v in sorted(self.posts):
            found.setdefault(self.flow[v], []).append(u)
        return found

    @cached_property
    def latency(self) -> tuple[int, ...]:
        """Cycles to a tile d away, for all d within reach."""
        return self.engine.latencies()

    @cached_property
    def heads(self) -> list[int]:
        """The earliest start of each instruction in cycles, by fixpoint iteration."""
        head = [0] * len(self.inputs)
        pipeline = self.engine.pipeline
        changed = True
        # The iteration diverges if flows wait for each other.
        while changed and max(head) <= self.cycles:
            before = list(head)
            for u, v in self.edges:
                head[v] = max(head[v], head[u] + pipeline)
            for flow, sources in self.inbound.items():
                launch = max(head[u] for u in sources) + pipeline + self.engine.message
                for n, other in enumerate(self.flow):
                    if other == flow:
                        head[n] = max(head[n], launch)
            changed = head != before
        return head

    @cached_property
    def tails(self) -> list[int]:
        """The least number of cycles from the start of each instruction to the end.

        Among readers on different tiles, at most 2 d - 1 are less than d tiles away. So among any
        k readers, one is at least k // 2 tiles away, and has at least the least work of the k.
        """
        pipeline, latency = self.engine.pipeline, self.latency
        tail = [pipeline] * len(self.inputs)
        changed = True
        while changed:
            before = list(tail)
            for n, readers in enumerate(self.readers):
                work = sorted((tail[v] for v in readers), reverse=True)
                for k, least in enumerate(work, start=1):
                    away = min(k // 2, len(latency) - 1) if self.engine.siblings else 0
                    tail[n] = max(tail[n], pipeline + min(latency[away:]) + least)
            for u, v in self.posts:
                tail[u] = max(tail[u], pipeline + self.engine.message + tail[v])
            changed = tail != before
        return tail

    @cached_property
    def windows(self) -> list[tuple[int, int]]:
        """The first and last start cycle of each instruction; first > last if there is none."""
        last = [self.cycles - tail for tail in self.tails]
        for n in self.starts:
            # A flow without messages launches in cycle 0, and its starts are within one II.
            if self.flow[n] not in self.inbound:
                last[n] = min(last[n], self.ii - 1)
        return list(zip(self.heads, last, strict=True))

    @cached_property
    def enough(self) -> int:
        """A horizon: if a mapping at this II exists, one exists with at most so many cycles.

        Start all instructions in topological order, on their tiles and spokes, each as early as
        possible: a flow's start at most II - 1 cycles after the launch, any other instruction at
        most II - 1 cycles after its last operand. Without waiting only whole flows can be moved,
        by multiples of the II: a flow is launched at most II - 1 cycles after its last message and
        its starts are at most II - 1 cycles later; but if one of them is later than the launch,
        the flow has two starts, and so two instructions to account for it. So every instruction
        adds at most one pipeline, one way, or a message, and II - 1 cycles.
        """
        engine = self.engine
        step = engine.pipeline + max(max(self.latency), engine.message) + self.ii - 1
        return self.ii - 1 + len(self.inputs) * step + engine.pipeline

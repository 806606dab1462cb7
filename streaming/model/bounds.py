"""Lower bounds by arithmetic, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from models.text import n_cycles
from streaming.model.rules import Rules


@dataclass(frozen=True)
class Bound:
    """A lower bound `value` (cycles or II) with its `reason` in words."""

    value: int
    reason: str


@dataclass(frozen=True)
class Times:
    """The earliest start and the longest remaining work of every instruction, in cycles.

    Readers of one result are on different tiles (§2.7, rule 3), and at most two tiles are at any
    distance. So among k readers, sorted by decreasing work, the i-th is at least ⌈i/2⌉ tiles away;
    no other order gives a smaller maximum.
    """

    rules: Rules

    @cached_property
    def tails(self) -> tuple[int, ...]:
        """Cycles from the start of each instruction to the end of its last dependent."""
        tail = [0] * self.rules.size
        latency = _away(self.rules)
        posts = self.rules.program.posts
        for n in reversed(self.rules.program.order):
            work = sorted((tail[reader] for reader in self.rules.readers[n]), reverse=True)
            spread = self.rules.engine.siblings
            rest = [latency[(i + 1) // 2 if spread else 0] + w for i, w in enumerate(work)]
            rest += [self.rules.engine.message + tail[p.target] for p in posts if p.source == n]
            tail[n] = self.rules.engine.pipeline + max(rest, default=0)
        return tuple(tail)

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The earliest start of each instruction, in cycles."""
        head = [0] * self.rules.size
        rules, engine = self.rules, self.rules.engine
        launch: dict[int, int] = {}
        # Messages order flows: an instruction is visited after the sources of its flow's messages.
        for _ in range(len(rules.inbound) + 1):
            for n in rules.program.order:
                ready = [head[u] + engine.pipeline for u in rules.sources[n]]
                head[n] = max([launch.get(rules.flow[n], 0), *ready])
            launch = {
                flow: max(head[post.source] + engine.pipeline + engine.message for post in posts)
                for flow, posts in rules.inbound.items()
            }
        return tuple(head)


def least_cycles(rules: Rules) -> Bound:
    """Return the length of the critical path, in cycles."""
    times = Times(rules)
    worst = max(range(rules.size), key=lambda n: times.heads[n] + times.tails[n])
    name = rules.program.instructions[worst].name
    cycles = times.heads[worst] + times.tails[worst]
    return Bound(cycles, f"critical path: '{name}' starts in cycle {times.heads[worst]} at the"
                 f" earliest, and {n_cycles(times.tails[worst])} follow")  # fmt: skip


def least_ii(rules: Rules) -> Bound:
    """Return the least II with enough spokes for all instructions, and for each group on a tile."""
    size, tiles = rules.size, rules.engine.tiles
    sizes = [rules.group.count(g) for g in range(max(rules.group) + 1)]
    every = -(-size // tiles)
    if max(sizes) > every:
        g = sizes.index(max(sizes))
        name = rules.program.instructions[rules.group.index(g)].name
        return Bound(max(sizes), f"{max(sizes)} instructions share one tile with '{name}'")
    return Bound(every, f"{size} instructions on {tiles} tile(s)")


def most_cycles(rules: Rules, ii: int) -> int:
    """Return a horizon: if a mapping at `ii` exists, one exists with at most so many cycles.

    If every instruction starts as early as its tile and spoke allow, none waits for II cycles: each
    step of the longest path takes the pipeline, the longest hop or a message, and less than II
    more.
    """
    engine = rules.engine
    step = engine.pipeline + max(*engine.latencies(), engine.message) + ii - 1
    return ii - 1 + rules.size * step + engine.pipeline


def _away(rules: Rules) -> list[int]:
    """Return the least latency to a tile at least d tiles away, for each d a reader may need."""
    latency = list(rules.engine.latencies())
    found = [min(latency[d:]) for d in range(len(latency))]
    return [*found, *[found[-1]] * rules.size]

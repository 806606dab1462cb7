"""The search through all states of a machine, widened: switches, hops, routing, shared limits.

Without pipelining and ports, and by the words of `docs/model.md` alone: within a cycle the values
on narrow paths are chosen, and everything else moves as far as it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from models.data.problem import Problem
from tests.models.brute_force import Masks, State, TooManyError, _Machine, fullest, subsets

ROUTE = 1 << 20
"""Counts a store in passing, in the number that says which effects have happened."""


def minimum_wide(problem: Problem, most: int, effort: int = 10**9) -> int | None:
    """The fewest cycles in which the DFG can be executed; None if more than `most`.

    Raises `TooManyError` after `effort` steps from one state to another.
    """
    machine = _Wide(problem, effort)
    level = machine.first_states()
    seen = set(level)
    for cycles in range(1, most + 1):
        if any(map(machine.finished, level)):
            return cycles
        level = {new for state in level for new in machine.successors(state)} - seen
        level = machine.best(level)
        seen |= level
    return None


class _Wide(_Machine):
    def __init__(self, problem: Problem, effort: int) -> None:
        super().__init__(problem)
        assert not self.ported
        self.effort = effort
        self.operator = [op.operator for op in problem.dfg.operations]
        limits = problem.arch.shared
        self.shared = [
            ({j for j, c in enumerate(self.components) if c.name in x.components}, x.ops, x.at_most)
            for x in limits
        ]
        together = set().union(*(places for places, _, _ in self.shared))
        self.scarce = {j for j, c in enumerate(self.components) if c.routing_issues} | together

    def best(self, states: set[State]) -> set[State]:
        """Leave out states that hold, or have completed, no more than another one."""
        groups: dict[tuple, list[tuple[int, State]]] = {}
        for state in states:
            held, computing, flying, executed, done = state
            everything = done
            for mask in held:
                everything = everything << len(self.values) | mask
            groups.setdefault((computing, flying, executed), []).append((everything, state))
        kept = set()
        for group in groups.values():
            found: list[int] = []
            for everything, state in sorted(group, key=lambda pair: -pair[0].bit_count()):
                if all(everything & ~other for other in found):
                    found.append(everything)
                    kept.add(state)
        return kept

    def successors(self, state: State) -> Iterator[State]:
        held, computing, flying, executed, done = state
        landed = frozenset((h, v) for left, h, v in flying if left == 0)
        flying = frozenset((left - 1, h, v) for left, h, v in flying if left)
        finishing = [(j, op) for left, j, op in computing if left == 0]
        computing = frozenset((left - 1, j, op) for left, j, op in computing if left)
        for sent in set(self.moves(held, landed)):
            now = landed | {(h, v) for h, v in sent if not self.paths[h][3]}
            later = {(self.paths[h][3] - 1, h, v) for h, v in sent if self.paths[h][3]}
            arrived = self.arrived(now)
            readable = [a | b for a, b in zip(held, arrived, strict=True)]
            for issued in self.issues(readable, executed, done):
                rest = (computing, flying | later, executed, done)
                for new in self.stored(held, arrived, issued, finishing, rest):
                    self.effort -= 1
                    if self.effort < 0:
                        raise TooManyError
                    yield new

    def arrived(self, now: frozenset[tuple[int, int]]) -> Masks:
        masks = [0] * len(self.components)
        for h, v in now:
            for t in self.paths[h][1]:
                masks[t] |= 1 << v & self.enters[t]
        return tuple(masks)

    def moves(
        self, held: Masks, landed: frozenset[tuple[int, int]]
    ) -> Iterator[frozenset[tuple[int, int]]]:
        """What leaves in a cycle, for every choice of what narrow paths carry."""
        every = [set(range(len(self.values))) for _ in self.paths]
        possible = self.spread(held, landed, every)
        options = []
        for h, (_, _, width, _) in enumerate(self.paths):
            carried = sorted(v for g, v in possible if g == h)
            options.append([set(group) for group in fullest(carried, width)])
        for chosen in product(*options):
            yield self.spread(held, landed, list(chosen))

    def spread(
        self, held: Masks, landed: frozenset[tuple[int, int]], allowed: list[set[int]]
    ) -> frozenset[tuple[int, int]]:
        """Everything that leaves if each path carries what it is allowed to."""
        arch = self.problem.arch
        reached = {(h, v): arch.paths[h].hops for h, v in landed}
        sent: set[tuple[int, int]] = set()
        changed = True
        while changed:
            changed = False
            there: dict[tuple[int, int], int] = {}
            for (h, v), hops in reached.items():
                for t in self.paths[h][1]:
                    if self.components[t].switch and self.enters[t] >> v & 1:
                        there[t, v] = min(hops, there.get((t, v), hops))
            for h, (sources, targets, _, latency) in enumerate(self.paths):
                for v in allowed[h]:
                    if not any(self.enters[t] >> v & 1 for t in targets):
                        continue
                    offers = [0 for s in sources if held[s] >> v & 1]
                    offers += [there[s, v] for s in sources if (s, v) in there]
                    if not offers:
                        continue
                    if latency:
                        changed |= (h, v) not in sent
                        sent.add((h, v))
                        continue
                    hops = min(offers) + arch.paths[h].hops
                    if arch.max_hops is not None and hops > arch.max_hops:
                        continue
                    if hops < reached.get((h, v), 1 << 30):
                        reached[h, v] = hops
                        sent.add((h, v))
                        changed = True
        return frozenset(sent)

    def may_idle(self, j: int) -> bool:
        return j in self.scarce

    def granted(self, issued: tuple[tuple[int, int], ...]) -> bool:
        return all(
            sum(j in places and self.operator[op] in ops for j, op in issued) <= at_most
            for places, ops, at_most in self.shared
        )

    def stored(
        self,
        held: Masks,
        arrived: Masks,
        issued: tuple[tuple[int, int], ...],
        finishing: list[tuple[int, int]],
        rest: tuple,
    ) -> Iterator[State]:
        computing, flying, executed, done = rest
        at_once = [(j, op) for j, op in issued if self.latency[op][j] == 1]
        slow = {(self.latency[op][j] - 2, j, op) for j, op in issued if self.latency[op][j] > 1}
        complete = [*finishing, *at_once]
        for _, op in complete:
            done |= 1 << op if op in self.watched else 0
        for _, op in issued:
            executed |= 1 << op if op in self.effects else 0
            if any(then == op and not done >> first & 1 for first, then in self.no_later):
                return
        options: list[set[tuple[int, int]]] = []
        for j, component in enumerate(self.components):
            free = 0 if component.transient else held[j]
            for place, op in complete:
                free |= 1 << self.inputs + op if place == j else 0
            free &= self.enters[j]
            coming = arrived[j] & ~free if component.keeps_arrivals else 0
            masks = set()
            if not component.routing_issues:
                free, coming = free | coming, 0
            slots = component.issue - sum(place == j for place, _ in issued)
            for passing in subsets(self.bits(coming), 0, slots):
                most = free | sum(1 << v for v in passing)
                for group in fullest(self.bits(most), component.capacity):
                    masks.add((len(passing), sum(1 << v for v in group)))
            options.append(masks)
        allowed = self.problem.arch.max_routes
        for choice in product(*options):
            routes = executed // ROUTE + sum(count for count, _ in choice)
            if allowed is None:
                routes = 0
            elif routes > allowed:
                continue
            masks = tuple(mask for _, mask in choice)
            yield masks, computing | slow, flying, executed % ROUTE + routes * ROUTE, done

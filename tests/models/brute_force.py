"""An oracle for tiny problems, written from the space-time model's words alone.

`minimum` walks through all states a machine can be in, breadth first, without pipelining. Of
`models` it reads the data classes and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product

from models.data.architecture import Component, InitialContents
from models.data.problem import Problem

Masks = tuple[int, ...]
# Values held by component; (remaining, component, operation); (remaining, path, value);
# effects already issued; operations completed.
State = tuple[Masks, frozenset, frozenset, int, int]


def own_latency(problem: Problem, operation: int, component: Component) -> int | None:
    """Cycles from issue to storing, None where the component cannot execute the operation."""
    op = problem.dfg.operations[operation]
    if component.issue == 0:
        return None
    default = next(o.latency for o in problem.dfg.operators if o.name == op.operator)
    if component.ops is None:
        return default
    for support in component.ops:
        if isinstance(support, str):
            if support == op.operator:
                return default
        elif support.name == op.operator:
            return default if support.latency is None else support.latency
    return None


def passes(problem: Problem, value: str, component: Component) -> bool:
    """Whether a value may be in a component at all, registers or not."""
    return component.holds_intermediates or value in (*problem.dfg.inputs, *problem.dfg.results)


def starts(problem: Problem, component: Component) -> list[set[str]]:
    """Every set of inputs that a component may hold in cycle 0, none of them a part of another."""
    if not isinstance(component.initial, InitialContents):
        return [set(problem.dfg.inputs)]
    free = sorted({name for choice in component.initial.choices for name in choice.of})
    legal = [
        set(chosen)
        for chosen in subsets(free)
        if all(len(set(chosen) & set(c.of)) <= c.at_most for c in component.initial.choices)
    ]
    largest = [s for s in legal if not any(s < other for other in legal)]
    return [s | set(component.initial.values) for s in largest]


def subsets(items: Iterable, least: int = 0, most: int | None = None) -> Iterator[tuple]:
    """All subsets with `least` to `most` members."""
    pool = list(items)
    top = len(pool) if most is None else min(most, len(pool))
    return chain.from_iterable(combinations(pool, n) for n in range(least, top + 1))


def fullest(items: Iterable, limit: int | None) -> Iterator[tuple]:
    """The subsets of at most `limit` members to which nothing can be added."""
    pool = list(items)
    count = len(pool) if limit is None else min(limit, len(pool))
    return combinations(pool, count)


class TooManyError(Exception):
    """The machine has more states than a test should walk through."""


def minimum(problem: Problem, most: int, effort: int = 10**9) -> int | None:
    """The fewest cycles in which the DFG can be executed; None if more than `most`.

    Raises `TooManyError` after `effort` steps from one state to another.
    """
    same, parts = problem.dfg.invariants, problem.arch.components
    found: int | None = None
    for loaded in product(*(fullest(same, part.invariants) for part in parts)):
        bound = most if found is None else found - 1
        found = _minimum(_Machine(problem, loaded), bound, effort) or found
    return found


def _minimum(machine: _Machine, most: int, effort: int) -> int | None:
    """The same where it is known what each component holds for the whole loop."""
    level = machine.first_states()
    seen = set(level)
    for cycles in range(1, most + 1):
        if any(map(machine.finished, level)):
            return cycles
        following = set()
        for state in level:
            for new in machine.successors(state):
                following.add(new)
                effort -= 1
                if effort < 0:
                    raise TooManyError
        level = following - seen
        level = undominated(level, len(machine.values))
        seen |= level
    return None


def undominated(states: set[State], width: int) -> set[State]:
    """Leave out states that hold and have completed no more than another, all else being equal."""
    groups: dict[tuple, list[tuple[int, State]]] = {}
    for state in states:
        held, computing, flying, executed, done = state
        everything = done
        for mask in held:
            everything = everything << width | mask
        groups.setdefault((computing, flying, executed), []).append((everything, state))
    kept = set()
    for group in groups.values():
        best: list[int] = []
        for everything, state in sorted(group, key=lambda pair: -pair[0].bit_count()):
            if all(everything & ~other for other in best):
                best.append(everything)
                kept.add(state)
    return kept


class _Machine:
    def __init__(self, problem: Problem, loaded: tuple[tuple[str, ...], ...]) -> None:
        assert problem.contexts is None
        dfg, arch = problem.dfg, problem.arch
        self.problem = problem
        self.values = (*dfg.inputs, *(op.name for op in dfg.operations))
        bit = {name: 1 << i for i, name in enumerate(self.values)}
        self.inputs = len(dfg.inputs)
        self.loaded = [sum(bit[name] for name in names) for names in loaded]
        place = {c.name: j for j, c in enumerate(arch.components)}
        self.components = arch.components
        self.paths = [
            ([place[s] for s in p.sources], [place[t] for t in p.targets], p.width, p.latency)
            for p in arch.paths
        ]
        constants = {c.name for c in dfg.constants}
        self.reads = [
            sum({bit[o.value] for o in op.operands if o.value not in constants})
            for op in dfg.operations
        ]
        self.results = sum(bit[name] for name in dfg.results)
        useful = self.results
        for read in self.reads:
            useful |= read
        self.enters = [
            sum(bit[v] for v in self.values if passes(problem, v, c)) & useful
            for c in self.components
        ]
        self.external = None if arch.external is None else place[arch.external]
        operators = {o.name: o for o in dfg.operators}
        number = {op.name: i for i, op in enumerate(dfg.operations)}
        self.effects = {i for i, op in enumerate(dfg.operations) if operators[op.operator].effect}
        self.latency = [
            [own_latency(problem, i, c) for c in self.components]
            for i in range(len(dfg.operations))
        ]
        self.before = [(number[e.before], number[e.after]) for e in dfg.order]
        self.no_later = []
        for p in dfg.priorities:
            if p.first in number:
                kind = self.before if p.sign == ">" else self.no_later
                kind.append((number[p.first], number[p.then]))
        self.watched = {first for first, _ in (*self.before, *self.no_later)}
        # Leaving out an issue of these may be what makes another choice legal.
        self.delicate = self.effects | {then for _, then in self.no_later}
        self.ported = any(
            c.read_ports is not None or c.write_ports is not None for c in self.components
        )

    def bits(self, mask: int) -> list[int]:
        return [i for i in range(len(self.values)) if mask >> i & 1]

    def first_states(self) -> set[State]:
        options = []
        for component, enters in zip(self.components, self.enters, strict=True):
            masks = set()
            for names in starts(self.problem, component):
                if component.capacity is None or len(names) <= component.capacity:
                    masks.add(sum(1 << self.values.index(name) for name in names) & enters)
                else:
                    for kept in fullest(names, component.capacity):
                        masks.add(sum(1 << self.values.index(n) for n in kept) & enters)
            options.append(masks)
        return {(held, frozenset(), frozenset(), 0, 0) for held in product(*options)}

    def finished(self, state: State) -> bool:
        held, computing, _, executed, _ = state
        if self.external is not None and held[self.external] & self.results != self.results:
            return False
        if any(op in self.effects for _, _, op in computing):
            return False
        return all(executed >> i & 1 for i in self.effects)

    def successors(self, state: State) -> Iterator[State]:
        held, computing, flying, executed, done = state
        landed = [(h, v) for left, h, v in flying if left == 0]
        flying = frozenset((left - 1, h, v) for left, h, v in flying if left)
        finishing = [(j, op) for left, j, op in computing if left == 0]
        computing = frozenset((left - 1, j, op) for left, j, op in computing if left)
        for sent in set(self.transfers(held)):
            now = [*landed, *((h, v) for h, v in sent if self.paths[h][3] == 0)]
            later = {(self.paths[h][3] - 1, h, v) for h, v in sent if self.paths[h][3]}
            for arrived in set(self.latches(now)):
                readable = [a | b for a, b in zip(held, arrived, strict=True)]
                for issued in self.issues(readable, executed, done):
                    complete = [*finishing, *self.at_once(issued)]
                    if not self.files_fit(sent, now, arrived, issued, complete):
                        continue
                    yield from self.stored(
                        held,
                        arrived,
                        issued,
                        finishing,
                        (computing, flying | later, executed, done),
                    )

    def transfers(self, held: Masks) -> Iterator[frozenset[tuple[int, int]]]:
        per_path = []
        for h, (sources, targets, width, latency) in enumerate(self.paths):
            present, admitted, there = 0, 0, ~0
            for s in sources:
                present |= held[s]
            for t in targets:
                admitted |= self.enters[t]
                part = self.components[t]
                idle = latency or part.transient or part.file_ports
                keeps = 0 if idle else held[t]
                there &= keeps
            useful = self.bits(present & admitted & ~there)
            chosen = subsets(useful, 0, width) if self.ported else fullest(useful, width)
            per_path.append([[(h, v) for v in group] for group in chosen])
        for groups in product(*per_path):
            sent = frozenset(chain.from_iterable(groups))
            if not self.ported or self.drivable(held, sent):
                yield sent

    def drivable(self, held: Masks, sent: frozenset[tuple[int, int]]) -> bool:
        choices = [[s for s in self.paths[h][0] if held[s] >> v & 1] for h, v in sent]
        for drivers in product(*choices):
            if all(
                c.read_ports is None or drivers.count(j) <= c.read_ports
                for j, c in enumerate(self.components)
            ):
                return True
        return False

    def latches(self, now: list[tuple[int, int]]) -> Iterator[Masks]:
        """What enters each component; on a bus with few ports a component may let values pass."""
        per_component = []
        for j, component in enumerate(self.components):
            certain, free = [], []
            for h, v in now:
                if j in self.paths[h][1] and self.enters[j] >> v & 1:
                    optional = component.write_ports is not None and len(self.paths[h][1]) > 1
                    (free if optional else certain).append(v)
            masks = set()
            for chosen in subsets(sorted(set(free))):
                ports = len(certain) + len(chosen)
                if component.write_ports is None or ports <= component.write_ports:
                    mask = 0
                    for v in (*certain, *chosen):
                        mask |= 1 << v
                    masks.add(mask)
            per_component.append(masks)
        return product(*per_component)

    def issues(
        self, readable: list[int], executed: int, done: int
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        per_component = []
        for j, component in enumerate(self.components):
            ready = [
                op
                for op, read in enumerate(self.reads)
                if self.latency[op][j] is not None
                and read & ~(readable[j] | self.loaded[j]) == 0
                and not (op in self.effects and executed >> op & 1)
                and all(done >> first & 1 for first, then in self.before if then == op)
            ]
            options = []
            for group in subsets(ready, 0, component.issue):
                more = [op for op in ready if op not in group and op not in self.delicate]
                if self.may_idle(j) or len(group) == component.issue or not more:
                    options.append([(j, op) for op in group])
            per_component.append(options)
        for groups in product(*per_component):
            issued = tuple(chain.from_iterable(groups))
            effects = [op for _, op in issued if op in self.effects]
            if len(effects) == len(set(effects)):
                yield issued

    def may_idle(self, j: int) -> bool:
        """Whether component j may issue less than it could, since something else needs that."""
        return self.components[j].file_ports

    def at_once(self, issued: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        """The issues that are completed in their own cycle."""
        return [(j, op) for j, op in issued if self.latency[op][j] == 1]

    def files_fit(
        self,
        sent: frozenset[tuple[int, int]],
        now: list[tuple[int, int]],
        arrived: Masks,
        issued: tuple[tuple[int, int], ...],
        complete: list[tuple[int, int]],
    ) -> bool:
        """Whether operands out of register files, and results into them, find ports."""
        for j, part in enumerate(self.components):
            if not part.file_ports:
                continue
            read = 0
            for place, op in issued:
                read |= self.reads[op] & ~(arrived[j] | self.loaded[j]) if place == j else 0
            leave = len(self.bits(read)) + sum(j in self.paths[h][0] for h, _ in sent)
            enter = sum(j in self.paths[h][1] for h, _ in now)
            enter += sum(place == j and self.is_stored(op) for place, op in complete)
            for limit, count in ((part.read_ports, leave), (part.write_ports, enter)):
                if limit is not None and count > limit:
                    return False
        return True

    def is_stored(self, op: int) -> bool:
        """Whether the value of an operation is a result, or something reads it."""
        bit = 1 << self.inputs + op
        return bool(self.results & bit) or any(read & bit for read in self.reads)

    def stored(
        self,
        held: Masks,
        arrived: Masks,
        issued: tuple[tuple[int, int], ...],
        finishing: list[tuple[int, int]],
        rest: tuple,
    ) -> Iterator[State]:
        computing, flying, executed, done = rest
        slow = {(self.latency[op][j] - 2, j, op) for j, op in issued if self.latency[op][j] > 1}
        complete = [*finishing, *self.at_once(issued)]
        for _, op in complete:
            if op in self.watched:
                done |= 1 << op
        for _, op in issued:
            if op in self.effects:
                executed |= 1 << op
            if any(then == op and not done >> first & 1 for first, then in self.no_later):
                return
        options = []
        for j, component in enumerate(self.components):
            candidates = arrived[j] | (0 if component.transient else held[j])
            for place, op in complete:
                if place == j:
                    candidates |= 1 << self.inputs + op
            kept = self.bits(candidates & self.enters[j])
            options.append([sum(1 << v for v in s) for s in fullest(kept, component.capacity)])
        for masks in product(*options):
            yield masks, computing | slow, flying, executed, done

"""The needs of the items of a mapping: the supports that rules 4 to 6 and orders require.

One statement of the rules, as lists of alternatives: an item is justified when the mapping has one
of each list. The checker asks whether one exists, pruning asks which. Source: clauses 4 to 6 of the
SAT-mapping paper, extended by latencies, buses and loop-carried operands.

A value that arrives in a switch may leave it in the same cycle, so that transfers of one cycle
support one another. Each chain must begin with a transfer that has another support: a component
that held the value, or an arrival of an earlier cycle. A search from those finds the shortest chain
to all others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from heapq import heappop, heappush
from operator import itemgetter

import msgspec

from models.data.architecture import Path
from models.data.dfg import Operand, Operation
from models.data.mapping import Issue, Mapping, Performed
from models.data.problem import Problem
from models.judge.checker_operations import operand_count, sound_intermediates

# (kind, value or operation, component or path, cycle); the kind is "X", "Y", "Z", or "V" for an
# invariant that a component holds for the whole loop, in cycle 0.
Item = tuple[str, str, str, int]


def items_of(mapping: Mapping) -> list[Item]:
    """The items of a mapping as plain tuples, in its own order."""
    return [
        *(("X", held.value, held.component, held.cycle) for held in mapping.holds),
        *(("Y", moved.value, moved.path, moved.cycle) for moved in mapping.transfers),
        *(("Z", issue.operation, issue.component, issue.cycle) for issue in mapping.issues),
        *(("V", loaded.value, loaded.component, 0) for loaded in mapping.loaded),
    ]


class Need(msgspec.Struct, frozen=True):
    """By `rule`, an item needs one of `alternatives`, which lists the preferred ones first.

    It needs the value `name` in `cycle`, of an iteration `distance` before its own; by order, the
    operation `name` completed by the end of `cycle`.
    """

    rule: str
    name: str
    cycle: int
    alternatives: Iterable[Item]
    distance: int = 0


class Supports:
    """The alternatives within one mapping, which fixes the operator and the latency of its issues.

    `defined` are the intermediates with a sound definition, `faults` has a line on each of the
    others. `operations` are those of the DFG and `defined`, `values` these and the inputs. `issues`
    has one issue per item of kind "Z"; of several at the same place and time the one that performs
    its definition, or the first by operator and operands. `results` are the holds due in the end.
    All arguments must be names of the problem; cycles are not bounded. Only transfers and issues of
    the mapping are alternatives: an external memory may have a thousand paths into it.
    """

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem = problem
        self.interval = problem.contexts or 0
        self.paths_into: dict[str, list[Path]] = {
            component.name: [] for component in problem.arch.components
        }
        for path in problem.arch.paths:
            for target in path.targets:
                self.paths_into[target].append(path)
        self.switches = {part.name for part in problem.arch.components if part.switch}
        self.storing = {part.name for part in problem.arch.components if part.routing_issues}
        dfg = problem.dfg
        self.defined, self.faults = sound_intermediates(dfg, mapping.intermediates)
        self.operations = {**dfg.operation_by_name, **self.defined}
        self.values = {*dfg.values, *self.defined}
        self.intermediates = set(self.operations) - set(dfg.results)
        external, last = problem.arch.external or "", mapping.horizon - 1
        self.results: list[Item] = [("X", value, external, last) for value in dfg.results]
        self.preceding = preceding(problem)
        self.issues: dict[Item, Issue] = {}
        for issue in sorted(mapping.issues, key=_preference, reverse=True):
            known = issue.component in problem.arch.component_by_name
            if known and issue.operation in self.operations:
                self.issues["Z", issue.operation, issue.component, issue.cycle] = issue
        self._arriving: dict[tuple[str, str, int], list[Item]] = defaultdict(list)
        place = {path.name: n for n, path in enumerate(problem.arch.paths)}
        moved = {(place[t.path], t.value, t.cycle) for t in mapping.transfers if t.path in place}
        for number, value, cycle in sorted(moved):
            path = problem.arch.paths[number]
            for target in path.targets:
                self._arriving[value, target, cycle].append(("Y", value, path.name, cycle))
        self._latency: dict[tuple[str, str], int | None] = {}
        self._completed: dict[tuple[str, str, int], list[Item]] = defaultdict(list)
        self._ends: dict[str, list[tuple[int, Item]]] = defaultdict(list)
        for item in sorted(self.issues, key=itemgetter(3, 2)):
            latency = self.latency(item)
            if latency is not None:
                end = item[3] + latency - 1
                self._completed[item[1], item[2], end].append(item)
                self._ends[item[1]].append((end, item))

    def unknown(self, item: Item) -> str | None:
        """Return, in words, a name of an item that the problem lacks; None if it has both."""
        kind, name, place, _ = item
        arch = self.problem.arch
        if name not in (self.operations if kind == "Z" else self.values):
            return f"operation '{name}'" if kind == "Z" else f"value '{name}'"
        if place not in (arch.path_by_name if kind == "Y" else arch.component_by_name):
            return f"path '{place}'" if kind == "Y" else f"component '{place}'"
        return None

    def slot(self, cycle: int) -> int:
        """The cycles that count together have the same slot."""
        return cycle % self.interval if self.interval else cycle

    def when(self, slot: int) -> str:
        """The cycles of a slot, in words."""
        return f"in cycles = {slot} mod {self.interval}" if self.interval else f"in cycle {slot}"

    def performed(self, item: Item) -> Performed | Operation:
        """Return the operation that an issue of the mapping executes; by default its definition."""
        return self.issues[item].performs or self.operations[item[1]]

    def latency(self, item: Item) -> int | None:
        """`Problem.operator_latency` of an issue; None for an operator that is not known too."""
        key = (self.performed(item).operator, item[2])
        if key not in self._latency:
            known = operand_count(self.problem.dfg, key[0]) is not None
            self._latency[key] = self.problem.operator_latency(*key) if known else None
        return self._latency[key]

    def may_hold(self, value: str, component: str) -> bool:
        """`Problem.may_hold`, of intermediates too."""
        return self.problem.may_hold(value, component) and (
            value in self.problem.dfg.consumers or self.admits(value, component)
        )

    def admits(self, value: str, component: str) -> bool:
        """Whether `value` may enter or leave `component` over a path."""
        return (
            value not in self.intermediates
            or self.problem.arch.component_by_name[component].holds_intermediates
        )

    def needs(self, item: Item) -> Iterator[Need]:
        """Yield the needs of an item; a value held in cycle 0 has none."""
        kind, name, place, cycle = item
        if kind == "Y":
            path = self.problem.arch.path_by_name[place]
            yield Need("5 transfer", name, cycle, self.transfer(name, path, cycle))
        elif kind == "Z":
            for operand in self.operands(item):
                value, own = operand.value, cycle + operand.distance * self.interval
                sources = self.read(value, place, own, operand.distance)
                yield Need("6 operand", value, own, sources, operand.distance)
            for first, offset in self.preceding.get(name, ()):
                until = cycle + offset
                completed = (other for end, other in self._ends.get(first, ()) if end <= until)
                yield Need("order", first, until, completed)
        elif kind == "X" and cycle > 0:
            yield Need("4 holding", name, cycle, self.holding(name, place, cycle))

    def holding(self, value: str, component: str, cycle: int) -> Iterator[Item]:
        """Rule 4: held before, arriving where that is kept, or just computed; for cycles from 1."""
        part = self.problem.arch.component_by_name[component]
        if not part.transient:
            yield ("X", value, component, cycle - 1)
        if part.keeps_arrivals:
            yield from self.arriving(value, component, cycle)
        yield from self.completing(value, component, cycle)

    def completing(self, value: str, component: str, cycle: int) -> list[Item]:
        """The issues on `component` whose result `value` can be stored at the end of `cycle`."""
        return self._completed.get((value, component, cycle), [])

    def arriving(self, value: str, component: str, cycle: int) -> Iterator[Item]:
        """The transfers that bring `value` into `component` in `cycle`."""
        if self.admits(value, component):
            yield from self._arriving.get((value, component, cycle), ())

    def transfer(self, value: str, path: Path, cycle: int) -> Iterator[Item]:
        """Rule 5: held in some source when the path's latency began, or passing through it then.

        Holding comes first. Alternatives through switches may form a cycle of transfers.
        """
        for source in path.sources:
            yield ("X", value, source, cycle - 1 - path.latency)
        for source in path.sources:
            yield from self.passing(value, source, cycle - path.latency)

    def passing(self, value: str, component: str, cycle: int) -> Iterator[Item]:
        """The transfers that bring `value` to where it can leave again in `cycle`: a switch."""
        if component in self.switches:
            yield from self.arriving(value, component, cycle)

    def read(self, value: str, component: str, cycle: int, distance: int) -> Iterator[Item]:
        """Rule 6: in the component already, or arriving; on the time axis of the value read.

        First of all, loaded before the loop: then it has one number in all iterations.
        """
        if not distance and value in self.problem.dfg.invariants:
            yield ("V", value, component, 0)
        yield ("X", value, component, cycle - 1)
        yield from self.arriving(value, component, cycle)

    def operands(self, item: Item) -> list[Operand]:
        """Return the operands that must be brought to an issue: all but the immediate constants."""
        constants = self.problem.dfg.constant_by_name
        read = self.performed(item).operands
        return [operand for operand in read if operand.value not in constants]


def _preference(issue: Issue) -> tuple[bool, str, list[tuple[str, int]]]:
    if issue.performs is None:
        return (False, "", [])
    operands = [(operand.value, operand.distance) for operand in issue.performs.operands]
    return (True, issue.performs.operator, operands)


def preceding(problem: Problem) -> dict[str, list[tuple[str, int]]]:
    """Map each operation to pairs (other operation, offset): at k it needs the other one completed
    by the end of k + offset.

    These are the order edges and priorities into it. An input that has priority over it is
    available from the start and adds no pair.
    """
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for edge in problem.dfg.order:
        found[edge.after].append((edge.before, edge.distance * (problem.contexts or 0) - 1))
    for priority in problem.dfg.priorities:
        if priority.first in problem.dfg.operation_by_name:
            offset = -1 if priority.sign == ">" else 0
            found[priority.then].append((priority.first, offset))
    return found


def fewest_hops(
    paths: dict[str, Path],
    transfers: Iterable[Item],
    rests_on: Callable[[Item], Iterable[Item]],
    granted: Container[Item] = (),
) -> dict[Item, int]:
    """Return the hops of the shortest chain to each of `transfers`, in the order of reaching them.

    `transfers` are all those of one value in one cycle, `rests_on` gives the supports of each.
    Transfers that only support one another are missing. The `granted` need no support.
    """
    followers: dict[Item, list[Item]] = defaultdict(list)
    waiting: list[tuple[int, Item]] = []
    for item in transfers:
        before = list(rests_on(item))
        # No chain is shorter than the transfer alone, from where the value was held.
        if item in granted or any(not same_cycle(other, item[3]) for other in before):
            heappush(waiting, (paths[item[2]].hops, item))
        else:
            for other in before:
                followers[other].append(item)
    reached: dict[Item, int] = {}
    while waiting:
        hops, item = heappop(waiting)
        if item not in reached:
            reached[item] = hops
            for other in followers.get(item, ()):
                heappush(waiting, (hops + paths[other[2]].hops, other))
    return reached


def same_cycle(support: Item, cycle: int) -> bool:
    """Whether the support of a transfer in `cycle` is a transfer of that cycle, through a
    switch.
    """
    return support[0] == "Y" and support[3] == cycle


def chain_faults(supports: Supports, items: Collection[Item]) -> Iterator[tuple[str, Item, str]]:
    """Yield rule, transfer and fault of every transfer without a legal chain of others to it.

    Membership tests on `items` must be fast. Transfers without any support are not yielded, nor
    transfers that only follow such a transfer.
    """
    if not supports.switches:
        return
    paths = supports.problem.arch.path_by_name
    most = supports.problem.arch.max_hops
    moved: dict[tuple[str, int], list[Item]] = defaultdict(list)
    for item in items:
        if item[0] == "Y":
            moved[item[1], item[3]].append(item)
    for (value, cycle), transfers in sorted(moved.items()):
        present = {
            item: [s for s in supports.transfer(value, paths[item[2]], cycle) if s in items]
            for item in transfers
        }
        baseless = {item for item in transfers if not present[item]}
        hops = fewest_hops(paths, transfers, present.__getitem__, baseless)
        for item in sorted(transfers):
            if item not in hops:
                yield "5 transfer", item, "rests on itself, through switches only"
            elif most is not None and hops[item] > most:
                yield "hops", item, f"{hops[item]} hops within one cycle, at most {most}"

"""Checks a configuration against its mapping and against the array.

Every item of the configuration is counted, and every origin is looked up among these items. It
shares no code with `build`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain

from hardware.configuration.data import Configuration, Executed, Read, Route, Write
from models.data.mapping import Held, Issue, Loaded, Mapping, Performed, Transfer
from models.data.problem import Problem


def configuration_faults(problem: Problem, mapping: Mapping, made: Configuration) -> list[str]:
    """Return the faults of a configuration of a mapping, one line each.

    The configuration must contain exactly the X, Y and Z of the mapping, each once; every origin
    must exist in the array and in that cycle; the ports of components and the hops of chains
    through switches are limited. The mapping has to be legal.
    """
    for name in ("dfg", "architecture", "horizon", "contexts"):
        if getattr(made, name) != getattr(mapping, name):
            return [f"{name} is {getattr(made, name)}, not {getattr(mapping, name)}"]
    work = _Checking(problem, mapping, made)
    return [
        *work.counted(),
        *chain.from_iterable(work.cells()),
        *chain.from_iterable(work.route(moved, route) for moved, route in work.routes.items()),
        *work.ports(),
    ]


class _Checking:
    def __init__(self, problem: Problem, mapping: Mapping, made: Configuration) -> None:
        self.problem, self.arch, self.mapping = problem, problem.arch, mapping
        self.made, self.interval = made, made.interval
        self.definitions = {
            operation.name: operation
            for operation in (*problem.dfg.operations, *mapping.intermediates)
        }
        self.writes: dict[Held, Write] = {}
        self.executed: dict[tuple[str, str, int], Executed] = {}
        self.completed: set[Held] = set()
        self.routes: dict[Transfer, Route] = {}
        self.spelled: Counter[tuple[str, str, str, int]] = Counter()
        for cell in made.cells:
            place, known = cell.component, cell.component in self.arch.component_by_name
            for write in cell.writes:
                held = Held(write.value, place, self.cycle(write.stage, cell.context))
                self.spelled["X", held.value, place, held.cycle] += 1
                if known:
                    self.writes[held] = write
            for done in cell.operations:
                cycle = self.cycle(done.stage, cell.context)
                self.spelled["Z", done.value, place, cycle] += 1
                if known:
                    self.executed[done.value, place, cycle] = done
                latency = self.latency(done.operator, place) if known else None
                if latency is not None:
                    self.completed.add(Held(done.value, place, cycle + latency - 1))
        for route in made.routes:
            moved = Transfer(route.value, route.path, self.cycle(route.stage, route.context))
            self.spelled["Y", moved.value, moved.path, moved.cycle] += 1
            if moved.path in self.arch.path_by_name:
                self.routes[moved] = route

    def latency(self, operator: str, component: str) -> int | None:
        """Return the latency of an operator or multi-node operation in cycles, or None."""
        dfg = self.problem.dfg
        known = operator in dfg.operator_by_name or operator in dfg.pattern_by_name
        return self.problem.operator_latency(operator, component) if known else None

    def cycle(self, stage: int, context: int) -> int:
        """Return the cycle of an iteration; an invalid context gives a cycle that never occurs."""
        return stage * self.interval + context if 0 <= context < self.interval else -1

    def counted(self) -> Iterator[str]:
        """Yield the items of the mapping that do not occur exactly once."""
        wanted = Counter(
            [
                *(("X", held.value, held.component, held.cycle) for held in self.mapping.holds),
                *(("Y", moved.value, moved.path, moved.cycle) for moved in self.mapping.transfers),
                *(("Z", i.operation, i.component, i.cycle) for i in self.mapping.issues),
            ]
        )
        for item in sorted({*wanted, *self.spelled}):
            if wanted[item] != self.spelled[item]:
                yield f"{item}: {self.spelled[item]} times, must be {wanted[item]}"

    def cells(self) -> Iterator[Iterator[str]]:
        """Yield the faults of the origins of held values and operands."""
        issues = {(i.operation, i.component, i.cycle): i for i in self.mapping.issues}
        for held, write in self.writes.items():
            yield self.write(held, write)
        for key, done in self.executed.items():
            if key in issues:
                yield self.operation(issues[key], done)

    def write(self, held: Held, write: Write) -> Iterator[str]:
        """Rule 4: the origin allows the component to hold the value."""
        before = Held(held.value, held.component, held.cycle - 1)
        place = self.arch.component_by_name[held.component]
        if write.origin == "initial":
            right = held.cycle == 0
        elif write.origin == "kept":
            right = before in self.writes and not place.transient
        elif write.origin == "result":
            right = held in self.completed
        else:
            arrives = self.arrives(write.path, held.value, held.component, held.cycle)
            right = arrives and place.keeps_arrivals
        if not right or (write.path is not None) != (write.origin == "path"):
            yield f"{held}: origin '{write.origin}' {write.path or ''}"

    def operation(self, issue: Issue, done: Executed) -> Iterator[str]:
        """Rule 6: the operation is the mapped one, and its operands are available."""
        definition = issue.performs or self.definitions[issue.operation]
        wanted = Performed(definition.operator, definition.operands)
        if done.operator != wanted.operator or len(done.reads) != len(wanted.operands):
            yield f"{issue}: executes {done.operator} on {len(done.reads)} operands"
            return
        for operand, read in zip(wanted.operands, done.reads, strict=True):
            cycle = issue.cycle + operand.distance * self.interval
            named = (read.value, read.stage) == (operand.value, cycle // self.interval)
            if read.origin == "loaded":
                right = not operand.distance and self.loaded(read, issue.component)
            else:
                right = self.found(read, issue.component, cycle)
            if not named or not right:
                yield f"{issue}: reads '{read.value}' as {read.origin} {read.path or ''}"

    def loaded(self, read: Read, component: str) -> bool:
        """Return whether a component holds an operand for the whole loop."""
        invariant = read.value in self.problem.dfg.invariants and read.path is None
        return invariant and Loaded(read.value, component) in self.mapping.loaded

    def found(self, read: Read, component: str, cycle: int) -> bool:
        """Return whether an operand is available at its origin."""
        constants = self.problem.dfg.constant_by_name
        if read.origin == "constant":
            return read.value in constants and read.number == constants[read.value]
        if read.value in constants or read.number is not None:
            return False
        if read.origin == "path":
            return self.arrives(read.path, read.value, component, cycle)
        before = self.writes.get(Held(read.value, component, cycle - 1))
        own = before is not None and before.origin == "result"
        return before is not None and read.path is None and own == (read.origin == "result")

    def arrives(self, path: str | None, value: str, component: str, cycle: int) -> bool:
        """Return whether a path delivers a value to a component that accepts it."""
        known = self.arch.path_by_name.get(path or "")
        return (
            known is not None
            and component in known.targets
            and Transfer(value, known.name, cycle) in self.routes
            and self.lets_in(value, component)
        )

    def lets_in(self, value: str, component: str) -> bool:
        """Return whether a component accepts a value; stream memories take inputs and results."""
        partial = value in self.definitions and value not in self.problem.dfg.results
        return not partial or self.arch.component_by_name[component].holds_intermediates

    def route(self, moved: Transfer, route: Route) -> Iterator[str]:
        """Rule 5: the source held the value, or is a switch at the end of a finite chain."""
        path = self.arch.path_by_name[moved.path]
        left = moved.cycle - path.latency
        right = route.source in path.sources and route.left == left % self.interval
        if right and route.via is None:
            right = Held(moved.value, route.source, left - 1) in self.writes
        elif right:
            switch = self.arch.component_by_name[route.source].switch
            right = switch and self.arrives(route.via, moved.value, route.source, left)
        if not right:
            yield f"{moved}: source {route.source} via {route.via}"
            return
        hops, seen = path.hops, {moved}
        while route.via is not None:
            path = self.arch.path_by_name[moved.path]
            before = Transfer(moved.value, route.via, moved.cycle - path.latency)
            if before in seen or before not in self.routes:
                yield f"{before}: rests on itself or on nothing"
                return
            if path.latency > 0:
                break  # a separate chain, checked at its own route
            seen.add(before)
            hops += self.arch.path_by_name[before.path].hops
            moved, route = before, self.routes[before]
        if self.arch.max_hops is not None and hops > self.arch.max_hops:
            yield f"{moved}: begins a chain of {hops} hops, at most {self.arch.max_hops}"

    def ports(self) -> Iterator[str]:
        """The transfers that leave or enter a component in a context do not exceed its ports.

        A bus value takes a write port only at the components that use it, once per value, even if
        several buses carry it.
        """
        leaving = Counter((route.source, route.left) for route in self.made.routes)
        entering: dict[tuple[str, int], set[object]] = defaultdict(set)
        for moved in self.routes:
            targets = self.arch.path_by_name[moved.path].targets
            if len(targets) == 1:
                entering[targets[0], moved.cycle % self.interval].add(moved)
        for path, latch in self.latched():
            known = self.arch.path_by_name.get(path or "")
            if known is not None and len(known.targets) > 1:
                entering[latch.component, latch.cycle % self.interval].add(latch)
        entries = {place: len(used) for place, used in entering.items()}
        for kind, counts in (("read", leaving), ("write", entries)):
            for (place, context), count in sorted(counts.items()):
                component = self.arch.component_by_name.get(place)
                limit = getattr(component, f"{kind}_ports", None)
                if limit is not None and count > limit:
                    yield f"{place}: {count} {kind} ports in context {context}, there are {limit}"

    def latched(self) -> Iterator[tuple[str | None, Held]]:
        """Yield the used arrivals: the path, and value, component and cycle."""
        for held, write in self.writes.items():
            yield write.path, held
        for (_, component, cycle), done in self.executed.items():
            for read in done.reads:
                own = read.stage * self.interval + cycle % self.interval
                yield read.path, Held(read.value, component, own)
        for moved, route in self.routes.items():
            path = self.arch.path_by_name[moved.path]
            yield route.via, Held(moved.value, route.source, moved.cycle - path.latency)

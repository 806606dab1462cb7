"""Checks a configuration against the mapping that it was made of, and against the array.

It reads the configuration alone: every item that it spells out is counted, and every origin that
it names is looked up among those items. It shares no code with what makes configurations.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain

from hardware.configuration.data import Configuration, Executed, Read, Route, Write
from models.data.mapping import Held, Issue, Mapping, Performed, Transfer
from models.data.problem import Problem


def configuration_faults(problem: Problem, mapping: Mapping, made: Configuration) -> list[str]:
    """Return one line on everything in which the configuration is not one of the mapping.

    Every X, Y and Z of the mapping has to occur exactly once and nothing else may; every origin
    has to be there in that cycle, and to be one that the array has; nothing may exceed the
    ports of a component, nor chains through switches the hops. The mapping has to be legal.
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
        """The cycles of an operator, or of a multi-node operation; None where there are none."""
        dfg = self.problem.dfg
        known = operator in dfg.operator_by_name or operator in dfg.pattern_by_name
        return self.problem.operator_latency(operator, component) if known else None

    def cycle(self, stage: int, context: int) -> int:
        """The cycle of an iteration; a context that there is not gives one that never is."""
        return stage * self.interval + context if 0 <= context < self.interval else -1

    def counted(self) -> Iterator[str]:
        """Every item of the mapping exactly once."""
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
        """The origins of what is held and read."""
        issues = {(i.operation, i.component, i.cycle): i for i in self.mapping.issues}
        for held, write in self.writes.items():
            yield self.write(held, write)
        for key, done in self.executed.items():
            if key in issues:
                yield self.operation(issues[key], done)

    def write(self, held: Held, write: Write) -> Iterator[str]:
        """Rule 4: the named origin is one of those that allow to hold the value."""
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
        """Rule 6: what is executed is what the mapping says, and finds its operands."""
        definition = issue.performs or self.definitions[issue.operation]
        wanted = Performed(definition.operator, definition.operands)
        if done.operator != wanted.operator or len(done.reads) != len(wanted.operands):
            yield f"{issue}: executes {done.operator} on {len(done.reads)} operands"
            return
        for operand, read in zip(wanted.operands, done.reads, strict=True):
            cycle = issue.cycle + operand.distance * self.interval
            named = (read.value, read.stage) == (operand.value, cycle // self.interval)
            if not named or not self.found(read, issue.component, cycle):
                yield f"{issue}: reads '{read.value}' as {read.origin} {read.path or ''}"

    def found(self, read: Read, component: str, cycle: int) -> bool:
        """Whether a value can be read from where it is said to be."""
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
        """Whether a path brings a value into a component that lets it in."""
        known = self.arch.path_by_name.get(path or "")
        return (
            known is not None
            and component in known.targets
            and Transfer(value, known.name, cycle) in self.routes
            and self.lets_in(value, component)
        )

    def lets_in(self, value: str, component: str) -> bool:
        """A memory that only feeds and collects takes inputs and results."""
        partial = value in self.definitions and value not in self.problem.dfg.results
        return not partial or self.arch.component_by_name[component].holds_intermediates

    def route(self, moved: Transfer, route: Route) -> Iterator[str]:
        """Rule 5: the source held the value, or is a switch; and the chain through them ends."""
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
                break  # a chain of its own, which is looked at there
            seen.add(before)
            hops += self.arch.path_by_name[before.path].hops
            moved, route = before, self.routes[before]
        if self.arch.max_hops is not None and hops > self.arch.max_hops:
            yield f"{moved}: begins a chain of {hops} hops, at most {self.arch.max_hops}"

    def ports(self) -> Iterator[str]:
        """No more transfers leave or enter a component in a context than it has ports.

        From a bus a value enters where it is used, and once, whichever bus it comes from.
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
        """What is taken from paths: the path, and value, component and cycle."""
        for held, write in self.writes.items():
            yield write.path, held
        for (_, component, cycle), done in self.executed.items():
            for read in done.reads:
                own = read.stage * self.interval + cycle % self.interval
                yield read.path, Held(read.value, component, own)
        for moved, route in self.routes.items():
            path = self.arch.path_by_name[moved.path]
            yield route.via, Held(moved.value, route.source, moved.cycle - path.latency)

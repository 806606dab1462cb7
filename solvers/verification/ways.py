"""Every way in which each value may be computed: the values and ways of a claim.

Without a transformation a value has its operation in the DFG, and the multi-node operations that
compute it. With one, the sums of the DFG may be computed in any order. Proofs need all orders, one
by one (`orders`); arithmetic needs only the sizes of partial results (`sizes`), which hold for all
transformations and remain few.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from models.data.dfg import Dfg
from models.data.problem import Problem
from solvers.verification.fused import Bases, Fused, Slot, canonical
from solvers.verification.orders import Key, Orders
from solvers.verification.sizes import add_sizes
from solvers.verification.sums import Read, Sum, sums


@dataclass(frozen=True, eq=False)
class Way:
    """One way to compute `value`: an operator, or a pattern, on `operands`.

    An operand is one of several alternatives where sizes stand for partial results.
    `executes` are the values whose operations it executes, `value` first, with repetition.
    `slots` are the operands that are no constants, by their numbers in `Ways.slots`;
    `latencies` are cycles by component. `label` tells it from all other ways.
    """

    value: str
    operator: str
    operands: tuple[Slot, ...]
    executes: tuple[str, ...]
    slots: tuple[int, ...]
    latencies: dict[str, int]
    label: str


class Ways:
    """The ways of all computed values.

    `of` has them by value, in an order in which nearly all operands of the same iteration come
    first. `named` is the value for each name in the DFG, `unnamed` has the other values
    by operator and terms. `slots` are operands, `free` those that may be constants instead, or
    invariants of the loop that some component holds: they need not be waited for. `sums` are all
    sums that are reordered, or may be part of such, `partial` their partial results by root.
    `certain` are the pairs (value, distance) that are read or executed on the way wherever a
    value's operation is executed.
    """

    def __init__(self, problem: Problem, *, relaxed: bool = False) -> None:
        self.dfg: Dfg = problem.dfg
        self.sums: list[Sum] = [] if problem.transform == "none" else sums(self.dfg)
        self.partial: dict[str, set[str]] = {}
        self.unnamed: dict[Key, str] = {}
        self.slots: list[Slot] = []
        self.free: set[int] = set()
        held = any(component.invariants for component in problem.arch.components)
        self._invariants = frozenset(self.dfg.invariants if held else ())
        self.of: dict[str, list[Way]] = {}
        self._numbers: dict[Slot, int] = {}
        self._sizes: set[str] = set()
        self._known: dict[tuple[str, Hashable], Way] = {}
        bases = self._bases(relaxed)
        self.plain = {name: ways[0][0] for name, ways in bases.items()}
        self.certain = {name: self._certain(name, bases) for name in bases}
        self._add_all(problem, bases, relaxed)

    def way(self, value: str, operator: str, operands: tuple[Read, ...]) -> Way | None:
        """The way of `value` that executes `operator` on `operands`, in any legal order."""
        slots = tuple((read,) for read in operands)
        return self._known.get((value, canonical(self.dfg, operator, slots)))

    def chosen(self, value: str) -> bool:
        """Whether `value` has more than one way."""
        return len(self.of.get(value, ())) > 1

    def _bases(self, relaxed: bool) -> Bases:
        """The ways that execute one operation."""
        dfg = self.dfg
        reordered = [one for one in self.sums if one.reorders]
        replaced = {name for one in reordered for name in one.inner}
        bases: Bases = {}
        for operation in dfg.operations:
            if operation.name not in replaced:
                slots = tuple(((o.value, o.distance),) for o in operation.operands)
                bases[operation.name] = [(operation.operator, slots)]
        self.named = {name: name for name in (*dfg.inputs, *bases)}
        if relaxed:
            for one in reordered:
                self.partial[one.root] = add_sizes(dfg, bases, one, self.sums)
                self._sizes |= self.partial[one.root]
        elif reordered:
            orders = Orders(dfg, self.sums)
            bases |= orders.bases
            self.partial = orders.partial
            self.named |= orders.known
            known = set(self.named.values())
            self.unnamed = {k: v for k, v in orders.values.items() if v not in known}
        return bases

    def _certain(self, name: str, bases: Bases) -> set[Read]:
        found = ({slot[0] for slot in slots if len(slot) == 1} for _, slots in bases[name])
        certain = set.intersection(*found)
        certain = {read for read in certain if read[0] not in self._sizes}
        if name in self.partial:
            certain.update(*(one.terms for one in self.sums if one.root == name))
        certain = {read for read in certain if read[0] not in self.dfg.constant_by_name}
        return {read for read in certain if not self._is_held(read)}

    def _is_held(self, read: Read) -> bool:
        """Whether a component that reads it may hold a value for the whole loop."""
        return read[1] == 0 and read[0] in self._invariants

    def _add_all(self, problem: Problem, bases: Bases, relaxed: bool) -> None:
        fused = Fused(self.dfg, bases)
        latencies: dict[str, dict[str, int]] = {}
        count = 0
        for name in _sorted(bases):
            alone = [(operator, slots, (name,)) for operator, slots in bases[name]]
            self.of[name] = []
            for operator, slots, executes in (*alone, *fused.matches(name)):
                if operator not in latencies:
                    places = [component.name for component in problem.arch.components]
                    cycles = {place: problem.operator_latency(operator, place) for place in places}
                    latencies[operator] = {c: n for c, n in cycles.items() if n is not None}
                count += 1
                shown = ", ".join("|".join(map(_shown, slot)) for slot in slots)
                label = f"{operator}({shown}) #{count}"
                waited = self._waited(slots)
                able = latencies[operator]
                key = (name, canonical(self.dfg, operator, slots))
                known = None if relaxed else self._known.get(key)
                if known is not None:
                    # The same operation, executed for several reasons, is one way.
                    self.of[name].remove(known)
                    more = tuple(value for value in executes if value not in known.executes)
                    executes, label = known.executes + more, known.label
                way = Way(name, operator, slots, executes, waited, able, label)
                self.of[name].append(way)
                self._known[key] = way

    def _waited(self, slots: tuple[Slot, ...]) -> tuple[int, ...]:
        """The numbers of operands: all but immediate constants, which are there at any time."""
        constants = self.dfg.constant_by_name
        found: dict[int, None] = {}
        for slot in slots:
            if slot not in self._numbers:
                reads = tuple(read for read in slot if read[0] not in constants)
                self._numbers[slot] = len(self.slots) if reads else -1
                if reads and (len(reads) < len(slot) or any(map(self._is_held, reads))):
                    self.free.add(len(self.slots))
                if reads:
                    self.slots.append(reads)
            if self._numbers[slot] >= 0:
                found[self._numbers[slot]] = None
        return tuple(found)


def _shown(read: Read) -> str:
    return f"{read[0]}@{read[1]}" if read[1] else read[0]


def _sorted(bases: Bases) -> list[str]:
    """Return the values, operands of the same iteration first where possible."""
    done: dict[str, None] = {}
    entered: set[str] = set()
    for start in bases:
        stack = [(start, iter(_reads(bases, start)))] if start not in entered else []
        entered.add(start)
        while stack:
            name, reads = stack[-1]
            step = next((value for value in reads if value not in entered), None)
            if step is None:
                done[name] = None
                stack.pop()
            else:
                entered.add(step)
                stack.append((step, iter(_reads(bases, step))))
    return list(done)


def _reads(bases: Bases, name: str) -> list[str]:
    """Return the computed values that the operations of a value read in its own iteration."""
    slots = (slot for _, operands in bases[name] for slot in operands)
    found = {value: None for slot in slots for value, distance in slot if not distance}
    return [value for value in found if value in bases]

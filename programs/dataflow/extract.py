"""The innermost loop of a nest as a dataflow graph."""

from __future__ import annotations

from collections import Counter as Counts

from models.data.dfg import Constant, Dfg, Operand, Operation
from programs.dataflow.body import Body, Stored, computed_by
from programs.dataflow.kernel import Action, Branch, Carried, Count, Kernel, LiveIn, Memory
from programs.dataflow.opcodes import Work, operator_table
from programs.dataflow.options import DEFAULT, DataflowOptions
from programs.dataflow.order import MemoryOperation, order_edges
from programs.dataflow.references import References, outer_loops, private_scalars
from programs.dataflow.terms import (
    Apply,
    Cell,
    Counter,
    Immediate,
    Last,
    Load,
    Outside,
    Owner,
    Term,
)
from programs.dataflow.terms import Carried as CarriedTerm
from programs.loops.affine import Affine
from programs.loops.emit import emit_access
from programs.loops.errors import ProgramError
from programs.loops.expressions import Access
from programs.loops.region import Loop, Region, Statement

STAND_IN = 1_000_003
"""The first placeholder number of live-in constants."""


def extract(region: Region, loop: Loop, options: DataflowOptions = DEFAULT) -> Kernel:
    """Return an innermost loop of a region as a dataflow graph.

    Equal computations are one operation, constants are folded, and loop invariants are constants of
    the graph, at no cost. Values passed between iterations, in scalars, in invariant elements, or
    in elements stored a known number of iterations earlier, are loop-carried operands. Every final
    value is stored. Other loads and stores that may conflict have order edges, with the least
    distance of a conflict.

    Raises `ProgramError` for a loop with inner loops, or outside the region.
    """
    inner = [node for node in loop.body if not isinstance(node, Statement)]
    if inner:
        what = f"loop '{loop.index}' has loop '{inner[0].index}' in it; allowed: innermost loops"
        raise ProgramError(what, region.where(loop))
    try:
        outer = outer_loops(region, loop)
    except ValueError:
        raise ProgramError(
            f"loop '{loop.index}' is not in the region", region.where(loop)
        ) from None
    references = References(loop, outer)
    body = Body(region, references, private_scalars(region), options.addresses)
    return _Assembly(region, references, body, options).kernel()


class _Assembly:
    """Turns the terms that are needed into operations and constants."""

    def __init__(
        self, region: Region, references: References, body: Body, options: DataflowOptions
    ) -> None:
        self.region, self.references, self.body = region, references, body
        self.loop, self.options = references.loop, options
        self.terms = body.terms
        self.owners: dict[Owner, int] = {}
        self.claimed: dict[int, Owner] = {}
        self.reach: dict[Owner, int] = {}
        self.taken: set[str] = set()
        self.counts: Counts[str] = Counts()
        self.names: dict[int, str] = {}
        self.constants: dict[str, Constant] = {}
        self.live_in: list[LiveIn] = []
        self.found: dict[str, tuple[str, int]] = {}
        self.operands: dict[str, tuple[Operand, ...]] = {}
        self.actions: dict[str, Action] = {}
        self.memory: list[MemoryOperation] = []

    def kernel(self) -> Kernel:
        needed = self.needed()
        for number in sorted(needed):
            self.name(number)
        for number in sorted(needed):
            if not self.terms.invariant[number]:
                self.operation(number)
        for store in self.body.stores:
            self.store(store)
        if self.options.control:
            self.branch()
        counter = self.terms.numbers.get((Counter, Counter(), ""))
        return Kernel(
            self.region,
            self.body.layout,
            self.loop,
            self.references.outer,
            self.graph(),
            tuple(self.terms.terms),
            self.actions,
            tuple(self.live_in),
            tuple(self.carried()),
            None if counter is None else self.names.get(counter),
        )

    def needed(self) -> set[int]:
        """Return the terms that stores, addresses and the branch depend on."""
        waiting = [part for store in self.body.stores for part in _parts(store)]
        if self.options.control:
            waiting.append(self.terms.add(Counter()))
        needed = set[int]()
        while waiting:
            number = waiting.pop()
            if number in needed:
                continue
            needed.add(number)
            if self.terms.invariant[number]:
                continue
            term = self.terms[number]
            waiting += computed_by(term)
            if isinstance(term, CarriedTerm):
                self.reach[term.owner] = max(term.distance, self.reach.get(term.owner, 0))
                waiting.append(self.owned(term.owner))
        return needed

    def owned(self, owner: Owner) -> int:
        """Return the term that an owner passes on: an operation that no other owner claims.

        Two owners of one value differ in their initial numbers, so one of them gets a copy.
        """
        if owner not in self.owners:
            value = self.body.value_of(owner)
            plain = isinstance(self.terms[value], Apply | Load) and not self.terms.invariant[value]
            if not plain or self.claimed.get(value, owner) != owner:
                type = self.body.types[self.access(owner).name]
                value = self.terms.add(Apply(Work("move", "", type, type), (value,), owner))
            self.claimed[value] = owner
            self.owners[owner] = value
        return self.owners[owner]

    def access(self, owner: Owner) -> Access:
        """Return the access that stores an owner's value."""
        kind, which = owner
        if kind == "cell":
            assert isinstance(which, Access)
            return which
        return next(store.access for store in self.body.stores if store.number == which)

    # Names.

    def name(self, number: int) -> None:
        """Name a term that is an operation; constants are named at their first use."""
        term = self.terms[number]
        match term:
            case Counter():
                self.names[number] = self.free(self.loop.index)
            case Load(_, access, _):
                self.names[number] = self.counted(f"load_{access.name}")
            case Apply(work) if not self.terms.invariant[number]:
                self.names[number] = self.counted(work.opcode)

    def counted(self, word: str) -> str:
        name = self.free(f"{word}{self.counts[word]}")
        self.counts[word] += 1
        return name

    def free(self, name: str) -> str:
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        return name

    def constant(self, number: int) -> str:
        """Return the name of an invariant term, which becomes a constant of the graph."""
        if number in self.names:
            return self.names[number]
        term = self.terms[number]
        if isinstance(term, Immediate):
            sign = "minus_" if str(term.value).startswith("-") else ""
            # Terms of different types differ, immediate operands need not.
            name = f"const_{sign}{abs(term.value)}"
            if name not in self.constants:
                self.constants[self.free(name)] = Constant(name, term.value)
        else:
            name = self.free(_live_name(term, len(self.live_in)))
            self.constants[name] = Constant(name, STAND_IN + len(self.live_in))
            self.live_in.append(LiveIn(name, number))
        self.names[number] = name
        return name

    # Operations.

    def operand(self, number: int) -> Operand:
        term = self.terms[number]
        if isinstance(term, CarriedTerm):
            return Operand(self.names[self.owned(term.owner)], term.distance)
        if self.terms.invariant[number]:
            return Operand(self.constant(number))
        return Operand(self.names[number])

    def operation(self, number: int) -> None:
        term = self.terms[number]
        match term:
            case Counter():
                name = self.names[number]
                step = self.terms.immediate(self.loop.step, self.loop.type)
                self.add(name, "add", (Operand(name, 1), self.operand(step)), Count())
            case Load(place, access):
                name = self.names[number]
                reads = tuple(self.operand(part) for part in computed_by(term))
                action = Memory(access.name, self.offset(access), False, bool(reads))
                self.add(name, "load", reads, action)
                self.memory.append(MemoryOperation(name, place, access, False))
            case Apply(work, operands):
                reads = tuple(map(self.operand, operands))
                self.add(self.names[number], work.opcode, reads, work)

    def store(self, store: Stored) -> None:
        name = self.counted(f"store_{store.access.name}")
        reads = tuple(self.operand(part) for part in _parts(store))
        offset, array = self.offset(store.access), store.access.name
        predicated = store.predicate is not None
        action = Memory(array, offset, True, store.address is not None, predicated)
        self.add(name, "store", reads, action)
        self.memory.append(MemoryOperation(name, store.number, store.access, True))

    def branch(self) -> None:
        index = self.operand(self.terms.add(Counter()))
        constant = all(b.affine.is_constant for b in (*self.loop.lower, *self.loop.upper))
        values = self.loop.range({}) if constant else range(0)
        last = (
            self.terms.immediate(values[-1], self.loop.type) if values else self.terms.add(Last())
        )
        self.add(self.counted("blt"), "blt", (index, self.operand(last)), Branch())

    def offset(self, access: Access) -> Affine:
        """Return the affine part of an address besides its operand."""
        if self.options.addresses == "operations":
            return Affine((), -self.body.layout.bases[access.name])
        return self.body.layout.offset(access)

    def add(self, name: str, opcode: str, reads: tuple[Operand, ...], action: Action) -> None:
        self.found[name] = opcode, len(reads)
        self.operands[name] = reads
        self.actions[name] = action

    # The whole.

    def graph(self) -> Dfg:
        works = {n: action for n, action in self.actions.items() if isinstance(action, Work)}
        table = operator_table(self.found, works)
        operations = tuple(
            Operation(name, table[name].name, reads) for name, reads in self.operands.items()
        )
        return Dfg(
            name=f"{self.region.name}_{self.loop.index}",
            operators=tuple({operator.name: operator for operator in table.values()}.values()),
            inputs=(),
            operations=operations,
            constants=tuple(self.constants.values()),
            order=order_edges(self.memory, operations, self.references),
        )

    def carried(self) -> list[Carried]:
        return [
            Carried(
                self.names[self.owned(owner)],
                self.access(owner).name,
                self.body.layout.offset(self.access(owner)),
                distance,
            )
            for owner, distance in self.reach.items()
        ]


def _parts(store: Stored) -> list[int]:
    """Return the terms that a store reads, in the order of its operands."""
    parts = (store.address, store.value, store.predicate)
    return [part for part in parts if part is not None]


def _live_name(term: Term, number: int) -> str:
    match term:
        case Cell(access):
            return emit_access(access).replace(" ", "")
        case Outside(value):
            return str(value).replace(" ", "")
        case Last():
            return "last"
    return f"live{number}"

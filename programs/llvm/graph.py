"""A loop as a dataflow graph.

- An instruction is an operation; a phi of the header is its value of the iteration before, so that
  values rotated through several phis have larger distances. A phi behind branches is a `select`.
- Stores, and loads behind branches, have the predicate of their block as their first operand:
  `store.if`, or `store.unless` where it is negated. An exit is a `br` that reads its predicate;
  stores of the next iterations wait for it. `br.unless` leaves where its operand is false.
- Addresses are sums and products of 64 bits. Casts between pointers, `freeze` and casts without an
  effect are no operations.
- What comes from before the loop is an input, and so is what can be computed there; constants are
  immediate. Results are the values that are read behind the loop; one that is the value of an
  earlier iteration is moved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Line,
    Number,
    Operand,
    Operation,
    Operator,
    OrderEdge,
)
from models.errors import InputError, NotSupportedError
from models.semantics.opcodes import operators_of
from programs.llvm.flow import Edge, Loop
from programs.llvm.layout import Layout
from programs.llvm.memory import Access, Memory, carried, orders
from programs.llvm.module import Instruction, Value

SAME = ("freeze", "bitcast", "inttoptr", "ptrtoint", "addrspacecast")
PLAIN = frozenset(
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg"
    " sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc select".split()
)
FROM_OTHERS = frozenset(
    "icmp fcmp sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc".split()
)
"""The operands of these have another type than the result."""
STAY = frozenset("load store br mov sdiv udiv srem urem".split())
INTRINSICS = {
    "smin": "smin", "smax": "smax", "umin": "umin", "umax": "umax", "abs": "abs",
    "fmuladd": "fma", "fma": "fma",
}  # fmt: skip
IGNORED = ("lifetime", "assume", "dbg", "experimental.noalias")
_CALLED = re.compile(r"@(?:\"([^\"]+)\"|([\w.$]+))\(")
_SCALAR = re.compile(r"i([1-9]|[1-5]\d|6[0-4])|float|double|ptr")


class Prepared(NamedTuple):
    """A value that is computed once, before the loop, from inputs, such values and numbers."""

    opcode: str
    of: str
    operands: tuple[str | Number, ...]


@dataclass
class LoopGraph:
    """A graph, and what it does not say.

    `types` are those of all operations and inputs in LLVM's words. `exits` are the `br` operations,
    and `results` the value of each result at the edge by which the loop is left.
    """

    loop: Loop
    dfg: Dfg
    types: dict[str, str]
    inputs: dict[str, Value]
    exits: dict[str, Edge]
    results: dict[Edge, dict[str, Operand]]
    prepared: dict[str, Prepared]
    """In an order in which they can be computed."""
    assumed: tuple[str, ...]
    """Pairs of loads and stores that may meet, as far as is known."""

    def type_of(self, value: str) -> str:
        """Return the type of a value; that of a number depends on its reader, and is empty."""
        return self.types.get(value, "")


@dataclass(frozen=True)
class _Predicate:
    """A condition that an operand says, or its negation."""

    operand: Operand
    negated: bool = False


Predicate = _Predicate | None
"""None is true."""


@dataclass
class Builder:
    """A graph that is being built: every value of the loop has an operand that reads it."""

    loop: Loop
    layout: Layout
    operations: dict[str, tuple[str, tuple[Operand, ...]]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, Value] = field(default_factory=dict)
    constants: dict[str, Number] = field(default_factory=dict)
    starts: dict[tuple[str, int], Value] = field(default_factory=dict)
    read: dict[str, Operand] = field(default_factory=dict)
    block: dict[str, Predicate] = field(default_factory=dict)
    accesses: list[Access] = field(default_factory=list)
    exits: dict[str, Edge] = field(default_factory=dict)
    prepared: dict[str, Prepared] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    line: str = ""
    """The line of what is being built."""

    def name(self, wanted: str) -> str:
        """Return a name that no value has yet."""
        taken = self.operations.keys() | self.inputs.keys() | self.constants.keys()
        made, number = wanted, 1
        while made in taken or made in self.loop.function.instruction_by_name.keys() - {wanted}:
            number += 1
            made = f"{wanted}.{number}"
        return made

    def add(self, name: str, opcode: str, type_: str, *operands: Operand) -> Operand:
        """Add an operation, and return how it is read."""
        if not _SCALAR.fullmatch(type_) and type_ != "void":
            raise NotSupportedError(
                f"'{name}' of type {type_}", f"function {self.loop.function.name}"
            )
        self.operations[name] = (opcode, operands)
        self.types[name] = type_
        if self.line:
            self.lines[name] = self.line
        return Operand(name)

    def once(self, wanted: str, opcode: str, type_: str, *operands: Operand) -> Operand:
        """Add an operation, unless there is one that computes the same."""
        for name, made in self.operations.items():
            if made == (opcode, operands) and self.types[name] == type_:
                return Operand(name)
        return self.add(self.name(wanted), opcode, type_, *operands)

    def number(self, number: Number) -> Operand:
        """Return an immediate operand."""
        self.constants[repr(number)] = number
        return Operand(repr(number))

    def operand(self, value: Value) -> Operand:
        """Return how a value is read; one from before the loop becomes an input."""
        if value.number is not None:
            return self.number(value.number)
        if value.name in self.read:
            return self.read[value.name]
        where = self.loop.function.made_in.get(value.name)
        if not value.fixed and where in self.loop.names:
            return self._carried(self.loop.function.instruction_by_name[value.name])
        name = value.name
        if not re.fullmatch(r"@?[\w.$-]+", name):
            name = next(
                (n for n, v in self.inputs.items() if v == value), f"address.{len(self.inputs)}"
            )
        self.inputs[name] = value
        self.types[name] = value.type
        return Operand(name)

    def _carried(self, phi: Instruction) -> Operand:
        """Return how a phi of the header is read, of which the next value may not be there yet."""
        assert phi in self.loop.phis
        first = phi.operands[self.loop.first(phi)]
        ring = [phi.name]
        value = phi.operands[self.loop.next(phi)]
        phis = {each.name: each for each in self.loop.phis}
        while value.name in phis and value.name not in self.read and value.name not in ring:
            ring.append(value.name)
            value = phis[value.name].operands[self.loop.next(phis[value.name])]
        made = self.loop.function.made_in.get(value.name) in self.loop.names and not value.fixed
        if value.name in ring or not made:
            # Values that only rotate, or stay the same from the second iteration on.
            return self._moved(phi, first)
        source = self.read[value.name] if value.name in phis else Operand(value.name)
        for name in reversed(ring):
            start = phis[name].operands[self.loop.first(phis[name])]
            self.read[name] = source = self._later(name, phi.type, source, start)
        return self.read[phi.name]

    def _moved(self, phi: Instruction, first: Value) -> Operand:
        """Make a phi an operation that reads its next value of the iteration before."""
        self.read[phi.name] = Operand(phi.name)
        self.types[phi.name] = phi.type
        next_ = self.operand(phi.operands[self.loop.next(phi)])
        if next_.value in self.constants or next_.value in self.inputs:
            copy = self.add(self.name(f"{phi.name}.next"), "mov", phi.type, next_)
            self.starts[copy.value, 1] = first
            self.read[phi.name] = Operand(copy.value, 1)
            return self.read[phi.name]
        return self.add(phi.name, "mov", phi.type, self._later(phi.name, phi.type, next_, first))

    def _later(self, name: str, type_: str, source: Operand, start: Value) -> Operand:
        """Return how a value is read an iteration later, where it begins with another one.

        A value that begins with two is moved, so that each has its own beginning.
        """
        later = Operand(source.value, source.distance + 1)
        if self.starts.setdefault((later.value, later.distance), start) != start:
            copy = self.add(self.name(f"{name}.next"), "mov", type_, source)
            later = Operand(copy.value, 1)
            self.starts[later.value, 1] = start
        return later


def loop_graph(loop: Loop, layout: Layout, restrict: bool = False) -> LoopGraph:
    """Return the graph of a loop. Raises `InputError` for what has no place in one.

    With `restrict` addresses that come from different arguments never meet.
    """
    made = Builder(loop, layout)
    try:
        for block in loop.blocks:
            made.block[block.name] = _predicate(made, block.name)
            for instruction in block.instructions:
                made.line = instruction.line
                if not (instruction.opcode == "phi" and block is loop.header):
                    _instruction(made, instruction, block.name)
        for number, edge in enumerate(loop.exits):
            made.line = loop.function.block_by_name[edge[0]].instructions[-1].line
            condition = _joined(made, made.block[edge[0]], _taken(made, edge))
            name = made.name(f"exit.{number}" if len(loop.exits) > 1 else "exit")
            word = "br.unless" if condition is not None and condition.negated else "br"
            read = made.number(1) if condition is None else condition.operand
            made.exits[made.add(name, word, "void", read).value] = edge
        made.line = ""
        _carry(made, restrict)
        order, assumed = orders(Memory(loop, layout), made.accesses, tuple(made.exits), restrict)
        return _finished(made, order, assumed)
    except InputError as error:
        raise error.inside(f"function {loop.function.name}, loop {loop.header.name}") from None


def _carry(made: Builder, restrict: bool) -> None:
    """Read what the iteration before has stored as its value, and not from memory."""
    pairs = carried(Memory(made.loop, made.layout), made.accesses, restrict)
    for load, store in ((made.accesses[i].operation, made.accesses[j].operation) for i, j in pairs):
        (word, (address,)), (other, operands) = made.operations[load], made.operations[store]
        value, ready = operands[-1], _before_loop(made, address)
        later = Operand(value.value, value.distance + 1)
        key = later.value, later.distance
        computed = value.value in made.operations and value.value != load
        same = made.types[load] == made.types[store] and (word, other) == ("load", "store")
        if not computed or not same or ready is None or key in made.starts:
            continue
        first = Value(made.name(f"{load}.first"), made.types[load])
        made.prepared[first.name] = Prepared("load", made.types[load], (ready,))
        made.starts[key] = first
        made.read[load] = later
        del made.operations[load]
        for name, (opcode, read) in made.operations.items():
            shifted = (
                Operand(later.value, later.distance + o.distance) if o.value == load else o
                for o in read
            )
            made.operations[name] = (opcode, tuple(shifted))
    gone = {made.accesses[i].operation for i, _ in pairs} - made.operations.keys()
    made.accesses = [each for each in made.accesses if each.operation not in gone]


def _before_loop(made: Builder, operand: Operand) -> str | Number | None:
    """Return a name for what an operand is before the loop, if it is the same in all iterations."""
    if operand.value in made.constants:
        return made.constants[operand.value]
    if operand.value in made.inputs:
        return operand.value
    if operand.distance or operand.value not in made.operations:
        return None
    name = f"{operand.value}.before"
    opcode, read = made.operations[operand.value]
    numbers = [_before_loop(made, each) for each in read]
    if opcode in STAY or any(number is None for number in numbers):
        return None
    of = _operand_type(made, opcode, read) or made.types[operand.value]
    made.types[name] = made.types[operand.value]
    made.prepared[name] = Prepared(opcode, of, tuple(n for n in numbers if n is not None))
    return name


def _predicate(made: Builder, block: str) -> Predicate:
    """Return when a block is executed: if one is that leads to it, by the edge that does so."""
    loop = made.loop
    if block == loop.header.name:
        return None
    into = [b.name for b in loop.blocks if block in b.successors]
    over = _joint(made, block)
    if over is not None:
        return made.block[over]
    found: Predicate = None
    for number, other in enumerate(into):
        edge = _joined(made, made.block[other], _taken(made, (other, block)))
        if edge is None:
            return None
        found = edge if number == 0 or found is None else _either(made, found, edge)
    return found


def _joint(made: Builder, block: str) -> str | None:
    """Return a block before that leads to this one whatever is decided between, if there is one."""
    loop = made.loop
    order = [b.name for b in loop.blocks]
    for start in reversed(order[: order.index(block)]):
        ahead, left = set[str](), [start]
        while left:
            name = left.pop()
            for other in loop.function.block_by_name[name].successors:
                if other != block and other not in ahead:
                    ahead.add(other)
                    left.append(other)
        inside = ahead <= loop.names - {loop.header.name} and loop.latch not in ahead | {start}
        before = order[: order.index(block)]
        into = {b.name for b in loop.blocks if block in b.successors}
        if (
            inside
            and into <= ahead | {start}
            and all(_only(made, n, ahead | {start}, start) for n in ahead)
        ):
            assert start in before
            return start
    return None


def _only(made: Builder, block: str, region: set[str], start: str) -> bool:
    """Whether a block is reached from blocks of a region only."""
    return all(b.name in region for b in made.loop.blocks if block in b.successors)


def _taken(made: Builder, edge: Edge) -> Predicate:
    """Return when the last instruction of a block takes an edge."""
    block = made.loop.function.block_by_name[edge[0]]
    yes, *no = block.successors
    if not no or no[0] == yes:
        return None
    operand = made.operand(block.instructions[-1].operands[0])
    return _Predicate(operand, negated=edge[1] != yes)


def _positive(made: Builder, predicate: _Predicate) -> Operand:
    if not predicate.negated:
        return predicate.operand
    name = f"not.{predicate.operand.value}" + f".{predicate.operand.distance}" * bool(
        predicate.operand.distance
    )
    if name not in made.operations:
        made.add(name, "xor", "i1", predicate.operand, made.number(1))
    return Operand(name)


def _joined(made: Builder, first: Predicate, then: Predicate) -> Predicate:
    """Return when both hold."""
    if first is None or then is None:
        return then if first is None else first
    operands = _positive(made, first), _positive(made, then)
    if operands[0] == operands[1]:
        return first
    return _Predicate(made.add(made.name("both"), "and", "i1", *operands))


def _either(made: Builder, first: _Predicate, other: _Predicate) -> Predicate:
    """Return when one of two holds."""
    if first.operand == other.operand:
        return first if first.negated == other.negated else None
    operands = _positive(made, first), _positive(made, other)
    return _Predicate(made.add(made.name("either"), "or", "i1", *operands))


def _instruction(made: Builder, found: Instruction, block: str) -> None:
    """Add what an instruction does, and say how its value is read."""
    opcode = found.opcode
    if opcode == "br":
        return
    if opcode == "phi":
        made.read[found.name] = _chosen(made, found, block)
    elif opcode in SAME or (opcode == "call" and f"{found.type}" == "void" and _ignored(found)):
        if found.name:
            made.read[found.name] = made.operand(found.operands[0])
    elif opcode == "getelementptr":
        made.read[found.name] = _address(made, found)
    elif opcode in ("load", "store"):
        _access(made, found, block)
    elif opcode in ("icmp", "fcmp"):
        operands = map(made.operand, found.operands)
        made.read[found.name] = made.add(found.name, f"{opcode}.{found.predicate}", "i1", *operands)
    elif opcode in PLAIN:
        operands = map(made.operand, found.operands)
        made.read[found.name] = made.add(found.name, opcode, found.type, *operands)
    elif opcode == "call" and _called(found).startswith(("llvm.fshl.", "llvm.fshr.")):
        made.read[found.name] = _funnel(made, found)
    elif opcode == "call" and (intrinsic := _intrinsic(found)):
        wanted = found.operands[: {"abs": 1, "fma": 3}.get(intrinsic, 2)]
        made.read[found.name] = made.add(
            found.name, intrinsic, found.type, *map(made.operand, wanted)
        )
    elif opcode == "call":
        what = _called(found)
        raise NotSupportedError(f"a call of {what}, which is not in the text and cannot be inlined")
    else:
        raise NotSupportedError(f"instruction '{opcode}'")


def _funnel(made: Builder, found: Instruction) -> Operand:
    """Return a shift of two words side by side, such as a rotation, as shifts of each."""
    bits = int(found.type[1:])
    left = _called(found).startswith("llvm.fshl.")
    high, low, by = (made.operand(value) for value in found.operands[:3])

    def shift(word: str, value: Operand, *rest: Operand) -> Operand:
        return made.add(made.name(f"{found.name}.{word}"), word, found.type, value, *rest)

    number = found.operands[2].number
    if number is not None:
        by_high = int(number) % bits if left else bits - int(number) % bits
        if by_high in (0, bits):
            return high if left else low
        parts = (
            shift("shl", high, made.number(by_high)),
            shift("lshr", low, made.number(bits - by_high)),
        )
    else:
        inside = shift("and", by, made.number(bits - 1))
        rest = shift("xor", inside, made.number(bits - 1))
        # A shift by a whole word is undefined, so the other one goes one bit first.
        if left:
            half = shift("lshr", shift("lshr", low, made.number(1)), rest)
            parts = shift("shl", high, inside), half
        else:
            half = shift("shl", shift("shl", high, made.number(1)), rest)
            parts = half, shift("lshr", low, inside)
    return made.add(found.name, "or", found.type, *parts)


def _called(found: Instruction) -> str:
    match = _CALLED.search(found.text)
    return "a pointer" if match is None else match[1] or match[2]


def _ignored(found: Instruction) -> bool:
    return _called(found).startswith(tuple(f"llvm.{word}" for word in IGNORED))


def _intrinsic(found: Instruction) -> str | None:
    words = _called(found).split(".")
    return INTRINSICS.get(words[1]) if words[0] == "llvm" and len(words) > 1 else None


def _chosen(made: Builder, phi: Instruction, block: str) -> Operand:
    """Return a phi behind branches: the value that came by the edge that was taken."""
    values = [made.operand(value) for value in phi.operands]
    if all(value == values[0] for value in values):
        return values[0]
    chosen = values[-1]
    for number, (value, source) in enumerate(zip(values[:-1], phi.sources[:-1], strict=True)):
        edge = _joined(made, made.block[source], _taken(made, (source, block)))
        if edge is None:
            return value
        pair = (chosen, value) if edge.negated else (value, chosen)
        last = number == len(values) - 2
        name = phi.name if last else made.name(f"{phi.name}.{number}")
        chosen = made.add(name, "select", phi.type, edge.operand, *pair)
    return chosen


def _address(made: Builder, found: Instruction) -> Operand:
    """Return an address: a base, products of indices, and a number of bytes."""
    terms, offset = made.layout.offsets(found)
    address = made.operand(found.operands[0])
    parts: list[Operand] = []
    for index, size in terms:
        operand = made.operand(index)
        if index.type != "i64":
            operand = made.once(f"{found.name}.index", "sext", "i64", operand)
        if size != 1:
            operand = made.once(f"{found.name}.scaled", "mul", "i64", operand, made.number(size))
        parts.append(operand)
    if offset:
        parts.append(made.number(offset))
    for number, part in enumerate(parts):
        name = found.name if number == len(parts) - 1 else made.name(f"{found.name}.{number}")
        address = made.add(name, "add", "ptr", address, part)
    return address


def _access(made: Builder, found: Instruction, block: str) -> None:
    if " volatile " in found.text or " atomic " in found.text:
        raise NotSupportedError(f"a volatile or atomic {found.opcode}")
    store = found.opcode == "store"
    if not _SCALAR.fullmatch(found.operands[0].type if store else found.type):
        raise NotSupportedError(
            f"a {found.opcode} of type {found.operands[0].type if store else found.type}"
        )
    predicate = made.block[block]
    operands = [
        made.operand(value) for value in (found.operands[::-1] if store else found.operands)
    ]
    word = found.opcode
    if predicate is not None:
        word += ".unless" if predicate.negated else ".if"
        operands.insert(0, predicate.operand)
    name = made.name(f"store.{len(made.accesses)}") if store else found.name
    type_ = found.operands[0].type if store else found.type
    made.add(name, word, type_, *operands)
    if not store:
        made.read[found.name] = Operand(name)
    made.accesses.append(Access(name, store, found.operands[-1], made.layout.size(type_)))


def _finished(made: Builder, order: list[OrderEdge], assumed: tuple[str, ...]) -> LoopGraph:
    """Return the graph of what was built, with its results."""
    loop = made.loop
    results: dict[Edge, dict[str, Operand]] = {edge: {} for edge in loop.exits}
    wanted: dict[str, Operand] = {}
    for source, target in loop.exits:
        for phi in loop.function.block_by_name[target].instructions:
            if phi.opcode != "phi":
                break
            value = phi.operands[phi.sources.index(source)]
            inside = loop.function.made_in.get(value.name) in loop.names and not value.fixed
            operand = made.operand(value) if inside else None
            if operand is not None and operand.value in made.operations:
                if operand.distance:
                    key = f"{value.name}.out"
                    if key not in made.operations:
                        made.add(made.name(key), "mov", made.types[operand.value], operand)
                    operand = Operand(key)
                wanted[operand.value] = operand
                results[source, target][phi.name] = operand
    _follow(made, results)
    prepared = _prepared(made, {operand.value for operand in wanted.values()})
    used = {o.value for _, operands in made.operations.values() for o in operands}
    operators = _operators(made)
    initial = _initial(made)
    used |= {name for one in initial for name in one.numbers if isinstance(name, str)}
    dfg = Dfg(
        name=f"{loop.function.name}.{loop.header.name}".replace("..", "."),
        operators=tuple(dict.fromkeys(operators.values())),
        inputs=tuple(name for name in dict.fromkeys((*made.inputs, *prepared)) if name in used),
        operations=tuple(
            Operation(name, operators[name].name, operands)
            for name, (_, operands) in made.operations.items()
        ),
        results=tuple(wanted),
        constants=tuple(Constant(n, v) for n, v in made.constants.items() if n in used),
        order=tuple(dict.fromkeys(order)),
        initial=initial,
        lines=tuple(Line(n, line) for n, line in made.lines.items() if n in made.operations),
    )
    return LoopGraph(loop, dfg, made.types, made.inputs, made.exits, results, prepared, assumed)


def _operators(made: Builder) -> dict[str, Operator]:
    """Return the operator of each operation: one for each opcode, arity and types."""
    plain = operators_of({n: (word, len(o)) for n, (word, o) in made.operations.items()})
    rows: dict[str, Operator] = {}
    found: dict[str, Operator] = {}
    for name, (word, operands) in made.operations.items():
        opcode = word.partition(".")[0]
        type_ = made.types[name] if made.types[name] != "void" else None
        of = _operand_type(made, opcode, operands)
        of = None if of == type_ else of
        effect = opcode in ("load", "store", "br")
        for suffix in ("", f"/{type_}", f"/{of}/{type_}"):
            row = plain[name]
            row = msgspec.structs.replace(
                row, name=row.name + suffix, effect=effect, type=type_, of=of
            )
            if rows.setdefault(row.name, row) == row:
                found[name] = row
                break
    return found


def _operand_type(made: Builder, opcode: str, operands: tuple[Operand, ...]) -> str | None:
    """Return the type of the operands, of instructions whose result has another one."""
    kinds = [made.types[o.value] for o in operands if o.value in made.types]
    return kinds[0] if kinds and opcode in FROM_OTHERS else None


def _prepared(made: Builder, results: set[str]) -> dict[str, Prepared]:
    """Take operations out of the loop that compute the same in every iteration.

    They become inputs, one for another: an operation stays where all that it reads is read by
    others as well. So do divisions, which may have no result if the loop does not get to them.
    """
    found = made.prepared
    outside = {*made.inputs, *found}
    late = {o.value for _, operands in made.operations.values() for o in operands if o.distance}
    kept = results | late | {value for value, _ in made.starts}
    begun = {start.name for start in made.starts.values() if start.number is None}
    changed = True
    while changed:
        changed = False
        for name, (word, operands) in list(made.operations.items()):
            opcode = word.partition(".")[0]
            read = {o.value for o in operands} - made.constants.keys()
            if name in kept or opcode in STAY or not read or not read <= outside:
                continue
            others = [ops for other, (_, ops) in made.operations.items() if other != name]
            shared = {o.value for ops in others for o in ops} | begun
            if read <= shared:
                continue
            numbers = tuple(made.constants.get(o.value, o.value) for o in operands)
            of = _operand_type(made, opcode, operands) or made.types[name]
            found[name] = Prepared(word, of, numbers)
            del made.operations[name]
            outside.add(name)
            changed = True
    return found


def _follow(made: Builder, results: dict[Edge, dict[str, Operand]]) -> None:
    """Read values that are no operations of their own as what they are.

    A phi of the header is read before it is known that its next value is that of another one.
    """
    known = made.operations.keys() | made.inputs.keys() | made.constants.keys()

    def real(operand: Operand) -> Operand:
        while operand.value not in known:
            other = made.read[operand.value]
            operand = Operand(other.value, operand.distance + other.distance)
        return operand

    for name, (word, operands) in made.operations.items():
        made.operations[name] = (word, tuple(real(operand) for operand in operands))
    for (value, distance), start in list(made.starts.items()):
        other = real(Operand(value, distance))
        if made.starts.setdefault((other.value, other.distance), start) != start:
            raise NotSupportedError(f"'{value}' begins with two values")
        if other.value != value:
            del made.starts[value, distance]


def _initial(made: Builder) -> tuple[Initial, ...]:
    """Return what values are before the first iteration: numbers, and inputs."""
    deepest: dict[str, int] = {}
    for value, distance in made.starts:
        deepest[value] = max(distance, deepest.get(value, 0))
    found = []
    for value, most in deepest.items():
        numbers: list[Number | str] = []
        for distance in range(1, most + 1):
            start = made.starts.get((value, distance))
            known = 0 if start is None else start.number
            numbers.append(made.operand(start).value if start and known is None else known or 0)
        found.append(Initial(value, tuple(numbers)))
    return tuple(found)

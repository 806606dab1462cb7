"""Loop-invariant code motion, and promotion of sums in memory to carried values."""

from __future__ import annotations

from models.data.dfg import Number, Operand
from programs.llvm.builder import Builder, Prepared, operand_type
from programs.llvm.linear_forms import Memory
from programs.llvm.memory import carried
from programs.llvm.module import Value

STAY = frozenset("load store br mov sdiv udiv srem urem".split())


def carry(made: Builder, restrict: bool) -> None:
    """Forward a value stored by the previous iteration to its load."""
    pairs = carried(Memory(made.loop, made.layout), made.accesses, restrict)
    for load, store in ((made.accesses[i].operation, made.accesses[j].operation) for i, j in pairs):
        (word, addresses), (other, operands) = made.operations[load], made.operations[store]
        value, ready = operands[-1], before_loop(made, addresses[-1])
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


def before_loop(made: Builder, operand: Operand) -> str | Number | None:
    """Return a name for an operand's value before the loop, if it is invariant."""
    if operand.value in made.constants:
        return made.constants[operand.value]
    if operand.value in made.inputs or operand.value in made.prepared:
        return operand.value
    if operand.distance or operand.value not in made.operations:
        return None
    name = f"{operand.value}.before"
    if name in made.prepared:
        return name
    opcode, read = made.operations[operand.value]
    numbers = [before_loop(made, each) for each in read]
    if opcode in STAY or any(number is None for number in numbers):
        return None
    of = operand_type(made, opcode, read) or made.types[operand.value]
    made.types[name] = made.types[operand.value]
    made.prepared[name] = Prepared(opcode, of, tuple(n for n in numbers if n is not None))
    return name


def prepare(made: Builder, results: set[str]) -> dict[str, Prepared]:
    """Hoist loop-invariant operations.

    Each becomes an input in place of another: an operation stays if all its operands have other
    readers. Divisions stay, too, as they may be undefined if the loop never executes them.
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
            of = operand_type(made, opcode, operands) or made.types[name]
            found[name] = Prepared(word, of, numbers)
            del made.operations[name]
            outside.add(name)
            changed = True
    return found

"""A loop as a dataflow graph.

- An instruction is an operation; a phi of the header is its value of the previous iteration, so
values rotated through several phis have larger distances. A phi after branches is a `select`.
- Stores, and loads after branches, have the predicate of their block as their first operand:
`store.if`, or `store.unless` if it is negated. An exit is a `br` that reads its predicate; stores
of the next iterations wait for it. `br.unless` exits if its operand is false.
- Addresses are sums and products of 64 bits. Casts between pointers, `freeze` and casts without an
effect are not operations.
- Values from before the loop are inputs, and so are invariant computations; constants are
immediate. Results are the values read after the loop; a result from an earlier iteration gets a
move.
"""

from __future__ import annotations

import math
from collections.abc import Collection

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
    Rewrite,
)
from models.errors import InputError, NotSupportedError
from models.semantics.opcodes import operators_of
from programs.llvm.before import carry, prepare
from programs.llvm.builder import Builder, LoopGraph, operand_type
from programs.llvm.flow import Edge, Loop
from programs.llvm.formulas import formulas
from programs.llvm.instructions import add_instruction
from programs.llvm.layout import DataLayout
from programs.llvm.linear_forms import Memory
from programs.llvm.memory import orders, pieces
from programs.llvm.module import Instruction
from programs.llvm.names import named, names_of, rename
from programs.llvm.predicates import joined, predicate, taken
from programs.rewrites.expanded import expand
from programs.rewrites.memory_units import fold
from programs.rewrites.passes import rewritten


def loop_graph(
    loop: Loop,
    layout: DataLayout,
    restrict: bool = False,
    passes: Collection[str] = (),
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> LoopGraph:
    """Return the graph of a loop, after these passes on it, and `without` some operations.

    Memory units do what `units` says beside loads and stores: `offset`, `extend`.
    With `restrict`, addresses from different pointers never alias. Raises `InputError` for
    unsupported instructions.
    """
    made = Builder(loop, layout, units=tuple(units))
    try:
        for block in loop.blocks:
            made.block[block.name] = predicate(made, block.name)
            for instruction in block.instructions:
                made.line = instruction.line
                _require_known(instruction)
                if not (instruction.opcode == "phi" and block is loop.header):
                    add_instruction(made, instruction, block.name)
        for number, edge in enumerate(loop.exits):
            made.line = loop.function.block_by_name[edge[0]].instructions[-1].line
            condition = joined(made, made.block[edge[0]], taken(made, edge))
            name = made.name(f"exit.{number}" if len(loop.exits) > 1 else "exit")
            word = "br.unless" if condition is not None and condition.negated else "br"
            read = made.number(1) if condition is None else condition.operand
            made.exits[made.add(name, word, "void", read).value] = edge
        made.line = ""
        carry(made, restrict)
        return _finished(made, restrict, passes, without)
    except InputError as error:
        at = f", {made.line}" if made.line else ""
        raise error.inside(f"{loop.place}{at}") from None


def _require_known(instruction: Instruction) -> None:
    """Raise `NotSupportedError` for avoidable instructions, naming the compiler option."""
    if instruction.opcode == "invoke":
        what = "a call that may throw an exception: make the text with -fno-exceptions"
        raise NotSupportedError(f"{what}, or give the body of the called function in the same file")
    types = (instruction.type, *(operand.type for operand in instruction.operands))
    if vector := next((type_ for type_ in types if type_.startswith("<")), None):
        what = f"vectors, here of type {vector}: make the text with clang -O1, or with"
        raise NotSupportedError(f"{what} -fno-vectorize -fno-slp-vectorize")


def _finished(
    made: Builder, restrict: bool, passes: Collection[str], without: Collection[str]
) -> LoopGraph:
    """Return the finished graph with its results."""
    loop = made.loop
    wanted, left = _results(made)
    _follow(made)
    made.phis = {
        phi.name: _real(made, made.read[phi.name]) for phi in loop.phis if phi.name in made.read
    }
    _drop_unread(made, wanted)
    done: list[Rewrite] = []
    if passes:
        made.wanted = tuple(wanted)
        for start in made.starts.values():
            made.operand(start)  # the loop begins with it, even if its graph does not
        made, done = rewritten(made, restrict, passes)
    expand(made, without)
    prepare(made, set(wanted))
    began = _initial(made)
    names = names_of(made)
    done = [named(made, one, names) for one in done]
    carried = made.phis
    rename(made, names)
    initial = tuple(
        Initial(names[value], tuple(names.get(n, n) if isinstance(n, str) else n for n in numbers))
        for value, numbers in began
    )
    results = {
        edge: {phi: Operand(names[o.value], o.distance) for phi, o in found.items()}
        for edge, found in left.items()
    }
    memory = Memory(loop, made.layout, outside=bool(passes))
    order, assumed = orders(memory, made.accesses, tuple(made.exits), restrict)
    if made.units and passes:
        held = {value for value, _ in began} | {*wanted} | {o.value for o in carried.values()}
        held |= {o.value for found in left.values() for o in found.values()}
        folded, more = fold(made, made.units, {names.get(value, value) for value in held})
        done += more
        order = [
            OrderEdge(folded.get(e.before, e.before), folded.get(e.after, e.after), e.distance)
            for e in order
        ]
    used = {o.value for _, operands in made.operations.values() for o in operands}
    used |= {name for one in initial for name in one.numbers if isinstance(name, str)}
    operators = _operators(made)
    inputs = tuple(n for n in dict.fromkeys((*made.inputs, *made.prepared)) if n in used)
    dfg = Dfg(
        name=loop.title,
        operators=tuple(dict.fromkeys(operators.values())),
        inputs=inputs,
        operations=tuple(
            Operation(name, operators[name].name, operands)
            for name, (_, operands) in made.operations.items()
        ),
        results=tuple(names[value] for value in wanted),
        constants=tuple(Constant(n, v) for n, v in made.constants.items() if n in used),
        order=tuple(dict.fromkeys(order)),
        initial=initial,
        lines=tuple(Line(n, line) for n, line in made.lines.items() if n in made.operations),
        before=formulas(made, used),
        rewrites=tuple(done),
        invariants=inputs,  # what is made before the loop stays as it is
    )
    # A prepared address is in the memory of the input that it is computed from.
    given = {n: v for n, v in made.inputs.items() if _is_given(made, n)}
    parts = pieces(memory, given, restrict)
    return LoopGraph(
        loop=loop,
        dfg=dfg,
        types=made.types,
        inputs=made.inputs,
        exits=made.exits,
        results=results,
        prepared=made.prepared,
        pieces=parts,
        assumed=assumed,
        promised=made.promised,
        carried={
            phi: Operand(names[o.value], o.distance)
            for phi, o in carried.items()
            if o.value in names and names[o.value] in dfg.operation_by_name
        },
        layout=made.layout,
    )


def _is_given(made: Builder, name: str) -> bool:
    return name not in made.prepared or made.prepared[name].opcode == "load"


def _results(made: Builder) -> tuple[list[str], dict[Edge, dict[str, Operand]]]:
    """Return the values read after the loop, and the values of each exit."""
    loop = made.loop
    results: dict[Edge, dict[str, Operand]] = {edge: {} for edge in loop.exits}
    wanted: dict[str, None] = {}
    for source, target in loop.exits:
        for phi in loop.function.block_by_name[target].instructions:
            if phi.opcode != "phi":
                break
            value = phi.operands[phi.sources.index(source)]
            inside = loop.function.made_in.get(value.name) in loop.names and not value.fixed
            operand = _real(made, made.operand(value)) if inside else None
            if operand is not None and operand.value in made.operations:
                if operand.distance:
                    key = f"{value.name}.out"
                    if key not in made.operations:
                        made.add(made.name(key), "mov", made.types[operand.value], operand)
                    operand = Operand(key)
                wanted[operand.value] = None
                results[source, target][phi.name] = operand
    return list(wanted), results


def _drop_unread(made: Builder, wanted: Collection[str]) -> None:
    """Remove dead operations, such as a comparison that only `llvm.assume` reads."""
    dead: set[str] | None = None
    while dead is None or dead:
        read = {o.value for _, operands in made.operations.values() for o in operands}
        kept = {*read, *wanted, *(value for value, _ in made.starts)}
        dead = {
            name
            for name, (word, _) in made.operations.items()
            if name not in kept and word.partition(".")[0] not in ("load", "store", "br")
        }
        for name in dead:
            del made.operations[name]


def _operators(made: Builder) -> dict[str, Operator]:
    """Return the operator of each operation: one per opcode, arity and types."""
    plain = operators_of({n: (word, len(o)) for n, (word, o) in made.operations.items()})
    rows: dict[str, Operator] = {}
    found: dict[str, Operator] = {}
    for name, (word, operands) in made.operations.items():
        opcode = word.partition(".")[0]
        type_ = made.types[name] if made.types[name] != "void" else None
        of = made.converted.get(name) or operand_type(made, opcode, operands)
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


def _follow(made: Builder) -> None:
    """Resolve operands of values that are not operations.

    A header phi is read before its next value is known to be another phi's.
    """
    for name, (word, operands) in made.operations.items():
        made.operations[name] = (word, tuple(_real(made, operand) for operand in operands))
    for (value, distance), start in list(made.starts.items()):
        other = _real(made, Operand(value, distance))
        if made.starts.setdefault((other.value, other.distance), start) != start:
            raise NotSupportedError(f"'{value}' begins with two values")
        if other.value != value:
            del made.starts[value, distance]


def _real(made: Builder, operand: Operand) -> Operand:
    while not any(
        operand.value in known for known in (made.operations, made.inputs, made.constants)
    ):
        other = made.read[operand.value]
        operand = Operand(other.value, operand.distance + other.distance)
    return operand


def _initial(made: Builder) -> list[tuple[str, tuple[Number | str, ...]]]:
    """Return the initial values, before the first iteration: numbers and inputs."""
    deepest: dict[str, int] = {}
    for value, distance in made.starts:
        deepest[value] = max(distance, deepest.get(value, 0))
    found = []
    for value, most in deepest.items():
        numbers: list[Number | str] = []
        for distance in range(1, most + 1):
            start = made.starts.get((value, distance))
            known = 0 if start is None else start.number
            given = start and (known is None or not math.isfinite(known))
            numbers.append(made.operand(start).value if start and given else known or 0)
        found.append((value, tuple(numbers)))
    return found

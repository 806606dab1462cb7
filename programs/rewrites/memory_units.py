"""Memory units that add a constant to an address, extend what they load, and truncate what they
store: operations of a graph that become parts of its loads and stores.

`load.offset` reads an address and what is added to it, `store.offset` an address, a word and that.
`load.zext` and `load.sext` extend the word in memory, `store.trunc` stores the low bits of a word;
`load.offset.zext` does both. Accesses with a predicate stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from models.data.architecture import Architecture
from models.data.dfg import Operand, Rewrite
from programs.llvm.builder import Builder

OFFSET, BASE, EXTEND = "offset", "base", "extend"
ADDRESS = 64
"""Bits of an address to which a memory unit adds."""


WORDS = {
    OFFSET: ("load.offset", "store.offset"),
    EXTEND: ("load.zext", "load.sext", "store.trunc"),
}
BOTH = ("load.offset.zext", "load.offset.sext", "store.offset.trunc")


def units_of(arch: Architecture | None) -> tuple[str, ...]:
    """Return what all memory units of an array list beside loads and stores.

    They add an invariant to an address where they hold some, and a constant otherwise. A unit
    without a list of operators executes everything, and states nothing.
    """
    parts = arch.components if arch is not None else ()
    memory = [part for part in parts if part.supports("load") or part.supports("store")]
    found = [
        unit
        for unit, words in WORDS.items()
        if memory and all(set(words) <= part.latency_of.keys() for part in memory)
    ]
    if len(found) == len(WORDS) and not all(set(BOTH) <= p.latency_of.keys() for p in memory):
        return (OFFSET,)
    if OFFSET in found and all(part.invariants for part in memory):
        found.append(BASE)
    return tuple(found)


def fold(
    made: Builder, units: Collection[str], kept: Collection[str]
) -> tuple[dict[str, str], list[Rewrite]]:
    """Make operations parts of loads and stores; return the new names of loads, and what was done.

    A load that extends has the name of its extension. The values of `kept` are read after the loop,
    or have numbers from before it.
    """
    before, renamed = dict(made.operations), dict[str, str]()
    if EXTEND in units:
        renamed = _extend(made, kept)
        _truncate(made, kept)
    if OFFSET in units and made.layout.pointer == ADDRESS:
        _add(made, units, kept)
    gone = [name for name in before if name not in made.operations and name not in renamed]
    gone += renamed.values()
    return renamed, [Rewrite("folded", name, None, made.lines.get(name)) for name in gone]


def _readers(made: Builder) -> dict[str, list[tuple[str, int, int]]]:
    """Return the readers of each value: their names, places of the operand, and distances."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for name, (_, operands) in made.operations.items():
        for place, operand in enumerate(operands):
            found.setdefault(operand.value, []).append((name, place, operand.distance))
    return found


def _plain(made: Builder, opcode: str) -> Iterator[str]:
    """Yield the loads or stores without a predicate."""
    for name, (word, _) in list(made.operations.items()):
        if word == opcode:
            yield name


def _extend(made: Builder, kept: Collection[str]) -> dict[str, str]:
    readers, renamed = _readers(made), dict[str, str]()
    for name in _plain(made, "load"):
        by = {reader for reader, _, distance in readers.get(name, ()) if not distance}
        if len(by) != 1 or len(readers[name]) != 1 or name in kept:
            continue
        extension = by.pop()
        how = made.operations[extension][0]
        if how in ("zext", "sext"):
            made.converted[extension] = made.types[name]
            made.operations[extension] = (f"load.{how}", made.operations.pop(name)[1])
            made.promised.pop(extension, None)
            renamed[name] = extension
    return renamed


def _truncate(made: Builder, kept: Collection[str]) -> None:
    readers = _readers(made)
    for name, (word, operands) in list(made.operations.items()):
        own = readers.get(name, [])
        if word != "trunc" or name in kept or operands[0].value in made.constants:
            continue
        stored = [made.operations[reader][0] == "store" and place == 1 and not distance
                  for reader, place, distance in own]  # fmt: skip
        if stored and all(stored):
            for reader, _, _ in own:
                made.converted[reader] = made.types[operands[0].value]
                address = made.operations[reader][1][0]
                made.operations[reader] = ("store.trunc", (address, operands[0]))
            del made.operations[name]


def _is_outside(made: Builder, operand: Operand) -> bool:
    return operand.value in made.inputs or operand.value in made.prepared


def _add(made: Builder, units: Collection[str], kept: Collection[str]) -> None:
    added = set[str]()
    for name, (word, operands) in list(made.operations.items()):
        if word not in ("load", "load.zext", "load.sext", "store", "store.trunc"):
            continue
        address = operands[0]
        opcode, parts = made.operations.get(address.value, ("", ()))
        if opcode != "add" or address.distance or len(parts) != 2:
            continue
        for base, offset in (parts, parts[::-1]):
            fixed = offset.value in made.constants or (BASE in units and _is_outside(made, offset))
            if fixed and base.value in made.operations:
                kind, _, more = word.partition(".")
                changed = f"{kind}.{OFFSET}" + (f".{more}" if more else "")
                made.operations[name] = (changed, (base, *operands[1:], offset))
                added.add(address.value)
                break
    readers = _readers(made)
    for name in added:
        if name not in readers and name not in kept:
            del made.operations[name]

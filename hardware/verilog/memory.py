"""The ports of the memory, and the slots that share them.

Ports are arbitrated by slot order: the first slot that loads or stores in a cycle gets the first
port, without any bits of the word.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.model.machine import Slot
from hardware.model.units import Unit, bits_of_type
from hardware.verilog.names import Names, comment
from hardware.verilog.ports import Sharing

ZERO, ZERO_BIT, UNKNOWN = "'d0", "1'b0", "{WIDTH{1'bx}}"
TURN = 8
"""Bits of the position of a slot among the slots that share ports."""


def memory_ports(sharing: Sharing, names: Names) -> Iterator[str]:
    """Yield the lines that connect slots to memory ports."""
    slots = {names.slot(slot.component, slot.index): slot for slot in sharing.slots}
    yield ""
    yield f"  // memory: {comment(sharing.name)}"
    counted = 1 < sharing.ports < len(slots)
    before: list[str] = []
    for name in slots if counted else ():
        earlier = [f"{{{TURN - 1}'d0, {other}_wants}}" for other in before]
        yield f"  wire [{TURN - 1}:0] {name}_turn = {' + '.join(earlier or [f'{TURN}{ZERO}'])};"
        before.append(name)
    for place in range(sharing.ports):
        port = sharing.first + place
        users = slots if sharing.ports < len(slots) else {[*slots][place]: [*slots.values()][place]}
        turn = {name: f" && {name}_turn == {TURN}'d{place}" if counted else "" for name in users}
        stores = " || ".join(f"({name}_stores{turn[name]})" for name in users)
        yield f"  assign memory_store[{port}] = {stores};"
        for what in ("address", "data"):
            chosen = _chosen(users, turn, what)
            yield f"  assign memory_{what}[{port}*WIDTH +: WIDTH] = {chosen};"
    for number, name in enumerate(slots):
        own = str(sharing.first + (number if sharing.ports == len(slots) else 0))
        if counted:
            own = f"({sharing.first} + {name}_turn % {sharing.ports})"
        yield f"  assign {name}_loaded = memory_loaded[{own}*WIDTH +: WIDTH];"


def memory_user(slot: Slot, name: str, opcode: str, size: int, effect: str) -> Iterator[str]:
    """Yield a slot's memory request: enable, address, and the data of a store if `effect`."""
    known = {n: unit for n, unit in enumerate(slot.units, 1) if unit.access in ("load", "store")}
    chosen = {n: f"{opcode} == {size}'d{n}" for n in known}
    shifted = " || ".join(chosen[n] for n, unit in known.items() if unit.predicate)
    stores = []
    for n, unit in known.items():
        if unit.access == "store":
            happens = {None: "", "if": f" && |{name}_a", "unless": f" && ~|{name}_a"}
            stores.append(f"({chosen[n]}{happens[unit.predicate]})")
    yield f"  wire {name}_wants = {' || '.join(chosen.values())};"
    yield f"  wire {name}_stores = ({' || '.join(stores) or ZERO_BIT}) && {effect};"
    letters = [letter if n < slot.operands else None for n, letter in enumerate("abc")]
    for what, plain, after in (("address", letters[0], letters[1]), ("data", *letters[1:])):
        value = f"{name}_{plain}" if plain and (what == "address" or stores) else UNKNOWN
        if shifted and after and value != UNKNOWN:
            value = f"({shifted}) ? {name}_{after} : {value}"
        for n, unit in known.items():
            changed = _added(name, unit) if what == "address" else _truncated(name, unit)
            value = f"({chosen[n]}) ? {changed} : {value}" if changed else value
        yield f"  wire [WIDTH-1:0] {name}_{what} = {value};"


def _added(name: str, unit: Unit) -> str:
    """Return the address of an access that adds its last operand; "" for others."""
    return f"{name}_a + {name}_{'abc'[unit.arity - 1]}" if unit.adds else ""


def _truncated(name: str, unit: Unit) -> str:
    """Return the data of a store that truncates; "" for others."""
    if unit.truncates is None:
        return ""
    bits = bits_of_type(unit.truncates)
    low = f"{name}_b[{bits - 1}:0]"
    return f"{{{{(WIDTH-{bits}){{{name}_b[{bits - 1}]}}}}, {low}}}"


def _chosen(users: dict[str, Slot], turn: dict[str, str], what: str) -> str:
    """Return the address or the data of the slot that owns a port."""
    *first, last = users
    chain = "".join(f"{name}_wants{turn[name]} ? {name}_{what} : " for name in first)
    return f"{chain}{last}_{what}"

"""The ports of the memory, and the slots that share them.

Slots take the ports in their own order: the first one that loads or stores in a cycle has the first
port. No bits of a word say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.hardware.machine import Slot
from models.hardware.units import ACCESSES
from views.verilog.names import Names, comment
from views.verilog.ports import Sharing

ZERO = "'d0"
TURN = 8
"""Bits of the position of a slot among those that share ports."""


def memory_ports(sharing: Sharing, names: Names) -> Iterator[str]:
    """Yield the lines that join slots to ports of the memory."""
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
        for bus, operand in (("memory_address", 0), ("memory_data", 1)):
            chosen = _chosen(users, turn, operand)
            yield f"  assign {bus}[{port}*WIDTH +: WIDTH] = {chosen};"
    for number, name in enumerate(slots):
        own = str(sharing.first + (number if sharing.ports == len(slots) else 0))
        if counted:
            own = f"({sharing.first} + {name}_turn % {sharing.ports})"
        yield f"  assign {name}_loaded = memory_loaded[{own}*WIDTH +: WIDTH];"


def _chosen(users: dict[str, Slot], turn: dict[str, str], operand: int) -> str:
    """The operand of the slot that has a port; only stores have a second one."""
    able = [name for name, slot in users.items() if slot.operands > operand]
    if not able or operand > ACCESSES["store"] - 1:
        return "{WIDTH{1'bx}}"
    *first, last = able
    letter = "ab"[operand]
    chain = "".join(f"{name}_wants{turn[name]} ? {name}_{letter} : " for name in first)
    return f"{chain}{last}_{letter}"

"""Packets to the tiles, in order: constants, counts, control words, prologues, launch.

Ports are numbered as in the machine: NORTH, SOUTH, WEST, EAST.
"""

from __future__ import annotations

import msgspec

from ecosystems.vectorcgra.array import BANKS, PORTS, Place
from ecosystems.vectorcgra.tiles import Action, Register, Tiles
from models.formats.json_text import convert, decode

OPCODES = {
    "add": "ADD", "sub": "SUB", "mul": "MUL", "shl": "LLS", "lshr": "LRS", "ashr": "ARS",
    "and": "AND", "or": "OR", "xor": "XOR", "sel": "SEL", "phi": "PHI", "grant": "GRT_PRED",
    "constant": "CONST", "return": "RET", "load": "LD", "store": "STR", "mov": "PAS",
    "icmp.eq": "EQ", "icmp.ne": "NE", "icmp.slt": "LT", "icmp.sle": "LTE", "icmp.sgt": "GT",
    "icmp.sge": "GTE", "icmp.ult": "ULT", "icmp.ule": "ULTE", "icmp.ugt": "UGT",
    "icmp.uge": "UGTE",
}  # fmt: skip
NUMBERED = {port: number for number, port in enumerate(PORTS)}
WAYS = len(PORTS) + BANKS


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control word: sources of operands, sources of crossbar outputs, registers."""

    opt: str = "OPT_NAH"
    fu_in: tuple[int, ...] = (0,) * 4
    routing_xbar_outport: tuple[int, ...] = (0,) * WAYS
    fu_xbar_outport: tuple[int, ...] = (0,) * WAYS
    write_reg_from: tuple[int, ...] = (0,) * BANKS
    write_reg_idx: tuple[int, ...] = (0,) * BANKS
    read_reg_from: tuple[int, ...] = (0,) * BANKS
    read_reg_idx: tuple[int, ...] = (0,) * BANKS


class Packet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command to a tile; `port` is that of a prologue, from 1 on for in-ports."""

    cmd: str
    data: int = 0
    ctrl_addr: int = 0
    port: int = 0
    ctrl: Control | None = None


class Stream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The packets of a tile."""

    tile: int
    x: int
    y: int
    packets: tuple[Packet, ...]


class Packets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The packets of an array."""

    rows: int
    columns: int
    tiles: tuple[Stream, ...]


def packets_of(made: Tiles, rounds: int) -> Packets:
    """Return the packets that let each tile step through its words `rounds` times."""
    return Packets(
        made.rows,
        made.columns,
        tuple(
            Stream(
                row * made.columns + column, column, row, tuple(_tile(made, (row, column), rounds))
            )
            for row in range(made.rows)
            for column in range(made.columns)
        ),
    )


def _tile(made: Tiles, place: Place, rounds: int) -> list[Packet]:
    actions = made.work.get(place, ())
    count = made.contexts
    numbers = [a.constant for a in actions if a.constant is not None]
    found = [Packet("CMD_CONST", number) for number in numbers]
    found.append(Packet("CMD_CONFIG_COUNT_PER_ITER", count))
    found.append(Packet("CMD_CONFIG_TOTAL_CTRL_COUNT", count * rounds))
    by_word = {action.cycle % count: action for action in actions}
    for address in range(count):
        action = by_word.get(address)
        control = Control() if action is None else control_of(action)
        found.append(Packet("CMD_CONFIG", ctrl_addr=address, ctrl=control))
    for action in actions:
        found += _prologue(action, count)
    found.append(Packet("CMD_LAUNCH"))
    return found


def _prologue(action: Action, count: int) -> list[Packet]:
    stage, address = divmod(action.cycle, count)
    found = []
    if stage:
        found.append(Packet("CMD_CONFIG_PROLOGUE_FU", stage, address))
    skipped = stage + (action.word == "phi")
    ports = dict.fromkeys(s for s in action.sources if isinstance(s, str))
    if skipped:
        command = "CMD_CONFIG_PROLOGUE_ROUTING_CROSSBAR"
        found += [Packet(command, skipped, address, NUMBERED[port] + 1) for port in ports]
    if stage and (action.ports or action.register):
        found.append(Packet("CMD_CONFIG_PROLOGUE_FU_CROSSBAR", stage, address))
    return found


def control_of(action: Action) -> Control:
    """Return the control word of an operation: registers by the lanes of their banks."""
    fu_in, routing, results = [0] * 4, [0] * WAYS, [0] * WAYS
    to, index, takes, read = [0] * BANKS, [0] * BANKS, [0] * BANKS, [0] * BANKS
    lanes: dict[str | Register, int] = {}
    for source in action.sources:
        if isinstance(source, Register):
            lanes[source] = source.bank
            takes[source.bank], read[source.bank] = 1, source.index
    for source in action.sources:
        if isinstance(source, str) and source not in lanes:
            lane = min(set(range(BANKS)) - set(lanes.values()))
            lanes[source] = lane
            routing[len(PORTS) + lane] = NUMBERED[source] + 1
    values = [source for source in action.sources if not isinstance(source, int)]
    for operand, source in enumerate(values):
        fu_in[operand] = lanes[source] + 1
    for port in action.ports:
        results[NUMBERED[port]] = 1
    if action.register is not None:
        bank = action.register.bank
        results[len(PORTS) + bank] = 1
        to[bank], index[bank] = 2, action.register.index
    opcode = f"OPT_{OPCODES[action.word]}"
    if action.constant is not None and action.word != "constant":
        opcode += "_CONST"
    return Control(
        opcode,
        *(tuple(each) for each in (fu_in, routing, results, to, index, takes, read)),
    )


def packets_text(packets: Packets) -> str:
    """Return the file of packets."""
    return msgspec.json.format(msgspec.json.encode(packets), indent=1).decode() + "\n"


def read_packets(text: str, where: str) -> Packets:
    """Return the packets of a file. Raises `InputError`."""
    return convert(decode(text, where), Packets, where)

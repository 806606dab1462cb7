"""Executes packets by the machine's rules, without the mapping.

The machine is elastic. Each tile steps through its words independently; a word is executed when its
operands are in the queues of its in-ports, two values deep, and its targets have room. So the order
of words matters, not their time, and words that wait for each other are a deadlock. Words have 32
bits beside a predicate. This interpreter executes all of a word at once, and refuses unclear cases:
words whose unit and crossbars begin in different rounds block.
"""

from __future__ import annotations

import operator
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ecosystems.openedge.interpreter import UNMAPPED, StoppedError, signed
from ecosystems.vectorcgra.array import BANKS, IN_BANK, OPPOSITE, PORTS, Place
from ecosystems.vectorcgra.packets import Control, Packets, Stream

QUEUE = 2
MOST_CYCLES = 200_000
Value = tuple[int, bool]
"""A word, and whether it is valid."""

INVALID: Value = (0, False)
NAMES = tuple(PORTS)


def _unsigned(number: int) -> int:
    return number % (1 << 32)


def _by(number: int) -> int:
    """Return the places that a word is shifted by: 32 or more leave no bit of it."""
    return min(_unsigned(number), 32)


BINARY: dict[str, Callable[[int, int], int]] = {
    "ADD": operator.add, "SUB": operator.sub, "MUL": operator.mul,
    "LLS": lambda a, b: a << _by(b), "LRS": lambda a, b: _unsigned(a) >> _by(b),
    "ARS": lambda a, b: a >> _by(b), "AND": operator.and_, "OR": operator.or_,
    "XOR": operator.xor, "EQ": operator.eq, "NE": operator.ne, "LT": operator.lt,
    "LTE": operator.le, "GT": operator.gt, "GTE": operator.ge,
    "ULT": lambda a, b: _unsigned(a) < _unsigned(b),
    "ULTE": lambda a, b: _unsigned(a) <= _unsigned(b),
    "UGT": lambda a, b: _unsigned(a) > _unsigned(b),
    "UGTE": lambda a, b: _unsigned(a) >= _unsigned(b),
}  # fmt: skip
OPERANDS = {
    **dict.fromkeys(BINARY, 2), "SEL": 3, "PHI": 2, "GRT_PRED": 2, "CONST": 1, "RET": 1, "LD": 1,
    "STR": 2, "PAS": 1, "NAH": 0,
}  # fmt: skip


class DeadlockError(StoppedError):
    """Tiles wait for each other."""


@dataclass
class Tile:
    """A running tile: its words, the queues of its in-ports, its registers, its constants."""

    place: Place
    words: list[Control] = field(default_factory=list)
    total: int = 0
    constants: list[int] = field(default_factory=list)
    unit_from: dict[int, int] = field(default_factory=dict)
    port_from: dict[tuple[int, int], int] = field(default_factory=dict)
    send_from: dict[int, int] = field(default_factory=dict)
    step: int = 0
    taken: int = 0
    begun: set[int] = field(default_factory=set)
    queues: dict[int, deque[Value]] = field(
        default_factory=lambda: {number: deque() for number in range(1, 1 + len(PORTS))}
    )
    registers: list[list[Value]] = field(
        default_factory=lambda: [[INVALID] * IN_BANK for _ in range(BANKS)]
    )


@dataclass
class Machine:
    """Running packets; `memory` has words by byte addresses, and is changed.

    With `stalls` tiles pause at random, which must not change the results.
    """

    packets: Packets
    memory: dict[int, int]
    stalls: random.Random | None = None
    tiles: dict[Place, Tile] = field(init=False)
    returned: int | None = None
    cycle: int = 0

    def __post_init__(self) -> None:
        self.tiles = {(one.y, one.x): _loaded(one) for one in self.packets.tiles}

    def run(self, most: int = MOST_CYCLES) -> int:
        """Execute until all tiles have done all words; return the number of cycles.

        Raises `DeadlockError` and `StoppedError`.
        """
        while any(tile.step < tile.total for tile in self.tiles.values()):
            if self.cycle >= most:
                raise StoppedError(f"not done in {most} cycles")
            self.cycle += 1
            waiting = {place: self._waits(tile) for place, tile in self.tiles.items()}
            ready = [tile for place, tile in self.tiles.items() if not waiting[place]]
            if not ready:
                lines = (f"tile {at}: {why}" for at, why in waiting.items() if why != "done")
                raise DeadlockError(f"deadlock in cycle {self.cycle}: {'; '.join(lines)}")
            for tile in ready:
                if self.stalls is None or self.stalls.random() < 0.6:
                    self._execute(tile)
        if self.returned is None:
            raise StoppedError("no tile has returned a valid value: too few rounds")
        return self.cycle

    def _waits(self, tile: Tile) -> str:
        """Return why a tile waits; empty if it is ready."""
        if tile.step >= tile.total:
            return "done"
        round_, address = divmod(tile.step, len(tile.words))
        control = tile.words[address]
        active = round_ >= tile.unit_from.get(address, 0)
        first = control.opt == "OPT_PHI_CONST" and address not in tile.begun
        for port in sorted(self._ports(control)):
            reads = round_ >= tile.port_from.get((address, port), 0)
            if reads and not tile.queues[port]:
                return f"word {address} for {NAMES[port - 1]}"
            if reads != active and not (active and first):
                return f"word {address} for a crossbar that begins in another round"
        targets = [n for n, made in enumerate(control.fu_xbar_outport) if made]
        if targets and (round_ >= tile.send_from.get(address, 0)) != active:
            return f"word {address} for a result that begins in another round"
        for number in targets if active else ():
            if number < len(PORTS) and len(self._queue(tile, number)) >= QUEUE:
                return f"word {address} for room in the {NAMES[number]}"
        return ""

    def _ports(self, control: Control) -> set[int]:
        return {number for number in control.routing_xbar_outport[len(PORTS) :] if number}

    def _queue(self, tile: Tile, number: int) -> deque[Value]:
        name = NAMES[number]
        to = tuple(a + b for a, b in zip(tile.place, PORTS[name], strict=True))
        other = self.tiles.get((to[0], to[1]))
        if other is None:
            raise StoppedError(f"tile {tile.place} sends to the {name}, where no tile is")
        return other.queues[NAMES.index(OPPOSITE[name]) + 1]

    def _execute(self, tile: Tile) -> None:
        round_, address = divmod(tile.step, len(tile.words))
        control = tile.words[address]
        tile.step += 1
        arrived = {
            port: tile.queues[port].popleft()
            for port in self._ports(control)
            if round_ >= tile.port_from.get((address, port), 0)
        }
        if round_ < tile.unit_from.get(address, 0) or control.opt == "OPT_NAH":
            return
        result = self._result(tile, control, self._operands(tile, control, arrived), address)
        for number, made in enumerate(control.fu_xbar_outport):
            if made and number < len(PORTS):
                self._queue(tile, number).append(result)
            elif made and control.write_reg_from[number - len(PORTS)] == 2:
                bank = number - len(PORTS)
                tile.registers[bank][control.write_reg_idx[bank]] = result

    def _operands(self, tile: Tile, control: Control, arrived: dict[int, Value]) -> list[Value]:
        """Return the operands of the unit by lane, and the constant."""
        found: list[Value] = []
        for lane in control.fu_in:
            if not lane:
                continue
            port = control.routing_xbar_outport[len(PORTS) + lane - 1]
            if port:
                found.append(arrived.get(port, INVALID))
            elif control.read_reg_from[lane - 1] == 1:
                found.append(tile.registers[lane - 1][control.read_reg_idx[lane - 1]])
            else:
                raise StoppedError(f"tile {tile.place} reads lane {lane}, which nothing feeds")
        if control.opt.endswith("CONST"):
            if not tile.constants:
                raise StoppedError(f"tile {tile.place} has no constants")
            number = tile.constants[tile.taken % len(tile.constants)]
            tile.taken += 1
            # A store has its address as constant, a phi what it takes first.
            place = 0 if control.opt in ("OPT_STR_CONST", "OPT_PHI_CONST") else len(found)
            found.insert(place, (number, True))
        return found

    def _result(self, tile: Tile, control: Control, given: list[Value], address: int) -> Value:
        word = control.opt.removeprefix("OPT_")
        word = word if word == "CONST" else word.removesuffix("_CONST")
        if len(given) != OPERANDS.get(word, -1):
            raise StoppedError(f"tile {tile.place}: {control.opt} has {len(given)} operands")
        numbers, valid = [n for n, _ in given], all(v for _, v in given)
        if word in BINARY:
            return signed(int(BINARY[word](*numbers))), valid
        if word == "PHI":
            first = address not in tile.begun
            tile.begun.add(address)
            return given[0] if first else given[1]
        if word == "SEL":
            return numbers[1] if numbers[0] else numbers[2], valid
        if word == "GRT_PRED":
            return numbers[0], valid and numbers[1] != 0
        if word == "LD":
            return (self.memory.get(numbers[0], UNMAPPED), True) if valid else INVALID
        if word == "STR" and valid:
            if numbers[0] % 4 or numbers[0] < 0:
                raise StoppedError(f"a store to the address {numbers[0]}")
            self.memory[numbers[0]] = numbers[1]
        if word == "RET" and valid:
            if self.returned is not None:
                raise StoppedError("a second valid value is returned")
            self.returned = numbers[0]
        return given[0]


def _loaded(stream: Stream) -> Tile:
    """Return a tile after its packets. Raises `StoppedError` for a wrong order."""
    tile = Tile((stream.y, stream.x))
    count, launched = 0, False
    for packet in stream.packets:
        if launched:
            raise StoppedError(f"tile {tile.place}: {packet.cmd} after CMD_LAUNCH")
        if packet.cmd == "CMD_CONST":
            tile.constants.append(packet.data)
        elif packet.cmd == "CMD_CONFIG_COUNT_PER_ITER":
            count = packet.data
        elif packet.cmd == "CMD_CONFIG_TOTAL_CTRL_COUNT":
            tile.total = packet.data
        elif packet.cmd == "CMD_CONFIG" and packet.ctrl is not None:
            if packet.ctrl_addr != len(tile.words):
                raise StoppedError(f"tile {tile.place}: a word {packet.ctrl_addr} out of order")
            _require_known(packet.ctrl)
            tile.words.append(packet.ctrl)
        elif packet.cmd == "CMD_CONFIG_PROLOGUE_FU":
            tile.unit_from[packet.ctrl_addr] = packet.data
        elif packet.cmd == "CMD_CONFIG_PROLOGUE_ROUTING_CROSSBAR":
            tile.port_from[packet.ctrl_addr, packet.port] = packet.data
        elif packet.cmd == "CMD_CONFIG_PROLOGUE_FU_CROSSBAR":
            tile.send_from[packet.ctrl_addr] = packet.data
        elif packet.cmd == "CMD_LAUNCH":
            launched = True
        else:
            raise StoppedError(f"tile {tile.place}: no command {packet.cmd}")
    if not launched or len(tile.words) != count or not count:
        raise StoppedError(f"tile {tile.place}: {len(tile.words)} words of {count}, or no launch")
    return tile


def _require_known(control: Control) -> None:
    """Raise `StoppedError` for a control word that is not supported."""
    ways, banks = len(PORTS) + BANKS, BANKS
    shapes = (
        (control.fu_in, banks, banks), (control.routing_xbar_outport, ways, len(PORTS)),
        (control.fu_xbar_outport, ways, 1), (control.write_reg_from, banks, 2),
        (control.write_reg_idx, banks, IN_BANK - 1), (control.read_reg_from, banks, 1),
        (control.read_reg_idx, banks, IN_BANK - 1),
    )  # fmt: skip
    if any(len(each) != n or not all(0 <= v <= most for v in each) for each, n, most in shapes):
        raise StoppedError(f"{control.opt}: a field of another size, or out of range")
    if any(control.routing_xbar_outport[: len(PORTS)]):
        raise StoppedError(f"{control.opt}: ports to ports are not executed here")

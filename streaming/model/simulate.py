"""Executes a mapping cycle by cycle on numbers, and compares it with the program's semantics.

Threads are launched every II cycles. Tiles look up their spoke, read tile memory and the values
that arrived over the fabric, and send results, which arrive after their latency. The program is
consulted only for the instruction of a spoke.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from models.data.dfg import Number, Operator
from models.semantics.operators import apply, mix
from streaming.model.program import Program
from streaming.model.schedule import Schedule


class Executed(NamedTuple):
    """The first fault, if any; the number of compared results; and the cycles of one thread."""

    fault: str | None
    compared: int
    cycles: int


def evaluate(program: Program, thread: int, seed: int = 0) -> dict[str, Number]:
    """Return the result of each instruction in a thread, computed in topological order."""
    found: dict[str, Number] = {}
    for n in program.order:
        x = program.instructions[n]
        read = [
            o if not isinstance(o, str) else found[o] if o in found else value(o, thread, seed)
            for o in x.operands
        ]
        found[x.name] = apply(Operator(x.op, len(read)), read, x.name)
    return found


def value(variable: str, thread: int, seed: int) -> int:
    """Return the number of a variable in a thread: small, and different in each thread."""
    return mix(f"{seed} {thread} {variable}", ()) % 1999 - 999


def simulate(program: Program, schedule: Schedule, threads: int = 4, seed: int = 0) -> Executed:
    """Execute `threads` overlapping threads and compare every result.

    Assumes that `check` accepted the names. Every other fault shows as a spoke with two
    instructions, a variable in another tile's memory, two numbers in one port, or a missing
    operand.
    """
    return _Run(program, schedule, threads, seed).run()


class _Run:
    def __init__(self, program: Program, schedule: Schedule, threads: int, seed: int) -> None:
        self.program, self.schedule, self.threads, self.seed = program, schedule, threads, seed
        self.engine, self.ii = schedule.engine, schedule.ii
        self.at = {p.instruction: p for p in schedule.placements}
        self.posted = {(m.source, m.target) for m in program.messages}
        self.spoke: dict[tuple[int, int], str] = {}
        self.lies: dict[str, int] = {}
        # Arrived values by reader, source and thread; values in transit by cycle.
        self.arrived: dict[tuple[str, str, int], Number] = {}
        self.coming: dict[int, list[tuple[str, str, int, Number]]] = defaultdict(list)
        self.ports: dict[tuple[int, int, int], str] = {}
        self.readers: dict[str, list[str]] = {x.name: [] for x in program.instructions}
        for source, target in program.transfers:
            names = program.instructions
            self.readers[names[source].name].append(names[target].name)

    def run(self) -> Executed:
        fault = self._load()
        compared, last = 0, self.schedule.cycles
        wanted = [evaluate(self.program, t, self.seed) for t in range(self.threads)]
        if fault is None:
            for cycle in range(last + (self.threads - 1) * self.ii):
                for reader, source, thread, number in self.coming.pop(cycle, ()):
                    self.arrived[reader, source, thread] = number
                for tile in range(self.engine.tiles):
                    name = self.spoke.get((tile, cycle % self.ii))
                    if name is None:
                        continue
                    thread, late = divmod(cycle - self.at[name].start, self.ii)
                    if late or not 0 <= thread < self.threads:
                        continue
                    fault = self._issue(name, thread, cycle, wanted[thread])
                    if fault is not None:
                        return Executed(fault, compared, last)
                    compared += 1
            if compared < self.threads * len(self.program.instructions):
                fault = "not every instruction was executed"
        return Executed(fault, compared, last)

    def _load(self) -> str | None:
        """Fill spoke RAMs and tile memories; return the first conflict, or None."""
        for x in self.program.instructions:
            tile, spoke = self.at[x.name].tile, self.at[x.name].start % self.ii
            if (tile, spoke) in self.spoke:
                return f"spoke {spoke} of tile {tile} holds '{self.spoke[tile, spoke]}' already"
            self.spoke[tile, spoke] = x.name
            for variable in sorted(self.program.variables_of(self.program.number[x.name])):
                if self.lies.setdefault(variable, tile) != tile:
                    return f"'{variable}' lies in tile {self.lies[variable]}, '{x.name}' needs it"
        return None

    def _issue(self, name: str, thread: int, cycle: int, wanted: dict[str, Number]) -> str | None:
        x = self.program.instructions[self.program.number[name]]
        read: list[Number] = []
        for operand in x.operands:
            if not isinstance(operand, str):
                read.append(operand)
            elif operand not in self.program.number:
                read.append(value(operand, thread, self.seed))
            elif (name, operand, thread) not in self.arrived:
                return f"'{name}' of thread {thread} starts in cycle {cycle} without '{operand}'"
            else:
                read.append(self.arrived[name, operand, thread])
        result = apply(Operator(x.op, len(read)), read, name)
        if result != wanted[name]:
            return f"'{name}' of thread {thread} is {result}, not {wanted[name]}"
        return self._send(name, thread, cycle + self.engine.pipeline, result)

    def _send(self, name: str, thread: int, ready: int, result: Number) -> str | None:
        latency, here = self.engine.latencies(), self.at[name].tile
        for reader in self.readers[name]:
            there = self.at[reader].tile
            if (name, reader) in self.posted:
                self.coming[ready + self.engine.message].append((reader, name, thread, result))
                continue
            if abs(there - here) >= len(latency):
                return f"tile {there} cannot be reached from tile {here}"
            arrives = ready + latency[abs(there - here)]
            # A port of the fabric takes one result per cycle, for any number of readers.
            port = (there, here, arrives)
            if self.ports.setdefault(port, f"{name} {thread}") != f"{name} {thread}":
                return f"'{self.ports[port]}' and '{name}' enter tile {there} together"
            self.coming[arrives].append((reader, name, thread, result))
        return None

"""Graphs of loops against the compiled loops, on random numbers.

The loop alone becomes a function: its inputs come from memory, and what it leaves goes there. LLVM
compiles it; the graph is executed as a pipelined schedule drawn at random, in which operations of
several iterations overlap as far as its edges allow. Both have to leave by the same exit, with the
same values and the same memory.
"""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import os
import random
import re
import struct
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from models.data.dfg import Number
from models.errors import InputError
from models.semantics.typed import computed, wrapped
from programs.llvm.builder import LoopGraph
from programs.llvm.module import Instruction, Value, complaint

ITERATIONS = 200
"""A trial that takes more is given up."""

ARENA, SLOTS = 1 << 13, 64
"""Bytes of a piece of memory, and how many places in its middle addresses begin at."""

GUARD = 1 << 34
"""Bytes before and behind all pieces that cannot be read or written."""

LATEST = 6
"""An operation of a random schedule starts so many cycles after it could."""

SAME, DIFFERENT, LONG, FAULT = "same", "different", "too long", "fault"
"""What came of a trial; in a `fault` the compiled loop left its memory."""

_ENTRY = "xyzmap.loop"


Schedule = tuple[dict[str, int], int]
"""The cycle in which each operation of iteration 0 starts, and the initiation interval."""


class Report(NamedTuple):
    """How many trials came out how, and what differed in the first that did."""

    verdicts: Counter[str]
    difference: str


class _Compiled:
    """A loop as a function of the machine."""

    def __init__(self, graph: LoopGraph) -> None:
        import llvmlite.binding as llvm

        self.graph = graph
        self.values = tuple(v for n, v in graph.inputs.items() if n not in graph.prepared)
        try:
            module = llvm.parse_assembly(_external(llvm, graph) + _outlined(graph, self.values))
            module.verify()
        except RuntimeError as error:
            what = "the loop cannot be compiled alone; `--check 0` leaves that out"
            raise InputError(f"{what}: {complaint(error)}") from None
        self.memory = _Memory(1 + max(graph.pieces.values(), default=0))
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(module, machine)
        # A symbol that is nowhere would end this process.
        for each in (*module.functions, *module.global_variables):
            if each.is_declaration and not each.name.startswith("llvm."):
                self.engine.add_global_mapping(each, self._place(each.name))
        self.engine.finalize_object()
        address = self.engine.get_function_address(_ENTRY)
        self.run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)

    def _place(self, name: str) -> int:
        """Return where a symbol is."""
        piece = self.graph.pieces.get(f"@{name}", 0)
        return ctypes.addressof(self.memory.arenas[piece]) + ARENA // 2


class _Memory:
    """Pieces of memory with guards around them, so that no other memory is touched."""

    def __init__(self, count: int) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.mmap.restype = ctypes.c_void_p
        self._libc.mmap.argtypes = [
            *(ctypes.c_void_p, ctypes.c_size_t),
            *[ctypes.c_int] * 3,
            ctypes.c_long,
        ]
        self._libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self._libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        each = 2 * max(ARENA, mmap.PAGESIZE)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self._bytes = 2 * GUARD + count * each
        self._start = self._libc.mmap(None, self._bytes, 0, flags, -1, 0)
        if self._start in (None, ctypes.c_void_p(-1).value):
            raise InputError("no memory to run the compiled loop in")
        self.arenas: list[Any] = []
        for n in range(count):
            address = self._start + GUARD + n * each
            self._libc.mprotect(address, ARENA, mmap.PROT_READ | mmap.PROT_WRITE)
            self.arenas.append((ctypes.c_char * ARENA).from_address(address))

    def close(self) -> None:
        """Give all of it back."""
        self._libc.munmap(self._start, self._bytes)


def compared(graph: LoopGraph, trials: int, seed: int, schedule: Schedule | None = None) -> Report:
    """Run a graph and its loop on so many random inputs, by a schedule or by random ones.

    Each batch of trials is a process of its own: an address that points nowhere ends it.
    """
    compiled = _Compiled(graph)
    count: Counter[str] = Counter()
    difference, done = "", 0
    while done < trials:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:  # pragma: no cover  # in another process
            _serve(graph, compiled, range(done, trials), seed, schedule, write)
        os.close(write)
        with os.fdopen(read, "rb") as found:
            lines = found.read().decode().splitlines()
        os.waitpid(child, 0)
        for line in lines:
            verdict, _, what = line.partition("\t")
            count[verdict] += 1
            difference = difference or what
        done += len(lines)
        if done < trials:
            count[FAULT] += 1
            done += 1
    compiled.memory.close()
    return Report(count, difference)


def _serve(
    graph: LoopGraph,
    compiled: _Compiled,
    numbers: range,
    seed: int,
    schedule: Schedule | None,
    write: int,
) -> None:  # pragma: no cover
    """Write a line for each trial, and end this process."""
    faulthandler.disable()
    try:
        for number in numbers:
            chance = random.Random(f"{seed} {number}")
            verdict, what = _trial(graph, compiled, chance, schedule)
            os.write(write, f"{verdict}\t{what}\n".encode())
    finally:
        os._exit(0)


def _external(llvm: Any, graph: LoopGraph) -> str:
    """Return the text of the module with all variables somewhere else."""
    text = graph.loop.function.module
    for each in llvm.parse_assembly(text).global_variables:
        declared = f'@"{each.name}" = external global {each.global_value_type}'
        reserved = each.name.startswith("llvm.")
        text = text.replace(f"{str(each).strip()}\n", "\n" if reserved else f"{declared}\n", 1)
    return text


def _quoted(name: str) -> str:
    return f'%"{name}"'


def _outlined(graph: LoopGraph, values: tuple[Value, ...]) -> str:
    """Return a function `void (ptr in, ptr out)` that is the loop and nothing else.

    `in` has a slot of 8 bytes for the iterations that are left, and one for each input. `out` gets
    the number of the exit, or -1, the value of each result, and the addresses of globals.
    """
    loop = graph.loop
    lines = [f'\ndefine void @"{_ENTRY}"(ptr %xyzmap.in, ptr %xyzmap.out) {{', f'"{loop.before}":']
    for number, value in enumerate(values):
        if value.fixed:
            place = 64 + number
            lines.append(f"  %xyzmap.a{number} = getelementptr i64, ptr %xyzmap.out, i64 {place}")
            lines.append(f"  store {_typed(value)}, ptr %xyzmap.a{number}")
            continue
        lines.append(f"  %xyzmap.a{number} = getelementptr i64, ptr %xyzmap.in, i64 {number + 1}")
        if value.type == "i1":
            lines.append(f"  %xyzmap.b{number} = load i8, ptr %xyzmap.a{number}")
            lines.append(f"  {_quoted(value.name)} = trunc i8 %xyzmap.b{number} to i1")
        else:
            lines.append(f"  {_quoted(value.name)} = load {value.type}, ptr %xyzmap.a{number}")
    header, rest = loop.header.name, f"{loop.header.name}.rest"
    lines.append(f"  br label {_quoted(header)}")
    for block in loop.blocks:
        lines.append(f'"{block.name}":')
        for number, found in enumerate(block.instructions):
            if block is loop.header and number == len(loop.phis):
                lines += [
                    "  %xyzmap.left = load i64, ptr %xyzmap.in",
                    "  %xyzmap.less = sub i64 %xyzmap.left, 1",
                    "  store i64 %xyzmap.less, ptr %xyzmap.in",
                    "  %xyzmap.over = icmp slt i64 %xyzmap.less, 0",
                    f"  br i1 %xyzmap.over, label %xyzmap.end, label {_quoted(rest)}",
                    f'"{rest}":',
                ]
            lines.append("  " + _renamed(found, loop.exits, block.name, header, rest))
    for number, edge in enumerate(loop.exits):
        lines += [f"xyzmap.exit{number}:", f"  store i64 {number}, ptr %xyzmap.out"]
        for place, value in enumerate(_left(graph, edge)):
            at = f"%xyzmap.o{number}.{place}"
            lines.append(f"  {at} = getelementptr i64, ptr %xyzmap.out, i64 {place + 1}")
            lines.append(f"  store {_typed(value)}, ptr {at}")
        lines.append("  ret void")
    return "\n".join([*lines, "xyzmap.end:", "  store i64 -1, ptr %xyzmap.out", "  ret void", "}"])


def _left(graph: LoopGraph, edge: tuple[str, str]) -> list[Value]:
    """Return the values that leave by an edge, in the order of its results."""
    target = graph.loop.function.block_by_name[edge[1]]
    phis = {i.name: i for i in target.instructions if i.opcode == "phi"}
    wanted = graph.results[edge]
    return [phis[name].operands[phis[name].sources.index(edge[0])] for name in wanted]


def _typed(value: Value) -> str:
    if value.fixed and value.name.startswith("@"):
        return f'ptr @"{value.name[1:]}"'
    if value.fixed or value.number is not None:
        return value.name if " " in value.name else f"{value.type} {value.name}"
    return f"{value.type} {_quoted(value.name)}"


def _renamed(
    found: Instruction, exits: tuple[tuple[str, str], ...], block: str, header: str, rest: str
) -> str:
    """Return the text of an instruction, with exits and the block of the header renamed."""
    text = found.text
    if found.opcode == "phi":
        name = rf'(?:"{re.escape(header)}"|{re.escape(header)})'
        return re.sub(rf", %{name} \]", lambda _: f", {_quoted(rest)} ]", text)
    if found.opcode == "br":
        for number, (source, target) in enumerate(exits):
            if source == block:
                name = rf'(?:"{re.escape(target)}"|{re.escape(target)}(?![\w.$-]))'
                text = re.sub(rf"label %{name}", f"label %xyzmap.exit{number}", text)
    return text


def _trial(
    graph: LoopGraph, compiled: _Compiled, chance: random.Random, schedule: Schedule | None
) -> tuple[str, str]:
    """Run both once; return the verdict, and what differs."""
    arenas = compiled.memory.arenas
    given = [_drawn(graph, value, arenas, chance) for value in compiled.values]
    read = {graph.types[o.name] for o in graph.dfg.operations if o.operator.startswith("load")}
    kinds = [k for k, type_ in enumerate(("double", "ptr", "float")) if type_ in read] or [1, 3]
    for arena in arenas:
        _fill(arena, arenas, kinds, chance)
    before = [arena.raw for arena in arenas]
    slots = (ctypes.c_int64 * (len(given) + 1))()
    slots[0] = ITERATIONS
    for n, (value, number) in enumerate(zip(compiled.values, given, strict=True)):
        slots[n + 1] = _bits(number, value.type)
    out = (ctypes.c_int64 * (64 + len(given) + 1))()
    compiled.run(ctypes.addressof(slots), ctypes.addressof(out))
    if out[0] < 0:
        return LONG, ""
    for n, value in enumerate(compiled.values):
        if value.fixed:
            given[n] = out[64 + n]
    after = [arena.raw for arena in arenas]
    for arena, text in zip(arenas, before, strict=True):
        ctypes.memmove(arena, text, ARENA)
    run = Run(graph, dict(zip(compiled.values, given, strict=True)), arenas, chance, schedule)
    edge, found = run.until_exit()
    if edge != graph.loop.exits[out[0]]:
        return DIFFERENT, f"left by {edge}, not by {graph.loop.exits[out[0]]}"
    for place, (name, number) in enumerate(found.items()):
        type_ = graph.loop.function.instruction_by_name[name].type
        right = _number(out[place + 1], type_)
        if _bits(number, type_) != _bits(right, type_) and (number == number or right == right):
            return DIFFERENT, f"{name} is {number}, not {right}"
    for (first, _), arena, text in zip(run.arenas, arenas, after, strict=True):
        if what := _differs(run.stored, first, arena.raw, text):
            return DIFFERENT, what
    return SAME, ""


def _differs(stored: dict[int, str], first: int, one: bytes, other: bytes) -> str:
    """Return where memory differs, but for numbers that are none in both."""
    if one == other:
        return ""
    left, right = bytearray(one), bytearray(other)
    for address, type_ in stored.items():
        place = slice(address - first, address - first + _size(type_))
        if type_ in ("float", "double") and 0 <= place.start < len(left):
            both = [_number(int.from_bytes(text[place], "little"), type_) for text in (left, right)]
            if all(number != number for number in both):
                left[place] = right[place]
    at = next(
        (n for n, pair in enumerate(zip(left, right, strict=True)) if pair[0] != pair[1]), None
    )
    return "" if at is None else f"byte {at} of memory differs"


def _drawn(graph: LoopGraph, value: Value, arenas: list[Any], chance: random.Random) -> Number:
    """Return a number for an input; addresses that may meet are in one piece of memory."""
    if value.type == "ptr":
        piece = next(graph.pieces[n] for n, other in graph.inputs.items() if other == value)
        return ctypes.addressof(arenas[piece]) + ARENA // 2 + 16 * chance.randrange(SLOTS)
    if value.type in ("float", "double"):
        return chance.randrange(-64, 64) / 4
    small, signed = chance.randrange(12), chance.randrange(-40, 40)
    return wrapped(chance.choice((small, small, small, signed, chance.getrandbits(64))), value.type)


def _fill(arena: Any, arenas: list[Any], kinds: list[int], chance: random.Random) -> None:
    """Fill memory with small numbers, or with addresses, nulls and small numbers."""
    kind = chance.choice(kinds)
    drawn = np.random.default_rng(chance.getrandbits(64))
    words: Any
    if kind == 0:
        words = drawn.integers(-9, 99, ARENA // 8) / 2
    elif kind == 1:
        start = ctypes.addressof(arenas[0]) + ARENA // 2
        targets = start + 16 * drawn.integers(0, SLOTS, ARENA // 16)
        targets[drawn.random(ARENA // 16) < 0.25] = 0
        words = np.stack([drawn.integers(0, 9, ARENA // 16), targets], axis=1)
    elif kind == 2:
        words = (drawn.integers(-9, 9, ARENA // 4) / 2).astype(np.float32)
    else:
        words = drawn.integers(-9, 16, ARENA // 4, dtype=np.int32)
    ctypes.memmove(arena, words.tobytes(), ARENA)


class Run:
    """A graph that is executed on numbers and memory, iterations overlapped at random."""

    def __init__(
        self,
        graph: LoopGraph,
        given: dict[Value, Number],
        arenas: list[Any],
        chance: random.Random,
        schedule: Schedule | None,
    ) -> None:
        self.graph, self.dfg = graph, graph.dfg
        self.given = given
        self.arenas = [(ctypes.addressof(arena), ARENA) for arena in arenas]
        self.ready: dict[str, Number] = {}
        for name, made in graph.prepared.items():
            numbers = [self._input(o) if isinstance(o, str) else o for o in made.operands]
            if made.opcode == "load":
                self.ready[name] = self._load(int(numbers[0]), made.of)
            else:
                self.ready[name] = computed(made.opcode, graph.types[name], made.of, numbers)
        self.before = {one.value: one.numbers for one in graph.dfg.initial}
        self.values: dict[tuple[str, int], Number] = {}
        self.stored: dict[int, str] = {}
        self.starts, self.interval = schedule or _schedule(graph, chance)
        self.rank = {name: chance.random() for name in self.starts}

    def until_exit(self) -> tuple[tuple[str, str] | None, dict[str, Number]]:
        """Execute until the loop is left; return the edge and the results."""
        left: tuple[int, str] | None = None
        longest = max(self.starts.values())
        by_cycle: dict[int, list[str]] = {}
        for name, start in self.starts.items():
            by_cycle.setdefault(start, []).append(name)
        for cycle in range((ITERATIONS + 1) * self.interval + longest + 1):
            oldest = max(0, (cycle - longest) // self.interval)
            events = [
                (iteration, self.rank[name], name)
                for iteration in range(oldest, cycle // self.interval + 1)
                for name in by_cycle.get(cycle - iteration * self.interval, ())
            ]
            for iteration, _, name in sorted(events):
                if left is not None and iteration > left[0]:
                    continue
                if self._execute(name, iteration) and (left is None or iteration < left[0]):
                    left = (iteration, name)
            if left is not None and cycle > left[0] * self.interval + longest:
                edge = self.graph.exits[left[1]]
                return edge, {
                    name: self._read(operand.value, left[0] - operand.distance)
                    for name, operand in self.graph.results[edge].items()
                }
        return None, {}

    def _read(self, value: str, iteration: int) -> Number:
        if value in self.dfg.constant_by_name:
            return self.dfg.constant_by_name[value]
        if iteration < 0 and value in self.before and -iteration <= len(self.before[value]):
            first = self.before[value][-iteration - 1]
            return self._input(first) if isinstance(first, str) else first
        if value in self.dfg.inputs:
            return self._input(value)
        return 0 if iteration < 0 else self.values[value, iteration]

    def _input(self, name: str) -> Number:
        return self.ready[name] if name in self.ready else self.given[self.graph.inputs[name]]

    def _execute(self, name: str, iteration: int) -> bool:
        """Execute an operation; return whether it leaves the loop."""
        operation = self.dfg.operation_by_name[name]
        numbers = [self._read(o.value, iteration - o.distance) for o in operation.operands]
        word = operation.operator.partition("/")[0]
        opcode, _, condition = word.partition(".")
        active = True
        if opcode in ("load", "store") and condition:
            active = bool(numbers.pop(0)) == (condition == "if")
        if opcode == "br":
            return bool(numbers[0]) != (condition == "unless")
        type_ = self.graph.types[name]
        if opcode == "load":
            self.values[name, iteration] = self._load(int(numbers[0]), type_) if active else 0
        elif opcode == "store":
            if active:
                self._store(int(numbers[0]), numbers[1], type_)
        else:
            of = self.dfg.operator_by_name[operation.operator].of or type_
            self.values[name, iteration] = computed(word, type_, of, numbers)
        return False

    def _load(self, address: int, type_: str) -> Number:
        size = _size(type_)
        if not any(first <= address <= first + length - size for first, length in self.arenas):
            return 0
        return _number(int.from_bytes(ctypes.string_at(address, size), "little"), type_)

    def _store(self, address: int, number: Number, type_: str) -> None:
        size = _size(type_)
        if any(first <= address <= first + length - size for first, length in self.arenas):
            bits = _bits(number, type_) & ((1 << 8 * size) - 1)
            ctypes.memmove(address, bits.to_bytes(size, "little"), size)
            self.stored[address] = type_


def _schedule(graph: LoopGraph, chance: random.Random) -> Schedule:
    """Return random starts, and an interval at which all edges hold."""
    dfg = graph.dfg
    edges = [
        (operand.value, operation.name, operand.distance)
        for operation in dfg.operations
        for operand in operation.operands
        if operand.value in dfg.operation_by_name
    ]
    edges += [(edge.before, edge.after, edge.distance) for edge in dfg.order]
    starts = {operation.name: chance.randrange(LATEST) for operation in dfg.operations}
    for _ in dfg.operations:
        for before, after, distance in edges:
            if distance == 0:
                starts[after] = max(starts[after], starts[before] + 1)
    interval = 1
    for before, after, distance in edges:
        if distance:
            interval = max(interval, -(-(starts[before] + 1 - starts[after]) // distance))
    return starts, interval


def _size(type_: str) -> int:
    sizes = {"ptr": 8, "double": 8, "float": 4, "i1": 1}
    return sizes[type_] if type_ in sizes else -(-int(type_[1:]) // 8)


def _bits(number: Number, type_: str) -> int:
    if type_ == "double":
        return int(struct.unpack("<q", struct.pack("<d", number))[0])
    if type_ == "float":
        return int(struct.unpack("<i", struct.pack("<f", number))[0])
    return wrapped(number, type_)


def _number(bits: int, type_: str) -> Number:
    if type_ == "double":
        return float(struct.unpack("<d", struct.pack("<Q", bits & (1 << 64) - 1))[0])
    if type_ == "float":
        return float(struct.unpack("<f", struct.pack("<I", bits & (1 << 32) - 1))[0])
    return wrapped(bits, type_)

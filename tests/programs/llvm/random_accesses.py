"""Random loops of C whose accesses are observed: what their graphs must order, and what not.

Each access stands in a line of its own, so that an operation of a graph is known by its line. An
access is `affine` if its index is a number of steps of the counter and an offset: its array, how
the index wraps around, and the part that the loop does not change are its family.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from models.data.dfg import Dfg, Number
from programs.llvm.builder import LoopGraph
from programs.llvm.execution import Run
from programs.llvm.interpreted import Interpreter, UndefinedError
from programs.llvm.module import Instruction, Value
from programs.llvm.words import bits_of, number_of, size_of

COUNTERS = (
    *("int", "unsigned", "short", "unsigned short", "signed char", "unsigned char"),
    *("long", "unsigned long", "unsigned long long"),
)
ELEMENTS = ("int", "short", "long", "unsigned char", "_Bool")
MOST = 40
"""Iterations of an observed run; those of bytes are longer than a byte."""


@dataclass
class Text:
    """Functions of C, and of each line the family of its access, if it is affine."""

    lines: list[str] = field(default_factory=list)
    families: dict[int, tuple[str, str, int]] = field(default_factory=dict)

    def add(self, line: str, family: tuple[str, str, int] | None = None) -> None:
        """Add a line, with the family of its access."""
        self.lines.append(line)
        if family is not None:
            self.families[len(self.lines)] = family


def random_text(seed: int, functions: int = 10) -> Text:
    """Return a file of random functions."""
    draw = random.Random(f"accesses {seed}")
    made = Text()
    for element in ELEMENTS:
        name = element.replace(" ", "")
        made.add(f"{element} near_{name}[4096]; {element} *far_{name}; {element} *more_{name};")
        made.add(f"struct of_{name} {{ int size; {element} *data; }};")
        made.add(f"static {element} get_{name}({element} *p, int k) {{")
        made.add("  return p[k]; }")
    for number in range(functions):
        _function(draw, made, number)
    return made


def _function(draw: random.Random, made: Text, number: int) -> None:
    counter, element = draw.choice(COUNTERS), draw.choice(ELEMENTS)
    name = element.replace(" ", "")
    volatile = "volatile " * (draw.random() < 0.1)
    restrict = " restrict" * (draw.random() < 0.5)
    given = f"{volatile}{element} *{restrict} a, {volatile}{element} *{restrict} b"
    made.add(f"long f{number}({given}, struct of_{name} *s, {counter} n, int w) {{")
    made.add("  long t = 1;")
    arrays = ["a", "b", f"near_{name}", f"far_{name}", f"more_{name}", "s->data"]
    chosen = draw.sample(arrays, draw.randint(1, 3))
    for _ in range(draw.choice((1, 1, 2))):
        made.add(f"  for ({counter} i = 0; i {draw.choice(('<', '!='))} n; i++) {{")
        for _ in range(draw.randint(2, 5)):
            _access(draw, made, draw.choice(chosen), name, bool(volatile), counter)
        made.add("  }")
    made.add("  return t; }")


def _access(
    draw: random.Random, made: Text, array: str, name: str, volatile: bool, counter: str
) -> None:
    factor, offset = draw.choice((1, 1, 1, 2, 3)), draw.randint(0, 4)
    linear = f"{factor} * i + {offset}" if factor > 1 else f"i + {offset}"
    kind = draw.random()
    family: tuple[str, str, int] | None = (array, "plain", factor)
    known = (array in ("a", "b") and not volatile) or array.startswith("near")
    if kind < 0.12:
        linear, family = f"(unsigned char)({linear})", (array, "byte", factor)
    elif kind < 0.2:
        linear, family = f"({linear}) & 15", (array, "mask", factor)
    elif kind < 0.3:
        linear, family = f"w * 64 + {linear}", (array, "row", factor)
        known = known and counter in ("int", "long")  # others wrap around in two words
    elif kind < 0.4:
        linear, family = "t & 31", None
    if draw.random() < 0.15:
        made.add(f"    if (t & {draw.choice((1, 2, 4))})")
        known = False
    family = family if known else None
    if draw.random() < 0.5:
        made.add(f"    {array}[{linear}] = t + i;", family)
    elif draw.random() < 0.1 and not volatile:
        made.add(f"    t += get_{name}(({array}), {linear});".replace(f"({array})", array))
    else:
        made.add(f"    t += {array}[{linear}];", family)


class Bytes:
    """Memory of bytes that are 0 or 1 before anything is stored; addresses lead to new places."""

    given: dict[Value, Number]

    def __init__(self) -> None:
        self.bytes: dict[int, int] = {}
        self.pointers: dict[int, int] = {}
        self.next = 1 << 40

    def place(self) -> int:
        """Return a place of its own."""
        self.next += 1 << 24
        return self.next

    def load(self, address: int, type_: str) -> Number:
        if type_ == "ptr":
            return self.pointers.setdefault(address, self.place())
        every = range(address, address + size_of(type_))
        word = bytes(self.bytes.get(n, n * 0x9E3779B1 >> 13 & 1) for n in every)
        return number_of(int.from_bytes(word, "little"), type_)

    def store(self, address: int, number: Number, type_: str) -> None:
        bits = bits_of(number, type_) & ((1 << 8 * size_of(type_)) - 1)
        for n, byte in enumerate(bits.to_bytes(size_of(type_), "little")):
            self.bytes[address + n] = byte


Seen = tuple[Instruction, int, int, int]
"""An access: its instruction, its iteration, its address, and its size."""


class Observer(Interpreter):
    """Executes a loop, and records its accesses: instruction, iteration, address, and size."""

    def __init__(self, graph: LoopGraph, memory: Bytes) -> None:
        run: Run = memory  # type: ignore[assignment]  # all that an interpreter asks of one
        super().__init__(graph, run)
        self.iteration = -1
        self.seen: list[Seen] = []

    def observed(self, most: int) -> bool:
        """Execute up to `most` iterations; return whether they are defined."""
        loop = self.graph.loop
        block, before = loop.header, loop.before
        try:
            while block.name in loop.names:
                phis = [i for i in block.instructions if i.opcode == "phi"]
                taken = [self._word(phi.operands[phi.sources.index(before)]) for phi in phis]
                self.words |= {phi.name: word for phi, word in zip(phis, taken, strict=True)}
                if block is loop.header:
                    self.iteration += 1
                    if self.iteration == most:
                        return True
                for found in block.instructions[len(phis) : -1]:
                    word = self._executed(found)
                    if found.name:
                        self.words[found.name] = word
                target = block.successors[0]
                if len(block.successors) > 1:
                    bit = self._needed(block.instructions[-1].operands[0])
                    target = block.successors[0 if bit else -1]
                before = block.name
                if target not in loop.names:
                    return True
                block = loop.function.block_by_name[target]
        except UndefinedError:
            return False
        return True

    def _executed(self, found: Instruction):  # type: ignore[no-untyped-def]
        if found.opcode in ("load", "store"):
            store = found.opcode == "store"
            address = int(self._needed(found.operands[-1]))
            type_ = self.layout.word(found.operands[0].type if store else found.type)
            self.seen.append((found, self.iteration, address, size_of(type_)))
        return super()._executed(found)


class Given(dict[Value, Number]):
    """The values from before a loop: pointers lead to places of their own, numbers are small."""

    def __init__(self, memory: Bytes, draw: random.Random) -> None:
        self.memory, self.draw = memory, draw

    def __missing__(self, value: Value) -> Number:
        pointer = value.type == "ptr"
        self[value] = self.memory.place() if pointer else self.draw.randint(0, 3)
        return self[value]


def observe(graph: LoopGraph, draw: random.Random, most: int) -> list[Seen] | None:
    """Return the accesses of a run on random inputs; None if it is undefined."""
    memory = Bytes()
    memory.given = given = Given(memory, draw)
    shared, function = memory.place(), graph.loop.function
    for argument in function.arguments:
        if argument.name == "n":
            given[argument] = most
        elif argument.type == "ptr" and argument.name not in function.apart | {"s"}:
            near = shared + 8 * draw.choice((0, 0, 1, 2))
            given[argument] = near if draw.random() < 0.6 else memory.place()
    observer = Observer(graph, memory)
    return observer.seen if observer.observed(most) else None


def operations_of(graph: LoopGraph) -> dict[Instruction, str]:
    """Return the operation of each access, by its kind and its line."""
    lines, found = graph.dfg.line_of, dict[Instruction, str]()
    by_line: dict[tuple[str, str], list[str]] = defaultdict(list)
    for operation in graph.dfg.operations:
        kind = operation.operator.partition("/")[0].partition(".")[0]
        if kind in ("load", "store"):
            by_line[kind, lines.get(operation.name, "")].append(operation.name)
    for block in graph.loop.blocks:
        for instruction in block.instructions:
            names = by_line.get((instruction.opcode, instruction.line))
            if instruction.opcode in ("load", "store") and names:
                found[instruction] = names.pop(0)
    return found


def shortest(dfg: Dfg) -> dict[str, dict[str, int]]:
    """Return the least distance of a path of operands and orders from each operation to others."""
    edges: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for operation in dfg.operations:
        for operand in operation.operands:
            edges[operand.value].append((operation.name, operand.distance))
    for order in dfg.order:
        edges[order.before].append((order.after, order.distance))
    found = {}
    for start in dfg.operation_by_name:
        best: dict[str, int] = {}
        left = [(0, start, True)]
        while left:
            left.sort(key=lambda each: -each[0])
            far, name, first = left.pop()
            if not first and best.get(name, far + 1) <= far:
                continue
            if not first:
                best[name] = far
            left += [(far + d, after, False) for after, d in edges[name] if far + d <= 300]
        found[start] = best
    return found


def conflicts(seen: list[Seen]) -> Iterator[tuple[Instruction, Instruction, int]]:
    """Yield pairs of accesses of one byte, a store among them, and their distance in iterations."""
    at: dict[int, list[tuple[int, Instruction, int]]] = defaultdict(list)
    for place, (instruction, iteration, address, size) in enumerate(seen):
        for byte in range(address, address + size):
            at[byte].append((place, instruction, iteration))
    for every in at.values():
        for n, (_, first, i) in enumerate(every):
            for _, then, j in every[n + 1 :]:
                if "store" in (first.opcode, then.opcode):
                    yield first, then, j - i

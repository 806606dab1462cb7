"""A loop alone as a function of the machine, in memory of its own.

The inputs of the loop come from memory, and what it leaves goes there. LLVM compiles the function.
"""

from __future__ import annotations

import ctypes
import mmap
import re
from typing import Any

from models.errors import InputError
from programs.llvm.builder import LoopGraph
from programs.llvm.module import Instruction, Value, complaint

ARENA = 1 << 13
"""Bytes of a piece of memory."""

GUARD = 1 << 34
"""Bytes before and behind all pieces that cannot be read or written."""

OUT = 64
"""The slot of `out` from which on the addresses of globals are."""

_ENTRY = "xyzmap.loop"


class Compiled:
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
        self.memory = Memory(1 + max(graph.pieces.values(), default=0))
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


class Memory:
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
            place = OUT + number
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

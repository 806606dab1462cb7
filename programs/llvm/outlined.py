"""A loop outlined into a native function, in separate memory.

The function reads the inputs of the loop from memory and writes its results there. LLVM compiles
it.
"""

from __future__ import annotations

import ctypes
import re
from typing import Any

from models.errors import InputError
from programs.llvm.arena import Memory
from programs.llvm.builder import LoopGraph
from programs.llvm.calls import ignored, in_library
from programs.llvm.drawn import kinds_in
from programs.llvm.layout import near
from programs.llvm.module import Instruction, Value, complaint
from programs.llvm.native import guard, load_math, returns
from programs.llvm.needed_text import MENTIONED, needed_text
from programs.llvm.target import this_layout

_ENTRY = "xyzmap.loop"
_TYPES = re.compile(r"^%.* = type .*$", re.MULTILINE)
_ATTRIBUTES = re.compile(r" #\d+$")
FAST = re.compile(r"(?<![%@\w.$\"-])(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) ")
"""Fast-math flags, which allow LLVM to change float results."""


class Compiled:
    """A loop as a native function, with pieces of memory of given sizes in bytes."""

    def __init__(self, graph: LoopGraph, size: int) -> None:
        import llvmlite.binding as llvm

        self.graph = graph
        self.kinds = kinds_in(graph.loop.function, graph.loop.blocks)
        """The kinds of numbers in its memory."""
        self.values = tuple(v for n, v in graph.inputs.items() if n not in graph.prepared)
        self.places = 1 + max(
            [len(graph.loop.phis), *(len(values) for values in graph.results.values())]
        )
        """The first slot of `out` for the addresses of globals."""
        far = graph.layout.pointer == 64
        try:
            text = _outlined(graph, self.values, self.places)
            module = llvm.parse_assembly(_alone(llvm, graph, text))
            module.verify()
        except RuntimeError as error:
            what = "the loop cannot be compiled alone; `--samples 0` leaves that out"
            raise InputError(f"{what}: {complaint(error)}") from None
        self.memory = Memory(1 + max(graph.pieces.values(), default=0), size, far)
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(module, machine)
        load_math(llvm)
        # An undefined symbol would abort this process.
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration or each.name.startswith("llvm."):
                continue
            if not in_library(each.name):
                self.engine.add_global_mapping(each, self._place(each.name))
        self.engine.finalize_object()
        self._address = self.engine.get_function_address(_ENTRY)
        guard()  # compiled here, for all child processes

    def run(self, given: Any, out: Any) -> bool:
        """Run the loop; return whether it ends without a signal, such as for a bad address."""
        return returns(self._address, given, out)

    def _place(self, name: str) -> int:
        """Return the address of a symbol."""
        piece = self.graph.pieces.get(f"@{name}", 0)
        return ctypes.addressof(self.memory.arenas[piece]) + self.memory.size // 2


def _alone(llvm: Any, graph: LoopGraph, text: str) -> str:
    """Return a module of the loop alone: what it mentions is external, all else is left out."""
    far = graph.layout.pointer == 64
    kind = "external global" if far else "external addrspace(271) global"
    whole = graph.loop.function.module.replace("@llvm.fmuladd.", "@llvm.fma.")
    mentioned = {a or b for a, b in MENTIONED.findall(text)} - {_ENTRY}
    module = llvm.parse_assembly(needed_text(whole, sorted(mentioned)))
    functions = {each.name: str(each.global_value_type) for each in module.functions}
    types = {each.name: each.global_value_type for each in module.global_variables}
    found = _TYPES.findall(whole)
    for name in sorted(mentioned):
        if name in functions:
            result, _, given = functions[name].rpartition(" (")
            found.append(f'declare {result} @"{name}"({given}')
        else:
            found.append(f'@"{name}" = {kind} {types.get(name, "i8")}')
    # `unlike_here` has checked that its types have the same layout here.
    made = "\n".join([f'target datalayout = "{this_layout()}"', *found, text])
    return made if far else near(made)


def _quoted(name: str) -> str:
    return f'%"{name}"'


def _outlined(graph: LoopGraph, values: tuple[Value, ...], places: int) -> str:
    """Return a function `void (ptr in, ptr out)` that contains the loop only.

    `in` has a slot of 8 bytes for the remaining iterations, and one for each input. `out` receives
    the number of the exit and the value of each result, or -1 and the next values of the header
    phis, and, from slot `places` on, the addresses of globals.
    """
    loop = graph.loop
    lines = [f'\ndefine void @"{_ENTRY}"(ptr %xyzmap.in, ptr %xyzmap.out) {{', f'"{loop.before}":']
    for number, value in enumerate(values):
        if value.fixed:
            place = places + number
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
            if not ignored(found):
                lines.append("  " + _renamed(found, loop.exits, block.name, header, rest))
    for number, edge in enumerate(loop.exits):
        lines += [f"xyzmap.exit{number}:", f"  store i64 {number}, ptr %xyzmap.out"]
        for place, value in enumerate(_left(graph, edge)):
            at = f"%xyzmap.o{number}.{place}"
            lines.append(f"  {at} = getelementptr i64, ptr %xyzmap.out, i64 {place + 1}")
            lines.append(f"  store {_typed(value)}, ptr {at}")
        lines.append("  ret void")
    lines += ["xyzmap.end:", "  store i64 -1, ptr %xyzmap.out"]
    for place, phi in enumerate(loop.phis, 1):
        lines.append(f"  %xyzmap.p{place} = getelementptr i64, ptr %xyzmap.out, i64 {place}")
        lines.append(f"  store {phi.type} {_quoted(phi.name)}, ptr %xyzmap.p{place}")
    return "\n".join([*lines, "  ret void", "}"])


def _left(graph: LoopGraph, edge: tuple[str, str]) -> list[Value]:
    """Return the values of an exit edge, in the order of its results."""
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
    text = _ATTRIBUTES.sub("", FAST.sub("", found.text))
    # The graph rounds once; both roundings are allowed.
    text = text.replace("@llvm.fmuladd.", "@llvm.fma.")
    if found.opcode == "phi":
        name = rf'(?:"{re.escape(header)}"|{re.escape(header)})'
        return re.sub(rf", %{name} \]", lambda _: f", {_quoted(rest)} ]", text)
    if found.opcode == "br":
        for number, (source, target) in enumerate(exits):
            if source == block:
                name = rf'(?:"{re.escape(target)}"|{re.escape(target)}(?![\w.$-]))'
                text = re.sub(rf"label %{name}", f"label %xyzmap.exit{number}", text)
    return text

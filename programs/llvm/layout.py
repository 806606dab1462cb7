"""Sizes of types and offsets in memory, by the data layout of the text.

The layout (LLVM language reference, "Data Layout") describes the target machine of the text: the
width of addresses, and the alignment of words. LLVM computes sizes and offsets from it.
"""

from __future__ import annotations

import re
from typing import Any

from models.errors import NotSupportedError
from programs.llvm.module import Function, Instruction, Value
from programs.llvm.target import LAYOUT, this_layout

NEAR = "ptr addrspace(271)"
"""An address of 32 bits, as in LLVM's data layout of x86-64."""

_TYPES = re.compile(r"^%.* = type .*$", re.MULTILINE)
_INDEX = re.compile(r"(?:^|-)p0?:(\d+):\d+:\d+:(\d+)")
_POINTER = re.compile(r"(?<![%@\w.$\"-])ptr\b(?! %xyzmap\.)")
_MANGLED = re.compile(r"\.p0(?=\.[pi]\d)")


class DataLayout:
    """The layout of the types used by address computations of some functions."""

    def __init__(self, functions: list[Function]) -> None:
        import llvmlite.binding as llvm

        text = functions[0].module if functions else ""
        stated = LAYOUT.search(text)
        self.stated = stated[1] if stated else this_layout()
        self._offsets: dict[str, tuple[list[tuple[Value, int]], int]] = {}
        used = [
            i.element
            for function in functions
            for block in function.blocks
            for i in block.instructions
            if i.opcode == "getelementptr"
        ]
        scalars = [f"i{n}" for n in (1, 8, 16, 32, 64)] + ["float", "double", "ptr"]
        self._names = {text: f"type.{n}" for n, text in enumerate(dict.fromkeys(scalars + used))}
        self._known = _TYPES.findall(text)
        self._module, self._types = self._parsed(llvm, far=True)
        self._data: Any = llvm.create_target_data(self.stated)
        self.pointer = 8 * self.size("ptr")
        """Bits of an address."""
        index = _INDEX.search(self.stated)
        if self.pointer not in (32, 64) or (index and index[1] != index[2]):
            bits = f"{index[2]} of {index[1]}" if index else str(self.pointer)
            raise NotSupportedError(f"addresses of {bits} bits, as the text's data layout has them")

    def _parsed(self, llvm: Any, far: bool) -> tuple[Any, dict[str, Any]]:
        """Return a module with the types, and the types by their texts."""
        lines = [f"@{name} = external global {text}" for text, name in self._names.items()]
        text = "\n".join((*self._known, *lines))
        module = llvm.parse_assembly(text if far else near(text))
        types = {
            text: module.get_global_variable(name).global_value_type
            for text, name in self._names.items()
        }
        return module, types

    def word(self, type_: str) -> str:
        """Return the word type of a type's values: addresses of 32 bits are `i32`."""
        return "i32" if type_ == "ptr" and self.pointer == 32 else type_

    def size(self, type_: str) -> int:
        """Return the bytes of a value in memory. Raises `NotSupportedError` for unknown types."""
        if type_ not in self._types:
            raise NotSupportedError(f"a load or a store of type {type_}")
        return int(self._data.get_abi_size(self._types[type_]))

    def size_in_text(self, type_: str) -> int:
        """Return the bytes of any type of the text."""
        import llvmlite.binding as llvm

        if type_ in self._types:
            return self.size(type_)
        text = "\n".join((*self._known, f"@type = external global {type_}"))
        module = llvm.parse_assembly(text if self.pointer == 64 else near(text))
        of = module.get_global_variable("type").global_value_type
        return int(self._data.get_abi_size(of))

    def unlike_here(self) -> str:
        """Return the first type whose layout differs on this machine, with the difference."""
        import llvmlite.binding as llvm

        if self.pointer == 32 and not this_layout().count("-p271:32:32"):
            return "its addresses have 32 bits"
        module, types = self._parsed(llvm, far=self.pointer == 64)
        data = llvm.create_target_data(this_layout())
        for text, type_ in self._types.items():
            own, here = _shape(self._data, type_), _shape(data, types[text])
            if own != here:
                name = re.sub(r"\.\d+$", "", text)  # which LLVM makes unique
                return f"{name} has {own[0]} bytes there and {here[0]} here, or other offsets"
        del module  # which the types belong to
        return ""

    def offsets(self, found: Instruction) -> tuple[list[tuple[Value, int]], int]:
        """Return the terms of a `getelementptr`: indices with sizes in bytes, and a byte offset.

        Raises `NotSupportedError` for addresses within types other than structures and arrays.
        """
        if found.text not in self._offsets:
            self._offsets[found.text] = self._offsets_of(found)
        return self._offsets[found.text]

    def _offsets_of(self, found: Instruction) -> tuple[list[tuple[Value, int]], int]:
        type_ = self._types[found.element]
        terms: list[tuple[Value, int]] = []
        offset = 0
        for number, index in enumerate(found.operands[1:]):
            if number and type_.is_struct:
                assert index.number is not None
                offset += int(self._data.get_element_offset(type_, int(index.number)))
                type_ = list(type_.elements)[int(index.number)]
                continue
            if number:
                if not type_.is_array:
                    raise NotSupportedError(f"an address within {type_}")
                type_ = next(iter(type_.elements))
            size = int(self._data.get_abi_size(type_))
            if index.number is None:
                terms.append((index, size))
            else:
                offset += int(index.number) * size
        return terms, offset


def near(text: str) -> str:
    """Return a text with 32-bit addresses converted for a 64-bit machine."""
    return _MANGLED.sub(".p271", _POINTER.sub(NEAR, text))


def _shape(data: Any, type_: Any) -> tuple[int, tuple[object, ...]]:
    """Return the size of a type in bytes, and the offsets and types of its members."""
    members: list[object] = []
    if type_.is_struct:
        for number, member in enumerate(type_.elements):
            offset = int(data.get_element_offset(type_, number))
            members.append((offset, _shape(data, member)))
    elif type_.is_array:
        members.append(_shape(data, next(iter(type_.elements))))
    return int(data.get_abi_size(type_)), tuple(members)

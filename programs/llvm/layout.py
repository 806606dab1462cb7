"""Sizes of types and offsets in memory, as the machine that runs this has them."""

from __future__ import annotations

import re
from typing import Any

from models.errors import NotSupportedError
from programs.llvm.module import Function, Instruction, Value

_TYPES = re.compile(r"^%.* = type .*$", re.MULTILINE)


class Layout:
    """The types that the addresses of some functions go through."""

    def __init__(self, functions: list[Function]) -> None:
        import llvmlite.binding as llvm

        scalars = [f"i{n}" for n in (1, 8, 16, 32, 64)] + ["float", "double", "ptr"]
        used = [
            i.element
            for function in functions
            for block in function.blocks
            for i in block.instructions
            if i.opcode == "getelementptr"
        ]
        names = {text: f"type.{n}" for n, text in enumerate(dict.fromkeys(scalars + used))}
        lines = [f"@{name} = external global {text}" for text, name in names.items()]
        known = _TYPES.findall(functions[0].module) if functions else []
        self._module = llvm.parse_assembly("\n".join((*known, *lines)))
        self._data: Any = llvm.create_target_data(
            str(llvm.Target.from_default_triple().create_target_machine().target_data)
        )
        self._types: dict[str, Any] = {
            text: self._module.get_global_variable(name).global_value_type
            for text, name in names.items()
        }

    def size(self, type_: str) -> int:
        """Return the bytes of a value in memory."""
        if type_ not in self._types:
            raise NotSupportedError(f"a load or a store of type {type_}")
        return int(self._data.get_abi_size(self._types[type_]))

    def offsets(self, found: Instruction) -> tuple[list[tuple[Value, int]], int]:
        """Return what a `getelementptr` adds: indices with their sizes in bytes, and bytes."""
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

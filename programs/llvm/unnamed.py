"""Names for unnamed values of the text, and plain names of C++ functions."""

from __future__ import annotations

import re
from typing import Any

_UNNAMED = re.compile(r"unnamed\.(\d*)\.")
_MANGLED = re.compile(r"_Z(N[rVKRO]*)?(?:St)?L?(?=\d)")
_NUMBER = re.compile(r"[-+]?(?:inf|nan|[\d.].*)", re.IGNORECASE)
_LENGTH = re.compile(r"\d+")


def name_all(module: Any, numbered: bool) -> dict[str, frozenset[str]]:
    """Name every argument, block and value without a name, or with a name like a number's.

    With `numbered`, the names keep the numbers of the text. Return, per function, the names of its
    stack slots: variables, if the text names them.
    """
    slots = {}
    for function in module.functions:
        if function.is_declaration:
            continue
        count = 0

        def name(each: Any, wanted: str) -> None:
            nonlocal count
            if not (known := each.name):
                each.name = wanted.format(count if numbered else "")
                count += 1
            elif _NUMBER.fullmatch(known):
                # The name of a constant is its text.
                each.name = f"{known}_"

        for argument in function.arguments:
            name(argument, "arg{}")
        found = []
        for block in function.blocks:
            name(block, "bb{}")
            for each in block.instructions:
                if str(each.type) != "void":
                    # The last dot separates the number from digits that LLVM appends.
                    name(each, "unnamed.{}.")
                if each.opcode == "alloca" and number_in_text(each.name) is None:
                    found.append(each.name.removesuffix(".addr"))
        slots[function.name] = frozenset(found)
    return slots


def number_in_text(name: str) -> str | None:
    """Return the number of an unnamed value in the text, "" for a new value, else None."""
    found = _UNNAMED.match(name)
    return None if found is None else found[1]


def title_of(name: str) -> str:
    """Return the last part of a C++ name, if the text shows it, and other names unchanged."""
    found = _MANGLED.match(name)
    if found is None:
        return name
    at, title = found.end(), name
    while length := _LENGTH.match(name, at):
        at = length.end() + int(length[0])
        if at > len(name):
            break
        title = name[length.end() : at]
    return name if found[1] and name[at : at + 1] != "E" else title

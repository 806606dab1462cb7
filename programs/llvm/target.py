"""The data layout of a text, or of this machine by default."""

from __future__ import annotations

import re

from models.notes import note

LAYOUT = re.compile(r'^target datalayout = "([^"]*)"', re.MULTILINE)
"""The data layout of a module: sizes, alignments and addresses of its target."""

_STRUCTURES = re.compile(r"^%.* = type <?\{|\bgetelementptr [^,\n]*\{", re.MULTILINE)


def this_layout() -> str:
    """Return the data layout of the machine that runs this."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    return str(llvm.Target.from_default_triple().create_target_machine().target_data)


def laid_out(text: str, where: str) -> str:
    """Return a text with a data layout: its own, or this machine's in a new first line.

    Simplification computes sizes and offsets, which must match the target machine.
    """
    stated = LAYOUT.search(text)
    if stated is None:
        if _STRUCTURES.search(text):
            note("no data layout: structures are laid out in memory as on this machine", where)
        return f'target datalayout = "{this_layout()}" {text}'
    if stated[1].startswith("E"):
        note("of a big-endian machine: the graph is compared in little-endian memory", where)
    return text

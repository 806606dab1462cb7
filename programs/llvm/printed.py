"""Facts of a module's printed text on its functions: instructions, lines, names and variables.

The text is printed once: printing a single instruction numbers metadata differently, and takes as
long as printing the whole module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

_NODE = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+\(.*\))$", re.MULTILINE)
_ESCAPED = re.compile(r"(?:\\[0-9A-F]{2})+")
_NAME = r'(?:"([^"]*)"|([\w.$-]+))'
_PLACE = re.compile(r" !dbg !(\d+)")
_INSTRUCTION = re.compile("  [^ \\]]")
"""Continuation lines are indented more; a bracket ends the cases of a `switch`."""
_PIECE = r"DW_OP_LLVM_fragment, \d+, \d+"
_RECORD = re.compile(
    rf"^ *#dbg_(?:value|declare)\(.* %{_NAME}, !(\d+), !DIExpression\((?:{_PIECE})?\), !(\d+)\)$"
)


def _character(found: re.Match[str]) -> str:
    """Return the character of an escaped byte in LLVM's text, if it is one."""
    return bytes.fromhex(found[0].replace("\\", "")).decode("utf-8", "replace")


METADATA = re.compile(r",? !\w[\w.]* ![\w]+|^(?: *#dbg_|!llvm\.dbg\.cu = ).*\n", re.MULTILINE)
"""Metadata, which does not change the meaning of instructions."""


@dataclass(frozen=True)
class Printed:
    """A function: its name in the source, and its instructions with their source locations.

    `variables` maps names of values to source variables, without those of inlined functions.
    """

    title: str
    instructions: list[tuple[str, str]] = field(default_factory=list)
    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)


def read_printed(printed: str) -> list[Printed]:
    """Return the functions with a body in the text of a module, in their order."""
    nodes = dict(_NODE.findall(printed))

    def member(node: str, name: str, pattern: str) -> str:
        found = re.search(rf"\b{name}: {pattern}", nodes.get(node, ""))
        return _ESCAPED.sub(_character, found[1]) if found else ""

    @cache
    def place(number: str) -> str:
        file = member(member(number, "scope", r"!(\d+)"), "file", r"!(\d+)")
        name = member(file, "filename", '"([^"]*)"')
        at = [member(number, word, r"(\d+)") for word in ("line", "column")]
        return ":".join(word for word in (name, *at) if word)

    made: list[Printed] = []
    for line in printed.splitlines():
        if line.startswith("define "):
            found = _PLACE.search(line)
            title = member(found[1], "name", '"([^"]*)"') if found else ""
            made.append(Printed(title.partition("<")[0] or title))
        elif not line.startswith("  ") or not made:
            continue
        elif _INSTRUCTION.match(line):
            found = _PLACE.search(line)
            text = METADATA.sub("", line).strip()
            made[-1].instructions.append((text, place(found[1]) if found else ""))
        elif not line.lstrip().startswith("#dbg_"):
            # The instruction continues.
            text, at = made[-1].instructions[-1]
            made[-1].instructions[-1] = f"{text} {METADATA.sub('', line).strip()}", at
        elif found := _RECORD.match(line):
            value, of = found[1] or found[2], made[-1].variables
            variable = member(found[3], "name", '"([^"]*)"')
            if variable and not member(found[4], "inlinedAt", r"!(\d+)"):
                of[value] = (*of.get(value, ()), variable)
    return made

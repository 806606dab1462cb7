"""What a module's debug information says: lines, names of functions, and variables of values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

_NODE = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+\(.*\))$", re.MULTILINE)
_ESCAPED = re.compile(r"(?:\\[0-9A-F]{2})+")
_NAME = r'(?:"([^"]*)"|([\w.$-]+))'
_PLACE = re.compile(r" !dbg !(\d+)")
_INSTRUCTION = re.compile("  [^ \\]]")
"""A line that goes on is further to the right; a bracket ends the places of a `switch`."""
_PIECE = r"DW_OP_LLVM_fragment, \d+, \d+"
_RECORD = re.compile(
    rf"^ *#dbg_(?:value|declare)\(.* %{_NAME}, !(\d+), !DIExpression\((?:{_PIECE})?\), !(\d+)\)$"
)


def _character(found: re.Match[str]) -> str:
    """Return what LLVM's text writes as bytes, if they are text."""
    return bytes.fromhex(found[0].replace("\\", "")).decode("utf-8", "replace")


@dataclass(frozen=True)
class Debug:
    """Of a function: its name in the source, and places in files of its instructions, in order.

    `variables` are those that a value is, by the name of the value; only the function's own ones,
    not those of what was inlined.
    """

    title: str
    places: list[str] = field(default_factory=list)
    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)


def debug_of(printed: str) -> list[Debug]:
    """Return what the printed text of a module says of the functions that have a body, in order."""
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

    made: list[Debug] = []
    for line in printed.splitlines():
        if line.startswith("define "):
            found = _PLACE.search(line)
            title = member(found[1], "name", '"([^"]*)"') if found else ""
            made.append(Debug(title.partition("<")[0] or title))
        elif _INSTRUCTION.match(line) and made:
            found = _PLACE.search(line)
            made[-1].places.append(place(found[1]) if found else "")
        elif "#dbg_" in line and (found := _RECORD.match(line)):
            value, of = found[1] or found[2], made[-1].variables
            variable = member(found[3], "name", '"([^"]*)"')
            if variable and not member(found[4], "inlinedAt", r"!(\d+)"):
                of[value] = (*of.get(value, ()), variable)
    return made

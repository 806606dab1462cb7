"""What a module's debug information says: lines, names of functions, and variables of values."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NODE = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+\(.*\))$", re.MULTILINE)
_NAME = r'(?:"([^"]*)"|([\w.$-]+))'
_DEFINED = re.compile(rf"^define .*?@{_NAME}\(")
_PROGRAM = re.compile(r" !dbg !(\d+)")
_PIECE = r"DW_OP_LLVM_fragment, \d+, \d+"
_RECORD = re.compile(
    rf"^ *#dbg_(?:value|declare)\(.* %{_NAME}, !(\d+), !DIExpression\((?:{_PIECE})?\), !(\d+)\)$"
)


@dataclass(frozen=True)
class Debug:
    """`places` are places in files by number; the others are by function.

    `variables` are those that a value is, by the name of the value; only a function's own ones, not
    those of what was inlined.
    """

    places: dict[str, str]
    titles: dict[str, str]
    variables: dict[str, dict[str, tuple[str, ...]]]


def debug_of(printed: str) -> Debug:
    """Return what the printed text of a module says."""
    nodes = dict(_NODE.findall(printed))

    def member(node: str, name: str, pattern: str) -> str:
        found = re.search(rf"\b{name}: {pattern}", nodes.get(node, ""))
        return found[1] if found else ""

    places = {}
    for number, node in nodes.items():
        if node.startswith("DILocation("):
            file = member(member(number, "scope", r"!(\d+)"), "file", r"!(\d+)")
            name = member(file, "filename", '"([^"]*)"')
            at = [member(number, word, r"(\d+)") for word in ("line", "column")]
            places[number] = ":".join(word for word in (name, *at) if word)
    titles: dict[str, str] = {}
    variables: dict[str, dict[str, tuple[str, ...]]] = {}
    of: dict[str, tuple[str, ...]] = {}
    for line in printed.splitlines():
        if line.startswith("define ") and (found := _DEFINED.match(line)):
            name = found[1] or found[2]
            of = variables.setdefault(name, {})
            program = _PROGRAM.search(line)
            title = member(program[1], "name", '"([^"]*)"') if program else ""
            titles[name] = title.partition("<")[0] or title
        elif "#dbg_" in line and (found := _RECORD.match(line)):
            value = found[1] or found[2]
            variable = member(found[3], "name", '"([^"]*)"')
            if variable and not member(found[4], "inlinedAt", r"!(\d+)"):
                of[value] = (*of.get(value, ()), variable)
    return Debug(places, titles, variables)

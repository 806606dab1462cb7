"""The scratchpad banks beside the grid of a Morpher architecture.

Submodules without a PATTERN are banks: `{"BANK0": [{"name": "B0"}]}`. `CONNECTIONS` of the CGRA
lead from the memory port of a tile to the ports of banks: `{"M0.PORT": ["B0.Q0"]}`. A port of a
bank that several tiles share, which have no other one, takes one access per cycle. The arrays in a
bank's DATA_LAYOUT are not kept: a graph does not say which array it accesses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from interchange.arrays.morpher_netlist import members, word, words
from models.data.architecture import Component, SharedIssue, opcode_of
from models.errors import InputError, meant, unknown
from models.notes import note
from models.semantics.opcodes import kind_of

CGRA = "$.ARCH.CGRA"


def bank_names(modules: dict[str, Any], submodules: list[Any], grid: object) -> dict[str, str]:
    """Return the module of each bank, by its name."""
    found: dict[str, str] = {}
    for position, entry in enumerate(submodules):
        where = f"{CGRA}.SUBMODS[{position}]"
        if entry is grid:
            continue
        if not isinstance(entry, dict) or "PATTERN" in entry:
            raise InputError('expected banks: {"MODULE": [{"name": "B0"}]}', where)
        for kind in entry:
            if kind not in modules:
                raise InputError(unknown("module", kind, modules), where)
            for instance in members(entry, kind, list, where):
                if not isinstance(instance, dict):
                    raise InputError("a submodule needs a name", f"{where}.{kind}")
                found[word(instance.get("name"), f"{where}.{kind}")] = kind
    return found


def ports_of(
    cgra: dict[str, Any], tiles: Collection[str], banks: Collection[str], where: str
) -> dict[str, list[str]]:
    """Return the tiles of each bank port that have no other port; note unknown names."""
    connections = members(cgra, "CONNECTIONS", dict, CGRA)
    leading: dict[str, list[str]] = {}
    for source in connections:
        for target in words(connections, source, f"{CGRA}.CONNECTIONS"):
            ends = [end.partition(".")[0] for end in (source, target)]
            tile = next((end for end in ends if end in tiles), None)
            strange = [end for end in ends if end not in tiles and end not in banks]
            if strange or tile is None or all(end in tiles for end in ends):
                near = meant(strange[0], [*tiles, *banks]) if strange else ""
                what = f"'{source}' to '{target}' joins no tile and bank: left out{near}"
                note(what, f"{where}: {CGRA}.CONNECTIONS")
            else:
                leading.setdefault(tile, []).append(target if ends[0] == tile else source)
    shared: dict[str, list[str]] = {}
    for tile, ports in leading.items():
        if len(set(ports)) == 1:
            shared.setdefault(ports[0], []).append(tile)
    return shared


def port_limits(
    shared: dict[str, list[str]], components: Collection[Component]
) -> Iterator[SharedIssue]:
    """Yield a limit of one access per cycle for each port that several tiles share."""
    for port, tiles in shared.items():
        units = [
            part
            for part in components
            if part.issue and part.name.partition(".")[0] in tiles and _accesses(part)
        ]
        if len(tiles) > 1 and len(units) > 1:
            ops = dict.fromkeys(op for part in units for op in _accesses(part))
            yield SharedIssue(port, tuple(part.name for part in units), tuple(ops), 1)


def tell_layout(modules: dict[str, Any], banks: dict[str, str], where: str) -> None:
    """Note that any tile with memory operations reaches all arrays."""
    if banks:
        laid = [name for name, kind in banks.items() if "DATA_LAYOUT" in _module(modules, kind)]
        what = f"where DATA_LAYOUT of {', '.join(laid)} places arrays is not kept: " * bool(laid)
        listed = ", ".join(banks)
        what += f"each tile with memory operations reaches all banks ({listed})"
        note(what, f"{where}: {CGRA}.SUBMODS")


def _module(modules: dict[str, Any], kind: str) -> dict[str, Any]:
    found = modules.get(kind)
    return found if isinstance(found, dict) else {}


def _accesses(part: Component) -> list[str]:
    return [op for op in part.latency_of if kind_of(opcode_of(op)) == "memory"]

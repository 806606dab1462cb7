"""Architectures in the JSON of the Morpher tool chain, as far as it describes a grid of tiles.

The whole netlist is kept, in the terms of the model: a unit is a component that issues, a
register one of capacity 1, a wire with several drivers a switch of capacity 0 with a path of
width 1 from its drivers. Wires with one driver vanish. Rules for facts that the format
leaves open:

- A unit starts one operation per cycle, and its result is on its output wire for one cycle.
  Nothing else passes through a unit.
- Any operand can use any input port of a unit that has the same drivers.
- Registers with the same drivers and readers are one component that holds several values, a static
  register file: none of them reads another.
- A wire to another tile takes one hop. The number of hops in a cycle is not limited.
- Banks beside the grid are left out, but for ports that tiles share (`morpher_banks`).
- Opcodes become operators as in `interchange/graphs/morpher_dfg.py`, predicated or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from archs.machines.generators import PathNames, wired_unit
from interchange.arrays.morpher_banks import CGRA, bank_names, port_limits, ports_of, tell_layout
from interchange.arrays.morpher_netlist import Netlist, add_module, members, word
from interchange.graphs.morpher_dfg import NAMES
from models.data.architecture import Architecture, Component, Path, RegisterFile, Support
from models.errors import InputError

LARGEST_SIDE = 64
_PLACE = re.compile(r"([XY])([+-]\d{1,3})?|(\d{1,3})", re.ASCII)
Cell = tuple[int, int]


def is_morpher(data: bytes) -> bool:
    """Whether a JSON text is an object with `ARCH`, and none of the native formats."""
    try:
        top = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return "ARCH" in top and "schema" not in top


def architecture_from_morpher(data: bytes, where: str, name: str = "arch") -> Architecture:
    """Return the architecture in a Morpher JSON text; `where` names the file in errors.

    Raises `InputError`: file, JSON path, fault.
    """
    try:
        top = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", where) from None
    try:
        if not isinstance(top, dict) or "ARCH" not in top:
            raise InputError("expected an object with the member ARCH", "$")
        modules = members(top, "ARCH", dict, "$")
        netlist, ports = _elaborate(modules, where)
        arch = _architecture(netlist, name)
        limits = tuple(port_limits(ports, arch.components))
        return msgspec.structs.replace(arch, shared=limits) if limits else arch
    except InputError as error:
        raise error.inside(where) from None


def _elaborate(modules: dict[str, Any], where: str) -> tuple[Netlist, dict[str, list[str]]]:
    """Return the netlist of the grid in the module `CGRA`, and the tiles of each port of a bank."""
    if "CGRA" not in modules:
        raise InputError("the module CGRA is missing", "$.ARCH")
    cgra = members(modules, "CGRA", dict, "$.ARCH")
    submodules = members(cgra, "SUBMODS", list, CGRA)
    grids = [e for e in submodules if isinstance(e, dict) and e.get("PATTERN") == "GRID"]
    if len(grids) != 1:
        raise InputError("expected one submodule with PATTERN GRID", f"{CGRA}.SUBMODS")
    grid: dict[str, Any] = grids[0]
    at = f"{CGRA}.SUBMODS[{[entry is grid for entry in submodules].index(True)}]"
    banks = bank_names(modules, submodules, grid)
    dims = members(grid, "DIMS", dict, at)
    columns, rows = (_number(dims, axis, LARGEST_SIDE, f"{at}.DIMS", 1) for axis in "XY")
    netlist, tiles = Netlist(), dict[Cell, str]()
    for position, entry in enumerate(members(grid, "MODS", list, at)):
        place = f"{at}.MODS[{position}]"
        if not isinstance(entry, dict):
            raise InputError("expected an object", place)
        x, y = _number(entry, "X", columns - 1, place), _number(entry, "Y", rows - 1, place)
        kind = word(entry.get("MOD"), f"{place}.MOD")
        if (x, y) in tiles:
            raise InputError(f"a second module at X {x}, Y {y}", place)
        tiles[x, y] = word(entry.get("name", f"{kind}_X{x}_Y{y}"), f"{place}.name")
        add_module(netlist, modules, kind, tiles[x, y])
    for position, entry in enumerate(members(grid, "CONNECTIONS", list, at)):
        _connect_tiles(netlist, tiles, entry, f"{at}.CONNECTIONS[{position}]")
    ports = ports_of(cgra, tiles.values(), banks, where)
    tell_layout(modules, banks, where)
    return netlist, ports


def _number(owner: dict[str, Any], name: str, most: int, where: str, least: int = 0) -> int:
    value = owner.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise InputError(f"{name} must be an integer from {least} to {most}", where)


def _connect_tiles(netlist: Netlist, tiles: dict[Cell, str], entry: object, where: str) -> None:
    """Join the ports of all pairs of tiles in the grid that a connection names."""
    if not isinstance(entry, dict):
        raise InputError("expected an object", where)
    places = [_place(entry, end, where) for end in ("FROM_X", "FROM_Y", "TO_X", "TO_Y")]
    leaving, entering = (word(entry.get(p), f"{where}.{p}") for p in ("FROM_PORT", "TO_PORT"))
    for x, y in tiles:
        from_x, from_y, to_x, to_y = (place(x, y) for place in places)
        if (from_x, from_y) in tiles and (to_x, to_y) in tiles:
            source = f"{tiles[from_x, from_y]}.{leaving}"
            netlist.connect(source, f"{tiles[to_x, to_y]}.{entering}", where)
            netlist.crossing.add(source)


def _place(entry: dict[str, Any], name: str, where: str) -> Callable[[int, int], int]:
    """Return the coordinate of `X`, `Y`, `X+1`, `Y-1` or a number at a tile."""
    found = _PLACE.fullmatch("".join(str(entry.get(name)).split()))
    if not found:
        what = f"'{str(entry.get(name))[:40]}' must be X, Y, X+1, Y-1 or the like, or a number"
        raise InputError(what, f"{where}.{name}")
    axis, step, number = found.groups()
    if number:
        return lambda x, y: int(number)
    return lambda x, y: (x if axis == "X" else y) + int(step or 0)


def _architecture(netlist: Netlist, name: str) -> Architecture:
    drivers = _reduced(netlist)
    alike: dict[tuple[object, ...], list[str]] = {}
    readers: dict[str, set[str]] = {}
    for node, sources in drivers.items():
        for source in sources:
            readers.setdefault(source, set()).add(node)
    for node in drivers:
        owner = node.rpartition(".")[0]
        key: tuple[object, ...] = (node,)
        if node in netlist.registers:
            key = (owner, frozenset(drivers[node]), frozenset(readers.get(node, ())))
        alike.setdefault(key, []).append(node)
    # Registers with equal drivers and readers share a component, named after all of them.
    called = {
        node: nodes[0] + "".join("+" + other.rpartition(".")[2] for other in nodes[1:])
        for nodes in alike.values()
        for node in nodes
    }
    names = PathNames()
    components, paths = [], []

    def path(sources: Iterable[str], target: str, width: int, hops: int = 0) -> None:
        ends = tuple(dict.fromkeys(called[source] for source in sources)), (called[target],)
        paths.append(Path(names.name(*ends), *ends, width, hops=hops))

    ports = {port for listed in netlist.ports.values() for port in listed}
    for node, *others in alike.values():
        if node in netlist.units:
            components.append(_unit(node, netlist.units[node]))
            groups: dict[tuple[str, ...], int] = {}
            for port in netlist.ports[node]:
                drive = tuple(drivers.get(port, ()))
                groups[drive] = groups.get(drive, 0) + 1
            for drive, width in groups.items():
                if drive:
                    path(drive, node, width)
        elif node not in ports:
            is_register = node in netlist.registers
            size = 1 + len(others) if is_register else 0
            kind: RegisterFile | None = "static" if size > 1 else None
            component = Component(called[node], capacity=size, switch=not is_register, file=kind)
            components.append(component)
            path(drivers[node], node, max(size, 1), int(node in netlist.crossing))
    return Architecture(name, tuple(components), tuple(paths))


def _reduced(netlist: Netlist) -> dict[str, list[str]]:
    """Return the drivers of the relevant nodes: without dead ends, and without mere aliases."""
    ports = {port for listed in netlist.ports.values() for port in listed}
    live = _reached(netlist.drivers, set(netlist.units), forwards=True)
    live &= _reached(netlist.drivers, ports, forwards=False) | set(netlist.units)
    kept = {
        node: [source for source in sources if source in live]
        for node, sources in netlist.drivers.items()
        if node in live
    }
    firm = netlist.registers | netlist.units.keys() | netlist.crossing | ports
    alias = {n: s[0] for n, s in kept.items() if len(s) == 1 and n not in firm}

    def behind(node: str) -> str:
        seen = {node}
        while node in alias and alias[node] not in seen:
            node = alias[node]
            seen.add(node)
        return node

    return {
        node: list(dict.fromkeys(map(behind, sources)))
        for node, sources in kept.items()
        if node not in alias
    }


def _reached(drivers: dict[str, list[str]], start: set[str], forwards: bool) -> set[str]:
    """The nodes that values of `start` can reach, or those that can reach `start`."""
    steps = drivers
    if forwards:
        steps = {node: [] for node in drivers}
        for node, sources in drivers.items():
            for source in sources:
                steps[source].append(node)
    found, waiting = set(start), list(start)
    while waiting:
        for node in steps[waiting.pop()]:
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


def _unit(name: str, latencies: dict[str, int]) -> Component:
    ops: dict[str, str | Support] = {}
    for opcode, latency in latencies.items():
        word_ = NAMES.get(opcode.lower(), opcode.lower())
        if word_ == "nop":
            continue
        for operator in (word_, f"{word_}.if", f"{word_}.unless"):
            ops[operator] = operator if latency == 1 else Support(operator, latency)
    return wired_unit(name, tuple(ops.values()))

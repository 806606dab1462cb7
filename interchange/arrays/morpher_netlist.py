"""The wires, registers and units of a Morpher architecture, as a flat netlist.

A module has ports (`INPUTS`, `OUTPUTS`, `INTERNALS`, also spelled `INTERNAL`), `REGS`, submodules
and `CONNECTIONS`. A module with `OPS` is a unit; its contents are ignored. Sockets lead to memories
and carry no value between units: connections of them are only checked for their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from models.errors import InputError, unknown

SOCKETS = ("SOCKETS", "ISOCKETS", "TSOCKETS")
WIRES = ("INPUTS", "OUTPUTS", "INTERNALS", "INTERNAL")
DEEPEST = 20
MOST_NODES = 200_000


@dataclass
class Netlist:
    """Every node and its drivers; a wire with several drivers is a multiplexer."""

    drivers: dict[str, list[str]] = field(default_factory=dict)
    registers: set[str] = field(default_factory=set)
    # Of every unit, the latencies of its opcodes and its input ports.
    units: dict[str, dict[str, int]] = field(default_factory=dict)
    ports: dict[str, list[str]] = field(default_factory=dict)
    sockets: set[str] = field(default_factory=set)
    # Wires that leave a tile.
    crossing: set[str] = field(default_factory=set)

    def add(self, node: str, where: str) -> None:
        """Add a node without drivers."""
        if node in self.drivers:
            raise InputError(f"duplicate name '{node}'", where)
        if len(self.drivers) >= MOST_NODES:
            raise InputError(f"more than {MOST_NODES} wires and registers", where)
        self.drivers[node] = []

    def connect(self, source: str, target: str, where: str) -> None:
        """Let one node drive another."""
        if source in self.sockets and target in self.sockets:
            return
        for node in (source, target):
            if node not in self.drivers:
                raise InputError(f"unknown port '{node}'", where)
        if source not in self.drivers[target]:
            self.drivers[target].append(source)


def add_module(
    netlist: Netlist, modules: dict[str, Any], kind: str, name: str, depth: int = 0
) -> None:
    """Add an instance `name` of the module `kind`, and all its contents."""
    where = f"$.ARCH.{kind}"
    if kind not in modules:
        raise InputError(unknown("module", kind, modules), "$.ARCH")
    if depth > DEEPEST:
        raise InputError("modules nested too deeply, or within themselves", where)
    module = members(modules, kind, dict, "$.ARCH")
    for section in SOCKETS:
        netlist.sockets.update(f"{name}.{port}" for port in words(module, section, where))
    if "OPS" in module:
        _add_unit(netlist, module, name, where)
        return
    for section in (*WIRES, "REGS"):
        for port in words(module, section, where):
            netlist.add(f"{name}.{port}", f"{where}.{section}")
            if section == "REGS":
                netlist.registers.add(f"{name}.{port}")
    submodules = members(module, "SUBMODS", dict, where)
    for inner in submodules:
        for entry in members(submodules, inner, list, f"{where}.SUBMODS"):
            if not (isinstance(entry, dict) and isinstance(entry.get("name"), str)):
                raise InputError("a submodule needs a name", f"{where}.SUBMODS.{inner}")
            add_module(netlist, modules, inner, f"{name}.{word(entry['name'], where)}", depth + 1)
    connections = members(module, "CONNECTIONS", dict, where)
    for source in connections:
        for target in words(connections, source, f"{where}.CONNECTIONS"):
            place = f"{where}.CONNECTIONS"
            netlist.connect(_inside(name, source, place), _inside(name, target, place), place)


def _add_unit(netlist: Netlist, module: dict[str, Any], name: str, where: str) -> None:
    netlist.add(name, where)
    latencies = members(module, "OPS", dict, where)
    for opcode, latency in latencies.items():
        if isinstance(latency, bool) or not isinstance(latency, int) or not 1 <= latency <= 999:
            what = f"latency {str(latency)[:20]} of {opcode} must be an integer from 1 to 999"
            raise InputError(what, f"{where}.OPS")
    netlist.units[name] = latencies
    netlist.ports[name] = [f"{name}.{port}" for port in words(module, "INPUTS", where)]
    for port in netlist.ports[name]:
        netlist.add(port, f"{where}.INPUTS")
    for port in words(module, "OUTPUTS", where):
        netlist.add(f"{name}.{port}", f"{where}.OUTPUTS")
        netlist.connect(name, f"{name}.{port}", where)


def _inside(name: str, end: str, where: str) -> str:
    """The node of `THIS.PORT` or `SUBMODULE.PORT` within an instance."""
    owner, dot, port = end.partition(".")
    if not dot or not port:
        raise InputError(f"'{end[:40]}' must be THIS.PORT or SUBMODULE.PORT", where)
    return f"{name}.{port}" if owner == "THIS" else f"{name}.{end}"


def members(owner: dict[str, Any], name: str, kind: type, where: str) -> Any:
    """Return a member that is a `dict` or a `list`, an empty one if it is absent."""
    value = owner.get(name, kind())
    if not isinstance(value, kind):
        expected = "an object" if kind is dict else "a list"
        raise InputError(f"expected {expected}", f"{where}.{name}")
    return value


def words(owner: dict[str, Any], name: str, where: str) -> Iterator[str]:
    """Yield the words of a member that is a list of names."""
    for entry in members(owner, name, list, where):
        yield word(entry, f"{where}.{name}")


def word(value: object, where: str) -> str:
    """Return a name, which must be a word without spaces."""
    if isinstance(value, str) and value.split() == [value]:
        return value
    raise InputError(f"'{str(value)[:40]}' must be a word without spaces", where)

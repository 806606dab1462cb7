"""Verilog identifiers of registers, lanes and slots, derived from their names."""

from __future__ import annotations

import re

from hardware.model.machine import Machine, Source

_PLAIN = re.compile(r"\W+", re.ASCII)


class Names:
    """Unique, deterministic identifiers for the parts of a machine.

    They end in a number, so that none is a Verilog keyword.
    """

    def __init__(self, machine: Machine) -> None:
        self._taken: set[str] = set()
        self._known: dict[tuple[str, str], str] = {}
        for component in machine.arch.components:
            self._add("component", component.name)
        for path in machine.arch.paths:
            self._add("path", path.name)

    def register(self, component: str, index: int) -> str:
        """Return the name of a register."""
        return f"{self._known['component', component]}_r{index}"

    def invariant(self, component: str, index: int) -> str:
        """Return the name of an invariant."""
        return f"{self._known['component', component]}_v{index}"

    def lane(self, path: str, index: int) -> str:
        """Return the name of a lane's input."""
        return f"{self._known['path', path]}_l{index}"

    def hop(self, path: str, index: int, hop: int) -> str:
        """Return the name of a lane's input at a hop: after `hop` earlier lanes."""
        return f"{self.lane(path, index)}_h{hop}"

    def arriving(self, path: str, index: int, latency: int) -> str:
        """Return the name of a lane's output."""
        return self.lane(path, index) + (f"_d{latency}" if latency else "")

    def slot(self, component: str, index: int) -> str:
        """Return the name of an issue slot."""
        return f"{self._known['component', component]}_s{index}"

    def result(self, component: str, index: int, tap: int) -> str:
        """Return the name of the result that a slot began `tap` cycles earlier."""
        return f"{self.slot(component, index)}_result{tap}"

    def source(self, source: Source, machine: Machine) -> str:
        """Return the name of a selected register, invariant, lane or result."""
        if source.kind == "register":
            return self.register(source.place, source.index)
        if source.kind == "invariant":
            return self.invariant(source.place, source.index)
        if source.kind == "lane":
            latency = machine.arch.path_by_name[source.place].latency
            return self.arriving(source.place, source.index, latency)
        return self.result(source.place, source.index, source.number)

    def _add(self, kind: str, name: str) -> None:
        plain = _PLAIN.sub("_", name.replace("->", "_to_")).strip("_")
        plain = plain if plain and not plain[0].isdigit() else f"n_{plain}"
        found, number = plain, 1
        while found in self._taken:
            number += 1
            found = f"{plain}_{number}"
        self._taken.add(found)
        self._known[kind, name] = found


def comment(text: str) -> str:
    """Return a text that is safe inside a Verilog comment."""
    return text.replace("*/", "* /").replace("\\", "/")

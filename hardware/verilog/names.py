"""Names of Verilog: every register, lane and slot has one that is like its own."""

from __future__ import annotations

import re

from hardware.model.machine import Machine, Source

_PLAIN = re.compile(r"\W+", re.ASCII)


class Names:
    """Unique identifiers for the parts of a machine, the same in every run.

    They end in a number, so that none of them is a word of Verilog.
    """

    def __init__(self, machine: Machine) -> None:
        self._taken: set[str] = set()
        self._known: dict[tuple[str, str], str] = {}
        for component in machine.arch.components:
            self._add("component", component.name)
        for path in machine.arch.paths:
            self._add("path", path.name)

    def register(self, component: str, index: int) -> str:
        """The name of a register."""
        return f"{self._known['component', component]}_r{index}"

    def lane(self, path: str, index: int) -> str:
        """The name of what a lane selects."""
        return f"{self._known['path', path]}_l{index}"

    def hop(self, path: str, index: int, hop: int) -> str:
        """The name of what a lane selects, of values that have taken so many lanes before."""
        return f"{self.lane(path, index)}_h{hop}"

    def arriving(self, path: str, index: int, latency: int) -> str:
        """The name of what arrives over a lane."""
        return self.lane(path, index) + (f"_d{latency}" if latency else "")

    def slot(self, component: str, index: int) -> str:
        """The name of an issue slot."""
        return f"{self._known['component', component]}_s{index}"

    def result(self, component: str, index: int, tap: int) -> str:
        """The name of what a slot has begun so many cycles before."""
        return f"{self.slot(component, index)}_result{tap}"

    def source(self, source: Source, machine: Machine) -> str:
        """The name of a register, lane or result that is selected."""
        if source.kind == "register":
            return self.register(source.place, source.index)
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
    """Return a text that ends no comment of Verilog."""
    return text.replace("*/", "* /").replace("\\", "/")

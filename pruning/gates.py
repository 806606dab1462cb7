"""The transistors of an array, piece by piece, and the features that each piece depends on.

A piece has sources. A source is present if all its needed features are. The price of a piece
depends on the number of present sources, as multiplexers grow in steps. The price of an array is
the sum over its pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from hardware.model.machine import STREAM, Machine, Slot, Source
from models.data.architecture import Architecture, Path
from models.errors import InputError
from models.register_files.files import is_memory
from pruning.features import Feature
from pruning.prices import Prices

Needs = frozenset[Feature]


class Piece(NamedTuple):
    """A piece costs `price[n]` with n present `sources`; a source is its set of needed features."""

    price: tuple[int, ...]
    sources: tuple[Needs, ...]

    def of(self, features: Collection[Feature]) -> int:
        """Return the price in an array with these features."""
        return self.price[sum(source <= set(features) for source in self.sources)]


def units_key(slot: Slot) -> str:
    """Return the key of a slot's units in `Prices.units`."""
    return ",".join(unit.name for unit in slot.units)


def pieces(machine: Machine, prices: Prices) -> Iterator[Piece]:
    """Yield the pieces of a machine with static register files, for all kinds but operators.

    Raises `InputError` if a multiplexer has more sources than prices.
    """
    return _Pieces(machine, prices).all()


def unpriced(arch: Architecture, kinds: Collection[str]) -> str | None:
    """Return why sub-arrays without features of these kinds have no price, or None.

    A path without a width has as many lanes as its ends can use, a number that must not change. A
    lane from a memory reads a stream, and a lane from a switch can be idle: the price must depend
    on one such component only.
    """
    if "operators" in kinds:
        return "operators have no prices of their own"
    if "paths" not in kinds and {"elements", "memories"} & {*kinds}:
        return "elements and memories can only be removed together with paths"
    for name in unmeasured(arch, kinds):
        return f"path '{name}' has no width, so that its lanes depend on the remaining array"
    for path in arch.paths:
        for some, what in (
            (_memories(arch, path), "memories"),
            (_switches(arch, path), "switches"),
        ):
            mixed = 1 < len(some) < len(path.sources) and arch.external not in some
            if mixed and {"elements", "memories"} & {*kinds}:
                return f"path '{path.name}' comes from several {what} and from others: split it"
    return None


def unmeasured(arch: Architecture, kinds: Collection[str]) -> list[str]:
    """Return the paths without a width whose number of lanes depends on these kinds."""
    changes = {"registers", "words", "units"} & {*kinds}

    def varies(path: Path) -> bool:
        ends = (*path.sources, *path.targets)
        switch = arch.component_by_name[path.sources[0]].switch
        return path.width is None and (bool(changes) or len(ends) > 2 or switch)

    return [path.name for path in arch.paths if varies(path)]


def _memories(arch: Architecture, path: Path) -> list[str]:
    return [name for name in path.sources if is_memory(arch, arch.component_by_name[name])]


def _switches(arch: Architecture, path: Path) -> list[str]:
    return [name for name in path.sources if arch.component_by_name[name].switch]


class _Pieces:
    def __init__(self, machine: Machine, prices: Prices) -> None:
        self.machine, self.prices = machine, prices
        self.arch = machine.arch

    def place(self, component: str) -> Needs:
        issue = self.arch.component_by_name[component].issue
        return frozenset([Feature("elements" if issue else "memories", component)])

    def register(self, component: str, number: int) -> Needs:
        kind = "registers" if self.arch.component_by_name[component].issue else "words"
        return self.place(component) | {Feature(kind, component, number + 1)}

    def lane(self, path: str, number: int) -> Needs:
        return frozenset([Feature("paths", path), Feature("widths", path, number + 1)])

    def slot(self, component: str, number: int) -> Needs:
        return self.place(component) | {Feature("units", component, number + 1)}

    def source(self, source: Source) -> Needs:
        """Return the needs of a source, without its multiplexer's needs."""
        match source.kind:
            case "register":
                return self.register(source.place, source.index)
            case "lane":
                return self.lane(source.place, source.index)
            case "result":
                return self.slot(source.place, source.index)
            case "invariant":
                return self.place(source.place)
        return frozenset()

    def lane_source(self, path: str, source: Source) -> Needs:
        """Return the needs of a source of a lane, without the lane's needs."""
        if source.kind == "stream":
            return self.among(path, _memories(self.arch, self.arch.path_by_name[path]))
        if source.kind == "idle":
            return self.among(path, _switches(self.arch, self.arch.path_by_name[path]))
        return self.source(source)

    def among(self, path: str, some: list[str]) -> Needs:
        """Return the need of a single component among a path's sources; empty if implied."""
        if len(some) == 1 < len(self.arch.path_by_name[path].sources):
            return self.place(some[0])
        return frozenset()

    def selected(
        self, own: Needs, sources: Collection[Needs], price: tuple[int, ...], times: int = 1
    ) -> Piece:
        """Return `times` multiplexers as one piece."""
        if len(sources) >= len(price):
            raise InputError(
                f"a multiplexer has {len(sources)} sources, and prices are known up to"
                f" {len(price) - 1}: take fewer registers, or narrower paths"
            )
        cut = tuple(times * each for each in price[: len(sources) + 1])
        return Piece(cut, tuple(own | source for source in sources))

    def all(self) -> Iterator[Piece]:
        machine, prices = self.machine, self.prices
        for slot in machine.slots:
            own = self.slot(slot.component, slot.index)
            units = prices.units[units_key(slot)] if slot.units else 0
            yield Piece((0, units + prices.slot + (slot.latency - 1) * prices.delay), (own,))
            sources = [self.source(each) for each in machine.operand_sources(slot.component)]
            yield self.selected(own, sources, prices.select, slot.operands)
        for component, count in machine.registers.items():
            for number in range(count):
                own = self.register(component, number)
                selected = machine.register_sources(component, number)
                sources = [self.source(each) for each in selected]
                yield self.selected(own, sources, prices.register)
        for each in machine.invariants():
            shifted = (frozenset[Feature](), frozenset[Feature]())  # its own number, the one before
            yield self.selected(self.source(each), shifted, prices.register)
        for path, count in machine.lanes.items():
            selected = machine.lane_sources(path)
            sources = [self.lane_source(path, each) for each in selected]
            late = self.arch.path_by_name[path].latency * prices.delay
            for number in range(count):
                own = self.lane(path, number)
                yield self.selected(own, sources, prices.select)
                yield Piece((0, late), (own,))
                if STREAM in selected:
                    yield Piece((0, prices.stream), (own | self.lane_source(path, STREAM),))
        for memory in machine.memories:
            for end in machine.entering(memory):
                yield Piece((0, prices.delivery), (self.place(memory) | self.source(end),))

"""The architecture: components that hold and compute, and the paths between them.

Frozen, validated data, flat after expansion. A processing element is one or more
components; a bus is one path with several sources or targets. Field meanings follow
`docs/model.md`; `None` always means "unlimited".
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from models.data.dfg import TYPE
from models.data.pictures import Pictured
from models.data.sizes import MOST_LATENCY, MOST_UNITS, require_most
from models.errors import InputError, require_title, require_unique, unknown

RegisterFile = Literal["static", "moves", "rotating", "unroll"]
"""Kinds of register files; `models.register_files.registers` defines them."""

_SUFFIXED = re.compile(rf"(.+?)(?:/\d+)?(?:/(?:{TYPE.pattern})){{0,2}}", re.ASCII)


@lru_cache(maxsize=1 << 16)
def opcode_of(operator: str) -> str:
    """Return `add` for `add/1`, `add/i64` and `zext/1/i8/i64`, and every other name unchanged."""
    found = _SUFFIXED.fullmatch(operator)
    return found[1] if found else operator


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operator that a component supports, optionally with a latency of its own (cycles)."""

    name: str
    latency: int | None = None


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most `at_most` of the inputs `of` are held in cycle 0; the solver chooses which."""

    at_most: int
    of: tuple[str, ...]


class InitialContents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The inputs that a component can hold in cycle 0: all of `values`, and some of `choices`.

    Where the capacity is limited, inputs that the mapping does not need are not loaded.
    """

    values: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()


# Components are asked about every candidate operation, and many share a list of hundreds of
# operators.
@lru_cache(maxsize=1024)
def _latencies(ops: tuple[str | Support, ...]) -> Mapping[str, int | None]:
    return {
        op if isinstance(op, str) else op.name: None if isinstance(op, str) else op.latency
        for op in ops
    }


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that can hold values, issue operations, or both.

    `issue`: operations that may start per cycle. `ops`: supported operators, None for all.
    `capacity`: values held at the end of a cycle, None for unlimited. `initial`: the inputs held in
    cycle 0. `holds_intermediates`: false for a memory that only feeds and collects. `transient`:
    may not keep a value for a second cycle. `switch`: combinational, an arriving value may leave in
    the same cycle. `routing_issues`: storing a passing value occupies an issue slot.
    `keeps_arrivals`: false where arriving values can be read, but only values computed here are
    stored. `read_ports` and `write_ports`: transfers that may leave and enter per cycle.
    `file_ports`: these are the ports of its register file, so operands read there by operations,
    and results of operations, take ports as well. `file`: the kind of its register file, for
    questions that need it; None if unknown. `invariants`: how many invariants of the loop it holds
    beside its registers, loaded before the loop, for operations here to read. `position`: row and
    column in drawings, without any other use.
    """

    name: str
    issue: int = 0
    ops: tuple[str | Support, ...] | None = None
    capacity: int | None = None
    initial: Literal["all"] | InitialContents = InitialContents()
    holds_intermediates: bool = True
    transient: bool = False
    switch: bool = False
    routing_issues: bool = False
    keeps_arrivals: bool = True
    read_ports: int | None = None
    write_ports: int | None = None
    file_ports: bool = False
    file: RegisterFile | None = None
    invariants: int = 0
    position: tuple[int, int] | None = None

    def supports(self, operator: str) -> bool:
        """Whether operations of `operator` can be issued here.

        A component that supports `add` supports `add/1` too: importers name operators of the same
        opcode and another arity like that.
        """
        known = self.latency_of
        return self.issue > 0 and (
            self.ops is None or operator in known or opcode_of(operator) in known
        )

    def own_latency(self, operator: str) -> int | None:
        """The latency that `ops` gives to a supported operator; None where it gives none."""
        known = self.latency_of
        return known[operator] if operator in known else known.get(opcode_of(operator))

    @property
    def latency_of(self) -> Mapping[str, int | None]:
        """The listed operators with their own latencies; empty when `ops` is None."""
        return _latencies(tuple(self.ops or ()))


class Path(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A connection for values from any source to all targets.

    `width`: distinct values per cycle. `latency`: cycles beyond the arrival in the cycle after the
    value was held at the source (0 in the SAT-mapping paper). `hops`: its share of the
    architecture's `max_hops`.
    """

    name: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    width: int | None = None
    latency: int = 0
    hops: int = 0


class SharedIssue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most `at_most` operations of `ops` start per cycle on `components` together.

    A memory port shared by the PEs of a row, for example. Its name may have spaces.
    """

    name: str
    components: tuple[str, ...]
    ops: tuple[str, ...]
    at_most: int

    def limits(self, operator: str) -> bool:
        """Whether operations of `operator` count against this limit; a predicated store
        is a store, and so is one that adds to its address or truncates.
        """
        word = opcode_of(operator)
        plain = word.removesuffix(".if").removesuffix(".unless")
        access = word.partition(".")[0]
        counted = {operator, word, plain, *([access] if access in ("load", "store") else [])}
        return not counted.isdisjoint(self.ops)

    def among(self, components: Container[str]) -> SharedIssue | None:
        """Return the limit restricted to `components`; None if it limits none of them."""
        left = tuple(name for name in self.components if name in components)
        return msgspec.structs.replace(self, components=left) if left else None


class Architecture(Pictured, msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Components, paths, and the name of the external component that collects the results.

    `external` may be None when DFGs without results (ending in stores) are mapped.
    `max_contexts` is the depth of the context memory: the largest initiation interval.
    `max_hops` is the largest sum of hops that a value takes through switches within one cycle,
    `max_routes` the largest number of values that one iteration stores in passing in components
    with `routing_issues`. `shared` limits operations on several components together.
    Raises `InputError` on names that are double, dangling or not printable, and on impossible
    numbers.
    """

    name: str
    components: tuple[Component, ...]
    paths: tuple[Path, ...]
    external: str | None = None
    max_contexts: int | None = None
    max_hops: int | None = None
    max_routes: int | None = None
    shared: tuple[SharedIssue, ...] = ()

    def __post_init__(self) -> None:
        require_title(self.name, "$.name")
        _check_components(self)
        _check_paths(self)
        _check_shared(self)

    @cached_property
    def component_by_name(self) -> dict[str, Component]:
        """The components by name."""
        return {component.name: component for component in self.components}

    @cached_property
    def path_by_name(self) -> dict[str, Path]:
        """The paths by name."""
        return {path.name: path for path in self.paths}


def _count(value: int | None, least: int, field: str, where: str, most: int = MOST_UNITS) -> None:
    if value is not None and value < least:
        raise InputError(f"{field} {value} must be at least {least}, or absent", where)
    require_most(value, most, field, where)


def _check_components(arch: Architecture) -> None:
    names = [component.name for component in arch.components]
    if not names:
        raise InputError("an architecture needs at least one component", "$.components")
    require_unique(names, "component", "$.components")
    if arch.external is not None and arch.external not in names:
        raise InputError(unknown("component", arch.external, names), "$.external")
    _count(arch.max_contexts, 1, "max_contexts", "$.max_contexts")
    _count(arch.max_hops, 0, "max_hops", "$.max_hops")
    _count(arch.max_routes, 0, "max_routes", "$.max_routes")
    _check_positions(arch)
    for position, component in enumerate(arch.components):
        where = f"$.components[{position}]"
        _count(component.issue, 0, "issue", where)
        _count(component.capacity, 0, "capacity", where)
        _count(component.read_ports, 0, "read_ports", where)
        _count(component.write_ports, 0, "write_ports", where)
        _count(component.invariants, 0, "invariants", where)
        listed = [op if isinstance(op, str) else op.name for op in component.ops or ()]
        require_unique(listed, "operator", f"{where}.ops")
        for name, latency in component.latency_of.items():
            _count(latency, 1, f"latency of '{name}'", f"{where}.ops", MOST_LATENCY)
        if isinstance(component.initial, InitialContents):
            require_unique(list(component.initial.values), "input", f"{where}.initial.values")
            for slot, choice in enumerate(component.initial.choices):
                place = f"{where}.initial.choices[{slot}]"
                _count(choice.at_most, 0, "at_most", place)
                require_unique(list(choice.of), "input", f"{place}.of")
                both = set(choice.of) & set(component.initial.values)
                if both:
                    raise InputError(f"'{min(both)}' is held for certain, so no choice", place)


def _check_positions(arch: Architecture) -> None:
    taken: dict[tuple[int, int], str] = {}
    for number, component in enumerate(arch.components):
        if component.position is None:
            continue
        where = f"$.components[{number}].position"
        if min(component.position) < 0:
            shown = list(component.position)
            raise InputError(f"position {shown} must be a row and a column of at least 0", where)
        require_most(max(component.position), MOST_UNITS, "position", where)
        if component.issue:
            other = taken.setdefault(component.position, component.name)
            if other != component.name:
                what = f"'{other}' and '{component.name}' are both at {list(component.position)}"
                raise InputError(what, where)


def _check_paths(arch: Architecture) -> None:
    names = {component.name for component in arch.components}
    filed = {component.name for component in arch.components if component.file_ports}
    require_unique([path.name for path in arch.paths], "path", "$.paths")
    for position, path in enumerate(arch.paths):
        where = f"$.paths[{position}]"
        _count(path.width, 1, "width", where)
        _count(path.latency, 0, "latency", where, MOST_LATENCY)
        _count(path.hops, 0, "hops", where)
        if arch.max_hops is not None and path.hops > arch.max_hops:
            raise InputError(f"hops {path.hops} exceed max_hops {arch.max_hops}", where)
        for field, ends in (("sources", path.sources), ("targets", path.targets)):
            if not ends:
                raise InputError(f"path '{path.name}' has no {field}", f"{where}.{field}")
            require_unique(list(ends), "component", f"{where}.{field}")
            if len(ends) > 1 and not filed.isdisjoint(ends):
                name = min(filed.intersection(ends))
                raise InputError(
                    f"'{name}' with file_ports cannot be one of several ends of path '{path.name}'",
                    where,
                )
            for slot, end in enumerate(ends):
                if end not in names:
                    raise InputError(
                        unknown("component", end, names),
                        f"{where}.{field}[{slot}]",
                    )


def _check_shared(arch: Architecture) -> None:
    names = {component.name for component in arch.components}
    taken: set[str] = set()
    for position, limit in enumerate(arch.shared):
        where = f"$.shared[{position}]"
        require_title(limit.name, f"{where}.name")
        if limit.name in taken:
            raise InputError(f"duplicate limit '{limit.name}'; rename it", where)
        taken.add(limit.name)
        _count(limit.at_most, 0, "at_most", where)
        for field, listed in (("components", limit.components), ("ops", limit.ops)):
            if not listed:
                raise InputError(f"limit '{limit.name}' has no {field}", f"{where}.{field}")
            require_unique(list(listed), field, f"{where}.{field}")
        for slot, name in enumerate(limit.components):
            if name not in names:
                raise InputError(
                    unknown("component", name, names),
                    f"{where}.components[{slot}]",
                )

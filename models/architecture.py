"""The architecture: components that hold and compute, and the paths between them.

Frozen, validated data, flat after expansion. A processing element is one or more
components; a bus is one path with several sources or targets. Field meanings follow
`docs/model.md`; `None` always means "unlimited".
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from models.errors import InputError, known, require_unique


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


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that can hold values, issue operations, or both.

    `issue`: operations that may start per cycle. `ops`: supported operators, None for all.
    `capacity`: values held at the end of a cycle, None for unlimited. `initial`: the inputs
    held in cycle 0. `holds_intermediates`: false for a memory that only feeds and collects.
    `transient`: may not keep a value for a second cycle. `switch`: combinational.
    `routing_issues`: storing a passing value occupies an issue slot. `read_ports` and
    `write_ports`: transfers that may leave and enter per cycle.
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
    read_ports: int | None = None
    write_ports: int | None = None

    def supports(self, operator: str) -> bool:
        """Whether operations of `operator` can be issued here."""
        return self.issue > 0 and (self.ops is None or operator in self.latency_of)

    @property
    def latency_of(self) -> dict[str, int | None]:
        """The listed operators with their own latencies; empty when `ops` is None."""
        return {
            op if isinstance(op, str) else op.name: None if isinstance(op, str) else op.latency
            for op in self.ops or ()
        }


class Path(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way for values from any source to all targets.

    `width`: distinct values per cycle. `latency`: cycles beyond the arrival in the cycle after
    the value was held at the source (0 in the SAT-mapping paper).
    """

    name: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    width: int | None = None
    latency: int = 0


class Architecture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Components, paths, and the name of the external component that collects the results.

    `external` may be None when DFGs without results (ending in stores) are mapped.
    `max_contexts` is the depth of the context memory: the largest initiation interval.
    Raises `InputError` on duplicate or dangling names and on impossible numbers.
    """

    name: str
    components: tuple[Component, ...]
    paths: tuple[Path, ...]
    external: str | None = None
    max_contexts: int | None = None

    def __post_init__(self) -> None:
        _check_components(self)
        _check_paths(self)

    @cached_property
    def component_by_name(self) -> dict[str, Component]:
        """The components by name."""
        return {component.name: component for component in self.components}

    @cached_property
    def path_by_name(self) -> dict[str, Path]:
        """The paths by name."""
        return {path.name: path for path in self.paths}


def _at_least(value: int | None, least: int, field: str, where: str) -> None:
    if value is not None and value < least:
        raise InputError(f"{field} {value} must be at least {least}, or absent", where)


def _check_components(arch: Architecture) -> None:
    names = [component.name for component in arch.components]
    if not names:
        raise InputError("an architecture needs at least one component", "$.components")
    require_unique(names, "component", "$.components")
    if arch.external is not None and arch.external not in names:
        raise InputError(f"unknown component '{arch.external}'" + known(names), "$.external")
    _at_least(arch.max_contexts, 1, "max_contexts", "$.max_contexts")
    for position, component in enumerate(arch.components):
        where = f"$.components[{position}]"
        _at_least(component.issue, 0, "issue", where)
        _at_least(component.capacity, 0, "capacity", where)
        _at_least(component.read_ports, 0, "read_ports", where)
        _at_least(component.write_ports, 0, "write_ports", where)
        listed = [op if isinstance(op, str) else op.name for op in component.ops or ()]
        require_unique(listed, "operator", f"{where}.ops")
        for name, latency in component.latency_of.items():
            _at_least(latency, 1, f"latency of '{name}'", f"{where}.ops")
        if isinstance(component.initial, InitialContents):
            require_unique(list(component.initial.values), "input", f"{where}.initial.values")
            for slot, choice in enumerate(component.initial.choices):
                place = f"{where}.initial.choices[{slot}]"
                _at_least(choice.at_most, 0, "at_most", place)
                require_unique(list(choice.of), "input", f"{place}.of")
                both = set(choice.of) & set(component.initial.values)
                if both:
                    raise InputError(f"'{min(both)}' is held for certain, so no choice", place)


def _check_paths(arch: Architecture) -> None:
    names = {component.name for component in arch.components}
    require_unique([path.name for path in arch.paths], "path", "$.paths")
    for position, path in enumerate(arch.paths):
        where = f"$.paths[{position}]"
        _at_least(path.width, 1, "width", where)
        _at_least(path.latency, 0, "latency", where)
        for field, ends in (("sources", path.sources), ("targets", path.targets)):
            if not ends:
                raise InputError(f"path '{path.name}' has no {field}", f"{where}.{field}")
            require_unique(list(ends), "component", f"{where}.{field}")
            for slot, end in enumerate(ends):
                if end not in names:
                    raise InputError(
                        f"unknown component '{end}'" + known(names), f"{where}.{field}[{slot}]"
                    )

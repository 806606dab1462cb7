"""Traits: the properties of an array, and of a question, that an engine may not know.

Every field of an architecture that limits mappings beyond the plain model is a trait by its own
name wherever it differs from its default. A new field is therefore a trait without further work,
and no engine supports it until a declaration lists it. An engine without
a trait in its declaration is left out; a judge or a writer refuses the array with one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from models.data.architecture import Architecture, Component, Path
from models.data.problem import Problem
from models.errors import NotSupportedError

PLAIN: dict[type[msgspec.Struct], set[str]] = {
    Component: {"name", "issue", "ops", "capacity", "initial", "holds_intermediates", "position"},
    Path: {"name", "sources", "targets", "width"},
    Architecture: {"name", "components", "paths", "external", "max_contexts"},
}
"""Fields that everything understands, or that derived traits stand for."""

FILES = frozenset({"file"})
"""A kind of register file matters only to questions that ask for it."""

SWITCHED = frozenset({"switch", "hops", "max_hops"})
PORTS = frozenset({"read_ports", "write_ports"})
STORED = frozenset({"keeps_arrivals", "routing_issues", "max_routes"})
"""Storing of arriving values, and its cost."""

TIMED = FILES | SWITCHED | frozenset({"transient", "latency", "bus", "several_issues"})
"""Where and how long values wait or travel."""

AS_WRITTEN = frozenset({"reordering", "patterns"})
"""Freedom that an engine may leave unused: it executes every operation as the DFG has it."""

RESERVED = TIMED | STORED | PORTS | AS_WRITTEN | frozenset({"ported_bus", "shared", "contexts"})
"""The traits that an engine with a table of reserved resources supports."""

NEGOTIABLE = RESERVED - PORTS - {"ported_bus", "latency", "max_routes"}
"""The same without limited ports, paths that take several cycles, and a limit on all stores in
passing together."""


FIELDS = {
    kind: tuple(field for field in msgspec.structs.fields(kind) if field.name not in plain)
    for kind, plain in PLAIN.items()
}


def traits_of(arch: Architecture) -> Mapping[str, str]:
    """Return the traits in use, each with the place of its first use in the JSON file."""
    # Kept as `cached_property` would: judges ask for every mapping.
    known: dict[str, str] | None = arch.__dict__.get("_traits")
    if known is None:
        known = arch.__dict__["_traits"] = {}
        for trait, where in _traits(arch):
            known.setdefault(trait, where)
    return known


def _traits(arch: Architecture) -> Iterator[tuple[str, str]]:
    parts = arch.component_by_name
    for name in _differing(arch):
        yield name, f"$.{name}"
    for number, part in enumerate(arch.components):
        where = f"$.components[{number}]"
        if part.issue > 1:
            yield "several_issues", where
        for name in _differing(part):
            yield name, where
    for number, path in enumerate(arch.paths):
        where = f"$.paths[{number}]"
        drivers = path.sources if len(path.sources) > 1 else ()
        latches = path.targets if len(path.targets) > 1 else ()
        if drivers or latches:
            yield "bus", where
        ported = any(parts[s].read_ports is not None for s in drivers)
        if ported or any(parts[t].write_ports is not None for t in latches):
            yield "ported_bus", where
        for name in _differing(path):
            yield name, where


def _differing(part: Architecture | Component | Path) -> Iterator[str]:
    """Yield the fields that matter and have another value than the default one."""
    for field in FIELDS[type(part)]:
        if getattr(part, field.name) != field.default:
            yield field.name


def unknown_traits(problem: Problem, understood: frozenset[str]) -> frozenset[str]:
    """Return the traits of a problem, those of the question included, that are not `understood`."""
    found = set(traits_of(problem.arch))
    if problem.contexts is not None:
        found.add("contexts")
    if problem.transform != "none":
        found.add("reordering")
    if problem.dfg.patterns:
        found.add("patterns")
    if problem.constraints:
        found.add("constraints")
    return frozenset(found - understood)


def require_understood(arch: Architecture, understood: frozenset[str], cannot: str) -> None:
    """Raise `NotSupportedError` for the first trait that is not `understood`, and its place."""
    found = unknown_to(arch, understood)
    if found is not None:
        raise NotSupportedError(f"'{found}' {cannot}", traits_of(arch)[found])


def unknown_to(arch: Architecture, understood: frozenset[str]) -> str | None:
    """Return the first trait of an array that is not `understood`, if any."""
    return next((trait for trait in traits_of(arch) if trait not in understood), None)

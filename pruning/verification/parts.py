"""The features of a part of an array, found by comparing both field by field.

Written apart from the code that removes features, so that neither relies on the other. A feature is
(kind, name, unit), as in certificates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from models.data.architecture import Architecture, Component, Path, opcode_of
from solvers.verification.directory import RejectedError, require_extent

Feature = tuple[str, str, str]
Needs = list[tuple[Feature, frozenset[Feature]]]

KINDS = ("elements", "memories", "paths", "registers", "words", "units", "widths", "operators")
FIELDS = {"registers": "capacity", "words": "capacity", "units": "issue", "widths": "width"}
MOST = 100_000
"""Limit on counted units; larger arrays are of no use."""


def parts(
    whole: Architecture, arch: Architecture, kinds: Collection[str], operators: Collection[str]
) -> frozenset[Feature]:
    """Return the features of `arch`, a part of `whole`, of each of `kinds`.

    The external component is omitted, as it belongs to every part. Raises `RejectedError` where a
    number is needed and the array has no limit.
    """
    issuing = {part.name for part in whole.components if part.issue}
    found: set[Feature] = set()
    for part in arch.components:
        if part.name != whole.external:
            own = ("elements", "registers", "units", "operators")
            other = ("memories", "words")
            found |= _of(part, [k for k in (own if part.name in issuing else other) if k in kinds])
            require_extent("units of the array", len(found), MOST)
            if part.name in issuing and "operators" in kinds:
                found |= {("operators", part.name, o) for o in operators if _supports(part, o)}
    for path in arch.paths:
        found |= _of(path, [kind for kind in ("paths", "widths") if kind in kinds])
        require_extent("units of the array", len(found), MOST)
    return frozenset(found)


def _of(part: Component | Path, kinds: list[str]) -> set[Feature]:
    found: set[Feature] = set()
    for kind in kinds:
        if kind in FIELDS:
            number = getattr(part, FIELDS[kind])
            if number is None:
                raise RejectedError(f"'{part.name}' has no limit of {kind} to count")
            require_extent(f"{kind} of '{part.name}'", number, MOST)
            found |= {(kind, part.name, str(n)) for n in range(1, number + 1)}
        elif kind != "operators":
            found.add((kind, part.name, ""))
    return found


def _supports(part: Component, operator: str) -> bool:
    listed = [o if isinstance(o, str) else o.name for o in part.ops or ()]
    return part.ops is None or operator in listed or opcode_of(operator) in listed


def needs(whole: Architecture, features: frozenset[Feature]) -> Needs:
    """Return the needs of each feature: it is useless without one of each of its sets.

    A unit needs the one before it, the first unit and an operator their component or path, and a
    path a source and a target. Permanent parts are not listed.
    """
    place = {f[1]: f for f in features if f[0] in ("elements", "memories")}
    found: Needs = []
    for kind, name, unit in sorted(features):
        feature = (kind, name, unit)
        if kind in FIELDS and unit != "1":
            found.append((feature, frozenset([(kind, name, str(int(unit) - 1))])))
        elif kind == "widths":
            if ("paths", name, "") in features:
                found.append((feature, frozenset([("paths", name, "")])))
        elif (kind in FIELDS or kind == "operators") and name in place:
            found.append((feature, frozenset([place[name]])))
        elif kind == "paths":
            path = whole.path_by_name[name]
            for ends in (path.sources, path.targets):
                if all(end in place for end in ends):
                    found.append((feature, frozenset(place[end] for end in ends)))
    return found


def faults(
    whole: Architecture,
    arch: Architecture,
    missing: Collection[Feature] | None,
    operators: Collection[str],
) -> Iterator[str]:
    """Yield differences of `arch` from `whole` without `missing`.

    With None, yield reasons why `arch` is no part. An array that lacks `missing` must be a part of
    `arch`: further omissions of `arch` would weaken a refutation.
    """
    if arch.external != whole.external:
        yield "the external component differs"
    for field in ("max_contexts", "max_hops", "max_routes"):
        if getattr(arch, field) != getattr(whole, field):
            yield f"{field} differs"
    yield from _shared(whole, arch)
    for what, ours, theirs in (
        ("component", whole.component_by_name, arch.component_by_name),
        ("path", whole.path_by_name, arch.path_by_name),
    ):
        for name in theirs.keys() - ours.keys():
            yield f"{what} '{name}' is not in the whole array"
    for part in whole.components:
        yield from _component(part, arch.component_by_name.get(part.name), missing, operators)
    for path in whole.paths:
        yield from _path(path, arch, missing)


def _shared(whole: Architecture, arch: Architecture) -> Iterator[str]:
    """Shared limits of the whole array, restricted to the remaining components."""
    left = {limit.name: limit for limit in arch.shared}
    for limit in whole.shared:
        places = tuple(name for name in limit.components if name in arch.component_by_name)
        other = left.pop(limit.name, None)
        if places and other != msgspec.structs.replace(limit, components=places):
            yield f"the shared limit '{limit.name}' differs"
        elif not places and other is not None:
            yield f"the shared limit '{limit.name}' limits nothing of the whole array"
    for name in left:
        yield f"the shared limit '{name}' is not in the whole array"


def _component(
    part: Component,
    other: Component | None,
    missing: Collection[Feature] | None,
    operators: Collection[str],
) -> Iterator[str]:
    gone = missing is None or {("elements", part.name, ""), ("memories", part.name, "")} & set(
        missing
    )
    if other is None:
        if not gone:
            yield f"component '{part.name}' is missing"
        return
    for field in Component.__struct_fields__:
        compared = field not in ("capacity", "issue", "ops", "position")
        if compared and getattr(part, field) != getattr(other, field):
            yield f"{field} of '{part.name}' differs"
    for kind, field in (("registers", "capacity"), ("words", "capacity"), ("units", "issue")):
        if (kind == "words") == bool(part.issue) and field == "capacity":
            continue
        yield from _number(kind, part, other, field, missing)
    if any(part.latency_of.get(o) != latency for o, latency in other.latency_of.items()):
        yield f"latencies of '{part.name}' differ"
    for operator in operators:
        lost = missing is None or ("operators", part.name, operator) in missing
        if _supports(other, operator) and not _supports(part, operator):
            yield f"'{part.name}' does not support '{operator}' in the whole array"
        if _supports(part, operator) and not _supports(other, operator) and not lost:
            yield f"'{part.name}' no longer supports '{operator}'"


def _number(
    kind: str,
    part: Component | Path,
    other: Component | Path,
    field: str,
    missing: Collection[Feature] | None,
) -> Iterator[str]:
    ours, theirs = getattr(part, field), getattr(other, field)
    if ours == theirs:
        return
    if ours is None or theirs is None or theirs > ours:
        yield f"{field} of '{part.name}' is not smaller"
    elif missing is not None and (kind, part.name, str(theirs + 1)) not in missing:
        yield f"{field} of '{part.name}' is {theirs}, without need"


def _path(path: Path, arch: Architecture, missing: Collection[Feature] | None) -> Iterator[str]:
    other = arch.path_by_name.get(path.name)
    here = arch.component_by_name
    sources = tuple(name for name in path.sources if name in here)
    targets = tuple(name for name in path.targets if name in here)
    gone = {("paths", path.name, ""), ("widths", path.name, "1")}
    if other is None:
        if missing is not None and sources and targets and not gone & set(missing):
            yield f"path '{path.name}' is missing"
        return
    ours = (sources, targets, path.latency, path.hops)
    if (other.sources, other.targets, other.latency, other.hops) != ours:
        yield f"path '{path.name}' is another one"
    yield from _number("widths", path, other, "width", missing)

"""Memory-based dependences, and the legality of a new execution order.

Two accesses to one element, at least one of them a write, keep their order: read after write, write
after read, write after write (PT-Map, Sec. 3.2: "considering data dependency constraints"). A new
order is legal if it reverses no pair of dependent instances. Conditional accesses always count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from programs.loops.expressions import Access
from programs.loops.region import Region
from programs.polyhedral.domains import Domain, domains, parse_map
from programs.polyhedral.reductions import is_reduction
from programs.polyhedral.schedules import Copy, Origin, copies, identity_origins

Kind = Literal["RAW", "WAR", "WAW"]


class Reference(NamedTuple):
    """The `number`th access of a statement, of its `accesses`; equal ones are counted once."""

    statement: str
    number: int
    access: Access
    write: bool


@dataclass(frozen=True)
class Dependence:
    """A dependence of later instances of `target` on instances of `source`.

    `relation` is an isl map between instances of the statements.
    """

    kind: Kind
    source: Reference
    target: Reference
    relation: Any


@dataclass(frozen=True)
class Dependences:
    """All dependences of a region, by pairs of references."""

    region: Region
    domains: tuple[Domain, ...]
    all: tuple[Dependence, ...]
    verdicts: dict[object, bool] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def names(self) -> dict[str, str]:
        """The isl names of the statements, by id."""
        return {domain.statement.id: domain.name for domain in self.domains}

    @cached_property
    def relations(self) -> dict[tuple[str, str], Any]:
        """Isl maps between instances, by pairs of dependent statements."""
        found: dict[tuple[str, str], Any] = {}
        for dependence in self.all:
            pair = dependence.source.statement, dependence.target.statement
            known = found.get(pair)
            found[pair] = dependence.relation if known is None else known.union(dependence.relation)
        return {pair: relation.coalesce() for pair, relation in found.items()}

    @cached_property
    def relation(self) -> Any:
        """All pairs of dependent instances, as an isl union map."""
        import islpy

        result = islpy.UnionMap("{ }")
        for relation in self.relations.values():
            result = result.union(islpy.UnionMap.from_map(relation))
        return result

    def legal(self, order: Any) -> bool:
        """Return whether a schedule, an isl union map from instances to moments, is legal.

        It must map every instance; missing instances are not detected. All moments have the same
        number of dimensions.
        """
        moved = self.relation.apply_domain(order).apply_range(order)
        if moved.is_empty():
            return True
        length = _length(moved)
        return bool(moved.intersect(_not_after(length)).is_empty())

    def keeps(self, region: Region, origins: Mapping[str, Origin] | None = None) -> bool:
        """Return whether a transformed region keeps the order of all dependent instances.

        `origins` maps the ids of its statements to the copied instances; None: the same ids and
        indices. Equivalent to `legal` of the region's schedule, but per pair of statements, with a
        cache, since most transformations affect few pairs.
        """
        if origins is None:
            origins = identity_origins(region)
        by_id: dict[str, list[Copy]] = {}
        for copy in copies(region, origins):
            by_id.setdefault(copy.origin.id, []).append(copy)
        return all(
            self._keeps_pair(pair, by_id.get(pair[0], []), by_id.get(pair[1], []))
            for pair in self.relations
        )

    def _keeps_pair(self, pair: tuple[str, str], one: list[Copy], two: list[Copy]) -> bool:
        if not one or not two:
            return True
        if max(copy.positions[0] for copy in one) < min(copy.positions[0] for copy in two):
            return True
        # Only the relative order of positions matters.
        depth = max(len(copy.loops) for copy in (*one, *two))
        ranks = [
            sorted({c.positions[n] for c in (*one, *two) if n < len(c.positions)})
            for n in range(depth + 1)
        ]
        orders = tuple(
            tuple(
                copy.moments(self.names[copy.origin.id], depth, ranks, len(some) == 1)
                for copy in some
            )
            for some in (one, two)
        )
        key = (pair, orders)
        if key not in self.verdicts:
            source, target = (_union([parse_map(text) for text in texts]) for texts in orders)
            moved = self.relations[pair].apply_domain(source).apply_range(target)
            wrong = moved.intersect(_order(2 * depth + 1))
            self.verdicts[key] = bool(wrong.is_empty())
        return self.verdicts[key]


def dependences(
    region: Region, reassociate: bool = False, without: Collection[str] = ()
) -> Dependences:
    """Return the dependences of a region.

    Integer reductions do not depend on themselves; with `reassociate`, neither do float reductions.
    `without` are the ignored arrays and scalars.
    """
    found = domains(region)
    origins = identity_origins(region)
    made = copies(region, origins)
    depth = max((len(copy.loops) for copy in made), default=0)
    times = [
        copy.schedule_map(domain.name, depth) for copy, domain in zip(made, found, strict=True)
    ]
    reaching: dict[str, list[tuple[int, Reference, Any]]] = {}
    for place, domain in enumerate(found):
        for reference in references(domain):
            if reference.access.name not in without:
                map = domain.access_map(region, reference.access)
                reaching.setdefault(reference.access.name, []).append((place, reference, map))
    orders: dict[tuple[int, int], Any] = {}
    result: list[Dependence] = []
    for accesses in reaching.values():
        for one, source, source_map in accesses:
            for two, target, target_map in accesses:
                if not (source.write or target.write):
                    continue
                if one == two and is_reduction(found[one].statement, reassociate):
                    own = found[one].statement.target
                    if source.access == own and target.access == own:
                        continue
                same = source_map.apply_range(target_map.reverse())
                if same.is_empty():
                    continue
                if (one, two) not in orders:
                    orders[one, two] = times[one].lex_lt_map(times[two])
                relation = same.intersect(orders[one, two])
                if not relation.is_empty():
                    result.append(Dependence(_kind(source, target), source, target, relation))
    return Dependences(region, found, tuple(result))


def references(domain: Domain) -> tuple[Reference, ...]:
    """Return the references of a statement: its distinct reads, then its write."""
    statement = domain.statement
    reading = dict.fromkeys(statement.reads)
    found = [Reference(statement.id, n, access, False) for n, access in enumerate(reading)]
    found.append(Reference(statement.id, len(found), statement.target, True))
    return tuple(found)


def _kind(source: Reference, target: Reference) -> Kind:
    if not source.write:
        return "WAR"
    return "WAW" if target.write else "RAW"


def _union(maps: list[Any]) -> Any:
    result = maps[0]
    for map in maps[1:]:
        result = result.union(map)
    return result


def _length(moved: Any) -> int:
    import islpy

    only = moved.get_map_list().get_at(0)
    return int(only.dim(islpy.dim_type.in_))


def _not_after(length: int) -> Any:
    """Return the pairs of moments with the second not after the first."""
    import islpy

    return islpy.UnionMap.from_map(_order(length))


def _order(length: int) -> Any:
    a, b = ([f"{letter}{n}" for n in range(length)] for letter in "ab")
    cases = []
    for level in range(length):
        equal = [f"{a[n]} = {b[n]}" for n in range(level)]
        cases.append(" and ".join([*equal, f"{a[level]} > {b[level]}"]))
    cases.append(" and ".join(f"{x} = {y}" for x, y in zip(a, b, strict=True)))
    text = " or ".join(f"({case})" for case in cases)
    return parse_map(f"{{ [{', '.join(a)}] -> [{', '.join(b)}] : {text} }}")

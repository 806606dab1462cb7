"""Schedules: maps from the instances of an original region to moments.

A transformed region has copies of the original statements. An `Origin` maps a point of a copy's
loops to the original instance. Moments are compared lexicographically; the moment of a statement at
(n₀, n₁) is (p₀, n₀, p₁, n₁, p₂), with p the positions among the parts of a body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from programs.loops.affine import Affine, affine
from programs.loops.domain import isl_conditions, isl_names
from programs.loops.region import Loop, Node, Region, Statement, instances
from programs.polyhedral.domains import least_values, parse_map
from programs.polyhedral.quasi import Place, Quasi
from shell.packages import require_package


class NotQuasiAffineError(ValueError):
    """An original index is not quasi-affine in the indices of a transformed region."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Statement `id` of the original region, with its indices, outermost first, as `places`."""

    id: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A statement in a transformed region: its loops, its positions in their bodies, its origin."""

    statement: Statement
    loops: tuple[Loop, ...]
    positions: tuple[int, ...]
    origin: Origin

    def index_map(self, name: str) -> Any:
        """Return the isl map from the original instances to the values of the indices here."""
        return parse_map(self._map(name, [f"i{n}" for n in range(len(self.loops))]))

    def schedule_map(self, name: str, depth: int) -> Any:
        """Return the isl map from the original instances to moments below `depth` loops at most."""
        return parse_map(self.moments(name, depth))

    def moments(
        self,
        name: str,
        depth: int,
        ranks: Sequence[Sequence[int]] | None = None,
        alone: bool = False,
    ) -> str:
        """Return `schedule_map` as text; positions are replaced by their `ranks`.

        Irrelevant bounds are omitted for a copy that is `alone` in executing its statement, which
        makes isl faster.
        """
        moment: list[str] = []
        for level, position in enumerate(self.positions):
            moment.append(str(position if ranks is None else ranks[level].index(position)))
            if level < len(self.loops):
                moment.append(f"i{level}")
        moment += ["0"] * (2 * depth + 1 - len(moment))
        return self._map(name, moment, bounds=not (alone and self._determined()))

    def _determined(self) -> bool:
        """Return whether the original indices determine the indices of this copy."""
        found = {
            place.terms[0][0]
            for place in self.origin.places
            if isinstance(place, Affine) and len(place.terms) == 1 and abs(place.terms[0][1]) == 1
        }
        return found.issuperset(loop.index for loop in self.loops)

    def _map(self, name: str, target: list[str], bounds: bool = True) -> str:
        names = isl_names(self.loops)
        quasi = Quasi(names, least_values(self.loops))
        constraints = self.statement.guard.constraints
        conditions = isl_conditions(self.loops, constraints) if bounds else []
        for number, place in enumerate(self.origin.places):
            text = quasi.text(place)
            if text is None:
                raise NotQuasiAffineError(f"index {number} of {self.origin.id}")
            conditions.append(f"o{number} = {text}")
        source = ", ".join(f"o{n}" for n in range(len(self.origin.places)))
        return (
            f"{{ {name}[{source}] -> [{', '.join(target)}]"
            f"{' : ' * bool(conditions)}{' and '.join(conditions)} }}"
        )


def identity_origins(region: Region) -> dict[str, Origin]:
    """Return the origins of an untransformed region, by statement."""
    return {
        statement.id: Origin(statement.id, tuple(affine({loop.index: 1}) for loop in loops))
        for loops, statement in instances(region.body)
    }


def copies(region: Region, origins: Mapping[str, Origin]) -> tuple[Copy, ...]:
    """Return all statements of a region as copies, in text order."""
    found: list[Copy] = []

    def visit(body: tuple[Node, ...], loops: tuple[Loop, ...], at: tuple[int, ...]) -> None:
        for position, node in enumerate(body):
            if isinstance(node, Loop):
                visit(node.body, (*loops, node), (*at, position))
            else:
                found.append(Copy(node, loops, (*at, position), origins[node.id]))

    visit(region.body, (), ())
    return tuple(found)


def schedule(region: Region, origins: Mapping[str, Origin], names: Mapping[str, str]) -> Any:
    """Return the isl union map from original instances to moments.

    `names` are the isl names of the original statements, by id. Copies of one statement partition
    its instances.
    """
    require_package("islpy", "analysing dependences", "programs")
    import islpy

    found = copies(region, origins)
    depth = max((len(copy.loops) for copy in found), default=0)
    maps: dict[str, Any] = {}
    for copy in found:
        name = names[copy.origin.id]
        made = copy.schedule_map(name, depth)
        maps[name] = maps[name].union(made) if name in maps else made
    result = islpy.UnionMap("{ }")
    for made in maps.values():
        result = result.union(islpy.UnionMap.from_map(made))
    return result

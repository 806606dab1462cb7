"""Iteration domains of statements as isl sets, and maps from instances to elements.

Statement n of a region is `Sn[i0, i1, …]` over the loops around it, outermost first. Affine guards
restrict a domain; predicates do not, as the statement *may* be executed. An opaque subscript may
have any value within the array.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from programs.loops.affine import Affine
from programs.loops.domain import isl_conditions, isl_names
from programs.loops.expressions import Access
from programs.loops.region import Array, Loop, Region, Statement, instances
from programs.polyhedral.quasi import Quasi
from shell.packages import require_package


@lru_cache(maxsize=1 << 15)
def parse_map(text: str) -> Any:
    """Parse an isl map, with a cache, since parsing costs more than most operations on maps."""
    require_package("islpy", "analysing dependences", "programs")
    import islpy

    return islpy.Map(text)


@dataclass(frozen=True)
class Domain:
    """A statement with the loops around it; `name` is its isl name."""

    name: str
    statement: Statement
    loops: tuple[Loop, ...]
    tuple: str = field(init=False)

    def __post_init__(self) -> None:
        point = ", ".join(isl_names(self.loops).values())
        object.__setattr__(self, "tuple", f"{self.name}[{point}]")

    @property
    def conditions(self) -> list[str]:
        """Conditions on `i0`, `i1`, … of the instances that may be executed."""
        return isl_conditions(self.loops, self.statement.guard.constraints)

    def access_map(self, region: Region, access: Access) -> Any:
        """Return the map from instances to the elements that an access may reach."""
        declared = region.declared[access.name]
        extents = declared.extents if isinstance(declared, Array) else ()
        conditions = self.conditions
        quasi = Quasi(isl_names(self.loops), least_values(self.loops))
        places: list[str] = []
        for number, (subscript, extent) in enumerate(zip(access.subscripts, extents, strict=True)):
            place = subscript if isinstance(subscript, Affine) else subscript.expression
            text = quasi.text(place)
            if text is None:
                text = f"e{number}"
                conditions.append(f"0 <= {text} < {extent}")
            places.append(text)
        return parse_map(
            f"{{ {self.tuple} -> {access.name}_[{', '.join(places)}]"
            f"{' : ' * bool(conditions)}{' and '.join(conditions)} }}"
        )


def domains(region: Region) -> tuple[Domain, ...]:
    """Return the statements in text order, named `S0`, `S1` and so on."""
    return tuple(
        Domain(f"S{number}", statement, loops)
        for number, (loops, statement) in enumerate(instances(region.body))
    )


def least_values(loops: Sequence[Loop]) -> dict[str, int]:
    """Return the constant lower bounds of indices by name, as far as they exist."""
    found: dict[str, int] = {}
    for loop in loops:
        known = [
            -(-least // bound.divisor)
            for bound in loop.lower
            if (least := _least(bound.affine, found)) is not None
        ]
        if known:
            found[loop.index] = max(known)
    return found


def _least(value: Affine, least: dict[str, int]) -> int | None:
    if any(factor < 0 or name not in least for name, factor in value.terms):
        return None
    return value.constant + sum(factor * least[name] for name, factor in value.terms)

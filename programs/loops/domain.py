"""The iterations of nested loops: one by one, and as texts of isl sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from programs.loops.affine import Affine, Constraint
from programs.loops.region import Loop


def iterations(loops: Sequence[Loop]) -> Iterator[dict[str, int]]:
    """Yield the indices of nested loops in execution order."""

    def inside(depth: int, point: dict[str, int]) -> Iterator[dict[str, int]]:
        if depth == len(loops):
            yield dict(point)
            return
        loop = loops[depth]
        for value in loop.range(point):
            point[loop.index] = value
            yield from inside(depth + 1, point)
        point.pop(loop.index, None)

    return inside(0, {})


def isl_conditions(loops: Sequence[Loop], constraints: Sequence[Constraint] = ()) -> list[str]:
    """Return conditions on `i0`, `i1`, …, the indices from the outermost, as isl writes them.

    A loop of step s has an existential variable: i = max(lower) + s·k.
    """
    names = isl_names(loops)
    found: list[str] = []
    for loop in loops:
        index = names[loop.index]
        for bound in loop.upper:
            found.append(f"{bound.divisor}{index} < {isl_text(bound.affine, names)}")
        for bound in loop.lower:
            found.append(f"{bound.divisor}{index} >= {isl_text(bound.affine, names)}")
        if loop.step == 1:
            continue
        # The first value m is the maximum of the lower bounds, rounded up.
        least = [
            f"({b.divisor}m >= {isl_text(b.affine, names)}"
            f" and {b.divisor}m < {isl_text(b.affine, names)} + {b.divisor})"
            for b in loop.lower
        ]
        above = [f"{b.divisor}m >= {isl_text(b.affine, names)}" for b in loop.lower]
        every = " and ".join([*above, f"({' or '.join(least)})"])
        found.append(f"exists (m, k: {index} = m + {loop.step}k and k >= 0 and {every})")
    for constraint in constraints:
        sign = "=" if constraint.equality else ">="
        found.append(f"{isl_text(constraint.affine, names)} {sign} 0")
    return found


def isl_set(
    loops: Sequence[Loop], constraints: Sequence[Constraint] = (), more: Sequence[str] = ()
) -> str:
    """Return the iterations of loops that satisfy the constraints, as the text of an isl set."""
    conditions = [*isl_conditions(loops, constraints), *more]
    point = ", ".join(isl_names(loops).values())
    return f"{{ [{point}]{' : ' * bool(conditions)}{' and '.join(conditions)} }}"


def isl_names(loops: Sequence[Loop]) -> dict[str, str]:
    """Return index names for isl texts that avoid isl keywords."""
    return {loop.index: f"i{n}" for n, loop in enumerate(loops)}


def isl_text(value: Affine, names: dict[str, str]) -> str:
    """Return an affine expression in isl syntax."""
    return " + ".join([*(f"{f}{names[n]}" for n, f in value.terms), str(value.constant)])

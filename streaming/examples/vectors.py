"""Element-wise sums and the squared distance of two points, both from the paper."""

from __future__ import annotations

from streaming.examples.parts import Draft, within
from streaming.model.program import Program


def vector_add(lanes: int) -> Program:
    """Return c = a + b: a separate flow of two loads and an addition for each lane."""
    draft = Draft(f"vector_add{within(lanes, 1, 1024, 'lanes')}")
    for k in range(lanes):
        a = draft.add(f"a{k}", "mov", draft.variable(f"va{k}"))
        b = draft.add(f"b{k}", "mov", draft.variable(f"vb{k}"))
        draft.add(f"sum{k}", "add", a, b, memory=(draft.variable(f"vc{k}"),))
    return draft.finish()


def distance() -> Program:
    """Return (x - x0)² + (y - y0)² + (z - z0)²: the seven instructions of Fig. 1."""
    draft = Draft("distance")
    dx, dy, dz = (
        draft.add(f"d{axis}", "sub", draft.variable(axis), draft.variable(f"{axis}0"))
        for axis in "xyz"
    )
    xx, yy = draft.add("xx", "mul", dx, dx), draft.add("yy", "mul", dy, dy)
    draft.add("squared", "muladd", dz, dz, draft.add("xy", "add", xx, yy))
    return draft.finish()

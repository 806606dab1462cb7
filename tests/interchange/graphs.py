"""The operations of a graph in a few words."""

from __future__ import annotations

from models.data.dfg import Dfg


def calls(dfg: Dfg) -> str:
    """The operations of a graph in one line."""
    return "; ".join(
        f"{o.name}={o.operator}({' '.join(x.value + '@1' * x.distance for x in o.operands)})"
        for o in dfg.operations
    )


def reads(dfg: Dfg) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """The operator of each operation, and the values that it reads, with distances."""
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }

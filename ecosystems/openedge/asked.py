"""Facts of a program that its graph lacks: numbers, addresses, and iterations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ecosystems.openedge.inductions import word_of
from models.data.dfg import Dfg


@dataclass(frozen=True)
class Asked:
    """Facts that a graph lacks.

    `values` are the numbers of inputs, `results` the addresses at which results are stored. From
    the address `spare` on are words that conditional loads and stores use instead. `rounds` counts
    the iterations of a graph without a branch. With `masks` no operation reads a flag.
    """

    values: Mapping[str, int] = field(default_factory=dict)
    results: Mapping[str, int] = field(default_factory=dict)
    spare: int | None = None
    rounds: int | None = None
    masks: bool = False


def spares(dfg: Dfg, asked: Asked) -> dict[str, int]:
    """Return the address of each conditional load or store for a false condition."""
    found: dict[str, int] = {}
    for operation in dfg.operations:
        kind, _, how = word_of(operation.operator).partition(".")
        if kind in ("load", "store") and how and asked.spare is not None:
            found[operation.name] = asked.spare + 4 * len(found)
    return found

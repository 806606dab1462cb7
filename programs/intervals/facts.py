"""Arithmetic bounds of a graph on an array, without mapping it: the prior of predictors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from models.data.architecture import Architecture, Component, opcode_of
from models.data.dfg import Dfg
from programs.properties import edges, properties, res_mii

__all__ = ["Facts", "Fitted", "edges"]

USUAL = frozenset(
    "load store add sub mul div rem fadd fsub fmul fdiv and or xor not shl shr lshr eq ne lt le gt"
    " ge neg select min max abs sext zext trunc bitcast mov blt".split()
)
"""Operators of most graphs (`programs.dataflow.opcodes`)."""


@dataclass(frozen=True)
class Facts:
    """IIs and lengths in cycles; `asap` and `alap` are cycles by operation, from 0.

    `slots` is, per operator, the number of operations its components start per cycle, without
    shared limits.
    """

    res_mii: int
    rec_mii: int
    critical_path: int
    max_fanout: int
    asap: Mapping[str, int]
    alap: Mapping[str, int]
    slots: Mapping[str, int]

    @property
    def mii(self) -> int:
        """The minimum II."""
        return max(self.res_mii, self.rec_mii)

    @property
    def filling(self) -> int:
        """The least cycles of filling and draining, at the minimum II."""
        return max(0, self.critical_path - self.mii)


@dataclass
class Fitted:
    """An array reduced to the operators of the graphs so far.

    Lookups of operators dominate the time if units list hundreds of them. The reduction does not
    affect the graphs.
    """

    arch: Architecture
    _operators: frozenset[str] = frozenset()
    _fitted: Architecture | None = field(default=None, repr=False)

    def to(self, dfg: Dfg) -> Architecture:
        """Return the array with the operators of a graph, and others."""
        operators = {operation.operator for operation in dfg.operations}
        if self._fitted is None or not operators <= self._operators:
            self._operators |= operators | USUAL
            self._fitted = _fitted(self.arch, self._operators)
        return self._fitted

    def facts(self, dfg: Dfg) -> Facts:
        """Return the bounds. Raises `InfeasibleError` if no component executes an operator."""
        arch = self.to(dfg)
        least = res_mii(dfg, arch)
        found = properties(dfg, arch)
        parts: dict[object, list[Component]] = {}
        for part in arch.components:
            if part.issue:
                parts.setdefault(part.ops, []).append(part)
        slots = {
            operator: sum(
                part.issue for some in parts.values() if some[0].supports(operator) for part in some
            )
            for operator in {operation.operator for operation in dfg.operations}
        }
        return Facts(
            least,
            found.rec_mii,
            found.critical_path,
            found.max_fanout,
            found.asap,
            found.alap,
            slots,
        )


def _fitted(arch: Architecture, operators: frozenset[str]) -> Architecture:
    used = {name for operator in operators for name in (operator, opcode_of(operator))}
    known: dict[object, Component] = {}

    def fitted(part: Component) -> Component:
        if part.ops is None:
            return part
        if part.ops not in known:
            ops = tuple(op for op in part.ops if (op if isinstance(op, str) else op.name) in used)
            known[part.ops] = msgspec.structs.replace(part, ops=ops)
        return msgspec.structs.replace(part, ops=known[part.ops].ops)

    return msgspec.structs.replace(arch, components=tuple(map(fitted, arch.components)))

"""From a solver's assignment back to a mapping."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.cleanup.prune_unused import prune_unused
from models.data.computation import Candidate, Wire
from models.data.dfg import Operand, Operation
from models.data.mapping import Held, Issue, Mapping, Performed, Transfer
from models.space_time.progress import setting_of
from models.space_time.xyz_model import XyzModel


def decode(model: XyzModel, true_variables: Iterable[int]) -> Mapping:
    """Return the pruned mapping in which exactly the X, Y, Z of `true_variables` hold."""
    problem, index = model.problem, model.index
    values = index.values
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    chosen = np.zeros(model.constraints.variables + 1, dtype=bool)
    chosen[[v for v in true_variables if 0 < v <= model.constraints.variables]] = True
    x, y, z = (np.argwhere(chosen[a]) for a in (model.x, model.y, model.z))
    order = _Order(model, chosen)
    mapping = Mapping(
        dfg=problem.dfg.name,
        architecture=problem.arch.name,
        horizon=model.horizon,
        contexts=problem.contexts,
        holds=tuple(Held(values[i], components[j], int(k)) for i, j, k in x),
        transfers=tuple(Transfer(values[i], paths[h], int(k)) for i, h, k in y),
        issues=tuple(
            Issue(values[i], components[j], int(k), order.performed(i, j, k)) for i, j, k in z
        ),
        intermediates=tuple(order.definitions()),
    )
    return prune_unused(problem, mapping)


class _Order:
    """Which order of operations an assignment has chosen."""

    def __init__(self, model: XyzModel, chosen: np.ndarray) -> None:
        self.model, self.index, self.chosen = model, model.index, chosen

    def performed(self, i: int, j: int, k: int) -> Performed | None:
        """What is executed as value i on j in cycle k; None where that is what the DFG
        says, or the only candidate of a value that the DFG does not have.
        """
        name = self.index.values[i]
        own = self.model.problem.dfg.operation_by_name.get(name)
        if own is None and not self.index.chosen[i]:
            return None
        true = [n for n in self.index.candidates_of[i] if self.chosen[self.model.w[n, j, k]]]
        if not true:
            return None
        candidate = self.index.candidates[true[0]].candidate
        operands = self.resolved(candidate)
        if own is not None and (own.operator, own.operands) == (candidate.operator, operands):
            return None
        return Performed(candidate.operator, operands)

    def definitions(self) -> list[Operation]:
        """A definition of every value that the DFG does not have."""
        computation = self.index.computation
        found = []
        for i in self.index.order:
            name = self.index.values[i]
            if name in computation.keys:
                base = computation.candidates[name][0]
                found.append(Operation(name, base.operator, self.resolved(base)))
        return found

    def resolved(self, candidate: Candidate) -> tuple[Operand, ...]:
        """The operands, with what comes out of blocks replaced by what went in."""
        return tuple(
            self._input(read) if isinstance(read, Wire) else read for read in candidate.operands
        )

    def _input(self, wire: Wire) -> Operand:
        blocks = self.index.computation.blocks
        while True:
            p, q = wire
            inputs = blocks[p].inputs
            settings = (setting_of(blocks, p, q, r) for r in range(len(inputs)))
            read = next(
                read
                for read, setting in zip(inputs, settings, strict=True)
                if self.chosen[self.model.q[setting]]
            )
            if isinstance(read, Operand):
                return read
            wire = read

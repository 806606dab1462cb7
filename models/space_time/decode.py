"""From a solver's assignment to a mapping, and from a mapping to literals to start from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from models.cleanup.prune_unused import prune_unused
from models.data.computation import Candidate, Wire
from models.data.dfg import Operand, Operation
from models.data.mapping import Held, Issue, Loaded, Mapping, Performed, Transfer
from models.space_time.progress import setting_of
from models.space_time.xyz_model import XyzModel


def decode(model: XyzModel, true_variables: Iterable[int]) -> Mapping:
    """Return the pruned mapping in which exactly the X, Y, Z of `true_variables` hold.

    It stays whole where the problem's constraints need what no result needs.
    """
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
        loaded=tuple(_loaded(model, chosen)),
    )
    pruned = prune_unused(problem, mapping)
    if not problem.constraints:
        return pruned
    from models.judge.own_rules import own_rules_broken  # few problems have any

    return mapping if own_rules_broken(problem, pruned) else pruned


def _loaded(model: XyzModel, chosen: np.ndarray) -> Iterator[Loaded]:
    """Yield the invariants that components hold for the whole loop, and more of them up to their
    number: what is loaded need not be brought.
    """
    marks = model.marks.get("loaded")
    for j, part in enumerate(model.problem.arch.components if marks is not None else ()):
        assert marks is not None
        able = [i for i in np.flatnonzero(marks[:, j, 0]) if part.invariants]
        able.sort(key=lambda i: not chosen[marks[i, j, 0]])
        for i in able[: part.invariants]:
            yield Loaded(model.index.values[i], part.name)


class _Order:
    """The order of operations that an assignment has chosen."""

    def __init__(self, model: XyzModel, chosen: np.ndarray) -> None:
        self.model, self.index, self.chosen = model, model.index, chosen

    def performed(self, i: int, j: int, k: int) -> Performed | None:
        """Return the operation executed as value i on j in cycle k; None if it is the definition in
        the DFG, or the only candidate of a value that the DFG does not have.
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
        """Return the operands, with outputs of blocks replaced by the chosen inputs."""
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


def literals_of(model: XyzModel, mapping: Mapping) -> tuple[int, ...]:
    """Return the X, Y and Z of `mapping` as literals of `model`, as far as it has them.

    The other X, Y and Z are negated if the mapping is complete: if it has as many contexts, and
    brings every result to the external component within the model's horizon. Of another mapping,
    only the positive literals are returned. The choice among several candidates of a value is left
    to the solver.
    """
    problem, index = model.problem, model.index
    component, path = index.component, {p.name: h for h, p in enumerate(problem.arch.paths)}
    value = index.value
    chosen: list[np.int32] = []
    for held in mapping.holds:
        if held.value in value and 0 <= held.cycle < model.x.shape[2]:
            chosen.append(model.x[value[held.value], component[held.component], held.cycle])
    for sent in mapping.transfers:
        if sent.value in value and 0 <= sent.cycle < model.y.shape[2]:
            chosen.append(model.y[value[sent.value], path[sent.path], sent.cycle])
    for issue in mapping.issues:
        if issue.operation in value and 0 <= issue.cycle < model.horizon:
            chosen.append(model.z[value[issue.operation], component[issue.component], issue.cycle])
    true = {int(variable) for variable in chosen if variable}
    literals = sorted(true)
    if _complete(model, mapping):
        # Initial contents are given, and a pruned mapping leaves out unneeded ones.
        for array in (model.x[:, :, 1:], model.y, model.z):
            literals += [-v for v in array[array > 0].tolist() if v not in true]
    return tuple(literals)


def _complete(model: XyzModel, mapping: Mapping) -> bool:
    arch, results = model.problem.arch, set(model.problem.dfg.results)
    last = model.horizon - 1
    there = {h.value for h in mapping.holds if h.component == arch.external and h.cycle == last}
    fits = mapping.horizon <= model.horizon and mapping.contexts == model.problem.contexts
    return fits and results <= there

"""A computation under construction, to which transformations add their values and blocks."""

from __future__ import annotations

from collections.abc import Iterable

from models.data.computation import Block, Candidate, Cluster, Computation, Read
from models.data.dfg import Dfg, Operation


class Draft:
    """Candidates, blocks and new values of `dfg`, collected until `finish`."""

    def __init__(self, dfg: Dfg) -> None:
        self.dfg = dfg
        self.candidates: dict[str, tuple[Candidate, ...]] = {}
        self.blocks: list[Block] = []
        self.keys: dict[str, tuple[object, ...]] = {}
        self._taken = {*dfg.values, *dfg.constant_by_name}

    def fresh(self, wanted: str, key: tuple[object, ...]) -> str:
        """Return the name of a value that the DFG does not have: `wanted`, made unique."""
        name, count = wanted, 1
        while name in self._taken:
            count += 1
            name = f"{wanted}#{count}"
        self._taken.add(name)
        self.keys[name] = key
        return name

    def put(self, name: str, candidates: Iterable[Candidate]) -> None:
        """Set the candidates of the value `name`; equal candidates count once."""
        self.candidates[name] = tuple(dict.fromkeys(candidates))

    def put_pair(self, name: str, operator: str, left: Read, right: Read) -> None:
        """Give `name` one candidate, of two operands."""
        self.put(name, [Candidate(operator, (left, right), (name,))])

    def base(self, operation: Operation) -> Candidate:
        """Return the candidate of the DFG's own definition."""
        return Candidate(operation.operator, operation.operands, (operation.name,))

    def finish(self, clusters: tuple[Cluster, ...]) -> Computation:
        """Return the computation; new values come last, each after those that it reads."""
        kept = [op.name for op in self.dfg.operations if op.name in self.candidates]
        computed = (*kept, *self.keys)
        return Computation(
            dfg=self.dfg,
            values=(*self.dfg.inputs, *computed),
            candidates={name: self.candidates[name] for name in computed},
            blocks=tuple(self.blocks),
            clusters=clusters,
            keys=self.keys,
        )

"""The unwidened model against the paper's text: its variables, its clauses, its groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from examples.aes import aes
from examples.matrices import mmm
from examples.ring import ring
from models.data.architecture import InitialContents
from models.data.problem import Problem
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel

INSTANCES = {"ring4": ring(4), "ring5": ring(5), "aes": aes(3), "mmm3": mmm(3, mac="operator")}
CASES = [("ring4", 2, None), ("ring4", 5, None), ("ring4", 10, None), ("ring5", 6, None)]
CASES += [("aes", 4, None), ("mmm3", 4, None), ("mmm3", 9, 3), ("mmm3", 3, 3), ("mmm3", 2, 4)]
CASES += [("ring4", 7, 2), ("ring5", 5, 1), ("aes", 5, 2)]

Atom = tuple[str, int, int, int]
Clause = frozenset[tuple[bool, Atom]]


class Paper:
    """Section 4.3 of the paper, literally: i nodes, j components, h paths, k cycles."""

    def __init__(self, problem: Problem, cycles: int) -> None:
        dfg, arch = problem.dfg, problem.arch
        self.cycles, self.contexts = cycles, problem.contexts
        self.nodes = (*dfg.inputs, *(o.name for o in dfg.operations))
        self.number = {name: i for i, name in enumerate(self.nodes)}
        self.operators = {
            self.number[o.name]: {self.number[d.value] for d in o.operands} for o in dfg.operations
        }
        self.components = arch.components
        place = {c.name: j for j, c in enumerate(arch.components)}
        assert all(len(p.sources) == len(p.targets) == 1 for p in arch.paths)
        self.source = [place[p.sources[0]] for p in arch.paths]
        self.incoming = [
            [h for h, p in enumerate(arch.paths) if place[p.targets[0]] == j]
            for j in range(len(arch.components))
        ]
        self.labels = [p.width for p in arch.paths]
        self.pes = [j for j, c in enumerate(arch.components) if c.issue]
        self.external = place[arch.external or ""]
        self.results = [self.number[name] for name in dfg.results]
        self.stored = {
            (self.number[name], j)
            for j, c in enumerate(arch.components)
            for name in (c.initial.values if isinstance(c.initial, InitialContents) else dfg.inputs)
        }
        self.i = range(len(self.nodes))
        self.j = range(len(arch.components))
        self.h = range(len(arch.paths))
        self.later = range(1, cycles)

    def clauses(self) -> Iterator[tuple[str, Clause]]:
        """Clauses 1 to 7, each with the name of its family."""
        for i in self.i:
            for j in self.j:
                held = (i, j) in self.stored
                family = "1 initial" if held else "2 nothing else"
                yield family, frozenset({(held, ("X", i, j, 0))})
        for i in self.results:
            yield "3 results", frozenset({(True, ("X", i, self.external, self.cycles - 1))})
        for k in self.later:
            for i in self.i:
                for j in self.j:
                    support = {("X", i, j, k - 1)} | {("Y", i, h, k) for h in self.incoming[j]}
                    yield from self.node_on_component(i, j, k, support)
                for h in self.h:
                    left = ("X", i, self.source[h], k - 1)
                    yield "5 transfer", frozenset({(False, ("Y", i, h, k)), (True, left)})

    def node_on_component(
        self, i: int, j: int, k: int, support: set[Atom]
    ) -> Iterator[tuple[str, Clause]]:
        computed = ("Z", i, j, k)
        # Clause 7 makes Z false outside the elements; only there it is left out of clause 4.
        reasons = support | ({computed} if j in self.pes and i in self.operators else set())
        yield (
            "4 holding",
            frozenset({(False, ("X", i, j, k)), *((True, atom) for atom in reasons)}),
        )
        if i not in self.operators or j not in self.pes:
            yield "7 impossible", frozenset({(False, computed)})
            return
        for d in self.operators[i]:
            arrives = {("X", d, j, k - 1)} | {("Y", d, h, k) for h in self.incoming[j]}
            yield (
                "6 operands",
                frozenset({(False, computed), *((True, atom) for atom in arrives)}),
            )

    def groups(self) -> Iterator[tuple[str, int, frozenset[Atom]]]:
        """Groups 8 to 10: at most K of the atoms."""
        for j in self.pes:
            component = self.components[j]
            if component.capacity is not None:
                yield from self.group("8 registers", "X", j, component.capacity, 0)
            yield from self.group("10 issue", "Z", j, component.issue, 1)
        for h in self.h:
            width = self.labels[h]
            if width is not None:
                yield from self.group("9 width", "Y", h, width, 1)

    def group(
        self, family: str, kind: str, place: int, bound: int, first: int
    ) -> Iterator[tuple[str, int, frozenset[Atom]]]:
        cycles = range(first, self.cycles)
        if self.contexts is None:
            chosen = [[k] for k in cycles]
        else:
            chosen = [[k for k in cycles if k % self.contexts == t] for t in range(self.contexts)]
        for together in chosen:
            atoms = frozenset((kind, i, place, k) for i in self.i for k in together)
            if len(atoms) > bound:
                yield family, bound, atoms


def atoms_of(model: XyzModel) -> dict[int, Atom]:
    """What every variable stands for."""
    found: dict[int, Atom] = {}
    for kind, array in (("X", model.x), ("Y", model.y), ("Z", model.z)):
        for i, place, k in np.argwhere(array).tolist():
            found[int(array[i, place, k])] = (kind, i, place, k)
    return found


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(("name", "cycles", "contexts"), CASES)
def test_clauses_and_groups_are_exactly_those_of_the_paper(
    name: str, cycles: int, contexts: int | None
) -> None:
    """Tests every clause 1 to 7 and every group 8 to 10, literal by literal."""
    if name == "aes":
        cycles = 3
    problem = Problem(*INSTANCES[name], contexts)
    model = build(problem, cycles, windowed=False)
    atom = atoms_of(model)
    clauses = Counter(
        (block.family, frozenset((v > 0, atom[abs(v)]) for v in row if v))
        for block in model.constraints.clauses
        if block.family != "external"
        for row in block.rows.tolist()
    )
    paper = Paper(problem, cycles)
    assert clauses == Counter(paper.clauses())
    groups = Counter(
        (block.family, block.bound, frozenset(atom[v] for v in row if v))
        for block in model.constraints.groups
        for row in block.rows.tolist()
    )
    assert groups == Counter(paper.groups())

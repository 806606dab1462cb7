"""A model: a graph, an array, and constraints of one's own over the facts of its mappings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from archs import files
from archs.presets import Needs
from models.constraints.meaning import require_facts, require_meaning
from models.data.architecture import Architecture
from models.data.constraints import (
    Constraint,
    Holds,
    Implies,
    Issues,
    Minimize,
    Pair,
    Sum,
    Time,
    Transfers,
)
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError
from models.formats.constraints_file import Constraints, constraints_to_json, load_constraints
from models.formats.text_files import write_text
from models.judge.checker import check
from models.notes import noted
from solvers.questions.inputs import read_mapping
from xyzmap.cycles import min_cycles
from xyzmap.expressions import NAMELESS, Event, Expression, Facts
from xyzmap.inputs import ArchLike, DfgLike, File, load_dfg
from xyzmap.intervals import min_ii

if TYPE_CHECKING:
    from xyzmap.ask import Answer

MADE = "model"
"""Stands for the file in messages about constraints."""


class Model:
    """A graph on an array, with constraints that every mapping keeps.

    `Z` are issues, `X` values held and `Y` transfers; sums of them compare with numbers, and `add`
    takes what that makes. `contexts` are those of a pipelined loop for `min_cycles`. Multi-node
    operations are left out: constraints are about operations as written.

    Raises `InputError` for inputs that cannot be used.
    """

    def __init__(
        self,
        dfg: DfgLike,
        arch: ArchLike,
        *,
        contexts: int | None = None,
        constraints: Iterable[Constraint] = (),
    ) -> None:
        graph = dfg if isinstance(dfg, Dfg) else load_dfg(dfg)
        self.dfg: Dfg = replace(graph, patterns=())
        with noted() as notes:
            self.arch: Architecture = (
                arch
                if isinstance(arch, Architecture)
                else files.load_architecture(os.fspath(arch), needs=lambda: Needs.of(self.dfg))
            )
        self.notes = tuple(notes)
        """Lines on what a preset got for the graph."""
        self.contexts = contexts
        pipelined = contexts or (1 if self.dfg.max_distance else None)
        self._problem = Problem(self.dfg, self.arch, pipelined)
        self.Z = Facts(Issues, "z", self._require)
        self.X = Facts(Holds, "x", self._require)
        self.Y = Facts(Transfers, "y", self._require)
        self.constraints: tuple[Constraint, ...] = ()
        self.objectives: tuple[Minimize, ...] = ()
        for one in constraints:
            self.add(one)

    def _require(self, facts: Issues | Holds | Transfers) -> None:
        require_facts(self._problem, facts, MADE, fixed=self.contexts is not None)

    def start(self, operation: str) -> Event:
        """Return the cycle in which an operation is issued."""
        return Event("start", operation)

    def end(self, operation: str) -> Event:
        """Return the last cycle of an operation's latency."""
        return Event("end", operation)

    def add(self, constraint: Constraint, *, name: str | None = None) -> Constraint:
        """Add a constraint, under a name of its own; return it with its name.

        Raises `InputError` for what is no constraint, has no meaning here, or has the name of
        another one.
        """
        if not isinstance(constraint, Sum | Pair | Implies | Time):
            raise InputError(
                f"{constraint!r} is no constraint: compare a sum of facts with a number"
            )
        if name is not None:
            constraint = replace(constraint, name=name)
        elif constraint.name == NAMELESS:
            constraint = replace(constraint, name=f"{NAMELESS} {len(self.constraints)}")
        found = (*self.constraints, constraint)
        require_meaning(self._problem, found, MADE, fixed=self.contexts is not None)
        self.constraints = found
        return constraint

    def minimize(self, expression: Expression, *, name: str | None = None) -> Minimize:
        """Minimise a sum after cycles or II, and after the objectives before it; return it.

        Of a sum per group it is the largest one that is minimised. Raises `InputError` for what is
        no sum of facts, and for the name of another objective.
        """
        if not isinstance(expression, Expression) or not expression.terms:
            raise InputError(f"{expression!r} is no sum of facts")
        called = f"objective {len(self.objectives)}" if name is None else name
        made = Minimize(name=called, of=expression.terms, per=expression.group)
        found = (*self.objectives, made)
        fixed = self.contexts is not None
        require_meaning(self._problem, found, MADE, fixed=fixed, member="minimize")
        self.objectives = found
        return made

    @property
    def _asked(self) -> tuple[Constraint | Minimize, ...]:
        return (*self.constraints, *self.objectives)

    def min_cycles(self, **options: Any) -> Answer:
        """Return a mapping with the fewest cycles; options as of `xyzmap.min_cycles`."""
        return min_cycles(
            self.dfg, self.arch, contexts=self.contexts, constraints=self._asked, **options
        )

    def min_ii(self, **options: Any) -> Answer:
        """Return a pipelined mapping with the smallest II; options as of `xyzmap.min_ii`."""
        return min_ii(self.dfg, self.arch, constraints=self._asked, **options)

    def check(self, mapping: Any) -> list[str]:
        """Return what a mapping, or that of a file, breaks: rules of the array, and constraints."""
        found = read_mapping(mapping)
        problem = replace(self._problem, contexts=found.contexts, constraints=self.constraints)
        return [str(violation) for violation in check(problem, found)]

    def to_json(self) -> str:
        """Return constraints and objectives as the text of a file for `--constraints`."""
        return constraints_to_json(Constraints(self.constraints, self.objectives))

    def save(self, file: File) -> None:
        """Write the constraints as a file for `--constraints`. Raises `InputError`."""
        write_text(os.fspath(file), self.to_json())

    @classmethod
    def load(
        cls, file: File, dfg: DfgLike, arch: ArchLike, *, contexts: int | None = None
    ) -> Model:
        """Return a model with the constraints of a file. Raises `InputError`."""
        found = load_constraints(os.fspath(file))
        made = cls(dfg, arch, contexts=contexts, constraints=found.constraints)
        for each in found.minimize:
            made.minimize(Expression(each.of, 0, each.per), name=each.name)
        return made

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self.constraints)
        return f"Model({self.dfg.name} on {self.arch.name}: {names or 'no constraints'})"

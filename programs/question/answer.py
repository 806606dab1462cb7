"""The answer for the programs of a file: per region the tried programs and the winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.data.dfg import Dfg
from models.data.problem import Problem
from programs.cost import Buffers
from programs.cost.energy import DEFAULT_ENERGY, EnergyTable
from programs.explore import Exploration
from programs.loops.region import Region
from programs.question.check import Checked
from programs.question.count import Count
from programs.question.finish import Finish
from programs.question.mapped import MappedProgram
from solvers.search.answer import Status


@dataclass(frozen=True)
class Counted:
    """A mapped program and its energy in picojoules."""

    program: MappedProgram
    energy: float

    @property
    def count(self) -> Count:
        """The cycles of the program."""
        return self.program.count

    @property
    def edp(self) -> float:
        """Energy times delay, in picojoules times cycles."""
        return self.energy * self.count.cycles


def counted(
    program: MappedProgram, arch: Architecture, table: EnergyTable = DEFAULT_ENERGY
) -> Counted:
    """Return a mapped program with its energy."""
    found = program.count
    elements = sum(component.issue > 0 for component in arch.components)
    energy = table.outside(found.data_bytes) + table.contexts(found.context_bytes)
    energy += table.running(found.cycles, elements)
    for piece in program.pieces:
        if piece.kernel is not None:
            energy += table.iteration(piece.kernel) * piece.piece.counts.iterations
    return Counted(program, energy)


@dataclass
class RegionAnswer:
    """The answer for one region during the search; `original` is the untransformed program."""

    region: Region
    finish: Finish
    exploration: Exploration | None = None
    winner: Counted | None = None
    original: Counted | None = None
    checked: Checked | None = None
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """`feasible` if a program is mapped.

        Never `optimal` or `infeasible`: the exploration has no bound over all transformations.
        """
        return "unknown" if self.finish.winner is None else "feasible"

    @property
    def proven(self) -> bool:
        """Whether all IIs of the winner are proven minimal, and the exploration is complete."""
        explored = self.exploration is not None and self.exploration.complete
        return self.finish.winner is not None and explored and self.finish.winner.proven


@dataclass
class ProgramsAnswer:
    """The answer for a file; each loop has a separate certificate.

    All kept values of mappings have addresses in register files of kind `register_files`.
    Without `recompute` no loop issues an operation more than once per iteration.
    """

    path: str
    arch: Architecture
    buffers: Buffers
    defines: Mapping[str, str]
    regions: list[RegionAnswer] = field(default_factory=list)
    expected: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)
    register_files: RegisterFiles = "counted"
    recompute: bool = True

    def problem(self, dfg: Dfg, contexts: int | None) -> Problem:
        """Return the problem of a loop."""
        return Problem(dfg, self.arch, contexts, recompute=self.recompute)

    @property
    def status(self) -> Status:
        """The status of the worst region."""
        if len(self.regions) < self.expected:
            return "unknown"
        return "unknown" if any(one.status == "unknown" for one in self.regions) else "feasible"

    @property
    def proven(self) -> bool:
        """Whether every II of the winners is proven minimal."""
        return len(self.regions) == self.expected and all(one.proven for one in self.regions)

    @property
    def stopped(self) -> str | None:
        """The reason for an early end of a region's search, or None."""
        return next((one.stopped for one in self.regions if one.stopped), None)

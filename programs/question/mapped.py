"""A program with its loops mapped, and its cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from models.data.mapping import Mapping
from models.judge.checker_operations import repeated
from programs.cost import Buffers, Cost, Interval, nest_cost, pipelines
from programs.dataflow import Kernel
from programs.loops.region import Region
from programs.loops.tree import Path
from programs.question.count import Count, Timing, count
from programs.question.executed import Executed, Piece, executed
from programs.question.kernels import KernelFact, KernelMapper
from programs.question.shapes import mapping_of
from programs.transform import Step


@dataclass(frozen=True, eq=False)
class MappedPiece:
    """A piece of a program at a path; its graph and the graph's facts, if it is executed."""

    piece: Piece
    path: Path
    kernel: Kernel | None
    fact: KernelFact | None

    @property
    def mapping(self) -> Mapping | None:
        """The mapping of the graph, with its names."""
        if self.fact is None or self.kernel is None or self.fact.mapping is None:
            return None
        return mapping_of(self.kernel.dfg, self.fact.mapping)

    @property
    def issued_again(self) -> dict[str, int]:
        """The number of issues of each operation that is issued more than once per iteration."""
        if self.kernel is None or (mapping := self.mapping) is None:
            return {}
        return repeated(self.kernel.dfg, mapping)


@dataclass(frozen=True, eq=False)
class Assembled:
    """A transformed region and its pieces, mapped or not."""

    region: Region
    form: Executed
    pieces: tuple[MappedPiece, ...]

    @property
    def facts(self) -> list[KernelFact]:
        """The facts of the executed kernels."""
        return [piece.fact for piece in self.pieces if piece.fact is not None]


@dataclass(frozen=True, eq=False)
class MappedProgram:
    """A program with all its loops mapped: its cost with the IIs of the mappings.

    `count` has its total cycles; `predicted` are the predicted cycles of computation.
    """

    structure: str
    steps: tuple[Step, ...]
    parts: Assembled
    cost: Cost
    count: Count
    predicted: int | None

    def __str__(self) -> str:
        """Return the steps in a line."""
        return in_a_line(self.steps)

    @property
    def region(self) -> Region:
        """The transformed region."""
        return self.parts.region

    @property
    def pieces(self) -> tuple[MappedPiece, ...]:
        """The pieces of the program."""
        return self.parts.pieces

    @property
    def intervals(self) -> list[int]:
        """The IIs of all executed pieces, as used by the cost."""
        pairs = zip(self.pieces, self.cost.pipelines, strict=True)
        return [part.ii for piece, part in pairs if piece.fact is not None]

    @property
    def point(self) -> tuple[int, int]:
        """Total cycles, and moved bytes including contexts."""
        return self.count.cycles, self.count.data_bytes + self.count.context_bytes

    @property
    def proven(self) -> bool:
        """Whether every II is proven minimal."""
        return all(fact.proven for fact in self.parts.facts)


def in_a_line(steps: Sequence[Step]) -> str:
    """Return steps in a line."""
    return "; ".join(map(str, steps)) or "as it is"


def located(region: Region) -> Iterator[tuple[Executed, Path, Piece]]:
    """Yield the pieces of a region with their paths in it, and their `Executed` form."""
    form = executed(region)
    for pipeline, piece in zip(pipelines(region.body), form.pieces, strict=True):
        yield form, pipeline.path, piece


def fact_of(form: Executed, piece: Piece, mapper: KernelMapper) -> KernelFact | None:
    """Return the facts of a piece, None if it never runs."""
    return mapper.fact(form.kernel(piece).dfg) if piece.counts.iterations else None


def assembled(region: Region, mapper: KernelMapper) -> Assembled:
    """Return a region with the graphs of its pieces."""
    found: list[MappedPiece] = []
    forms: list[Executed] = []
    for form, path, piece in located(region):
        forms.append(form)
        kernel = form.kernel(piece) if piece.counts.iterations else None
        fact = None if kernel is None else mapper.fact(kernel.dfg)
        found.append(MappedPiece(piece, path, kernel, fact))
    return Assembled(region, forms[0], tuple(found))


def costed(
    structure: str,
    steps: tuple[Step, ...],
    parts: Assembled,
    buffers: Buffers,
    predicted: int | None,
) -> MappedProgram:
    """Return a completely mapped program with its cost."""
    known = {
        p.path: Interval(1, 0) if p.fact is None else Interval(*p.fact.bound) for p in parts.pieces
    }
    cost = nest_cost(parts.region, buffers, lambda _, pipeline: known[pipeline.path])
    assert cost is not None
    timings = {
        number: Timing(piece.mapping.contexts or 1, piece.mapping.horizon)
        for number, piece in enumerate(parts.pieces)
        if piece.mapping is not None
    }
    found = count(parts.form, timings, buffers)
    cost = replace(cost, volume=found.data_bytes, exact=found.exact)
    return MappedProgram(structure, steps, parts, cost, found, predicted)

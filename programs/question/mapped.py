"""A program with its loops mapped, and what it costs then."""

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
    """A piece of a program, at a path of it; graph and what is known of that, if it ever runs."""

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
    """A transformed region and the pieces that it is executed in, mapped or not."""

    region: Region
    form: Executed
    pieces: tuple[MappedPiece, ...]

    @property
    def facts(self) -> list[KernelFact]:
        """What is known of the kernels that ever run."""
        return [piece.fact for piece in self.pieces if piece.fact is not None]


@dataclass(frozen=True, eq=False)
class MappedProgram:
    """A program with all its loops mapped: its cost with the intervals of the mappings.

    `count` has all its cycles; `predicted` are those of computation as they were expected.
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
        """What it is executed in."""
        return self.parts.pieces

    @property
    def intervals(self) -> list[int]:
        """The intervals that the cost is of, of all pieces that ever run."""
        pairs = zip(self.pieces, self.cost.pipelines, strict=True)
        return [part.ii for piece, part in pairs if piece.fact is not None]

    @property
    def point(self) -> tuple[int, int]:
        """Cycles of the whole, and bytes moved, those of contexts included."""
        return self.count.cycles, self.count.data_bytes + self.count.context_bytes

    @property
    def proven(self) -> bool:
        """Whether every interval is proven minimal."""
        return all(fact.proven for fact in self.parts.facts)


def in_a_line(steps: Sequence[Step]) -> str:
    """Return steps in a line."""
    return "; ".join(map(str, steps)) or "as it is"


def located(region: Region) -> Iterator[tuple[Executed, Path, Piece]]:
    """Yield the pieces of a region with their paths in it, and the form that they are of."""
    form = executed(region)
    for pipeline, piece in zip(pipelines(region.body), form.pieces, strict=True):
        yield form, pipeline.path, piece


def fact_of(form: Executed, piece: Piece, mapper: KernelMapper) -> KernelFact | None:
    """Return what is known of a piece, None where it never runs."""
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
    """Return a program, all kernels of which are mapped, with what it costs."""
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

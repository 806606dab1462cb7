"""The cycles of whole programs against a walk through their loops, access by access.

It is written from `docs/programs.md` alone: of the package it reads the loops and their pieces.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from programs.cost import Buffers
from programs.loops import Affine, Loop, Node, Region, Statement
from programs.loops.expressions import Access
from programs.question.count import Timing, count
from programs.question.executed import Executed, executed
from tests.programs.random_regions import RandomOptions, random_region

Point = dict[str, int]
Touched = list[tuple[int, bool]]
"""Lines of the data buffer in the order of access, and whether they are written."""


@dataclass
class Places:
    """Where the arrays and scalars of a region are in memory, each on lines of its own."""

    region: Region
    line: int
    first: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        free = 0
        for name, declared in self.region.declared.items():
            if getattr(declared, "local", False):
                continue
            self.first[name] = free
            size = declared.type.width // 8
            for extent in getattr(declared, "extents", ()):
                size *= extent
            free += -(-size // self.line) * self.line

    def lines(self, access: Access, point: Point) -> list[int]:
        """The lines of an element; none of what lives on the array."""
        if access.name not in self.first:
            return []
        declared, place = self.region.declared[access.name], 0
        for subscript, extent in zip(
            access.subscripts, getattr(declared, "extents", ()), strict=True
        ):
            assert isinstance(subscript, Affine)
            place = place * extent + subscript.value(point)
        width = declared.type.width // 8
        begin = self.first[access.name] + place * width
        return sorted({byte // self.line for byte in range(begin, begin + width)})


def runs(form: Executed, line: int) -> list[tuple[int, int, Touched]]:
    """The executions in order: the piece, its iterations, and what it touches."""
    places, found = Places(form.region, line), []
    pieces = {id(piece.loop): n for n, piece in enumerate(form.pieces)}

    def touched(statement: Statement, point: Point) -> Touched:
        if not all(constraint.holds(point) for constraint in statement.guard.constraints):
            return []
        read = [(at, False) for each in statement.reads for at in places.lines(each, point)]
        return read + [(at, True) for at in places.lines(statement.target, point)]

    def visit(node: Node, point: Point) -> None:
        assert isinstance(node, Loop)
        values = node.range(point)
        if id(node) not in pieces:
            for value in values:
                for part in node.body:
                    visit(part, {**point, node.index: value})
            return
        own: Touched = []
        for value in values:
            for part in node.body:
                assert isinstance(part, Statement)
                own += touched(part, {**point, node.index: value})
        found.append((pieces[id(node)], len(values), own))

    for node in form.region.body:
        visit(node, {})
    return found


def cycles(form: Executed, timings: dict[int, Timing], buffers: Buffers) -> int:
    """The end of the program by a clock."""
    kept: dict[int, bool] = {}
    held: list[int] = []
    clock = begun = contexts_before = 0
    lines_before: set[int] = set()
    for piece, iterations, touched in runs(form, buffers.line_bytes):
        if not iterations:
            continue
        ii, length = timings[piece]
        new = 0 if piece in held and ii <= buffers.contexts else ii
        held = [] if ii > buffers.contexts else [other for other in held if other != piece]
        while held and sum(timings[n].ii for n in held) + ii > buffers.contexts:
            held.pop(0)
        held += [piece] if ii <= buffers.contexts else []
        moved = 0
        for line, written in touched:
            dirty = kept.pop(line, None)
            if dirty is None:
                moved += not written
                if len(kept) == buffers.lines:
                    moved += kept.pop(next(iter(kept)))
            kept[line] = bool(dirty) or written
        lines = {line for line, _ in touched}
        loads = (
            (new * buffers.context_bytes, contexts_before + ii <= buffers.contexts),
            (moved * buffers.line_bytes, len(lines | lines_before) <= buffers.lines),
        )
        ahead = sum(transfer(size, buffers) for size, fits in loads if fits and buffers.double)
        late = sum(transfer(size, buffers) for size, _ in loads) - ahead
        begun = max(clock, begun + ahead) + late
        clock = begun + (iterations - 1) * ii + length
        contexts_before, lines_before = ii, lines
    return clock + transfer(sum(kept.values()) * buffers.line_bytes, buffers)


def transfer(size: int, buffers: Buffers) -> int:
    """The cycles of a transfer of so many bytes."""
    return buffers.latency + -(-size // buffers.bandwidth) if size else 0


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(30))
def test_against_a_clock(seed: int) -> None:
    chance = random.Random(seed)
    form = executed(random_region(seed, RandomOptions(indirect=0)))
    line = chance.choice((1, 4, 8, 16))
    buffers = Buffers(
        "drawn",
        chance.choice((1, 2, 3, 5, 8, 16, 40)) * line,
        contexts=chance.randint(1, 8),
        line_bytes=line,
        latency=chance.choice((0, 5, 20)),
        bandwidth=chance.choice((1, 8)),
        double=chance.random() < 0.8,
    )
    timings = {
        n: Timing(chance.randint(1, 5), chance.randint(1, 12)) for n in range(len(form.pieces))
    }
    assert count(form, timings, buffers).cycles == cycles(form, timings, buffers)

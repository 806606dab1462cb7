"""Innermost loops of a function, and the predicates of their blocks.

A loop is a natural loop (Aho, Lam, Sethi, Ullman, Compilers, 9.6) that contains no other. Its
branches become a predicate of each block by if-conversion (Allen et al., POPL 1983).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from models.errors import InputError, NotSupportedError
from programs.llvm.module import Block, Function, Instruction

Edge = tuple[str, str]


@dataclass(frozen=True)
class Loop:
    """An innermost loop: its blocks in topological order.

    The first is the header; `latch` is the block that branches back to it, `before` the preheader.
    `number` counts the loops of a function with several.
    """

    function: Function
    blocks: tuple[Block, ...]
    latch: str
    before: str
    number: int = 0

    @property
    def title(self) -> str:
        """The name of its function in the source, with its number."""
        return f"{self.function.title}.{self.number}" if self.number else self.function.title

    @property
    def place(self) -> str:
        """Its name in messages."""
        of = f"loop {self.number} of " if self.number else "the loop of "
        return f"{of}{self.function.title}"

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the blocks."""
        return frozenset(block.name for block in self.blocks)

    @property
    def header(self) -> Block:
        """The header block, the start of each iteration."""
        return self.blocks[0]

    @cached_property
    def phis(self) -> tuple[Instruction, ...]:
        """The phis of the header, the loop-carried values."""
        return tuple(i for i in self.header.instructions if i.opcode == "phi")

    @cached_property
    def exits(self) -> tuple[Edge, ...]:
        """The exit edges."""
        return tuple(
            (block.name, other)
            for block in self.blocks
            for other in dict.fromkeys(block.successors)
            if other not in self.names
        )

    def first(self, phi: Instruction) -> int:
        """Return the index of a header phi's operand for the first iteration."""
        return phi.sources.index(self.before)

    def next(self, phi: Instruction) -> int:
        """Return the index of a header phi's operand for the next iteration."""
        return phi.sources.index(self.latch)


def innermost_loops(function: Function) -> list[Loop]:
    """Return the innermost loops in text order.

    Raises `InputError` for a loop with several entries or back edges.
    """
    order = _order(function)
    over = _dominators(function, order)
    place = {name: number for number, name in enumerate(order)}
    backward: dict[str, list[str]] = {}
    for name in order:
        for other in _after(function, name):
            if other in over[name]:
                backward.setdefault(other, []).append(name)
            elif place[other] <= place[name]:
                what = f"jumps into the middle of a loop, at {other}"
                raise NotSupportedError(what, f"function {function.title}")
    bodies = {header: _body(function, header, ends, order) for header, ends in backward.items()}
    loops = []
    for block in function.blocks:
        body = bodies.get(block.name)
        if body is None or any(other != block.name and other in body for other in bodies):
            continue
        before = [b for b in order if b not in body and block.name in _after(function, b)]
        latches = backward[block.name]
        if len(before) != 1 or len(latches) != 1:
            what = f"the loop at {block.name} has {len(before)} ways in and {len(latches)} back"
            raise InputError(what, f"function {function.title}")
        blocks = tuple(function.block_by_name[name] for name in order if name in body)
        loops.append(Loop(function, blocks, latches[0], before[0]))
    if len(loops) < 2:
        return loops
    return [replace(loop, number=number) for number, loop in enumerate(loops, 1)]


def _after(function: Function, block: str) -> tuple[str, ...]:
    return function.block_by_name[block].successors


def _order(function: Function) -> list[str]:
    """Return the reachable blocks in reverse postorder."""
    done: list[str] = []
    seen = {function.blocks[0].name}
    stack = [(function.blocks[0].name, iter(_after(function, function.blocks[0].name)))]
    while stack:
        name, successors = stack[-1]
        fresh = next((other for other in successors if other not in seen), None)
        if fresh is None:
            done.append(name)
            stack.pop()
        else:
            seen.add(fresh)
            stack.append((fresh, iter(_after(function, fresh))))
    return done[::-1]


def _dominators(function: Function, order: list[str]) -> dict[str, set[str]]:
    """Return the dominators of each block, itself included."""
    into: dict[str, list[str]] = {name: [] for name in order}
    for name in order:
        for other in _after(function, name):
            into[other].append(name)
    over = {name: set(order) for name in order}
    over[order[0]] = {order[0]}
    changed = True
    while changed:
        changed = False
        for name in order[1:]:
            found = set.intersection(*(over[other] for other in into[name])) | {name}
            changed = changed or found != over[name]
            over[name] = found
    return over


def _body(function: Function, header: str, ends: list[str], order: list[str]) -> set[str]:
    """Return the blocks of a natural loop: all that reach `ends` without the header."""
    into: dict[str, list[str]] = {}
    for name in order:
        for other in _after(function, name):
            into.setdefault(other, []).append(name)
    body, left = {header}, list(ends)
    while left:
        name = left.pop()
        if name not in body:
            body.add(name)
            left += into.get(name, [])
    return body

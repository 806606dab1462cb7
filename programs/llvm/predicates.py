"""Predicates of blocks and edges of a loop."""

from __future__ import annotations

from models.data.dfg import Operand
from programs.llvm.builder import Builder, Condition, Predicate
from programs.llvm.flow import Edge


def predicate(made: Builder, block: str) -> Predicate:
    """Return the predicate of a block: the disjunction of its incoming edges' predicates."""
    loop = made.loop
    if block == loop.header.name:
        return None
    into = [b.name for b in loop.blocks if block in b.successors]
    over = _joint(made, block)
    if over is not None:
        return made.block[over]
    found: Predicate = None
    for number, other in enumerate(into):
        edge = joined(made, made.block[other], taken(made, (other, block)))
        if edge is None:
            return None
        found = edge if number == 0 or found is None else _either(made, found, edge)
    return found


def _joint(made: Builder, block: str) -> str | None:
    """Return an earlier block from which every path leads to this block, or None."""
    loop = made.loop
    order = [b.name for b in loop.blocks]
    for start in reversed(order[: order.index(block)]):
        ahead, left = set[str](), [start]
        while left:
            name = left.pop()
            for other in loop.function.block_by_name[name].successors:
                if other != block and other not in ahead:
                    ahead.add(other)
                    left.append(other)
        inside = ahead <= loop.names - {loop.header.name} and loop.latch not in ahead | {start}
        before = order[: order.index(block)]
        into = {b.name for b in loop.blocks if block in b.successors}
        if (
            inside
            and into <= ahead | {start}
            and all(_only(made, n, ahead | {start}, start) for n in ahead)
        ):
            assert start in before
            return start
    return None


def _only(made: Builder, block: str, region: set[str], start: str) -> bool:
    """Return whether all predecessors of a block are in a region."""
    return all(b.name in region for b in made.loop.blocks if block in b.successors)


def taken(made: Builder, edge: Edge) -> Predicate:
    """Return the condition under which the terminator of a block takes an edge."""
    block = made.loop.function.block_by_name[edge[0]]
    yes, *no = block.successors
    if not no or no[0] == yes:
        return None
    operand = made.operand(block.instructions[-1].operands[0])
    return Condition(operand, negated=edge[1] != yes)


def _positive(made: Builder, predicate: Condition) -> Operand:
    if not predicate.negated:
        return predicate.operand
    name = f"not.{predicate.operand.value}" + f".{predicate.operand.distance}" * bool(
        predicate.operand.distance
    )
    if name not in made.operations:
        made.add(name, "xor", "i1", predicate.operand, made.number(1))
    return Operand(name)


def joined(made: Builder, first: Predicate, then: Predicate) -> Predicate:
    """Return the conjunction of two predicates."""
    if first is None or then is None:
        return then if first is None else first
    operands = _positive(made, first), _positive(made, then)
    if operands[0] == operands[1]:
        return first
    return Condition(made.add(made.name("both"), "and", "i1", *operands))


def _either(made: Builder, first: Condition, other: Condition) -> Predicate:
    """Return the disjunction of two predicates."""
    if first.operand == other.operand:
        return first if first.negated == other.negated else None
    operands = _positive(made, first), _positive(made, other)
    return Condition(made.add(made.name("either"), "or", "i1", *operands))

"""The question to xyzmap: the graph, and the array with the compiler's rules of time.

By `rtl` a tile is one component, which computes and keeps values; a link is a path. By `solver` a
tile is a unit whose results last a cycle, beside a component for its registers: a link takes a
value from either of them to the registers of the next tile, from where an operation of that tile
reads it in the cycle after.

A value that passes through a tile counts as a register of one cycle, unlike in the compiler, and
one that is sent on leaves its register a cycle later. So bounds for the compiler are those of
`roomy` tiles. Not in the model are the ports of register files, and which stages of operations of
several cycles may meet in a tile; `check` looks at these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ecosystems.neura.document import Array, Document, Op
from ecosystems.neura.timing import Convention
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem


def op_name(op: Op) -> str:
    """Return the name of an operation: its class and its number."""
    return f"{op.op_class}_{op.id}"


def unit(tile: int, convention: Convention) -> str:
    """Return the name of the unit that executes the operations of a tile."""
    return f"tile{tile}" if convention == "rtl" else f"unit{tile}"


def registers(tile: int) -> str:
    """Return the name of the registers of a tile."""
    return f"tile{tile}"


def link_name(source: int, target: int) -> str:
    """Return the name of a link."""
    return f"link{source}_{target}"


def problem_of(
    document: Document,
    name: str,
    convention: Convention,
    able: Mapping[int, Iterable[Op]] | None = None,
) -> Problem:
    """Return the problem with one context. Raises `InputError` for a graph without one.

    `able` are the operations of each tile, by default all of its classes.
    """
    classes = document.arch.fu_class_tiles
    operators = {
        tile.id: {
            _operator(op)
            for op in (document.ops if able is None else able[tile.id])
            if tile.id in classes[op.op_class]
        }
        for tile in document.arch.tiles
    }
    return Problem(graph_of(document, name), array_of(document.arch, operators, convention), 1)


def roomy(document: Document, problem: Problem) -> Problem:
    """Return the problem with room for whatever the compiler allows in the registers of a tile.

    Beside the values that the registers keep, one leaves at once over each link into the tile, and
    the result of the tile. Values are counted, and may stay for any time.
    """
    room = {}
    for tile in document.arch.tiles:
        entering = sum(link.target == tile.id for link in document.arch.links)
        room[registers(tile.id)] = tile.regs + entering + 1
    parts = tuple(
        msgspec.structs.replace(part, capacity=room.get(part.name, part.capacity))
        for part in problem.arch.components
    )
    arch = msgspec.structs.replace(problem.arch, components=parts)
    larger: Problem = msgspec.structs.replace(problem, arch=arch)
    return larger


def graph_of(document: Document, name: str) -> Dfg:
    """Return the graph; each operation is executed exactly once in each iteration."""
    read: dict[int, list[Operand]] = {op.id: [] for op in document.ops}
    for edge in document.edges:
        read[edge.d].append(Operand(op_name(document.ops[edge.s]), edge.w))
    operators: dict[str, Operator] = {}
    operations = []
    for op in document.ops:
        operands = tuple(read[op.id])
        operator = f"{_operator(op)}/{len(operands)}"
        operators[operator] = Operator(
            operator, len(operands), latency=max(1, op.latency), effect=True
        )
        operations.append(Operation(op_name(op), operator, operands))
    return Dfg(name, tuple(operators.values()), (), tuple(operations))


def _operator(op: Op) -> str:
    """Return the operator of a class; long operations have their own."""
    return op.op_class if op.latency <= 1 else f"{op.op_class}.{op.latency}"


def array_of(
    arch: Array, able: Mapping[int, Iterable[str]], convention: Convention, name: str = "neura"
) -> Architecture:
    """Return the array; `able` are the operators that each tile executes."""
    components: list[Component] = []
    paths: list[Path] = []
    places = _places(arch)
    for tile in arch.tiles:
        ops = tuple(sorted(able[tile.id]))
        place = places.get(tile.id)
        own = unit(tile.id, convention)
        if convention == "rtl":
            components.append(Component(own, issue=1, ops=ops, capacity=tile.regs, position=place))
            continue
        kept = registers(tile.id)
        components += [
            Component(
                own,
                issue=1,
                ops=ops,
                capacity=1,
                transient=True,
                keeps_arrivals=False,
                position=place,
            ),
            Component(kept, capacity=tile.regs),
        ]
        paths += [
            Path(f"keep{tile.id}", (own,), (kept,)),
            Path(f"read{tile.id}", (kept,), (own,)),
        ]
    for link in arch.links:
        sources = dict.fromkeys((unit(link.source, convention), registers(link.source)))
        paths.append(
            Path(
                link_name(link.source, link.target),
                tuple(sources),
                (registers(link.target),),
                width=1,
                latency=link.latency - 1,
            )
        )
    return Architecture(
        name if convention == "rtl" else f"{name}-solver-timing",
        tuple(components),
        tuple(paths),
        max_contexts=arch.ctrl_mem_items,
    )


def _places(arch: Array) -> dict[int, tuple[int, int]]:
    """Return rows and columns to draw; none where tiles share one. Row y = 0 is at the bottom."""
    top = max(tile.y for tile in arch.tiles)
    places = {tile.id: (top - tile.y, tile.x) for tile in arch.tiles}
    return places if len(set(places.values())) == len(places) else {}

"""The graph and the array that the compiler dumps as one JSON document.

Other members are ignored: the compiler adds some from time to time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from models.data.sizes import MOST_LATENCY
from models.errors import InputError, known
from models.formats.json_text import convert, decode

REGISTERS_PER_FILE = 8
"""Registers of a file where the document does not give the number of files of a tile."""


class Tile(msgspec.Struct, frozen=True):
    """A tile at column `x` and row `y`; rows count to the north."""

    id: int
    x: int = 0
    y: int = 0
    regs: int = 0
    regfiles: int | None = None

    @property
    def files(self) -> int:
        """The number of register files, each with one port to write and one to read."""
        return self.regs // REGISTERS_PER_FILE if self.regfiles is None else self.regfiles


class Link(msgspec.Struct, frozen=True, array_like=True):
    """A connection in one direction that delays a value by `latency` cycles."""

    source: int
    target: int
    latency: int


class Array(msgspec.Struct, frozen=True, dict=True):
    """The array; `fu_class_tiles` are the tiles that execute each class of operations."""

    num_tiles: int
    ctrl_mem_items: int
    tiles: tuple[Tile, ...]
    fu_class_tiles: dict[str, tuple[int, ...]]
    links: tuple[Link, ...]

    @cached_property
    def tile_by_id(self) -> dict[int, Tile]:
        """The tiles by their numbers."""
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def link_by_ends(self) -> dict[tuple[int, int], Link]:
        """The links by source and target."""
        return {(link.source, link.target): link for link in self.links}


class Op(msgspec.Struct, frozen=True):
    """An operation; its number is its position."""

    id: int
    op_class: str = msgspec.field(name="class")
    latency: int = 1


class Edge(msgspec.Struct, frozen=True, order=True):
    """`d` reads the value of `s` from `w` iterations ago."""

    s: int
    d: int
    w: int


class Document(msgspec.Struct, frozen=True, dict=True):
    """A graph and its array; invalid ones are refused as by the compiler."""

    arch: Array
    ops: tuple[Op, ...]
    edges: tuple[Edge, ...]

    @property
    def unprovided(self) -> list[str]:
        """The classes that no tile executes; with any, no interval has a mapping."""
        return sorted({op.op_class for op in self.ops if not self._able(op)})

    def _able(self, op: Op) -> Sequence[int]:
        return self.arch.fu_class_tiles[op.op_class]


def read_document(text: bytes | str, where: str) -> Document:
    """Return the document in a JSON text, with repeated edges merged.

    Raises `InputError`, with the place, for documents that the compiler would refuse.
    """
    found = convert(decode(text, where), Document, where)
    try:
        _require_array(found.arch)
        _require_ops(found)
        edges = _merged(found)
    except InputError as error:
        raise error.inside(where) from None
    merged: Document = msgspec.structs.replace(found, edges=edges)
    return merged


def _require_array(arch: Array) -> None:
    if not arch.tiles:
        raise InputError("the array has no tiles", "$.arch.tiles")
    _at_least(arch.ctrl_mem_items, 1, "ctrl_mem_items", "$.arch")
    seen: set[int] = set()
    for n, tile in enumerate(arch.tiles):
        where = f"$.arch.tiles[{n}]"
        if tile.id in seen:
            raise InputError(f"tile {tile.id} is listed twice; remove one", where)
        seen.add(tile.id)
        for name in ("id", "x", "y", "regs", "files"):
            _at_least(getattr(tile, name), 0, name, where)
    for name, tiles in arch.fu_class_tiles.items():
        for id_ in tiles:
            if id_ not in seen:
                raise InputError(_no_tile(id_, seen), f"$.arch.fu_class_tiles.{name}")
    ends: set[tuple[int, int]] = set()
    for n, link in enumerate(arch.links):
        where = f"$.arch.links[{n}]"
        for id_ in (link.source, link.target):
            if id_ not in seen:
                raise InputError(_no_tile(id_, seen), where)
        if link.source == link.target:
            raise InputError(f"a link from tile {link.source} to itself; remove it", where)
        if (link.source, link.target) in ends:
            what = f"the link from tile {link.source} to {link.target} is listed twice"
            raise InputError(f"{what}; remove one", where)
        ends.add((link.source, link.target))
        _at_least(link.latency, 1, "latency", where, MOST_LATENCY)


def _no_tile(id_: int, seen: set[int]) -> str:
    return f"there is no tile {id_}{known(sorted(seen))}"


def _require_ops(document: Document) -> None:
    if not document.ops:
        raise InputError("the graph has no operations", "$.ops")
    for n, op in enumerate(document.ops):
        where = f"$.ops[{n}]"
        if op.id != n:
            raise InputError(f"id {op.id}; it must be the position, {n}", where)
        _at_least(op.latency, 0, "latency", where, MOST_LATENCY)
        if op.op_class not in document.arch.fu_class_tiles:
            what = f"the class '{op.op_class}' is not in fu_class_tiles"
            raise InputError(what + known(document.arch.fu_class_tiles, word=op.op_class), where)


def _merged(document: Document) -> tuple[Edge, ...]:
    """Return the edges without repetition. Raises `InputError` for two distances of one pair."""
    found: dict[tuple[int, int], Edge] = {}
    for n, edge in enumerate(document.edges):
        where = f"$.edges[{n}]"
        for end in (edge.s, edge.d):
            if not 0 <= end < len(document.ops):
                last = len(document.ops) - 1
                raise InputError(f"there is no operation {end}; they are 0 to {last}", where)
        if edge.w not in (0, 1):
            raise InputError(f"w {edge.w} must be 0 or 1", where)
        before = found.setdefault((edge.s, edge.d), edge)
        if before.w != edge.w:
            what = f"an edge from {edge.s} to {edge.d} with w 0 and one with w 1"
            raise InputError(f"{what}; an answer has one route for both ends", where)
    return tuple(found.values())


def _at_least(value: int, least: int, name: str, where: str, most: int = 1_000_000) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} {value} must be from {least} to {most}", where)

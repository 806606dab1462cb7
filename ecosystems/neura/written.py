"""The answer in the compiler's format: placements and routes in one JSON file."""

from __future__ import annotations

import json

import msgspec

from models.formats.json_text import convert, decode

Entry = tuple[int, int]
"""A value is in a tile in a cycle."""


class Placement(msgspec.Struct, frozen=True):
    """The place and the time of an operation's start; `index_per_ii` is its control word.

    It is left out in the first `invalid_iterations` rounds of the words.
    """

    id: int
    op_class: str = msgspec.field(name="class")
    tile: int
    x: int
    y: int
    time_step: int
    index_per_ii: int
    invalid_iterations: int


class Route(msgspec.Struct, frozen=True):
    """The route of the value of `s` to `d`.

    Entries in the same tile are a register, from the first cycle to before the last one. Between
    different tiles the value takes the link, in the cycle of the earlier entry.
    """

    s: int
    d: int
    path: tuple[Entry, ...]


class Written(msgspec.Struct, frozen=True):
    """An answer; without routes, the compiler makes its own."""

    compiled_ii: int
    num_tiles: int
    placements: tuple[Placement, ...]
    routes: tuple[Route, ...] | None = None


def read_written(text: bytes | str, where: str) -> Written:
    """Return the answer in a JSON text. Raises `InputError`."""
    return convert(decode(text, where), Written, where)


def written_to_json(written: Written) -> str:
    """Return the answer as JSON text, with a placement or a route in each line."""
    plain = msgspec.to_builtins(written)
    parts = [f' "{name}": {plain[name]}' for name in ("compiled_ii", "num_tiles")]
    for name in ("placements", "routes"):
        if plain[name] is not None:
            lines = ",\n".join(f"  {json.dumps(each)}" for each in plain[name])
            parts.append(f' "{name}": [\n{lines}\n ]' if lines else f' "{name}": []')
    return "{\n" + ",\n".join(parts) + "\n}\n"

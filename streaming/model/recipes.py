"""Generators of random programs for training, tests and measurements; deterministic per seed.

"layered": layers of about √size instructions, each reading one or two results of the last two
layers, unread ones first. "tree": every instruction after the first reads one result, those with
many readers more often: the growing-network trees of the paper's experiments (§5). How many
readers a result may have is limited, as siblings are on different tiles; a program may still have
no mapping. Numbers that every tile may hold are immediate operands; each variable belongs to one
instruction, except for the pairs that share one.
"""

from __future__ import annotations

import random
from typing import Literal, get_args

from models.errors import InputError
from streaming.model.program import MOST_INSTRUCTIONS, Instruction, Program

Recipe = Literal["layered", "tree"]
RECIPES: tuple[Recipe, ...] = get_args(Recipe)
READERS = 5
"""Tiles that a result reaches, on the default engine: its own, and two up and down."""
OPS = {1: ("neg", "abs", "not"), 2: ("add", "sub", "mul"), 3: ("muladd",)}
LARGEST = 9
"""The largest immediate operand."""


def random_program(
    size: int,
    seed: int = 0,
    recipe: Recipe = "layered",
    shared: int = 0,
    readers: int | None = READERS,
) -> Program:
    """Return a program of `size` instructions i0 ….

    `shared` pairs of instructions share a variable, no instruction in two pairs: never siblings or
    two starts, which cannot share a tile. A result has at most `readers` readers; None is no limit,
    as in the paper. Raises `InputError` for unknown recipes, for invalid sizes, and if `shared`
    pairs cannot be found.
    """
    if recipe not in RECIPES:
        raise InputError(f"unknown recipe '{recipe}'; known: {', '.join(RECIPES)}")
    least = 1 if readers is None else readers
    for number, lowest, highest, what in (
        (size, 1, MOST_INSTRUCTIONS, "size"),
        (shared, 0, size // 2, "shared pairs"),
        (least, 1, MOST_INSTRUCTIONS, "readers"),
    ):
        if not lowest <= number <= highest:
            raise InputError(f"{what} {number} must be {lowest} to {highest}")
    chance = random.Random(f"{recipe} {size} {seed}")
    limit = size if readers is None else readers
    grow = _layered if recipe == "layered" else _tree
    sources = grow(size, limit, chance)
    pairs = _pairs(sources, shared, chance)
    return Program(
        f"{recipe}{size}_{seed}" + (f"_{shared}" if shared else ""),
        tuple(_instruction(n, sources[n], pairs.get(n), chance) for n in range(size)),
        tuple(
            dict.fromkeys(
                pairs.get(n, f"v{n}") for n in range(size) if n in pairs or not sources[n]
            )
        ),
    )


def _layered(size: int, limit: int, chance: random.Random) -> list[list[int]]:
    """Return the sources of each instruction."""
    width = max(1, round(size**0.5))
    found: list[list[int]] = []
    readers = [0] * size
    for n in range(size):
        first = n // width * width  # of the own layer
        near = [m for m in range(max(0, first - 2 * width), first) if readers[m] < limit]
        unread = [m for m in near if not readers[m]]
        count = min(chance.randint(1, 2), len(near))
        chosen = [chance.choice(unread or near)] if count else []
        if count == 2:
            chosen.append(chance.choice([m for m in near if m not in chosen]))
        for m in chosen:
            readers[m] += 1
        found.append(chosen)
    return found


def _tree(size: int, limit: int, chance: random.Random) -> list[list[int]]:
    """Return the sources of each instruction, drawn by preferential attachment."""
    found: list[list[int]] = [[] for _ in range(size)]
    readers = [0] * size
    urn = [0]
    for n in range(1, size):
        source = chance.choice(urn)
        found[n] = [source]
        readers[source] += 1
        urn += [source, n]
        if readers[source] == limit:
            urn = [m for m in urn if m != source]
    return found


def _pairs(sources: list[list[int]], shared: int, chance: random.Random) -> dict[int, str]:
    """Return the shared variable of every instruction that has one."""
    found: dict[int, str] = {}
    left = chance.sample(range(len(sources)), len(sources))
    for pair in range(shared):
        chosen = next(
            (
                (a, b)
                for i, a in enumerate(left)
                for b in left[i + 1 :]
                if (sources[a] or sources[b]) and not set(sources[a]) & set(sources[b])
            ),
            None,
        )
        if chosen is None:
            raise InputError(f"{shared} shared pairs; only {pair} are not siblings or starts")
        for n in chosen:
            left.remove(n)
            found[n] = f"s{pair}"
    return found


def _instruction(
    n: int, sources: list[int], variable: str | None, chance: random.Random
) -> Instruction:
    operands: list[str | int | float] = [f"i{m}" for m in sources]
    if variable is not None or not sources:
        operands.append(variable or f"v{n}")
    if len(operands) == 1 and chance.random() < 0.7:
        operands.append(chance.randint(2, LARGEST))
    return Instruction(f"i{n}", chance.choice(OPS[len(operands)]), tuple(operands))

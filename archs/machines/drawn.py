"""Arrays drawn at random from the families of the others: to train on, and to test with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from archs.machines.operators import FULL_UNIT, MEMORY, spellings
from archs.machines.spec import Request
from archs.void_limits import limiting
from models.data.architecture import Architecture, Component
from models.semantics.vocabulary import words

THINNED = 0.4
"""Probability that some components lose multiplications; the same for memory operations."""

LOST = 0.15
"""Probability that an array lacks some of its links."""

SIDES = (2, 3, 3, 4, 4, 4, 5, 5, 6, 8)


def drawn(request: Request, preset: Callable[[str], Architecture]) -> Architecture:
    """Return the array that a number stands for: of one of the families, of 2x2 to 8x8 tiles.

    Sizes, registers, links, ports and hops are drawn, and which tiles multiply, load and store.
    `preset` makes the array of a spec.
    """
    chance = random.Random(f"array {request.columns}")
    arch = preset(chance.choice(_FAMILIES)(chance))
    parts = list(arch.components)
    multiplying, memory = frozenset(words("mul", "div", "float")), frozenset(words("memory"))
    for kinds in (multiplying, memory):
        if chance.random() < THINNED:
            parts = _thinned(parts, kinds, chance)
    paths = arch.paths
    if chance.random() < LOST:
        gone = set(chance.sample(range(len(paths)), len(paths) // 12))
        paths = tuple(path for n, path in enumerate(paths) if n not in gone)
    made: Architecture = msgspec.structs.replace(
        arch, name=request.name, components=tuple(parts), paths=paths
    )
    return limiting(made)


def _size(chance: random.Random) -> str:
    return f"{chance.choice(SIDES)}x{chance.choice(SIDES)}"


def _lisa(chance: random.Random) -> str:
    # Those with 1 and 4 registers are evaluated in the paper.
    registers, hops = chance.choice((2, 3, 6, 8)), chance.choice(("unlimited", "1", "2", "4"))
    memory = chance.choice(("all", "all", "left", "top"))
    return f"lisa:{_size(chance)},registers={registers},max_hops={hops},memory={memory}"


def _simple(chance: random.Random) -> str:
    memory = chance.choice(("all", "left", "bottom"))
    return f"lisa-simple:{_size(chance)},registers={chance.randint(1, 8)},memory={memory}"


def _pipeline(chance: random.Random) -> str:
    rows, columns = chance.choice((2, 3, 4, 6)), chance.choice((3, 4, 6, 7))
    pattern = chance.choice(("any", "checker", "columns", "rows"))
    return f"lisa-systolic:{rows}x{columns},pattern={pattern}"


def _hycube(chance: random.Random) -> str:
    memory, hops = chance.choice(("all", "left", "top")), chance.choice((1, 2, 3, 4, 6))
    return (
        f"hycube:{_size(chance)},registers={chance.randint(1, 6)},memory={memory},max_hops={hops}"
    )


def _adres(chance: random.Random) -> str:
    ports = chance.choice(("row:1", "row:2", "column:1", "total:4", "unlimited"))
    wrap, diagonals = chance.choice(("yes", "no")), chance.choice(("yes", "no"))
    registers = chance.randint(1, 6)
    return (
        f"adres:{_size(chance)},registers={registers},ports={ports},wrap={wrap},"
        f"diagonals={diagonals},global={chance.choice((0, 4, 8))},io=none"
    )


def _torus(chance: random.Random) -> str:
    moves, wrap = chance.choice(("0", "unlimited", "unlimited")), chance.choice(("yes", "no"))
    registers = chance.randint(1, 6)
    torus = f"registers={registers},moves={moves},wrap={wrap},waits=yes"
    return f"satmapit:{_size(chance)},{torus}"


_FAMILIES = (_lisa, _lisa, _simple, _simple, _pipeline, _hycube, _adres, _torus)


def _thinned(
    parts: list[Component], kinds: frozenset[str], chance: random.Random
) -> list[Component]:
    """Remove operators from some of the components that execute any of them, not from all."""
    able = [n for n, part in enumerate(parts) if any(part.supports(word) for word in kinds)]
    if len(able) < 2:
        return parts
    kept = set(chance.sample(able, chance.randint(max(1, len(able) // 3), len(able) - 1)))
    found = list(parts)
    for n in able:
        left = tuple(_without(parts[n], kinds))
        if n not in kept and left:
            found[n] = msgspec.structs.replace(parts[n], ops=left)
    return found


def _without(part: Component, kinds: frozenset[str]) -> Iterator[str]:
    for op in spellings((*FULL_UNIT, *MEMORY)) if part.ops is None else part.ops:
        name = op if isinstance(op, str) else op.name
        if name.lower().partition(".")[0] not in kinds:
            yield name

"""Random arrays (PT-Map, Table 4): tori and meshes like ADRES, HyCUBEs, and mixtures of units.

Context memories are unlimited here, so that the II does not depend on their depth.
"""

from __future__ import annotations

import random
from functools import cache

import msgspec

from archs.files import load_architecture
from archs.machines.operators import FULL_UNIT, MEMORY, spellings
from heuristics.labels.arrays import fingerprint
from models.data.architecture import Architecture, Component
from models.errors import InputError

EVALUATED = ("s4", "r4", "h6", "sl8")
KNOWN = 0.3
"""The share of arrays in `EVALUATED`, which training data exclude."""

SIDES, LIKELY = (2, 3, 4, 5, 6, 7, 8), (8, 14, 24, 12, 14, 5, 9)
"""Rows or columns, and their weights: large arrays take long, and small ones fill up."""

REGISTERS = (0, 1, 2, 4, 8)
MIXED = 0.25
"""The share of the other arrays in which some units lack some operators."""

MULTIPLIERS = spellings(("mul", "div", "rem", "fmul", "fdiv"))
LOGIC = spellings("and or xor not shl shr lshr select cmerge eq ne lt le gt ge min max abs".split())
_MEMORY = spellings(MEMORY, predicated=True)
_EVERYTHING = spellings((*FULL_UNIT, *MEMORY))


def array_of(spec: str) -> Architecture:
    """Return an array by its name here: a file, a preset, or `PRESET;lacks SEED` of a mixture.

    Its contexts are unlimited. Raises `InputError` as reading an architecture does.
    """
    name, mixed, seed = spec.partition(MIXTURE)
    arch = load_architecture(name)
    if mixed:
        if not seed.isdecimal():
            raise InputError(f"'{MIXTURE.strip()}' is followed by a seed, not by '{seed}'", spec)
        arch = mixture(arch, int(seed))
    return msgspec.structs.replace(arch, name=spec, max_contexts=None)


MIXTURE = ";lacks "


def evaluated(name: str) -> bool:
    """Return whether an array equals one of PT-Map's evaluation, under any name."""
    return fingerprint(array_of(name)) in _evaluated()


@cache
def _evaluated() -> frozenset[str]:
    return frozenset(fingerprint(array_of(name)) for name in EVALUATED)


def random_array(seed: int) -> str:
    """Return the name of an array for `array_of`, deterministic per seed."""
    chance = random.Random(f"array {seed}")
    if chance.random() < KNOWN:
        return chance.choice(EVALUATED)
    rows, columns = sorted(chance.choices(SIDES, LIKELY, k=2))
    if chance.random() < 0.5:
        rows = columns
    size = f"{rows}x{columns}"
    registers = chance.choice(REGISTERS)
    family = chance.choice(("torus", "torus", "adres", "hycube", "hycube", "r4"))
    if family == "hycube":
        spec = (
            f"hycube:{size},registers={registers},memory={chance.choice(('left', 'left', 'all'))}"
        )
        spec += f",max_hops={chance.choice((1, 2, 3, 4, 4))}"
    elif family == "r4":
        spec = f"r4:{size},registers={registers}"
    elif family == "adres":
        ports = chance.choice(("row:1", "row:2", "column:1", "unlimited"))
        spec = f"adres:{size},registers={registers},ports={ports},io=none"
        spec += f",wrap={chance.choice(('yes', 'no'))},global={chance.choice(REGISTERS)}"
    else:
        ports = chance.choice(("unlimited", "unlimited", "row:1", "row:2"))
        spec = f"s4:{size},registers={registers},ports={ports}"
        spec += f",wrap={chance.choice(('yes', 'no'))},global={chance.choice(REGISTERS)}"
        spec += f",diagonals={chance.choice(('no', 'no', 'no', 'yes'))}"
    if chance.random() < MIXED:
        spec += f"{MIXTURE}{chance.randrange(1000)}"
    return spec


def mixture(arch: Architecture, seed: int) -> Architecture:
    """Return an array with units that lack multipliers, logic or memory; one has all."""
    chance = random.Random(f"mixture {seed}")
    shares = [chance.choice((0.0, 0.0, 0.3, 0.5)) for _ in range(3)]
    units = [part.name for part in arch.components if part.issue]
    whole = chance.choice(units)

    def changed(part: Component) -> Component:
        if part.name not in units or part.name == whole:
            return part
        lacking: set[str] = set()
        for share, group in zip(shares, (MULTIPLIERS, LOGIC, _MEMORY), strict=True):
            if chance.random() < share:
                lacking |= set(group)
        names = _EVERYTHING if part.ops is None else part.latency_of
        left = tuple(name for name in names if name not in lacking)
        # Load/store units only have memory operators, and keep them.
        return msgspec.structs.replace(part, ops=left) if left and lacking else part

    return msgspec.structs.replace(arch, components=tuple(changed(p) for p in arch.components))

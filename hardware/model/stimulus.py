"""The inputs, the memory and the outcome of a run of a loop.

Memory spans all addresses, and each word of it is initially random. In a loop with stores, arrays
must not overlap by chance: their bases lie far apart, and are the same in all iterations.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

import msgspec

from hardware.model.addresses import addressing
from hardware.model.float_values import float_values
from hardware.model.units import as_word, unit_of
from models.data.dfg import Dfg
from models.semantics.operators import random_inputs
from models.semantics.typed import wrapped

ALIGNED = 64
"""Alignment of array bases in words, if addresses are wide enough."""


Same = Literal["nothing", "bases", "addresses"]
"""The inputs with one number in all iterations: none, array bases, or all parts of addresses."""


class Memory(msgspec.Struct, frozen=True):
    """Memory before a run: at each address a word of type `word`, drawn from a seed.

    Half of the words are small, like inputs; the others have arbitrary bits. Only the low `bits`
    bits of an address count.
    """

    word: str
    bits: int
    seed: int = 0

    def address(self, number: int) -> int:
        """Return the address in a word."""
        return number & ((1 << min(self.bits, int(self.word[1:]))) - 1)

    def at(self, address: int) -> int:
        """Return the word at an address."""
        source = random.Random(f"{self.seed} {address}")
        small, any_bits = source.randrange(-(1 << 20), 1 << 20), source.getrandbits(64)
        return wrapped(small if source.random() < 0.5 else any_bits, self.word)


class Stimulus(msgspec.Struct, frozen=True):
    """Inputs of a loop: a number per input (or `input` operation) and iteration, and memory."""

    inputs: dict[str, tuple[int, ...]]
    memory: Memory


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a run: a number per iteration of results and outputs, and the stored words.

    `loaded` are the addresses of all loads.
    """

    outputs: dict[str, tuple[int, ...]]
    stored: dict[int, int]
    loaded: frozenset[int] = frozenset()

    @property
    def touched(self) -> list[int]:
        """The addresses that were read or written, in order."""
        return sorted({*self.stored, *self.loaded})


def random_stimulus(
    dfg: Dfg,
    word: str,
    iterations: int,
    address_bits: int,
    seed: int = 0,
    same: Same = "bases",
) -> Stimulus:
    """Return random inputs and memory; float inputs are multiples of 0.001 up to about 1000.

    Inputs vary by iteration, except the inputs in `same` in a loop with stores.
    """
    units = {o.name: unit_of(dfg, o.operator, word) for o in dfg.operations}
    numbers = random_inputs(dfg, iterations, seed)
    source = random.Random(seed)
    for name, unit in units.items():
        if unit.access == "input":
            numbers[name] = [source.randrange(-(1 << 20), 1 << 20) for _ in range(iterations)]
    floats = float_values(dfg)
    inputs = {
        name: tuple(
            as_word(n / 1000, floats[name], word) if name in floats else wrapped(n, word)
            for n in found
        )
        for name, found in numbers.items()
    }
    if same != "nothing" and any(unit.access == "store" for unit in units.values()):
        bases, parts = addressing(dfg, units)
        if same == "addresses":
            inputs |= {name: inputs[name][:1] * iterations for name in parts}
        placed = _placed(bases, word, address_bits, source)
        inputs |= {name: (base,) * iterations for name, base in placed.items()}
    return Stimulus(inputs, Memory(word, address_bits, seed))


def _placed(
    bases: Sequence[str], word: str, address_bits: int, source: random.Random
) -> dict[str, int]:
    """Return an address for each base, far from the others."""
    room = (1 << min(address_bits, int(word[1:]))) // (len(bases) + 1)
    aligned = ALIGNED if room > ALIGNED**2 else 1
    found: dict[str, int] = {}
    for place, name in enumerate(bases, 1):
        # Distances differ, so that the sum of two bases is not in another array.
        base = place * room + source.randrange(room // 4 + 1)
        found[name] = wrapped(base // aligned * aligned, word)
    return found

"""Random DFGs that resemble loop bodies, for training (Section V-A of the paper on LISA).

They are weakly connected, consist of operators that the array executes, and deliver all their
values: every sink is a store, an output or a result. As in the bodies of PolyBench, addresses are
constants, computed or loaded, constants are operations where the array has units for them, and an
operand may be missing, where it was an induction variable.
"""

from __future__ import annotations

import random

from learn.labels.body import MORE, loop_body
from learn.labels.vocabulary import ARITY, spelling, vocabulary
from learn.labels.wavefront import pipeline, wavefront
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError

__all__ = ["random_dfg", "vocabulary"]

FEWEST, MOST = 8, 25
"""Operations for arrays of up to `LARGE` units."""

FEWEST_LARGE, MOST_LARGE = 14, 40
LARGE = 25

LEAST = 4
"""Least number of operations of graphs of random size."""


def random_dfg(arch: Architecture, seed: int, larger: int | None = None) -> Dfg:
    """Return a random DFG for an array; equal arguments give equal DFGs.

    With `larger` it has up to so many operations, small ones more often. Raises `InputError` for an
    array without arithmetic, or without operations that deliver values.
    """
    operators = spelling(arch)
    if not {"add", "sub", "mul"} & operators.keys():
        raise InputError(f"'{arch.name}' neither adds nor multiplies: no random graph fits it")
    if arch.external is None and not {"store", "output"} & operators.keys():
        raise InputError(f"'{arch.name}' neither stores nor outputs: no random graph fits it")
    chance = random.Random(f"{' '.join(operators)} {seed}")
    arithmetic = [operators[kind] for kind in operators if kind not in ARITY]
    units = sum(
        component.issue
        for component in arch.components
        if any(component.supports(operator) for operator in arithmetic)
    )
    few, most = (FEWEST, MOST) if units <= LARGE else (FEWEST_LARGE, MOST_LARGE)
    if larger is not None:
        most = chance.randint(LEAST + MORE, larger)
        few = max(LEAST, most // 2 - MORE)
    array = pipeline(arch, operators)
    if array is not None:
        draft, kept = wavefront(array, chance, chance.randint(few, most))
        if kept:
            return draft.finish(f"random{seed}", operators, kept)
    draft = loop_body(operators, chance, chance.randint(few, most - MORE))
    return draft.finish(f"random{seed}", operators, range(len(draft.kinds)))

"""Clauses of register files with addresses: the longest stay of a value in a file.

A stretch is a run of cycles in which a component holds a value. Where its address does not change
in a kernel of u rounds, it must not be longer than u times T, the number of contexts, or it would
meet its own register again. That is necessary, and nearly always sufficient: addresses for the
stretches of a file are sought afterwards, and sets of stretches without addresses are excluded by
clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from models.data.mapping import Held
from models.register_files.registers import longest_stays
from models.space_time.xyz_model import XyzModel


def rule_stretches(model: XyzModel) -> None:
    """⋁ ¬X[i,j,k+n] over n from 0 to uT, for every i and k, where j keeps a value for uT cycles.

    u is the number of rounds for which register files of the problem's kind keep a value. In no
    more than u registers, counting forbids longer stretches already, and a transient component
    takes a register anew in every cycle.
    """
    for j, most in enumerate(longest_stays(model.problem)):
        held, length = model.x[:, j], most + 1
        if held.shape[1] < length:
            continue
        runs = sliding_window_view(held, length, axis=1).reshape(-1, length)
        runs = runs[(runs > 0).all(axis=1)]
        model.constraints.add_clauses("stretches", (-runs).astype(np.int32))


def rule_avoided(model: XyzModel, avoided: Iterable[Iterable[Held]]) -> None:
    """⋁ ¬X[i,j,k] over each set of `avoided`: its holds do not all occur together."""
    for clause in avoiding(model, avoided):
        model.constraints.add_clauses("addresses", np.array([clause], dtype=np.int32))


def avoiding(model: XyzModel, avoided: Iterable[Iterable[Held]]) -> Iterator[list[int]]:
    """Yield these clauses, except for sets with a member that is never held."""
    index = model.index
    for together in avoided:
        literals = []
        for held in together:
            i, j, k = index.value.get(held.value), index.component[held.component], held.cycle
            inside = i is not None and k < model.x.shape[2]
            literals.append(int(model.x[i, j, k]) if inside else 0)
        if all(literals):
            yield [-literal for literal in literals]

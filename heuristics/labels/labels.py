"""The four labels of LISA (Li et al., HPCA 2022): the usual places and times of the parts of a DFG.

Schedule order is per operation, association per same-level pair, spatial and temporal distance per
read, each in the order of a `Flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristics.labels.flow import NONE, Flow, IntArray
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from shell.budget import Work

FloatArray = NDArray[np.float64]

Guess: TypeAlias = "Callable[[Problem], Labels]"
"""A function that guesses the labels of a problem, at its II."""


GUESS_EACH, GUESS_MOST = 2e-3, 0.08
"""Seconds of work of a guess by networks, for each operation, and at most."""


def guessed(guess: Guess, problem: Problem) -> Labels:
    """Return labels as guessed, and count the work, done or remembered."""
    Work.add(min(GUESS_EACH * len(problem.dfg.operations), GUESS_MOST))
    return guess(problem)


@dataclass(frozen=True, eq=False)
class Spread:
    """The scales of the Laplace distributions that labels are the medians of, each above 0."""

    order: FloatArray
    association: FloatArray
    spatial: FloatArray
    temporal: FloatArray


@dataclass(frozen=True, eq=False)
class Labels:
    """`order` [n] from 0 to the longest path, `association` [pairs], `spatial` and `temporal`
    [edges]: tiles between two operations, and cycles from one issue to the other.
    """

    order: FloatArray
    association: FloatArray
    spatial: FloatArray
    temporal: FloatArray
    unsuited: FloatArray | None = None
    """[n, components]: the unsuitability of each for an operation, in tiles; None if unknown."""
    spread: Spread | None = None
    """Uncertainty of the labels; None if unknown: all have the same weight."""


NUMBERS = ("order", "association", "spatial", "temporal")


def initial_labels(flow: Flow) -> Labels:
    """Return the labels that training starts from (Section V-B).

    Levels, the mean of the shortest paths to the closest common ancestor and descendant, spatial
    distance 0 and temporal distance 1.
    """
    association = np.zeros(len(flow.related))
    for number, (a, b, above, below) in enumerate(flow.related):
        paths = [flow.hops[above, x] for x in (a, b) if above != NONE]
        paths += [flow.hops[x, below] for x in (a, b) if below != NONE]
        association[number] = np.mean(paths)
    edges = len(flow.edges)
    return Labels(flow.asap.astype(float), association, np.zeros(edges), np.ones(edges))


def trivial_labels(flow: Flow) -> Labels:
    """Return levels and constants: the baseline that learning has to beat."""
    pairs, edges = len(flow.pairs), len(flow.edges)
    return Labels(flow.asap.astype(float), np.full(pairs, 2.0), np.ones(edges), np.ones(edges))


def read_labels(flow: Flow, problem: Problem, mapping: Mapping, tiles: IntArray) -> Labels:
    """Return the labels that a mapping of a problem has.

    `tiles` is that of `tile_distances`. An operation that is issued several times counts where it
    is issued first. Raises `InputError` where an operation is not issued.
    """
    cycle, place = issued_at(flow, problem, mapping)
    first, last = cycle.min(initial=1 << 60), cycle.max(initial=0)
    order = (cycle - first) * (flow.longest / (last - first) if last > first else 0.0)
    pairs = np.array(flow.pairs, dtype=np.int64).reshape(-1, 2)
    source, target, distance = np.array(flow.edges, dtype=np.int64).reshape(-1, 3).T
    return Labels(
        order,
        tiles[place[pairs[:, 0]], place[pairs[:, 1]]].astype(float),
        tiles[place[source], place[target]].astype(float),
        (cycle[target] + distance * (mapping.contexts or 0) - cycle[source]).astype(float),
    )


def issued_at(flow: Flow, problem: Problem, mapping: Mapping) -> tuple[IntArray, IntArray]:
    """Return the cycle [n] and the component [n] where a mapping first issues each operation.

    Raises `InputError` where an operation is not issued.
    """
    component = {part.name: j for j, part in enumerate(problem.arch.components)}
    issued: dict[str, tuple[int, int]] = {}
    for issue in mapping.issues:
        here = issue.cycle, component[issue.component]
        issued[issue.operation] = min(here, issued.get(issue.operation, here))
    for name in flow.names:
        if name not in issued:
            raise InputError(f"the mapping does not issue '{name}', so it has no labels")
    cycle, place = np.array([issued[name] for name in flow.names], dtype=np.int64).reshape(-1, 2).T
    return cycle, place


def mean_labels(candidates: Sequence[Labels]) -> Labels:
    """Return the mean of candidates for the same flow; `InputError` for an empty list."""
    if not candidates:
        raise InputError("there are no candidates to take the mean of")
    return Labels(*(np.mean([getattr(c, name) for c in candidates], axis=0) for name in NUMBERS))


def require_fit(flow: Flow, labels: Labels) -> None:
    """Raise `InputError` where labels are not those of this flow, or not finite numbers."""
    sizes = {
        "order": flow.size,
        "association": len(flow.pairs),
        "spatial": len(flow.edges),
        "temporal": len(flow.edges),
    }
    for name, size in sizes.items():
        numbers = getattr(labels, name)
        if numbers.shape != (size,):
            shape = "x".join(map(str, numbers.shape))
            raise InputError(f"label '{name}' has {shape} numbers, the graph needs {size}")
        if not np.isfinite(numbers).all():
            raise InputError(f"label '{name}' has a number that is not finite")

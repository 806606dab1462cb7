"""Start times of placed operations: no others hold values for less."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.modulo.partial import Pipelined
from heuristics.placement.times import Terms, descend, least_held
from models.data.problem import Problem
from tests.seeds import seeds

MOST = 6


@seeds(range(40))
def test_descent_ends_at_the_least_sum(seed: int) -> None:
    """Tests against all times of few variables."""
    source = random.Random(f"descent {seed}")
    count = source.choice((2, 3, 4))
    pairs = [source.sample(range(count), 2) for _ in range(source.randint(1, 7))]
    sooner, later = np.array(pairs, dtype=np.int64).T
    least = np.array([source.randint(-3, 3) for _ in pairs])
    slope = np.array([source.choice((1, 2, 20)) for _ in pairs])
    terms = Terms(sooner, later, least, slope)
    weight = np.array([source.randint(-2, 2) for _ in range(count)])
    weight[-1] -= weight.sum()
    # Variables far apart cost more than any weight saves.
    tied = np.array(list(product(range(count), repeat=2)), dtype=np.int64)
    tied = tied[tied[:, 0] != tied[:, 1]]
    many = len(tied)
    terms = Terms(
        np.concatenate([terms.sooner, tied[:, 0]]),
        np.concatenate([terms.later, tied[:, 1]]),
        np.concatenate([terms.least, np.full(many, -MOST // 2)]),
        np.concatenate([terms.slope, np.full(many, 30)]),
    )

    def total(times: np.ndarray) -> int:
        apart = times[terms.later] - times[terms.sooner]
        costs = terms.slope * np.maximum(terms.least - apart, 0)
        return int((weight * times).sum() + costs.sum())

    wanted = min(total(np.array(times)) for times in product(range(MOST + 1), repeat=count))
    begun = np.array([source.randint(-20, 20) for _ in range(count)])
    assert total(descend(terms, weight, begun)) == wanted


@seeds(range(20))
def test_values_are_held_no_longer_than_dependences_ask(seed: int) -> None:
    """Tests the sum of lifetimes against all starts of four operations."""
    interval = 3
    dfg = random_loop(4, seed, 1, distance=2)
    shared = Pipelined.of(Problem(dfg, architecture_preset("mesh:2x2,io=all"), interval))
    assert shared is not None
    if shared.when is None:
        return
    reads = [
        (e.net, e.reader, e.distance * interval)
        for e in shared.loop.edges
        if e.net < 4 and e.reader >= 0
    ]

    def held(starts: tuple[int, ...]) -> int | None:
        last = dict.fromkeys({e.net for e in shared.loop.edges if e.net < 4}, 1)
        for net, reader, shift in reads:
            apart = starts[reader] + shift - starts[net]
            if apart < 1:
                return None
            last[net] = max(last[net], apart)
        return sum(last.values())

    sums = (held(starts) for starts in product(range(2 * MOST), repeat=4))
    assert least_held(shared) == min(each for each in sums if each is not None)

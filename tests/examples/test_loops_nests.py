"""Tests that unrolled nests compute what they are named after, with the sizes of their loops."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from examples.loops.memory import SPACE
from examples.loops.nests import GENERATOR, MODULUS, stencil, tile, transform
from models.data.dfg import Dfg
from models.semantics.operators import evaluate
from tests.examples.loop_support import use_memory

ITERATIONS = 2


def results(dfg: Dfg, seed: int) -> tuple[dict[str, list[int]], list[dict[str, int]]]:
    """The numbers of the inputs, and by iteration those of the results."""
    chance = random.Random(seed)
    inputs = {name: [chance.randrange(100) for _ in range(ITERATIONS)] for name in dfg.inputs}
    rows = evaluate(dfg, ITERATIONS, inputs)
    return inputs, [{name: int(row[name]) for name in dfg.results} for row in rows]


def test_tile() -> None:
    """Tests a tile against sums of products over all iterations."""
    dfg = tile(2, 3, 4)
    assert len(dfg.operations) == 2 * 2 * 3 * 4
    inputs, rows = results(dfg, 1)
    for row in range(2):
        for column in range(3):
            total = 0
            for n in range(ITERATIONS):
                a = [inputs[f"a_{row}_{k}"][n] for k in range(4)]
                b = [inputs[f"b_{k}_{column}"][n] for k in range(4)]
                total += sum(x * y for x, y in zip(a, b, strict=True))
                assert rows[n][f"c_{row}_{column}"] == total


@pytest.mark.parametrize(("side", "steps", "operations"), [(3, 1, 33), (8, 2, 576), (16, 2, 2432)])
def test_stencil(side: int, steps: int, operations: int) -> None:
    """Tests every point against the weighted sum around it, step by step."""
    dfg = stencil(side, steps)
    assert len(dfg.operations) == operations
    inputs, rows = results(dfg, 2)
    points = [(r, c) for r in range(side) for c in range(side)]
    for n in range(ITERATIONS):
        now = {(r, c): inputs[f"x_{r}_{c}"][n] for r, c in points}
        for _ in range(steps):
            near = {
                (r, c): sum(now.get(p, 0) for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
                for r, c in points
            }
            now = {point: 3 * (now[point] + near[point]) for point in points}
        found = {p: rows[n][f"y_{steps - 1}_{p[0]}_{p[1]}"] for p in points}
        assert found == now


@pytest.mark.parametrize(("points", "operations"), [(2, 2), (8, 29), (64, 513), (128, 1217)])
def test_transform(points: int, operations: int) -> None:
    """Tests against the definition, modulo a prime."""
    dfg = transform(points)
    assert len(dfg.operations) == operations
    inputs, rows = results(dfg, 3)
    root = pow(GENERATOR, (MODULUS - 1) // points, MODULUS)
    for n in range(ITERATIONS):
        words = [inputs[f"x_{i}"][n] for i in range(points)]
        wanted = [
            sum(word * pow(root, i * k, MODULUS) for i, word in enumerate(words)) % MODULUS
            for k in range(points)
        ]
        assert [number % MODULUS for number in rows[n].values()] == wanted


@pytest.mark.parametrize(
    "nest", [partial(tile, 2, 3, 4), partial(stencil, 3), partial(transform, 8)]
)
def test_words_in_memory(nest: Callable[..., Dfg], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an iteration stores what the nest with inputs and results computes."""
    plain, loads = nest(), nest(memory=True)
    assert not loads.inputs and not loads.results
    numbers = random.Random(4).choices(range(100), k=len(plain.inputs))
    memory = {SPACE + n: number for n, number in enumerate(numbers)}
    memory |= {2 * SPACE + n: -1 for n in range(len(plain.results))}
    use_memory(monkeypatch, memory)
    evaluate(loads, 1, {})
    (expected,) = evaluate(
        plain, 1, {name: [n] for name, n in zip(plain.inputs, numbers, strict=True)}
    )
    found = [memory[2 * SPACE + n] for n in range(len(plain.results))]
    assert found == [expected[name] for name in plain.results]

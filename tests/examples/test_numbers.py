"""The generated graphs compute what their names say: direct evaluation against the formula."""

from __future__ import annotations

import random

import numpy as np
import pytest

from examples.dct import dct
from examples.fft import fft
from examples.filters import accumulate, conv, dot, fir
from examples.matrices import mmm, sparse
from examples.ring import ring
from examples.sums import MACS, Mac
from models.data.dfg import Dfg
from models.semantics.operators import evaluate

CHANCE = random.Random()


@pytest.fixture(autouse=True)
def chance() -> None:
    """The same numbers for each test, whatever ran before it."""
    CHANCE.seed(11)


def numbers(dfg: Dfg, iterations: int = 1) -> dict[str, list[int]]:
    """Return small random integers for every input."""
    return {name: [CHANCE.randint(-9, 9) for _ in range(iterations)] for name in dfg.inputs}


@pytest.mark.parametrize("mac", MACS)
def test_ring(mac: Mac) -> None:
    """Tests that the ring computes a matrix-vector product."""
    dfg, _ = ring(4, mac)
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    for r in range(4):
        assert row[f"y_{r}"] == sum(given[f"x_{c}"][0] * given[f"w_{r}_{c}"][0] for c in range(4))


@pytest.mark.parametrize("mac", MACS)
@pytest.mark.parametrize("pattern", [None, "101010011"])
def test_matrix_products(mac: Mac, pattern: str | None) -> None:
    """Tests that dense and sparse products are W·X."""
    dfg, _ = mmm(3, mac) if pattern is None else sparse(3, pattern, mac)
    given = numbers(dfg)
    w, x = (
        np.array([[given.get(f"{n}_{r}_{c}", [0])[0] for c in range(3)] for r in range(3)])
        for n in "wx"
    )
    (row,) = evaluate(dfg, 1, given)
    for name in dfg.results:
        _, r, c = name.split("_")
        assert row[name] == (w @ x)[int(r), int(c)]


@pytest.mark.parametrize("mac", MACS)
def test_fir(mac: Mac) -> None:
    """Tests that the FIR filter weighs its window with 1, 2, 3, …."""
    dfg, _ = fir(5, mac)
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    assert row["y"] == sum((tap + 1) * given[f"x_{tap}"][0] for tap in range(5))


@pytest.mark.parametrize("mac", MACS)
@pytest.mark.parametrize("taps", [1, 4])
def test_streaming_fir(mac: Mac, taps: int) -> None:
    """Tests that the streaming FIR filter equals a convolution over all iterations."""
    dfg, _ = fir(taps, mac, streaming=True)
    given = numbers(dfg, 12)
    rows = evaluate(dfg, 12, given)
    expected = np.convolve(given["x"], range(1, taps + 1))[:12]
    assert [row["y"] for row in rows] == expected.tolist()


@pytest.mark.parametrize("mac", MACS)
def test_conv(mac: Mac) -> None:
    """Tests that each output is the window of its position times the kernel."""
    dfg, _ = conv(3, 2, mac)
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    for pixel in range(2):
        assert row[f"y_{pixel}"] == sum(
            given[f"w_{r}_{c}"][0] * given[f"x_{r}_{c + pixel}"][0]
            for r in range(3)
            for c in range(3)
        )


def test_dot_and_accumulate() -> None:
    """Tests that the straight and the looped dot product agree."""
    dfg, _ = dot(6)
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    streams = {name: [given[f"{name}_{k}"][0] for k in range(6)] for name in "ab"}
    assert row["s"] == np.dot(streams["a"], streams["b"])
    for mac in MACS:
        loop, _ = accumulate(mac)
        assert evaluate(loop, 6, streams)[-1]["s"] == row["s"]


def test_dct() -> None:
    """Tests the DCT against its definition, and its number of products and sums."""
    dfg, _ = dct()
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    x = np.array([given[f"x_{n}"][0] for n in range(8)])
    n = np.arange(8)
    for k in range(8):
        assert row[f"y_{k}"] == pytest.approx(float(x @ np.cos((2 * n + 1) * k * np.pi / 16)))
    used = [operation.operator for operation in dfg.operations]
    assert (used.count("*"), len(used) - used.count("*")) == (21, 28)


@pytest.mark.parametrize("points", [2, 4, 8, 16])
def test_fft(points: int) -> None:
    """Tests the FFT against numpy's."""
    dfg, _ = fft(points)
    given = numbers(dfg)
    (row,) = evaluate(dfg, 1, given)
    expected = np.fft.fft(
        [complex(given[f"re_{n}"][0], given[f"im_{n}"][0]) for n in range(points)]
    )
    for k in range(points):
        assert complex(row[f"yre_{k}"], row[f"yim_{k}"]) == pytest.approx(complex(expected[k]))

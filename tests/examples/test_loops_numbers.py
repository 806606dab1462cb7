"""Loops on signals, strings and transforms compute what they are defined to compute."""

from __future__ import annotations

import random
from cmath import exp

import pytest

from examples.loops import filters, speech, strings, transforms
from examples.loops.kernels import kernel_loop
from tests.examples.loop_support import run, use_memory

CHANCE = random.Random()


@pytest.fixture(autouse=True)
def chance() -> None:
    """The same numbers for each test, whatever ran before it."""
    CHANCE.seed(8)


UNROLLS = pytest.mark.parametrize("unroll", [1, 2, 4])


def samples(count: int, most: int = 30000) -> list[int]:
    return [CHANCE.randint(-most, most) for _ in range(count)]


def saturated(number: int) -> int:
    return max(-32768, min(32767, number))


def rounded(a: int, b: int) -> int:
    return (a * b + (1 << 14)) // (1 << 15)


@UNROLLS
def test_shift_or(unroll: int) -> None:
    """Tests the number and the ends of the matches against a search by `startswith`."""
    word, text = "abab", "abababbaabababaabab_abab"
    masks = [~sum(1 << place for place in range(4) if word[place] == c) for c in text]
    assert len(word) == strings.LENGTH
    rows = run(kernel_loop("shift-or", unroll), unroll, {"mask": masks}, len(text))
    for length, row in enumerate(rows, start=1):
        ends = [n for n in range(length) if text[: n + 1].endswith(word)]
        assert (row["matches"], row["last"]) == (len(ends), ends[-1] if ends else -1)


@UNROLLS
def test_align(unroll: int) -> None:
    """Tests a row of the table against the maximum of three neighbours."""
    above = samples(16, 9)
    a, b = ([CHANCE.randrange(3) for _ in range(16)] for _ in range(2))
    rows = run(kernel_loop("align", unroll), unroll, {"above": above, "a": a, "b": b}, 16)
    left = corner = 0
    for n, row in enumerate(rows):
        gain = strings.MATCH if a[n] == b[n] else strings.MISMATCH
        left = max(corner + gain, above[n] - strings.GAP, left - strings.GAP)
        corner = above[n]
        assert row["score"] == left


@UNROLLS
def test_gsm_add(unroll: int) -> None:
    """Tests the saturated total, at both ends of the range."""
    x = [*samples(8), *[30000] * 8, *[-30000] * 16]
    rows = run(kernel_loop("gsm-add", unroll), unroll, {"x": x}, 32)
    total, seen = 0, []
    for number, row in zip(x, rows, strict=True):
        total = saturated(total + rounded(number, speech.GAIN))
        seen.append(total)
        assert row["total"] == total
    assert {32767, -32768} <= set(seen)


@UNROLLS
@pytest.mark.parametrize(("kernel", "stages"), [("gsm-lattice", 2), ("gsm-synthesis", 8)])
def test_gsm_synthesis(unroll: int, kernel: str, stages: int) -> None:
    """Tests the lattice against the filter with one array of states."""
    x = samples(24)
    rows = run(kernel_loop(kernel, unroll), unroll, {"x": x}, 24)
    v = [0] * (stages + 1)
    for sample, row in zip(x, rows, strict=True):
        for stage in range(stages, 0, -1):
            factor = speech.REFLECTIONS[stage - 1]
            sample = saturated(sample - rounded(factor, v[stage - 1]))
            v[stage] = saturated(v[stage - 1] + rounded(factor, sample))
        v[0] = sample
        assert row["v0"] == sample


@UNROLLS
def test_adpcm(unroll: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the decoder; its tables lie in memory, and both ends of each range are reached."""
    steps = [int(7 * 1.1**n) for n in range(speech.LAST_STEP + 1)]
    changes = [-1, -1, -1, -1, 2, 4, 6, 8]
    memory = {speech.STEPS + n: step for n, step in enumerate(steps)}
    memory |= {speech.CHANGES + n: change for n, change in enumerate(changes)}
    use_memory(monkeypatch, memory)
    codes = [*(CHANCE.randrange(16) for _ in range(24)), *[7] * 20, *[15] * 20]
    rows = run(kernel_loop("adpcm", unroll), unroll, {"code": codes}, len(codes))
    index, signal, seen = 0, 0, set()
    for code, row in zip(codes, rows, strict=True):
        size = (2 * (code % 8) + 1) * steps[index] // 8
        signal = saturated(signal - size if code & 8 else signal + size)
        index = max(0, min(speech.LAST_STEP, index + changes[code % 8]))
        seen |= {signal, index}
        assert (row["signal"], row["index"]) == (signal, index)
    assert {0, 88, 32767, -32768} <= seen


@UNROLLS
@pytest.mark.parametrize(("kernel", "sections"), [("biquad", 1), ("biquad-cascade", 8)])
def test_biquads(unroll: int, kernel: str, sections: int) -> None:
    """Tests sections in a row against the difference equation of each."""
    x = samples(24)
    rows = run(kernel_loop(kernel, unroll), unroll, {"y0": x}, 24)
    b0, b1, b2, a1, a2 = filters.SECTION
    for section in range(1, sections + 1):
        y: list[int] = []
        padded = [0, 0, *x]
        for n in range(24):
            past = [0, 0, *y]
            total = b0 * padded[n + 2] + b1 * padded[n + 1] + b2 * padded[n]
            total -= a1 * past[n + 1] + a2 * past[n]
            y.append((total + 8192) // 16384)
        assert [row[f"y{section}"] for row in rows] == y
        x = y


@UNROLLS
@pytest.mark.parametrize(("kernel", "taps"), [("lms", 12), ("lms-20", 20)])
def test_lms(unroll: int, kernel: str, taps: int) -> None:
    """Tests errors and weights of the adaptive filter."""
    x, d = samples(32, 2000), samples(32, 2000)
    rows = run(kernel_loop(kernel, unroll), unroll, {"x": x, "d": d}, 32)
    w = [0] * taps
    for n, row in enumerate(rows):
        past = [x[n - k] if n >= k else 0 for k in range(taps)]
        y = sum(map(int.__mul__, w, past)) // (1 << 14)
        gain = (d[n] - y) * filters.RATE // 16
        w = [weight + gain * sample // (1 << 16) for weight, sample in zip(w, past, strict=True)]
        assert row["y"] == y
        assert [row[f"w{k}"] for k in range(taps)] == w
    assert any(row["y"] for row in rows)


@pytest.mark.parametrize("unroll", [1, 2])
@pytest.mark.parametrize(("kernel", "order"), [("state-space", 6), ("state-space-12", 12)])
def test_state_space(unroll: int, kernel: str, order: int) -> None:
    """Tests the states against matrix times vector, and that the matrix is dense."""
    u = samples(16)
    rows = run(kernel_loop(kernel, unroll), unroll, {"u": u}, 16)
    matrix = [[filters.entry(order, r, c) for c in range(order)] for r in range(order)]
    assert all(sum(map(abs, row)) < 1 << 14 for row in matrix)
    s = list(range(1, order + 1))
    for number, row in zip(u, rows, strict=True):
        sums = [sum(map(int.__mul__, line, s)) for line in matrix]
        s = [(total + (r + 3) * number) // 16384 for r, total in enumerate(sums)]
        assert [row[f"s{r}"] for r in range(order)] == s


@pytest.mark.parametrize("unroll", [1, 2])
@pytest.mark.parametrize(("kernel", "count"), [("fft-butterflies", 4), ("fft-butterflies-7", 7)])
def test_fft_butterflies(unroll: int, kernel: str, count: int) -> None:
    """Tests the butterflies on complex numbers: up to the rounding of the twiddle factor."""
    names = [f"{side}{n}{part}" for side in "ab" for n in range(count) for part in "ri"]
    streams = {name: samples(16, 1000) for name in names}
    rows = run(kernel_loop(kernel, unroll), unroll, streams, 16)
    energy = 0
    for n, row in enumerate(rows):
        w = exp(-1j * n * transforms.TURN)
        for each in range(count):
            a, b = (complex(row[f"{s}{each}r"], row[f"{s}{each}i"]) for s in "ab")
            plus, minus = (complex(row[f"{s}{each}r"], row[f"{s}{each}i"]) for s in "pm")
            assert abs(plus - (a + w * b)) < 6
            assert abs(minus - (a - w * b)) < 6
        energy += row["p0r"] ** 2 + row["p0i"] ** 2
        assert row["energy"] == energy


@pytest.mark.parametrize("unroll", [1, 2])
def test_dct_blocks(unroll: int) -> None:
    """Tests coefficients, their sums and the difference against the plain formula."""
    streams = {f"x{n}": samples(8) for n in range(8)}
    rows = run(kernel_loop("dct-blocks", unroll), unroll, streams, 8)
    totals, before = [0] * 8, 0
    for block, row in enumerate(rows):
        y = [
            sum(streams[f"x{n}"][block] * transforms.cosine((2 * n + 1) * k) for n in range(8))
            // (1 << transforms.SHIFT)
            for k in range(8)
        ]
        totals = [total + number for total, number in zip(totals, y, strict=True)]
        assert [row[f"y{k}"] for k in range(8)] == y
        assert [row[f"total{k}"] for k in range(8)] == totals
        assert row["difference"] == y[0] - before
        before = y[0]

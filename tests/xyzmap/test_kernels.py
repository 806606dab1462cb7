"""Kernels in Python's syntax: their graphs give the numbers that the functions give."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import xyzmap
from models.data.dfg import Initial
from models.errors import InputError
from models.semantics.evaluate import evaluate


def mov(value: Any) -> Any:
    """A copy, in Python as in the graph."""
    return value


def fir(x: Any, y: Any, n: int, h: int) -> Any:
    """A filter: values of one and two iterations ago."""
    a = 0
    b = 1
    for i in range(n):
        y[i] = x[i] * h + a * 3 - b
        b = a
        a = x[i]
    return a, b


def horner(x: Any, y: Any, n: int, s: int) -> Any:
    """A parameter that changes, a counter, and the written array read again."""
    t = -2
    for i in range(0, n):
        s = (s * 3 + i) % 1000
        s ^= x[i]
        y[i] = max(s, i) if s & 1 else ~s
        t += y[i] << 1
        t = min(t, 50)
    return s, t


def states(x: Any, y: Any, n: int, k: int) -> Any:
    """A number that a variable ends as, comparisons, and a variable that never changes."""
    first = 1
    low = -4
    for i in range(n):
        y[i] = x[i] if first else (x[i] > k) - (x[i] <= low)
        first = 0
    return first


def fibonacci(x: Any, y: Any, n: int, k: int) -> Any:
    """Two variables that change places, by a copy; in place, and from 5 on."""
    a = 0
    b = 1
    for i in range(5, n):
        t = a + b
        a = mov(b)
        b = t // 1 + abs(i - i)
        x[i] = x[i] + b * k
    return b, a


FUNCTIONS: list[Callable[..., Any]] = [fir, horner, states, fibonacci]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_graph_computes_what_the_function_does(function: Callable[..., Any]) -> None:
    """Tests results and arrays on random numbers."""
    dfg = xyzmap.kernel(function)
    begin = 5 if function is fibonacci else 0
    for seed in range(20):
        chance = random.Random(seed)
        n = begin + chance.randrange(1, 9)
        x, k = [chance.randrange(-9, 10) for _ in range(n)], chance.randrange(-5, 6)
        streams = {"x": x[begin:]}
        inputs = {name: streams.get(name, [k] * (n - begin)) for name in dfg.inputs}
        rows = evaluate(dfg, n - begin, inputs)
        y = [0] * n
        wanted = function(x, y, n, k)
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        array = x[begin:] if function is fibonacci else y
        (first, *others) = dfg.results
        assert [row[first] for row in rows] == array
        assert [rows[-1][name] for name in others] == list(wanted[: len(others)])


def test_what_the_graph_says() -> None:
    """Tests names, distances, what values begin with, and lines."""
    dfg = xyzmap.kernel(fir)
    assert dfg.name == "fir" and set(dfg.inputs) == {"x", "h"}
    assert dfg.initial == (Initial("x", (0, 1)),) and dfg.max_distance == 2
    first = fir.__code__.co_firstlineno
    assert dfg.line_of["y"] == f"test_kernels.py:{first + 5}"
    assert ("s",) in [first.numbers for first in xyzmap.kernel(horner).initial]
    assert xyzmap.min_ii(dfg, "hycube:3x3", first=True).mapping is not None


def two(x: Any, n: int) -> None:
    for i in range(n):
        x[i] = i
    for i in range(n):
        x[i] = i


def swap(x: Any, n: int) -> Any:
    a = 0
    b = 1
    for i in range(n):
        t = a
        a = b
        b = t
        x[i] = a
    return a


def alike(x: Any, y: Any, n: int) -> None:
    a = 0
    b = 1
    for i in range(n):
        y[i] = a + b
        a = x[i]
        b = x[i]


def unset(x: Any, y: Any, n: int) -> None:
    s = n + 1
    for i in range(n):
        s += x[i]
        y[i] = s


def elsewhere(x: Any, y: Any, n: int) -> None:
    for i in range(1, n):
        y[i] = x[i - 1]


def steps(x: Any, n: int) -> None:
    for i in range(0, n, 2):
        x[i] = i


def leaves(x: Any, n: int) -> None:
    for i in range(n):
        x[i] = i
        break


def both(x: Any, n: int) -> None:
    for i in range(n):
        x[i] = 0 < x[i] < 3


def after(x: Any, n: int) -> Any:
    s = 0
    for i in range(n):
        s = s + x[i]
    return s + 1


@pytest.mark.parametrize(
    ("function", "line"),
    [
        (two, "must have one loop"),
        (swap, "one value under several names; copy by mov"),
        (alike, "one value under several names; copy by mov"),
        (unset, "'s' has no number before the loop"),
        (elsewhere, r"no kernel has `x\[i - 1\]`"),
        (steps, "must have one loop"),
        (leaves, "only assignments can be in the loop"),
        (both, "no kernel has `0 < x"),
        (after, "only variables can be returned"),
        (len, "is no function whose source can be read"),
    ],
)
def test_refusals(function: Callable[..., Any], line: str) -> None:
    """Tests that each thing that no kernel has is one line, with the place where there is one."""
    with pytest.raises(InputError, match=line) as caught:
        xyzmap.kernel(function)
    assert "\n" not in str(caught.value)
    assert function is len or str(caught.value).startswith("test_kernels.py:")


def test_short() -> None:
    """Tests that the reader of kernels stays small."""
    from xyzmap import kernels

    assert len(Path(str(kernels.__file__)).read_text().splitlines()) < 200

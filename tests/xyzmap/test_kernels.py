"""Kernels in Python's syntax: their graphs give the numbers that the functions give."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import xyzmap
from models.data.dfg import Initial
from models.errors import InputError
from models.semantics.evaluate import evaluate
from models.semantics.typed import computed


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


def begins(x: Any, y: Any, n: int, k: int) -> Any:
    """Two variables with one number, and a statement that does nothing."""
    pass
    a = b = 1
    for i in range(n):
        a = a + x[i]
        b = b * k
        y[i] = a - b
    return a, b


def floats(x: Any, y: Any, n: int, k: int) -> Any:
    """Types go through variables of the iteration before, copies and selections."""
    late = 0
    total = 0.0
    count = 0
    for i in range(n):
        early = mov(late) * 3
        late = max(x[i], early) - x[i] / 2
        total = total + x[i]
        count = count + x[i]
        y[i] = -(late if count > 2 else count) + 1
    return total, count


def divides(x: Any, y: Any, n: int, k: int) -> Any:
    """Quotients and remainders, also of negative numbers."""
    q = 0
    for i in range(n):
        q = x[i] // 3
        y[i] = x[i] % 3
    return q


FUNCTIONS: list[Callable[..., Any]] = [fir, horner, states, fibonacci, begins, floats, divides]


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
        assert [rows[-1][name] for name in others] == list(wanted)


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


def prepares(x: Any, n: int) -> None:
    x[0] = 5
    for i in range(n):
        x[i] = x[i] + 1


def calls(x: Any, n: int) -> None:
    """Has a docstring, which is no statement."""
    x.sort()
    for i in range(n):
        x[i] = x[i] + 1


def branches(x: Any, n: int) -> None:
    s = 0
    if n > 3:
        s = 1
    for i in range(n):
        x[i] = x[i] + s


def otherwise(x: Any, n: int) -> None:
    for i in range(n):
        x[i] = x[i] + 1
    else:
        x[0] = 0


def starred(x: Any, n: Any) -> None:
    for i in range(*n):
        x[i] = x[i] + 1


def deletes(x: Any, n: int) -> Any:
    s = 0
    for i in range(n):
        s = s + x[i]
    del n
    return s


def imports(x: Any, n: int) -> None:
    import math

    for i in range(n):
        x[i] = math.gcd(x[i], 2)


def nests(x: Any, n: int) -> None:
    double = lambda value: 2 * value  # noqa: E731
    for i in range(n):
        x[i] = double(x[i])


def clash(x: Any, n: int) -> None:
    for i in range(n):
        x = x[i] + x


def hidden(x: Any, n: int) -> None:
    x = sorted(x)
    for i in range(n):
        x[i] = x[i] + 1


def rounds(x: Any, y: Any, n: int) -> Any:
    s = 0.5
    for i in range(n):
        s = s + x[i]
        y[i] = s // 2
    return s


def unhashable(x: Any, n: int) -> None:
    for i in range(n):
        x[i] = {[]: 1}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("function", "line"),
    [
        (prepares, "only variables can be assigned before the loop"),
        (calls, "only variables can be assigned before the loop"),
        (branches, "only variables can be assigned before the loop"),
        (otherwise, "must have one loop"),
        (starred, "must have one loop"),
        (deletes, "no kernel has `del n`"),
        (imports, "no kernel has `import math`"),
        (nests, "no kernel has `lambda value: 2 [*] value`"),
        (clash, "'x' is an array and a variable; rename one"),
        (hidden, "'x' is an array and a variable; rename one"),
        (rounds, "`//` and `%` are of integers"),
        (unhashable, "no kernel has `{"),
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


def test_what_has_no_function(tmp_path: Path) -> None:
    """Tests that a lambda and a class are refused in one line."""
    for source in ("kernel = lambda x: x", "class kernel: pass", "async def kernel(): pass"):
        with pytest.raises(InputError, match="is no function whose source can be read"):
            xyzmap.kernel(loaded(source, tmp_path))


def test_a_long_sum_is_one_line(tmp_path: Path) -> None:
    """Tests that a sum that is nested too deep for Python is refused with its place."""
    terms = "+".join(["x[i]"] * 330)
    source = f"def kernel(x, y, n):\n    for i in range(n):\n        y[i] = {terms}\n"
    with pytest.raises(InputError, match="kernel: an expression is nested too deep") as caught:
        xyzmap.kernel(loaded(source, tmp_path))
    assert str(caught.value).startswith("long.py:1: ")


def loaded(source: str, folder: Path) -> Callable[..., Any]:
    path = folder / "long.py"
    path.write_text(source)
    linecache.checkcache()
    found: dict[str, Any] = {"__name__": "long"}
    exec(compile(source, str(path), "exec"), found)
    function: Callable[..., Any] = found["kernel"]
    return function


def twice(x: Any, y: Any, n: int, k: int) -> None:
    for i in range(n):
        a = x[i] * k
        y[i] = a
        y[i] = y[i] + 1


def test_an_array_that_is_written_twice_has_one_result() -> None:
    """Tests that only what is written last in an iteration is a result."""
    (result,) = xyzmap.kernel(twice).results
    rows = evaluate(xyzmap.kernel(twice), 2, {"x": [3, 4], "k": [5, 5]})
    assert [row[result] for row in rows] == [16, 21]


def test_operators_of_floating_point_numbers() -> None:
    """Tests that what is computed from such numbers is not associative, and the rest is."""
    dfg = xyzmap.kernel(floats)
    words = {one.name: one.operator for one in dfg.operations}
    assert [words[name] for name in ("early", "late", "total", "count", "y")] == [
        "fmul", "fsub", "fadd", "add", "fadd",
    ]  # fmt: skip
    assert "fneg" in words.values() and not {"sub", "mul", "neg"} & {*words.values()}
    associative = {one.name for one in dfg.operators if one.associative}
    assert associative == {"add", "max"}


def test_negative_quotients_are_those_of_python_but_not_of_words() -> None:
    """Tests that graphs without types round down, and that words round toward zero."""
    dfg = xyzmap.kernel(divides)
    (row,) = evaluate(dfg, 1, {"x": [-7]})
    assert [row[name] for name in dfg.results] == [-7 % 3, -7 // 3] == [2, -3]
    words = {one.name: one.operator for one in dfg.operations}
    found = [computed(words[name], "i32", "i32", [-7, 3]) for name in dfg.results]
    assert found == [-1, -2]

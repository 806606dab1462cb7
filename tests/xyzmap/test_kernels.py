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


LOOP = "for i in range(n):"
BEFORE = "only variables can be assigned before the loop"
NAMES = "one value under several names; copy by mov"
NO_FUNCTION = "is no function whose source can be read"
REFUSED: list[tuple[str, str]] = [
    (f"x[0] = 5; {LOOP} x[i] = x[i] + 1", BEFORE),
    (f"x.sort(); {LOOP} x[i] = x[i] + 1", BEFORE),
    (f"s = 0; if n > 3: s = 1; {LOOP} x[i] = x[i] + s", BEFORE),
    (f"{LOOP} x[i] = x[i] + 1; else: x[0] = 0", "must have one loop"),
    ("for i in range(*n): x[i] = x[i] + 1", "must have one loop"),
    ("for i in range(0, n, 2): x[i] = i", "must have one loop"),
    (f"{LOOP} x[i] = i; {LOOP} x[i] = i", "must have one loop"),
    (f"s = 0; {LOOP} s = s + x[i]; del n; return s", "no kernel has `del n`"),
    (f"import math; {LOOP} x[i] = math.gcd(x[i], 2)", "no kernel has `import math`"),
    (f"g = lambda v: 2 * v; {LOOP} x[i] = g(x[i])", "no kernel has `lambda v: 2 [*] v`"),
    (f"{LOOP} x = x[i] + x", "'x' is an array and a variable; rename one"),
    (f"x = sorted(x); {LOOP} x[i] = x[i] + 1", "'x' is an array and a variable; rename one"),
    (f"s = 0.5; {LOOP} s = s + x[i], y[i] = s // 2; return s", "`//` and `%` are of integers"),
    (f"{LOOP} x[i] = {{[]: 1}}", "no kernel has `{"),
    (f"a = 0; b = 1; {LOOP} t = a, a = b, b = t, x[i] = a; return a", NAMES),
    (f"a = 0; b = 1; {LOOP} y[i] = a + b, a = x[i], b = x[i]", NAMES),
    (f"s = n + 1; {LOOP} s += x[i], y[i] = s", "'s' has no number before the loop"),
    ("for i in range(1, n): y[i] = x[i - 1]", r"no kernel has `x\[i - 1\]`"),
    (f"{LOOP} x[i] = i, break", "only assignments can be in the loop"),
    (f"{LOOP} x[i] = 0 < x[i] < 3", "no kernel has `0 < x"),
    (f"s = 0; {LOOP} s = s + x[i]; return s + 1", "only variables can be returned"),
]
"""Statements of a function; those of a loop follow it, with commas between them."""


@pytest.mark.parametrize(("statements", "line"), REFUSED)
def test_refusals(statements: str, line: str, tmp_path: Path) -> None:
    """Tests that each thing that no kernel has is one line, with its place."""
    source = "def kernel(x, y, n):\n"
    for statement in statements.split("; "):
        head, colon, body = statement.partition(": ")
        if colon and head.split()[0] in ("for", "if", "else"):
            inner = body.split(", ") if "(x[i], 2)" not in body else [body]
            source += f"    {head}:\n" + "".join(f"        {one}\n" for one in inner)
        else:
            source += f"    {statement}\n"
    with pytest.raises(InputError, match=line) as caught:
        xyzmap.kernel(loaded(source, tmp_path))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("long.py:")


def test_what_has_no_function(tmp_path: Path) -> None:
    """Tests that a lambda, a class and a function without a source are refused in one line."""
    sources = ("kernel = lambda x: x", "class kernel: pass", "async def kernel(): pass")
    for function in (len, *(loaded(source, tmp_path) for source in sources)):
        with pytest.raises(InputError, match=NO_FUNCTION) as caught:
            xyzmap.kernel(function)
        assert "\n" not in str(caught.value)


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


def test_what_the_graph_says() -> None:
    """Tests names, distances, what values begin with, and lines."""
    dfg = xyzmap.kernel(fir)
    assert dfg.name == "fir" and set(dfg.inputs) == {"x", "h"}
    assert dfg.initial == (Initial("x", (0, 1)),) and dfg.max_distance == 2
    assert dfg.line_of["y"] == f"test_kernels.py:{fir.__code__.co_firstlineno + 5}"

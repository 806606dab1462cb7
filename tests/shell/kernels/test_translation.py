"""Functions translated to C: they compute what Python does; what has no translation is refused."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shell.kernels.build import FILE, NotCompiledError, compile_to, translated
from shell.kernels.types import TranslationError

HEAD = """
from typing import NamedTuple
import math
import numpy as np
from numpy.typing import NDArray
from shell.compiled import inner, outer
Ints, Singles = NDArray[np.int64], NDArray[np.float32]
LIMIT, STEP = 7, 1 << 4
A, B, C = range(3)
class Pair(NamedTuple):
    first: Ints
    few: int
class Both(NamedTuple):
    pair: Pair
    share: float
"""
TEXT = """
@outer
def divided(a: int, b: int) -> tuple[int, int, int, int]:
    q, r = divmod(a, b)
    return q, r, a // b, a % b

@outer
def arithmetic(a: int, b: int, x: float) -> float:
    y = a * x - b / 4 + max(a, x) + min(b, 3, a) + abs(x) + abs(a)
    y += (a > b) + (a ^ b) + ((a & 6) << 2) - (b >> 1) + LIMIT * STEP
    return -y if not a < b < LIMIT or x == 0.0 else y ** 2.0

@inner
def _next(numbers: Ints, n: int) -> int:
    numbers[n] += 1
    return numbers[n]

@outer
def ordered(numbers: Ints) -> int:
    total = _next(numbers, 0) * 10 + _next(numbers, 0)
    if numbers[0] > 0 and _next(numbers, B) > 1:
        total += 1000
    while _next(numbers, C) < 5:
        if numbers[C] == 2:
            continue
        total += 1
    numbers[0], numbers[1] = numbers[1], numbers[0]
    numbers[-1] = total
    return total

@outer
def loops(numbers: Ints, start: int, end: int) -> tuple[int, int]:
    k, total = -1, 0
    for k in range(start, end, 3):
        end = 0
        total = 31 * total + k
    for k in range(end, start, -2):
        total = 31 * total + k
        if k < -4:
            break
    for number in numbers:
        total ^= number
    for flag in (False, True):
        total += 2 if flag else 1
    return k, total

@outer
def nested(both: Both, table: Singles, row: int) -> float:
    line = table[row]
    line[0] = both.share / 3
    found = 0.0
    for j in range(table.shape[1]):
        found += float(table[row, j]) * both.pair.few
    for part in (both.pair, both.pair):
        part.first[:] = part.few
    return found + len(both.pair.first) + float(np.float32(both.share))

@outer
def drawn(seed: int) -> tuple[float, int, int, float, float, int]:
    np.random.seed(seed)
    one, two = np.random.random(), np.random.randint(1)
    three, four = np.random.randint(-2, 300), np.random.normal(1.0, 2.0)
    five, six = np.random.normal(0.0, 1.0), np.random.randint(1 << 40)
    return one, two, three, four, five, six

@outer
def logarithm(x: float, inf: float) -> float:
    return math.log(x) if x > 0 and not np.isnan(x) and inf == np.inf else np.inf

@outer
def last(numbers: Ints, n: int) -> int:
    return numbers[n]

@outer
def raising(numbers: Ints) -> None:
    for n in range(len(numbers)):
        if numbers[n] < 0:
            raise IndexError
    numbers[:] = 0
"""


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], ModuleType]:
    """The functions above in Python, and compiled."""
    root = tmp_path_factory.mktemp("root")
    write(root, HEAD + TEXT)
    target = root / "some" / FILE
    try:
        compile_to({target: translated(root, ["some.functions"])}, [])
    except NotCompiledError as error:
        pytest.skip(str(error))
    spec = spec_from_loader("_kernels", ExtensionFileLoader("_kernels", str(target)))
    assert spec is not None
    names: dict[str, Any] = {"__name__": "some.functions"}
    exec(HEAD + TEXT, names)
    return names, module_from_spec(spec)


def write(root: Path, text: str) -> None:
    (root / "shell" / "kernels").mkdir(parents=True, exist_ok=True)
    (root / "some").mkdir(exist_ok=True)
    (root / "some" / "functions.py").write_text(text)


@pytest.fixture(scope="module")
def both(ways: tuple[dict[str, Any], ModuleType]) -> Callable[..., None]:
    """Call a function in both ways, with copies of arrays, and compare."""
    names, compiled = ways

    def call(name: str, *arguments: Any) -> None:
        results = []
        for function in (names[name], getattr(compiled, f"some.functions.{name}")):
            own = copied(arguments)
            with np.errstate(all="ignore"):
                results.append((plain_numbers(function(*own)), arrays(own)))
        assert repr(results[0]) == repr(results[1])

    return call


def copied(given: Any) -> Any:
    if isinstance(given, np.ndarray):
        return given.copy()
    if isinstance(given, tuple):
        parts = map(copied, given)
        return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)
    return given


def plain_numbers(given: Any) -> Any:
    if isinstance(given, tuple):
        return tuple(map(plain_numbers, given))
    return given.item() if isinstance(given, np.generic) else given


def arrays(given: Any) -> list[Any]:
    if isinstance(given, np.ndarray):
        return given.tolist()
    return [arrays(each) for each in given] if isinstance(given, tuple) else []


INTS = st.integers(-(1 << 20), 1 << 20)
REALS = st.floats(-1e6, 1e6)


@settings(max_examples=200)
@given(INTS, INTS.filter(bool), REALS)
def test_numbers(both: Callable[..., None], a: int, b: int, x: float) -> None:
    """Tests division that rounds down, comparisons in chains, and mixed numbers."""
    both("divided", a, b)
    both("arithmetic", a, b, x)
    both("logarithm", x, math.inf)


@settings(max_examples=50)
@given(st.lists(INTS, min_size=4, max_size=6), st.integers(-9, 9), st.integers(-9, 9))
def test_statements(both: Callable[..., None], numbers: list[int], start: int, end: int) -> None:
    """Tests the order of calls, loops whose bounds change, and assignments side by side."""
    few = np.array([n % 7 - 2 for n in numbers])
    both("ordered", few)
    both("loops", few, start, end)


def test_named_tuples(ways: Any, both: Callable[..., None]) -> None:
    names, _ = ways
    table = np.arange(6, dtype=np.float32).reshape(2, 3) / np.float32(7)
    pair = names["Pair"](np.arange(3), 5)
    both("nested", names["Both"](pair, 0.1), table, 1)


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**31])
def test_random_numbers(both: Callable[..., None], seed: int) -> None:
    """Tests the generator of numpy, also for more numbers than it has words."""
    both("drawn", seed)


def test_faults(ways: Any) -> None:
    """Tests wrong arguments, indices outside an array, and what is raised; nothing is held then."""
    _, compiled = ways
    numbers = np.array([1, -2])

    def of(name: str) -> Any:
        return getattr(compiled, f"some.functions.{name}")

    for arguments in ((), (1,), (numbers.astype(np.int32), 0), (numbers.reshape(1, 2), 0)):
        with pytest.raises(TypeError):
            of("last")(*arguments)
    with pytest.raises(ValueError, match="contiguous"):
        of("last")(np.arange(8)[::2], 0)
    for n in (2, -1, 1 << 40):
        with pytest.raises(IndexError):
            of("last")(numbers, n)
    with pytest.raises(IndexError):
        of("raising")(numbers)
    with pytest.raises(TypeError):
        of("nested")((1, 2, 3), np.zeros((1, 1), np.float32), 0)
    held = array("q", [1, -2])
    assert of("last")(held, 1) == -2
    with pytest.raises(IndexError):
        of("raising")(held)
    with pytest.raises(TypeError):
        of("nested")(((held, "few"), 0.5), np.zeros((1, 1), np.float32), 0)
    held.append(3)  # which an array that is held refuses


REFUSED = {
    "text = 'a'": "no number",
    "x = [1, 2]": "no translation",
    "x = 1.5\n    x = numbers": "one name is of two types",
    "numbers[0] = 1.5": "does not fit",
    "y = unknown": "neither a variable nor a constant",
    "y = unknown(1)": "no compiled function",
    "for a, b in numbers:\n        pass": "loops have one variable",
    "y = numbers[0] + bump(numbers)": "arrays are read before",
    "y = a > 0 and (bump(numbers) + bump(numbers)) > 1": "the order of",
    "y = a > 0 and 1 < bump(numbers) < 3": "computed twice",
    "raise ValueError": "only IndexError",
    "y = 2.5 % 2.0": "no translation of Mod",
    "numbers[1:] = 0": "no whole array",
    "with numbers:\n        pass": "no translation",
    "y = a < numbers": "no comparison",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_has_no_translation_is_refused(tmp_path: Path, line: str) -> None:
    """Tests that the message names the file, the line, and what it is."""
    function = "@inner\ndef bump(n: Ints) -> int:\n    n[0] += 1\n    return n[0]\n"
    function += f"@outer\ndef f(numbers: Ints, a: int) -> None:\n    {line}\n"
    write(tmp_path, HEAD + function)
    with pytest.raises(TranslationError, match=rf"functions.py: line \d+: .*{REFUSED[line]}"):
        translated(tmp_path, ["some.functions"])

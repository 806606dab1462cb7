"""The loops of linear algebra, run on a memory, against loops over nested lists."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from examples.loops.memory import ADDRESSES, SPACE, Addresses
from examples.loops.polybench import ALPHA, BODIES, COLUMN, ROW, WIDTH, polybench
from models.data.dfg import Dfg
from models.semantics.operators import evaluate
from tests.examples.loop_support import use_memory

COUNT = 16
VECTORS = {"p", "r", "s", "tmp", "u", "v", "w", "x", "y", "z", "T"}
Arrays = dict[str, list]
I, J = ROW, COLUMN  # noqa: E741


def atax(m: Arrays, k: int, sums: dict[str, int]) -> None:
    m["y"][k] += m["A"][I][k] * m["tmp"][I]


def bicg(m: Arrays, k: int, sums: dict[str, int]) -> None:
    m["s"][k] += m["r"][I] * m["A"][I][k]
    sums["q"] += m["A"][I][k] * m["p"][k]


def cholesky(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["sum"] -= m["A"][I][k] * m["A"][J][k]


def doitgen(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["sum"] += m["A"][I][k] * m["C"][k][J]


def gemm(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["sum"] += ALPHA * m["A"][I][k] * m["B"][k][J]


def gemver(m: Arrays, k: int, sums: dict[str, int]) -> None:
    m["A"][I][k] += m["u"][I] * m["v"][k] + m["w"][I] * m["z"][k]


def gesummv(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["t"] += m["A"][I][k] * m["x"][k]
    sums["y"] += m["B"][I][k] * m["x"][k]


def mvt(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["x"] += m["A"][I][k] * m["y"][k]
    sums["z"] += m["A"][k][I] * m["w"][k]


def symm(m: Arrays, k: int, sums: dict[str, int]) -> None:
    m["C"][k][J] += ALPHA * m["B"][I][J] * m["A"][I][k]
    sums["sum"] += m["B"][k][J] * m["A"][I][k]


def syrk(m: Arrays, k: int, sums: dict[str, int]) -> None:
    m["C"][I][k] += ALPHA * m["A"][I][J] * m["A"][k][J]


def trmm(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["sum"] += m["A"][k][I] * m["B"][k][J]


def two_products(m: Arrays, k: int, sums: dict[str, int]) -> None:
    sums["sum"] += ALPHA * m["A"][I][k] * m["B"][k][J]
    m["D"][I][k] += m["T"][I] * m["C"][J][k]


FORMULAS: dict[str, Callable[[Arrays, int, dict[str, int]], None]] = {
    "2mm": two_products,
    **{
        each.__name__: each
        for each in (
            *(atax, bicg, cholesky, doitgen, gemm, gemver),
            *(gesummv, mvt, symm, syrk, trmm),
        )
    },
}


def drawn(arrays: tuple[str, ...]) -> Arrays:
    chance = random.Random(3)

    def vector() -> list[int]:
        return [chance.randint(-9, 9) for _ in range(WIDTH)]

    return {a: vector() if a in VECTORS else [vector() for _ in range(COUNT)] for a in arrays}


def flat(matrices: Arrays) -> dict[int, int]:
    """Return the memory that holds the arrays one after the other."""
    memory = {}
    for place, array in enumerate(matrices, start=1):
        rows = matrices[array]
        words = rows if array in VECTORS else [word for row in rows for word in row]
        memory |= {place * SPACE + n: word for n, word in enumerate(words)}
    return memory


def address_streams(dfg: Dfg, arrays: tuple[str, ...], count: int) -> dict[str, list[int]]:
    """Return the addresses that the names of the inputs describe."""
    streams = {}
    for name in dfg.inputs:
        array, first, step = re.fullmatch(r"(\w+)\[(\d+)\+(\d+)i\]", name).groups()  # type: ignore[union-attr]
        base = SPACE * (arrays.index(array) + 1) + int(first)
        streams[name] = [base + turn * int(step) for turn in range(count)]
    return streams


@pytest.mark.parametrize("unroll", [1, 2, 4])
@pytest.mark.parametrize("addresses", ["operations", "inputs"])
@pytest.mark.parametrize("kernel", list(BODIES))
def test_formula(
    kernel: str, addresses: Addresses, unroll: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that sums and memory are those of the formula, rolled and unrolled."""
    arrays = BODIES[kernel][1]
    matrices = drawn(arrays)
    memory = flat(matrices)
    use_memory(monkeypatch, memory)
    dfg = polybench(kernel, unroll, addresses)
    turns = COUNT // unroll
    rows = evaluate(dfg, turns, address_streams(dfg, arrays, turns))
    suffix = "" if unroll == 1 else f"_{unroll - 1}"
    sums = dict.fromkeys((name.removesuffix(suffix) for name in dfg.results), 0)
    before = flat(matrices)
    for k in range(COUNT):
        FORMULAS[kernel](matrices, k, sums)
    assert {name: rows[-1][name + suffix] for name in sums} == sums
    assert memory == flat(matrices)
    assert sums or memory != before


@pytest.mark.parametrize("unroll", [1, 2, 4])
@pytest.mark.parametrize("kernel", list(BODIES))
def test_addresses(kernel: str, unroll: int) -> None:
    """Tests that without arithmetic on addresses the rest is the same, and nothing is an input."""
    computed, given, free = (polybench(kernel, unroll, each) for each in ADDRESSES)
    assert given.operations == free.operations
    assert not computed.inputs and not free.inputs
    assert set(given.inputs) <= set(free.constant_by_name)
    extra = {step.name for step in computed.operations} - set(given.operation_by_name)
    assert extra and all(name == "i" or name.startswith(("at_", "i_times_")) for name in extra)
    addresses = [step.operands[0].value for step in free.operations if step.operator == "load"]
    assert len(set(addresses)) == len(addresses)

"""The 8-point DCT by even/odd decomposition, with its cosines as immediate constants."""

from __future__ import annotations

from math import cos, pi

from examples.arrays import mesh_array
from examples.sums import operation, operators_of
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Operation


def dct(array: int = 4) -> tuple[Dfg, Architecture]:
    """Return the 8-point DCT-II, unscaled: y_k = Σ_n x_n·cos((2n+1)kπ/16).

    Even and odd outputs are split once, the even half once more: 21 products and 28 sums, where
    the plain formula has 64 and 56. Constant c_m is cos(mπ/16).
    """
    operations: list[Operation] = []

    def add(name: str, operator: str, left: str, right: str) -> str:
        operations.append(operation(name, operator, left, right))
        return name

    even = [add(f"e_{n}", "+", f"x_{n}", f"x_{7 - n}") for n in range(4)]
    odd = [add(f"o_{n}", "-", f"x_{n}", f"x_{7 - n}") for n in range(4)]
    low = [add(f"ee_{n}", "+", even[n], even[3 - n]) for n in range(2)]
    high = [add(f"eo_{n}", "-", even[n], even[3 - n]) for n in range(2)]
    add("y_0", "+", low[0], low[1])
    add("middle", "-", low[0], low[1])
    add("y_4", "*", "middle", "c_4")
    for k in (2, 6):
        _weighted(operations, k, high)
    for k in (1, 3, 5, 7):
        _weighted(operations, k, odd)
    dfg = Dfg(
        name="dct8",
        operators=operators_of(operations),
        inputs=tuple(f"x_{n}" for n in range(8)),
        operations=tuple(operations),
        results=tuple(f"y_{k}" for k in range(8)),
        constants=tuple(Constant(name=f"c_{m}", value=cos(m * pi / 16)) for m in range(1, 8)),
    )
    return dfg, mesh_array(array)


def _weighted(operations: list[Operation], k: int, parts: list[str]) -> None:
    """Append y_k = Σ_n parts[n]·cos((2n+1)kπ/16), with cosines folded onto c_1 … c_7."""
    total = ""
    for n, part in enumerate(parts):
        angle = (2 * n + 1) * k % 32
        angle = 32 - angle if angle > 16 else angle  # cos(mπ/16) is even and has period 32 in m
        minus = angle > 8
        product = f"p_{k}_{n}"
        operations.append(operation(product, "*", part, f"c_{16 - angle if minus else angle}"))
        if n == 0:  # the angle is k < 8, hence the first weight is never negative
            total = product
            continue
        name = f"y_{k}" if n == len(parts) - 1 else f"s_{k}_{n}"
        operations.append(operation(name, "-" if minus else "+", total, product))
        total = name

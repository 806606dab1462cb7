"""Filters and products: FIR, two-dimensional convolution, dot product, and accumulation."""

from __future__ import annotations

from examples.arrays import accumulator_array, at_least, mesh_array, require_sized
from examples.sums import (
    ADD,
    MULTIPLY,
    MULTIPLY_ADD,
    Mac,
    operation,
    operators_of,
    patterns_of,
    sum_of_products,
)
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation


def fir(
    taps: int, mac: Mac = "none", streaming: bool = False, array: int = 2
) -> tuple[Dfg, Architecture]:
    """Return a FIR filter with the fixed coefficients 1 … `taps`, and a square mesh.

    By default it computes y = Σ h_k·x_k from a window of inputs, where x_k is the sample of k
    steps ago. With `streaming`, one sample `x` enters per iteration, and partial sums are carried
    to the next iteration (the transposed form): t_k = h_k·x + t_(k+1) of one iteration ago.
    """
    require_sized(2 * at_least(taps, 1, "taps"))
    constants = tuple(Constant(name=f"h_{tap}", value=tap + 1) for tap in range(taps))
    if streaming:
        return _transposed_fir(taps, mac, constants), mesh_array(array)
    terms = [(f"{tap}", f"x_{tap}", f"h_{tap}") for tap in range(taps)]
    operations = sum_of_products("y", "", terms, mac)
    dfg = Dfg(
        name=f"fir{taps}",
        operators=operators_of(operations),
        inputs=tuple(f"x_{tap}" for tap in range(taps)),
        operations=tuple(operations),
        results=("y",),
        constants=constants,
        patterns=patterns_of(mac, operations),
    )
    return dfg, mesh_array(array)


def _transposed_fir(taps: int, mac: Mac, constants: tuple[Constant, ...]) -> Dfg:
    sums = ["y", *(f"t_{tap}" for tap in range(1, taps))]
    operations: list[Operation] = []
    for tap, total in enumerate(sums):
        product = total if tap == taps - 1 else f"p_{tap}"
        if tap == taps - 1:
            operations.append(operation(product, "*", "x", f"h_{tap}"))
            continue
        carried = Operand(value=sums[tap + 1], distance=1)
        if mac == "operator":
            factors = (Operand("x"), Operand(f"h_{tap}"))
            operations.append(Operation(total, "mac", (*factors, carried)))
        else:
            operations.append(operation(product, "*", "x", f"h_{tap}"))
            operations.append(Operation(total, "+", (Operand(product), carried)))
    return Dfg(
        name=f"fir{taps}_streaming",
        operators=operators_of(operations),
        inputs=("x",),
        operations=tuple(operations),
        results=("y",),
        constants=constants,
        patterns=patterns_of(mac, operations),
        initial=tuple(Initial(value=name, numbers=(0,)) for name in sums[1:]),
    )


def conv(
    kernel: int = 3, pixels: int = 1, mac: Mac = "none", array: int = 3
) -> tuple[Dfg, Architecture]:
    """Return a `kernel`×`kernel` convolution of `pixels` neighbouring outputs of one row.

    The weights are inputs, and neighbouring outputs share weights and pixels:
    y_p = Σ_r Σ_c w_r_c · x_r_(c+p).
    """
    require_sized(2 * at_least(kernel, 1, "kernel size") ** 2 * at_least(pixels, 1, "pixels"))
    window = range(kernel)
    operations: list[Operation] = []
    for pixel in range(pixels):
        terms = [(f"{r}_{c}", f"w_{r}_{c}", f"x_{r}_{c + pixel}") for r in window for c in window]
        operations += sum_of_products(f"y_{pixel}", f"_{pixel}", terms, mac)
    samples = [f"x_{r}_{c}" for r in window for c in range(kernel + pixels - 1)]
    dfg = Dfg(
        name=f"conv{kernel}x{kernel}" + (f"_{pixels}" if pixels > 1 else ""),
        operators=operators_of(operations),
        inputs=(*samples, *(f"w_{r}_{c}" for r in window for c in window)),
        operations=tuple(operations),
        results=tuple(f"y_{pixel}" for pixel in range(pixels)),
        patterns=patterns_of(mac, operations),
    )
    return dfg, mesh_array(array)


def dot(length: int, mac: Mac = "none", array: int = 2) -> tuple[Dfg, Architecture]:
    """Return s = Σ a_k·b_k over `length` elements, summed from left to right."""
    require_sized(2 * at_least(length, 1, "length"))
    terms = [(f"{k}", f"a_{k}", f"b_{k}") for k in range(length)]
    operations = sum_of_products("s", "", terms, mac)
    dfg = Dfg(
        name=f"dot{length}",
        operators=operators_of(operations),
        inputs=tuple(f"{vector}_{k}" for vector in "ab" for k in range(length)),
        operations=tuple(operations),
        results=("s",),
        patterns=patterns_of(mac, operations),
    )
    return dfg, mesh_array(array)


def accumulate(mac: Mac = "operator") -> tuple[Dfg, Architecture]:
    """Return the dot product as a loop, s = a·b + (s of one iteration ago), on one element."""
    carried = Operand(value="s", distance=1)
    if mac == "operator":
        operations = [Operation("s", "mac", (Operand("a"), Operand("b"), carried))]
    else:
        operations = [
            operation("p", "*", "a", "b"),
            Operation("s", "+", (Operand("p"), carried)),
        ]
    dfg = Dfg(
        name="accumulate",
        operators=(MULTIPLY_ADD,) if mac == "operator" else (ADD, MULTIPLY),
        inputs=("a", "b"),
        operations=tuple(operations),
        results=("s",),
        patterns=patterns_of(mac, operations),
        initial=(Initial(value="s", numbers=(0,)),),
    )
    return dfg, accumulator_array()

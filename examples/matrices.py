"""Dense and sparse matrix products A = W·X on a systolic array with a ROM per element.

X enters at the left, one row of X per row of the array, and travels to the right; partial sums
travel down and leave at the bottom. Hence the element in row r and column c multiplies with
W[c][r], which its ROM holds, and column c delivers row c of A.
"""

from __future__ import annotations

from examples.arrays import at_least, one_of, require_sized, systolic_array
from examples.sums import Mac, operators_of, patterns_of, sum_of_products
from models.data.architecture import Architecture, InitialContents
from models.data.dfg import Dfg, Operation
from models.errors import InputError


def mmm(size: int, mac: Mac = "none") -> tuple[Dfg, Architecture]:
    """Return the dense product of two `size`×`size` matrices; meant for `size` contexts."""
    require_sized(2 * at_least(size, 1, "matrix size") ** 3)
    everywhere = [(row, column) for row in range(size) for column in range(size)]
    dfg, entering, _ = _product(f"mmm{size}", size, set(everywhere), mac)
    roms = {(r, c): InitialContents(values=(f"w_{c}_{r}",)) for r, c in everywhere}
    return dfg, systolic_array(size, entering, roms)


def sparse(size: int, pattern: str, mac: Mac = "none") -> tuple[Dfg, Architecture]:
    """Return the product in which W is non-zero only where `pattern` says so.

    `pattern` is either `size`² characters 0 and 1, row by row, or a number whose bit
    `row·size + column` (the lowest bit is W[0][0]) says whether W[row][column] is not zero. Every
    ROM holds at most one of the non-zero elements; the solver chooses which.
    """
    require_sized(2 * at_least(size, 1, "matrix size") ** 3)
    nonzero = nonzero_positions(size, pattern)
    name = "".join("01"[(r, c) in nonzero] for r in range(size) for c in range(size))
    dfg, entering, weights = _product(f"sparse{size}_{name}", size, nonzero, mac)
    roms = {(r, c): one_of(weights) for r in range(size) for c in range(size)}
    return dfg, systolic_array(size, entering, roms)


def nonzero_positions(size: int, pattern: str) -> set[tuple[int, int]]:
    """Return the (row, column) positions that `pattern` marks; see `sparse`."""
    cells = size * size
    digits = str(pattern)
    if len(digits) == cells and set(digits) <= {"0", "1"}:
        marked = [digit == "1" for digit in digits]
    elif digits.isascii() and digits.isdigit() and int(digits) < 1 << cells:
        marked = [bool(int(digits) >> position & 1) for position in range(cells)]
    else:
        raise InputError(
            f"pattern '{pattern}' must be {cells} characters 0 and 1,"
            f" or a number below {1 << cells}"
        )
    if not any(marked):
        raise InputError(f"pattern '{pattern}' leaves no product: W is zero everywhere")
    return {divmod(position, size) for position in range(cells) if marked[position]}


def _product(
    name: str, size: int, nonzero: set[tuple[int, int]], mac: Mac
) -> tuple[Dfg, tuple[str, ...], tuple[str, ...]]:
    operations: list[Operation] = []
    results: list[str] = []
    for row in range(size):
        inner = [k for k in range(size) if (row, k) in nonzero]
        for column in range(size if inner else 0):
            terms = [(f"{k}", f"w_{row}_{k}", f"x_{k}_{column}") for k in inner]
            result = f"A_{row}_{column}"
            operations += sum_of_products(result, f"_{row}_{column}", terms, mac)
            results.append(result)
    used_rows = sorted({k for _, k in nonzero})
    entering = tuple(f"x_{k}_{column}" for k in used_rows for column in range(size))
    weights = tuple(f"w_{row}_{k}" for row, k in sorted(nonzero))
    dfg = Dfg(
        name=name,
        operators=operators_of(operations),
        inputs=(*entering, *weights),
        operations=tuple(operations),
        results=tuple(results),
        patterns=patterns_of(mac, operations),
    )
    return dfg, entering, weights

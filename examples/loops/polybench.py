"""Innermost loops of linear algebra, after the kernels of PolyBench; written anew, on integers.

Matrices have rows of `WIDTH` words. The outer loops stand still at i = `ROW` and j = `COLUMN`; what
runs is the innermost one, from 0. Sums that run over it are carried in a register, from 0.
"""

from __future__ import annotations

from collections.abc import Callable

from examples.loops.memory import Addresses, ArrayLoop, unrolled_arrays
from models.data.dfg import Dfg
from models.errors import InputError, unknown

WIDTH = 64
ROW, COLUMN = 2, 5
ALPHA = 3


def atax(loop: ArrayLoop) -> None:
    """y[k] += A[i][k]·tmp[i]."""
    product = loop.op("mul", _row(loop, "A"), loop.load("tmp", ROW, 0))
    loop.store("y", loop.op("add", loop.load("y"), product))


def bicg(loop: ArrayLoop) -> None:
    """s[k] += r[i]·A[i][k]; q += A[i][k]·p[k]."""
    element = _row(loop, "A")
    product = loop.op("mul", loop.load("r", ROW, 0), element)
    loop.store("s", loop.op("add", loop.load("s"), product))
    _accumulate(loop, "q", loop.op("mul", element, loop.load("p")))


def cholesky(loop: ArrayLoop) -> None:
    """sum -= A[i][k]·A[j][k]."""
    product = loop.op("mul", _row(loop, "A"), _row(loop, "A", COLUMN))
    loop.final(loop.carry("sum", "sub", product))


def doitgen(loop: ArrayLoop) -> None:
    """sum += A[r][q][k]·C[k][p]."""
    _accumulate(loop, "sum", loop.op("mul", _row(loop, "A"), _column(loop, "C")))


def gemm(loop: ArrayLoop) -> None:
    """sum += α·A[i][k]·B[k][j]."""
    scaled = loop.op("mul", _row(loop, "A"), ALPHA)
    _accumulate(loop, "sum", loop.op("mul", scaled, _column(loop, "B")))


def gemver(loop: ArrayLoop) -> None:
    """A[i][k] += u[i]·v[k] + w[i]·z[k]."""
    first = loop.op("mul", loop.load("u", ROW, 0), loop.load("v"))
    second = loop.op("mul", loop.load("w", ROW, 0), loop.load("z"))
    both = loop.op("add", loop.op("add", _row(loop, "A"), first), second)
    loop.store("A", both, ROW * WIDTH)


def gesummv(loop: ArrayLoop) -> None:
    """t += A[i][k]·x[k]; y += B[i][k]·x[k]."""
    x = loop.load("x")
    _accumulate(loop, "t", loop.op("mul", _row(loop, "A"), x))
    _accumulate(loop, "y", loop.op("mul", _row(loop, "B"), x))


def mvt(loop: ArrayLoop) -> None:
    """x += A[i][k]·y[k]; z += A[k][i]·w[k]."""
    _accumulate(loop, "x", loop.op("mul", _row(loop, "A"), loop.load("y")))
    _accumulate(loop, "z", loop.op("mul", _column(loop, "A", ROW), loop.load("w")))


def symm(loop: ArrayLoop) -> None:
    """C[k][j] += α·B[i][j]·A[i][k]; sum += B[k][j]·A[i][k]."""
    element = _row(loop, "A")
    scaled = loop.op("mul", loop.load("B", ROW * WIDTH + COLUMN, 0), ALPHA)
    product = loop.op("mul", scaled, element)
    loop.store("C", loop.op("add", _column(loop, "C"), product), COLUMN, WIDTH)
    _accumulate(loop, "sum", loop.op("mul", _column(loop, "B"), element))


def syrk(loop: ArrayLoop) -> None:
    """C[i][k] += α·A[i][j]·A[k][j]."""
    scaled = loop.op("mul", _column(loop, "A"), ALPHA)
    product = loop.op("mul", scaled, loop.load("A", ROW * WIDTH + COLUMN, 0))
    loop.store("C", loop.op("add", _row(loop, "C"), product), ROW * WIDTH)


def trmm(loop: ArrayLoop) -> None:
    """sum += A[k][i]·B[k][j]."""
    _accumulate(loop, "sum", loop.op("mul", _column(loop, "A", ROW), _column(loop, "B")))


def two_products(loop: ArrayLoop) -> None:
    """sum += α·A[i][k]·B[k][j]; D[i][k] += T[i]·C[j][k]: the two products of 2mm, overlapped."""
    scaled = loop.op("mul", _row(loop, "A"), ALPHA)
    _accumulate(loop, "sum", loop.op("mul", scaled, _column(loop, "B")))
    product = loop.op("mul", loop.load("T", ROW, 0), _row(loop, "C", COLUMN))
    loop.store("D", loop.op("add", _row(loop, "D"), product), ROW * WIDTH)


def _row(loop: ArrayLoop, array: str, row: int = ROW) -> str:
    return loop.load(array, row * WIDTH)


def _column(loop: ArrayLoop, array: str, column: int = COLUMN) -> str:
    return loop.load(array, column, WIDTH)


def _accumulate(loop: ArrayLoop, name: str, term: str) -> None:
    loop.final(loop.carry(name, "add", term))


# Every body, and the arrays it uses in the order in which they lie in memory.
BODIES: dict[str, tuple[Callable[[ArrayLoop], None], tuple[str, ...]]] = {
    "2mm": (two_products, ("A", "B", "C", "D", "T")),
    "atax": (atax, ("A", "tmp", "y")),
    "bicg": (bicg, ("A", "p", "r", "s")),
    "cholesky": (cholesky, ("A",)),
    "doitgen": (doitgen, ("A", "C")),
    "gemm": (gemm, ("A", "B")),
    "gemver": (gemver, ("A", "u", "v", "w", "z")),
    "gesummv": (gesummv, ("A", "B", "x")),
    "mvt": (mvt, ("A", "w", "y")),
    "symm": (symm, ("A", "B", "C")),
    "syrk": (syrk, ("A", "C")),
    "trmm": (trmm, ("A", "B")),
}


def polybench(kernel: str, unroll: int = 1, addresses: Addresses = "operations") -> Dfg:
    """Return the innermost loop of a kernel, unrolled."""
    if kernel not in BODIES:
        raise InputError(unknown("kernel", kernel, BODIES))
    body, arrays = BODIES[kernel]
    return unrolled_arrays(kernel, arrays, body, unroll, addresses)

"""The families by name: their parameters, and how to build one from command-line words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from examples.aes import aes
from examples.dct import dct
from examples.fft import fft
from examples.filters import accumulate, conv, dot, fir
from examples.loops.kernels import KERNELS, kernel_loop
from examples.loops.memory import ADDRESSES
from examples.loops.nests import stencil, tile, transform
from examples.loops.polybench import BODIES, polybench
from examples.loops.random_loops import random_loop
from examples.matrices import mmm, sparse
from examples.random_graph import random_graph
from examples.ring import ring
from examples.sums import MACS
from models.data.architecture import Architecture
from models.data.dfg import Dfg


@dataclass(frozen=True)
class Parameter:
    """One argument of a generator; without a default it is positional on the command line."""

    name: str
    kind: Callable[[str], Any]
    help: str
    default: Any = None
    choices: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Family:
    """A family of benchmarks: `make` takes the parameters by name."""

    name: str
    summary: str
    make: Callable[..., tuple[Dfg, Architecture] | Dfg]
    parameters: tuple[Parameter, ...]

    def build(self, **arguments: Any) -> tuple[Dfg, Architecture | None]:
        """Return the DFG and, where the family has one, its architecture."""
        made = self.make(**arguments)
        return made if isinstance(made, tuple) else (made, None)


def _size(text: str) -> Parameter:
    return Parameter("size", int, text)


def _mac(default: str = "none") -> Parameter:
    return Parameter("mac", str, "how a multiply-add may be executed", default, MACS)


def _array(default: int) -> Parameter:
    return Parameter("array", int, "side of the mesh", default)


_PATTERN = Parameter(
    "pattern", str, "non-zero elements of W: size² characters 0 and 1, or a bit mask"
)
_UNROLL = Parameter("unroll", int, "iterations per unrolled body", 1)
_STREAMING = Parameter("streaming", bool, "one sample per iteration", default=False)
_MEMORY = Parameter(
    "memory", bool, "loads and stores, instead of inputs and results", default=False
)

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("ring", "matrix-vector product on a one-way ring", ring, (_size("rows"), _mac())),
        Family(
            "mmm",
            "matrix product on a systolic array with ROMs",
            mmm,
            (_size("rows"), _mac()),
        ),
        Family(
            "sparse",
            "matrix product with zeros in W, on the same array",
            sparse,
            (_size("rows"), _PATTERN, _mac()),
        ),
        Family("aes", "ten rounds of AES on a mesh", aes, (_size("side of the mesh"),)),
        Family(
            "fir",
            "FIR filter with fixed coefficients on a mesh",
            fir,
            (Parameter("taps", int, "number of taps"), _mac(), _STREAMING, _array(2)),
        ),
        Family(
            "conv",
            "two-dimensional convolution on a mesh",
            conv,
            (
                Parameter("kernel", int, "side of the kernel"),
                Parameter("pixels", int, "neighbouring outputs", 1),
                _mac(),
                _array(3),
            ),
        ),
        Family("dct", "8-point DCT on a mesh", dct, (_array(4),)),
        Family(
            "fft",
            "radix-2 FFT on a mesh",
            fft,
            (Parameter("points", int, "a power of two"), _array(4)),
        ),
        Family(
            "dot",
            "dot product on a mesh",
            dot,
            (Parameter("length", int, "elements"), _mac(), _array(2)),
        ),
        Family(
            "accumulate",
            "dot product as a loop on a single PE",
            accumulate,
            (_mac("operator"),),
        ),
        Family(
            "random",
            "random DFG without an architecture",
            random_graph,
            (
                Parameter("values", int, "number of values"),
                Parameter("seed", int, "seed of the choice", 0),
                Parameter("fan_in", int, "operands per operation, 1 to 3", 2),
            ),
        ),
        Family(
            "loop",
            "loop body of a kernel with recurrences, without an architecture",
            kernel_loop,
            (Parameter("kernel", str, "name of the kernel", choices=tuple(KERNELS)), _UNROLL),
        ),
        Family(
            "polybench",
            "innermost loop of linear algebra, without an architecture",
            polybench,
            (
                Parameter("kernel", str, "name of the kernel", choices=tuple(BODIES)),
                _UNROLL,
                Parameter("addresses", str, "where addresses come from", "operations", ADDRESSES),
            ),
        ),
        Family(
            "random-loop",
            "random loop body without an architecture",
            random_loop,
            (
                Parameter("operations", int, "number of operations"),
                Parameter("seed", int, "seed of the choice", 0),
                Parameter("recurrences", int, "operands that close a cycle", 1),
                Parameter("distance", int, "largest distance", 3),
                Parameter("inputs", int, "number of inputs", 1),
                Parameter(
                    "reach", int, "operands are of so many operations before; 0: most are near", 0
                ),
            ),
        ),
        Family(
            "tile",
            "tile of a matrix product that accumulates, without an architecture",
            tile,
            (
                Parameter("rows", int, "rows of sums"),
                Parameter("columns", int, "columns of sums"),
                Parameter("depth", int, "products that are added to each sum"),
                _MEMORY,
            ),
        ),
        Family(
            "stencil",
            "steps of a five-point stencil, without an architecture",
            stencil,
            (
                Parameter("side", int, "side of the square of points"),
                Parameter("steps", int, "steps in an iteration", 2),
                _MEMORY,
            ),
        ),
        Family(
            "transform",
            "number-theoretic transform, one word per point, without an architecture",
            transform,
            (Parameter("points", int, "a power of two"), _MEMORY),
        ),
    )
}

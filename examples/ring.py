"""Matrix–vector product on a one-way ring: y_r = Σ_c x_c·w_r_c, one element per row."""

from __future__ import annotations

from examples.arrays import at_least, require_sized, ring_array
from examples.sums import Mac, operators_of, patterns_of, sum_of_products
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operation


def ring(size: int, mac: Mac = "none") -> tuple[Dfg, Architecture]:
    """Return the `size`×`size` matrix–vector product and a ring of `size` elements.

    There are 3·size² values unless `mac` is an operator of its own: 48, 75, 108 for 4, 5, 6.
    """
    require_sized(2 * at_least(size, 1, "ring size") ** 2)
    vector = [f"x_{column}" for column in range(size)]
    matrix = [f"w_{row}_{column}" for row in range(size) for column in range(size)]
    operations: list[Operation] = []
    for row in range(size):
        terms = [(f"{column}", f"x_{column}", f"w_{row}_{column}") for column in range(size)]
        operations += sum_of_products(f"y_{row}", f"_{row}", terms, mac)
    dfg = Dfg(
        name=f"ring{size}",
        operators=operators_of(operations),
        inputs=(*vector, *matrix),
        operations=tuple(operations),
        results=tuple(f"y_{row}" for row in range(size)),
        patterns=patterns_of(mac, operations),
    )
    return dfg, ring_array(size)

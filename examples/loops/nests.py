"""Unrolled loop nests of hundreds of operations: products of matrices, stencils, transforms.

With `memory`, their inputs are loads and their results stores.
"""

from __future__ import annotations

from examples.arrays import at_least, require_sized
from examples.loops.memory import body_of
from models.data.dfg import Dfg
from models.errors import InputError

MODULUS, GENERATOR = 65537, 3
"""A prime, and a number of which all others are powers."""


def tile(rows: int, columns: int, depth: int, memory: bool = False) -> Dfg:
    """Return a tile of C = C + A·B: `rows`×`columns` sums, to which each iteration adds `depth`
    products each.

    Elements of A and B are inputs; sums are chains, to which the running sum is added last.
    """
    for size, name in ((rows, "rows"), (columns, "columns"), (depth, "depth")):
        at_least(size, 1, name)
    require_sized(2 * rows * columns * depth)
    body = body_of(f"tile_{rows}_{columns}_{depth}", memory)
    for k in range(depth):
        for row in range(rows):
            body.input(f"a_{row}_{k}")
        for column in range(columns):
            body.input(f"b_{k}_{column}")
    for row in range(rows):
        for column in range(columns):
            name = f"c_{row}_{column}"
            products = [body.op("mul", f"a_{row}_{k}", f"b_{k}_{column}") for k in range(depth)]
            total = products[0]
            for product in products[1:]:
                total = body.op("add", total, product)
            body.carry(name, "add", total)
            body.result(name)
    return body.finish()


def stencil(side: int, steps: int = 2, memory: bool = False) -> Dfg:
    """Return `steps` steps of a five-point stencil on `side`×`side` points, without wrapping round.

    In each step a point becomes the weighted sum of itself and its neighbours.
    """
    require_sized(5 * at_least(side, 2, "side") ** 2 * at_least(steps, 1, "steps"))
    body = body_of(f"stencil_{side}_{steps}", memory)
    points = [(row, column) for row in range(side) for column in range(side)]
    now = {(row, column): body.input(f"x_{row}_{column}") for row, column in points}
    for step in range(steps):
        new = {}
        for row, column in points:
            total = now[row, column]
            around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            for point in around:
                if point in now:
                    total = body.op("add", total, now[point])
            new[row, column] = body.op("mul", total, 3, name=f"y_{step}_{row}_{column}")
        now = new
    for point in points:
        body.result(now[point])
    return body.finish()


def transform(points: int, memory: bool = False) -> Dfg:
    """Return a number-theoretic transform of `points` words: radix 2, decimation in time.

    As an FFT, with one word where that has a real and an imaginary part: a sum, a difference and,
    unless the power of the root is 1, a product per butterfly. Results are congruent to the
    transform modulo `MODULUS`, to which no operation reduces them.
    """
    if points < 2 or points & (points - 1) or points >= MODULUS:
        raise InputError(f"points {points} must be a power of two, from 2 to {MODULUS - 1}")
    body = body_of(f"transform_{points}", memory)
    root = pow(GENERATOR, (MODULUS - 1) // points, MODULUS)
    stages = points.bit_length() - 1
    entered = [body.input(f"x_{n}") for n in range(points)]
    words = [entered[int(f"{n:0{stages}b}"[::-1], 2)] for n in range(points)]
    for stage in range(stages):
        half = 1 << stage
        for top in range(points):
            if top & half:
                continue
            turn, bottom = (top % half) * (points // (2 * half)), top | half
            turned = words[bottom]
            if turn:
                turned = body.op("mul", turned, pow(root, turn, MODULUS))
            words[top], words[bottom] = (
                body.op("add", words[top], turned, name=f"s_{stage}_{top}"),
                body.op("sub", words[top], turned, name=f"s_{stage}_{bottom}"),
            )
    for word in words:
        body.result(word)
    return body.finish()

"""Exchangers and sorters: every tree, nothing but trees, and the sizes of the paper."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from examples.ring import ring
from models.data.computation import Computation, Read, Wire
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.transform import transform

ADD = Operator("+", 2, commutative=True, associative=True)
JOIN = Operator(".", 2, associative=True)

# How many unordered binary trees there are with n unlabelled leaves (Wedderburn and Etherington).
SHAPES = {2: 1, 3: 1, 4: 2, 5: 3, 6: 6, 7: 11, 8: 23}


def total(size: int, operator: Operator = ADD) -> Dfg:
    names = [f"a{place}" for place in range(size)]
    made, so_far = [], names[0]
    for place, name in enumerate(names[1:], 2):
        result = "y" if place == size else f"s{place}"
        made.append(Operation(result, operator.name, (Operand(so_far), Operand(name))))
        so_far = result
    return Dfg("sum", (operator,), tuple(names), tuple(made), ("y",))


def rotations(computation: Computation) -> Iterator[list[int]]:
    sizes = [len(block.inputs) if block.kind == "exchanger" else 1 for block in computation.blocks]
    yield from map(list, product(*map(range, sizes)))


def resolved(computation: Computation, controls: list[int], read: Read) -> Operand:
    """What a read is when exchanger n is rotated by `controls[n]` and sorters change nothing."""
    while isinstance(read, Wire):
        inputs = computation.blocks[read.block].inputs
        read = inputs[(read.output + controls[read.block]) % len(inputs)]
    return read


def tree(computation: Computation, controls: list[int]) -> tuple[object, Counter[str]]:
    """The shape of the root, children in a fixed order, and its leaves."""
    shapes: dict[str, tuple[object, ...]] = {}
    leaves: dict[str, Counter[str]] = {}
    for name in computation.values:
        if name in computation.candidates:
            continue
        shapes[name], leaves[name] = (), Counter([name])
    waiting = [*computation.candidates]
    for name in [*(name for name in waiting if name != "y"), "y"]:
        (candidate,) = computation.candidates[name]
        below = [resolved(computation, controls, read).value for read in candidate.operands]
        shapes[name] = tuple(sorted((shapes[child] for child in below), key=repr))
        leaves[name] = leaves[below[0]] + leaves[below[1]]
    return shapes["y"], leaves["y"]


@pytest.mark.parametrize("size", range(2, 8))
def test_exactly_all_shapes_occur(size: int) -> None:
    computation = transform(total(size), "xbtree")
    each_once = Counter(f"a{place}" for place in range(size))
    found = set()
    for controls in rotations(computation):
        shape, leaves = tree(computation, controls)
        assert leaves == each_once
        found.add(shape)
    assert len(found) == SHAPES[size]


@pytest.mark.parametrize("size", [3, 4, 7, 16, 33])
def test_one_sorter_and_three_exchangers_less_than_leaves(size: int) -> None:
    computation = transform(total(size), "xbtree")
    kinds = Counter(block.kind for block in computation.blocks)
    assert kinds == Counter(sorter=1, exchanger=size - 3)
    assert len(computation.candidates) == size - 1
    source = random.Random(size)
    for _ in range(20):
        sizes = [len(block.inputs) for block in computation.blocks[1:]]
        _, leaves = tree(computation, [0, *map(source.randrange, sizes)])
        assert set(leaves.values()) == {1} and len(leaves) == size


@pytest.mark.parametrize(("size", "values", "per_row"), [(4, 48, 2), (5, 75, 3), (6, 108, 4)])
def test_sizes_of_the_paper(size: int, values: int, per_row: int) -> None:
    computation = transform(ring(size, mac="pattern")[0], "xbtree")
    assert len(computation.values) == values
    assert len(computation.blocks) == size * per_row


def test_a_chain_is_an_accumulation() -> None:
    computation = transform(total(5), "chain")
    (block,) = computation.blocks
    assert (block.kind, block.inputs) == ("sorter", tuple(Operand(f"a{n}") for n in range(5)))
    reads = {name: made[0].operands for name, made in computation.candidates.items()}
    assert reads == {
        "y~1": (Wire(0, 0), Wire(0, 1)),
        "y~2": (Operand("y~1"), Wire(0, 2)),
        "y~3": (Operand("y~2"), Wire(0, 3)),
        "y": (Operand("y~3"), Wire(0, 4)),
    }


def test_a_chain_without_commuting_has_no_sorter() -> None:
    computation = transform(total(4, JOIN), "chain")
    assert computation.blocks == ()
    reads = {name: made[0].operands for name, made in computation.candidates.items()}
    assert reads == {
        "y~1": (Operand("a0"), Operand("a1")),
        "y~2": (Operand("y~1"), Operand("a2")),
        "y": (Operand("y~2"), Operand("a3")),
    }

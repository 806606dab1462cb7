"""Small kernels, pairs and networks for tests of predicted intervals."""

from __future__ import annotations

import random

import numpy as np

from archs.presets import architecture_preset
from learn.intervals.batches import Pair
from learn.intervals.data import Example
from learn.intervals.features import Floats, array_features, graph_features, pair_features
from learn.intervals.network import Variant
from learn.intervals.weights import Card, Weights
from models.data.dfg import Dfg, Operand, Operation, OrderEdge
from models.semantics.opcodes import operator_of
from programs.intervals.facts import Fitted

SMALL = Variant(width=16, forms=4, hidden=8)


def body(seed: int, size: int = 9) -> Dfg:
    """Return a loop body that loads, computes, accumulates and stores."""
    chance = random.Random(seed)
    operations = [Operation("l0", "load")]
    unread = ["l0"]
    for n in range(1, size - 1):
        kind = chance.choice(("load", "add", "fmul", "fadd"))
        reads: tuple[Operand, ...] = ()
        if kind != "load":
            one = unread.pop(chance.randrange(len(unread)))
            other = chance.choice([operation.name for operation in operations])
            reads = Operand(one), Operand(other)
            unread = [name for name in unread if name != other]
        operations.append(Operation(f"n{n}", kind, reads))
        unread.append(f"n{n}")
    # What is not read is not executed.
    while len(unread) > 1:
        reads = Operand(unread.pop()), Operand(unread.pop())
        operations.append(Operation(f"j{len(operations)}", "add", reads))
        unread.append(operations[-1].name)
    carried = chance.randint(1, 2)
    operations.append(Operation("sum", "fadd", (Operand(unread[0]), Operand("sum", carried))))
    operations.append(Operation("put", "store", (Operand("sum"),)))
    arity = {"load": 0, "store": 1}
    table = tuple(
        operator_of(kind, arity.get(kind, 2))
        for kind in dict.fromkeys(operation.operator for operation in operations)
    )
    orders = (OrderEdge("put", "l0", 1),)
    return Dfg(f"body{seed}", table, (), tuple(operations), order=orders)


def pair(dfg: Dfg, spec: str) -> Pair:
    """Return a graph on a preset as the networks see it."""
    arch = architecture_preset(spec)
    facts = Fitted(arch).facts(dfg)
    return Pair(graph_features(dfg, facts), array_features(arch), pair_features(dfg, facts, arch))


def example(seed: int, spec: str, missing: int = 0) -> Example:
    """Return an example whose interval misses MII by so much."""
    dfg, fitted = body(seed), Fitted(architecture_preset(spec))
    facts = fitted.facts(dfg)
    return Example(
        dfg,
        fitted,
        pair(dfg, spec),
        spec,
        facts.mii,
        facts.filling,
        facts.critical_path,
        facts.mii + missing,
        facts.filling + seed % 3,
        held_out=False,
    )


def parameters(variant: Variant, seed: int = 0, scale: float = 0.3) -> dict[str, Floats]:
    """Return random parameters."""
    generator = np.random.default_rng(seed)
    return {
        name: np.asarray(generator.normal(0, scale, shape), dtype=np.float32)
        for name, shape in variant.shapes().items()
    }


def weights(variant: Variant = SMALL, seed: int = 0) -> Weights:
    """Return random weights."""
    return Weights(Card(variant, {}, {}, {}), parameters(variant, seed))

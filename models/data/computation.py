"""The transformed computation: all candidates for computing each value of a DFG.

A DFG fixes one operation per value. A `Computation` lists all *candidates* of each value
(the paper's clauses 6.1 to 6.3): other orders of an associative operator, multi-node
operations. It is plain data; `models.transform` makes it, the constraint model and the bounds
read it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

from models.data.dfg import Dfg, Operand

Transform = Literal["none", "enumerate", "xbtree", "select", "chain"]
"""Kinds of reordering. "select" has the trees of "xbtree" in fewer variables; "chain" has only
trees that add one leaf after the other.
"""


class Wire(NamedTuple):
    """The `output`-th output of block number `block`."""

    block: int
    output: int


class Setting(NamedTuple):
    """A control signal: Q[p,q,r] of a sorter (output q is input r), Q[p,q] of an exchanger.

    An exchanger has `input` 0: it is rotated by `output`.
    """

    block: int
    output: int
    input: int


Read = Operand | Wire
"""An operand of a candidate: a value of the computation, a constant, or an output of a block."""


class Block(msgspec.Struct, frozen=True):
    """An exchanger or sorter. Its outputs are its inputs, in an order that the solver chooses.

    An exchanger's output n is its input (n + c) mod S, c its control signal (equation 4 of the
    paper). A sorter's outputs are any permutation of its inputs.
    """

    kind: Literal["exchanger", "sorter"]
    inputs: tuple[Read, ...]


class Candidate(msgspec.Struct, frozen=True):
    """One candidate for computing a value: an operator, or a pattern by its name, and its operands.

    `executes` lists the values whose operation it executes, itself included: a multiply-add
    executes a product that no other issue may have computed. It can be used only under all of
    `settings`.
    """

    operator: str
    operands: tuple[Read, ...]
    executes: tuple[str, ...]
    settings: tuple[Setting, ...] = ()


class Cluster(msgspec.Struct, frozen=True):
    """Contiguous operations of one associative operator, merged: `root` is their last value.

    `leaves` are in the order of the DFG, with repetition; `inner` are the operations of the
    DFG that the cluster takes the place of, without the root.
    """

    root: str
    operator: str
    leaves: tuple[Operand, ...]
    inner: tuple[str, ...]


class Computation(msgspec.Struct, frozen=True, dict=True):
    """Values, and the candidates of each computed one, the DFG's own definition included.

    `values` are the inputs, then the computed values. `keys` identifies every value that the DFG
    does not have, so that symmetries of the DFG carry over: ("subset", operator, leaves) for a
    partial result, ("position", root, n) for a node of a tree whose meaning the solver chooses.
    """

    dfg: Dfg
    values: tuple[str, ...]
    candidates: dict[str, tuple[Candidate, ...]]
    blocks: tuple[Block, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    keys: dict[str, tuple[object, ...]] = {}

    @cached_property
    def value_index(self) -> dict[str, int]:
        """Value name to i."""
        return {name: i for i, name in enumerate(self.values)}

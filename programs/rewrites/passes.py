"""The passes on a graph, in their order, and a line on what they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec

from models.data.dfg import Dfg, Operand, Rewrite
from programs.llvm.builder import Builder
from programs.rewrites.addresses import addresses
from programs.rewrites.equal import equal
from programs.rewrites.reuse import reuse
from programs.rewrites.sums import sums
from programs.rewrites.values import prune

SAID = {
    "hoisted": ("load or store hoisted", "loads and stores hoisted"),
    "reused": ("load reused", "loads reused"),
    "equal": ("value of an earlier iteration", "values of earlier iterations"),
    "last": ("accumulator last", "accumulators last"),
    "address": ("address on its own", "addresses on their own"),
    "exit": ("exit test on an address", "exit tests on addresses"),
    "folded": ("operation in a load or store", "operations in loads and stores"),
}
"""Names of one rewrite, and of several, by kind."""


def rewritten(
    made: Builder, restrict: bool, passes: Collection[str]
) -> tuple[Builder, list[Rewrite]]:
    """Return a graph after these passes, and what they did; the given one is changed."""
    done: list[Rewrite] = []
    prune(made)
    if "reuse" in passes:
        done += reuse(made, restrict)
    if "equal" in passes:
        done += equal(made)
    if "sums" in passes:
        done += sums(made)
    if {"addresses", "exit"} & {*passes}:
        made, more = addresses(made, "exit" in passes, "addresses" in passes)
        done += more
    prune(made)
    return made, _followed(done)


def _followed(done: list[Rewrite]) -> list[Rewrite]:
    """Return rewrites that name what is read at last, where a pass replaced that in turn."""
    replaced = {one.operation: one.by for one in done if one.by is not None}
    found = []
    for one in done:
        by, seen = one.by, {one.operation}
        while by is not None and by.value not in seen and (more := replaced.get(by.value)):
            seen.add(by.value)
            by = Operand(more.value, by.distance + more.distance)
        found.append(msgspec.structs.replace(one, by=by))
    return found


def said(dfg: Dfg) -> str:
    """Return the numbers of rewrites of a graph by kind, such as `2 loads reused`."""
    counts = Counter[str](one.kind for one in dfg.rewrites)
    found = [(counts[kind], words) for kind, words in SAID.items() if counts[kind]]
    return ", ".join(f"{number} {words[number > 1]}" for number, words in found)

"""The passes on a graph, in their order."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from models.data.dfg import Operand, Rewrite
from programs.llvm.builder import Builder
from programs.rewrites.addresses import addresses
from programs.rewrites.equal import equal
from programs.rewrites.reuse import reuse
from programs.rewrites.sums import sums
from programs.rewrites.values import prune


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

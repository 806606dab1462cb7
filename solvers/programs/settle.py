"""Smaller intervals for the kernels of the program that won, or proofs that there are none."""

from __future__ import annotations

import time
from collections.abc import Callable

from models.partition.split import Part
from solvers.partition.mapping import PartMapper, Wanted
from solvers.programs.kernels import KernelFact, KernelMapper
from solvers.programs.mapped import MappedProgram
from solvers.record import SolverFaultError

LEAST_SECONDS = 0.5


def settle(
    program: MappedProgram,
    mapper: KernelMapper,
    until: float,
    tell: Callable[[str], object] = lambda line: None,
) -> bool:
    """Ask solvers about small kernels, and heuristics about large ones; return what has changed.

    Those that promise most are asked for first, all for equal shares of the time. What has been
    found so far is kept where this is interrupted.
    """
    gains: dict[int, int] = {}
    facts: dict[int, KernelFact] = {}
    for piece in program.pieces:
        fact = piece.fact
        if fact is not None and not fact.proven:
            iterations = piece.piece.counts.iterations
            gains[id(fact)] = gains.get(id(fact), 0) + iterations * ((fact.ii or 0) - fact.lower)
            facts[id(fact)] = fact
    order = sorted(facts, key=lambda key: -gains[key])
    parts = PartMapper(mapper.arch, mapper.most, mapper.options, mapper.jobs)
    changed = False
    for place, key in enumerate(order):
        fact = facts[key]
        share = (until - time.perf_counter()) / (len(order) - place)
        if share < LEAST_SECONDS:
            break
        changed |= _settle(fact, parts, share)
        state = "proven minimal" if fact.proven else f"at least {fact.lower}"
        tell(f"kernel of {len(fact.dfg.operations)} operations: II {fact.ii}, {state}")
    return changed


def _settle(fact: KernelFact, parts: PartMapper, share: float) -> bool:
    before, begun = fact.ii, time.perf_counter()
    part = parts.of((fact.dfg.name, *map(str, fact.dfg.operations)), Part(fact.dfg, {}, {}))
    part.mapping, part.found_by = fact.mapping, fact.found_by
    part.lower = max(part.lower, fact.lower)
    if part.impossible is not None:
        raise SolverFaultError(f"kernel '{fact.dfg.name}' is mapped and refuted: {part.impossible}")
    try:
        parts.map([Wanted(part, part.lower)], share, begun + share)
    finally:
        fact.mapping, fact.found_by = part.mapping, part.found_by
        if part.lower > fact.lower:
            fact.lower, fact.lower_reason = part.lower, "solvers refute smaller intervals"
        fact.seconds += time.perf_counter() - begun
    return fact.ii != before

"""Improves or proves the IIs of the winner's kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from partition.model.split import Part
from partition.question.mapping import SMALL, MappedPart, PartMapper, Wanted
from programs.question.kernels import KernelFact, KernelMapper
from programs.question.mapped import MappedProgram
from shell.budget import Budget
from solvers.mappers.pipelines import HALVE
from solvers.tasks.mappings import SolverFaultError

LEAST_SECONDS = 0.5


def settle(
    program: MappedProgram,
    mapper: KernelMapper,
    budget: Budget,
    tell: Callable[[str], object] = lambda line: None,
) -> bool:
    """Improve small kernels by solvers and large ones by scheduling; return whether one changed.

    The most promising kernels come first, each with an equal share of the time; large ones run in
    parallel. An interruption keeps the results so far.
    """
    gains: dict[int, int] = {}
    facts: dict[int, KernelFact] = {}
    for piece in program.pieces:
        fact = piece.fact
        if fact is not None and not fact.proven:
            iterations = piece.piece.counts.iterations
            gains[id(fact)] = gains.get(id(fact), 0) + iterations * ((fact.ii or 0) - fact.lower)
            facts[id(fact)] = fact
    order = [facts[key] for key in sorted(facts, key=lambda key: -gains[key])]
    before = [fact.ii for fact in order]
    parts = PartMapper(
        mapper.arch,
        mapper.most,
        mapper.options,
        mapper.jobs,
        large=HALVE,
        recompute=mapper.recompute,
    )
    large = [fact for fact in order if len(fact.dfg.operations) > SMALL]
    groups = [[fact] for fact in order if fact not in large]
    if large:
        groups.insert(0, large)
    left = sum(_turns(group, mapper.jobs) for group in groups)
    for group in groups:
        turns = _turns(group, mapper.jobs)
        share = budget.left() / left
        left -= turns
        if share < LEAST_SECONDS:
            break
        _settle(group, parts, share, budget.within(share * turns))
        for fact in group:
            state = "proven minimal" if fact.proven else f"at least {fact.lower}"
            tell(f"kernel of {len(fact.dfg.operations)} operations: II {fact.ii}, {state}")
    return before != [fact.ii for fact in order]


def _turns(group: Sequence[KernelFact], jobs: int) -> int:
    return -(-len(group) // jobs)


def _settle(group: Sequence[KernelFact], parts: PartMapper, share: float, budget: Budget) -> None:
    pairs = [(fact, _part(fact, parts)) for fact in group]
    before = {id(fact): part.seconds for fact, part in pairs}
    try:
        parts.map([Wanted(part, part.lower) for _, part in pairs], share, budget)
    finally:
        for fact, part in pairs:
            fact.mapping, fact.found_by = part.mapping, part.found_by
            if part.lower > fact.lower:
                fact.lower, fact.lower_reason = part.lower, "solvers refute smaller IIs"
            fact.seconds += part.seconds - before[id(fact)]


def _part(fact: KernelFact, parts: PartMapper) -> MappedPart:
    part = parts.of((fact.dfg.name, *map(str, fact.dfg.operations)), Part(fact.dfg, {}, {}))
    part.mapping, part.found_by = fact.mapping, fact.found_by
    part.lower = max(part.lower, fact.lower)
    if part.impossible is not None:
        raise SolverFaultError(f"kernel '{fact.dfg.name}' is mapped and refuted: {part.impossible}")
    return part

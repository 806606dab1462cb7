"""The annealing teacher: labels of mappings that these very labels led to (LISA, Section V).

Labels guide the initial mapping of annealing; from the mapping that comes out, labels are read,
and they replace the former ones where it is better. The labels of the best mappings are averaged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from heuristics.labels.arrays import fingerprint
from learn.common.workers import label_seeds
from learn.labels.samples import (
    DRAWN,
    Sample,
    SampleFile,
    labels_to_lists,
    require_array,
    require_teacher,
)
from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.errors import InfeasibleError, InputError
from models.space_time.index_array import NEVER

if TYPE_CHECKING:
    from heuristics.labels.flow import IntArray
    from heuristics.labels.labels import Labels
    from models.data.architecture import Architecture

ROUNDS = 60
"""Mappings of a DFG: a DFG of `lisa:4x4` takes three to four seconds on average."""

PATIENCE = 15
"""Failures before an II is given up; they take longest."""

SIMILAR = 1.15
"""Largest ratio to the least cost of a mapping whose labels are candidates, too."""

SIGMA, THRESHOLD = 0.015, 1.0
"""The filter: e = O + SIGMA * N is more than THRESHOLD, for the share O of the least possible II in
that of the mappings, and N candidates. At the least II one candidate is enough; at twice as much it
takes 34, more than half of the rounds.
"""

MOST_CONTEXTS = 1000
"""Intervals beyond this are not tried where the context memory does not end before."""


class Candidate(NamedTuple):
    """A mapping, the cost of its routes, and its labels."""

    contexts: int
    cost: float
    mapping: Mapping
    labels: Labels


@dataclass(frozen=True)
class Teacher:
    """Labels random DFGs for an array, which has the name `spec`; a worker process has one."""

    arch: Architecture
    spec: str
    rounds: int = ROUNDS

    @cached_property
    def tiles(self) -> IntArray:
        """Distances between the tiles of components."""
        from heuristics.labels.tiles import tile_distances

        return tile_distances(self.arch)

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of the array, which does not depend on its name."""
        return fingerprint(self.arch)

    def sample(self, seed: int) -> Sample:
        """Return the labels of a random DFG, or the reason for missing ones;
        deterministic by seed.
        """
        from heuristics.labels.labels import issued_at
        from learn.labels.array_view import array_view
        from learn.labels.random_dfgs import random_dfg

        problem = Problem(random_dfg(self.arch, seed), self.arch, 1)
        sample = Sample(self.spec, self.fingerprint, seed, "annealing", problem.dfg)
        most = min(MOST_CONTEXTS, self.arch.max_contexts or MOST_CONTEXTS)
        lower = lower_bound(problem, most)
        if lower is None:
            return msgspec.structs.replace(sample, note=f"impossible in {counted_contexts(most)}")
        useful = min(most, self._useful(lower))
        found = self.candidates(problem, seed, lower, useful)
        made = judged(sample, lower, found, self.rounds)
        if made.labels is None:
            return made
        _, place = issued_at(made.flow, problem, selected(found)[0].mapping)
        return msgspec.structs.replace(made, tiles=array_view(self.arch).tiles_of(problem, place))

    def _useful(self, lower: int) -> int:
        """The largest II whose labels could pass the filter, if all were candidates."""
        most = lower
        while most < MOST_CONTEXTS and is_enough(score(lower, most + 1, self.rounds)):
            most += 1
        return most

    def candidates(self, problem: Problem, seed: int, lower: int, most: int) -> list[Candidate]:
        """Return the mappings of the rounds, one after the other (Section V-B)."""
        from heuristics.anneal import Annealing, anneal_loop
        from heuristics.labels.flow import Flow
        from heuristics.labels.labels import initial_labels, read_labels

        flow = Flow.of(problem.dfg)
        labels = initial_labels(flow)
        # Every round is a new start; when it has failed, the next one has other labels.
        options = Annealing(guided="initial", starts=1)
        found: list[Candidate] = []
        failures: Counter[int] = Counter()
        best: Candidate | None = None
        for number in range(self.rounds):
            last = most if best is None else best.contexts
            if failures[last] >= PATIENCE:
                break
            first = next((n for n in range(lower, last) if failures[n] < PATIENCE), last)
            chance = seed << 16 | number
            guess = partial(_known, labels)
            annealed = anneal_loop(problem, options, guess, chance, last, first=first)
            reached = last + 1 if annealed is None else annealed.mapping.contexts or 1
            failures.update(range(first, reached))
            if annealed is None:
                continue
            mapping = annealed.mapping
            read = read_labels(flow, problem, mapping, self.tiles)
            new = Candidate(reached, annealed.cost, mapping, read)
            found.append(new)
            if best is None or new[:2] < best[:2]:
                best, labels = new, read
        return found


def _known(labels: Labels, problem: Problem) -> Labels:
    """Return labels that do not depend on the problem."""
    return labels


def judged(sample: Sample, lower: int, found: Sequence[Candidate], rounds: int) -> Sample:
    """Return a sample with the labels of the best mappings, or without any if these are too few
    or too bad (Section V-C).
    """
    from heuristics.labels.labels import mean_labels

    sample = msgspec.structs.replace(sample, lower=lower)
    if not found:
        return msgspec.structs.replace(sample, note=f"no mapping found, rounds: {rounds}")
    chosen = selected(found)
    contexts = chosen[0].contexts
    value = score(lower, contexts, len(chosen))
    sample = msgspec.structs.replace(
        sample,
        ii=contexts,
        candidates=len(chosen),
        score=round(value, 4),
        note=f"mappings: {len(found)}, least cost: {chosen[0].cost:.1f}",
    )
    if not is_enough(value):
        return msgspec.structs.replace(sample, note=f"filtered out; {sample.note}")
    labels = labels_to_lists(mean_labels([candidate.labels for candidate in chosen]))
    return msgspec.structs.replace(sample, labels=labels)


def selected(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with the least II whose costs are similar, the best first.

    Each mapping counts once.
    """
    contexts = min(candidate.contexts for candidate in found)
    fastest = {one.mapping: one for one in found if one.contexts == contexts}
    best, *others = sorted(fastest.values(), key=lambda candidate: candidate.cost)
    return [best, *(one for one in others if one.cost < SIMILAR * best.cost)]


def score(lower: int, contexts: int, candidates: int) -> float:
    """The e of the filter."""
    return lower / contexts + SIGMA * candidates


def is_enough(value: float) -> bool:
    """Whether labels with such an e are good enough to train on; sums are not exact."""
    return value > THRESHOLD + 1e-9


def lower_bound(problem: Problem, most: int) -> int | None:
    """Return the least II that is not refuted by recurrences, with the time of transport to
    readers, or by counting operations, slots and crossings of cuts; None where all up to `most`
    are.

    Not the bound of the paper, which is the number of operations over that of PEs: where a PE has
    slots for arithmetic, memory and constants beside each other, mappings can be faster.
    """
    for contexts in range(1, most + 1):
        if not _is_refuted(problem.at(contexts)):
            return contexts
    return None


def _is_refuted(problem: Problem) -> bool:
    from models.counting.crossings import crossings
    from models.counting.demands import demands
    from models.space_time.index import Index
    from models.space_time.windows import earliest, windows

    assert problem.contexts is not None
    try:
        index = Index(problem.as_written, relaxed=True)
        early = earliest(index)
    except InfeasibleError:
        return True
    # At most one operation after the other: demands in all contexts do not depend on the horizon.
    horizon = 1 + int(early.done[early.done < NEVER].max(initial=1))
    counted = demands(index, windows(index, horizon, early))
    if any(len(each.items) > each.per_cycle * problem.contexts for each in counted):
        return True
    return any(True for _ in crossings(index, problem.contexts))


def generate(
    spec: str,
    count: int,
    seed: int,
    jobs: int,
    out: str,
    *,
    rounds: int = ROUNDS,
    quiet: bool = False,
) -> None:
    """Add to a file the samples of `count` seeds from `seed` on that it lacks.

    Finished samples stay in the file after an interruption, such as Ctrl-C. Raises `InputError`
    before any work, and `OSError` if a process gets lost.
    """
    from heuristics.labels.arrays import read_array
    from learn.labels.random_dfgs import random_dfg

    if spec == DRAWN:
        raise InputError(f"'{DRAWN}' has an array per sample: --teacher optimal or planted")
    arch = read_array(spec)
    # Check that graphs for this array exist at all.
    random_dfg(arch, seed)
    with SampleFile(out) as file:
        require_array(file.samples, arch, spec, out)
        require_teacher(file.samples, "annealing", out)
        label = Teacher(arch, spec, rounds).sample
        label_seeds(file, range(seed, seed + count), label, jobs, prog="labels", quiet=quiet)

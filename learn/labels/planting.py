"""The planted teacher: labels of the mappings that loops were drawn with.

They need no search, and fill arrays to any degree.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec

from heuristics.labels.arrays import fingerprint, read_array
from heuristics.labels.flow import Flow
from heuristics.labels.labels import issued_at, read_labels
from heuristics.labels.tiles import tile_distances
from learn.common.workers import label_seeds
from learn.labels.array_view import array_view
from learn.labels.planted import drawn_loop
from learn.labels.samples import (
    Sample,
    SampleFile,
    labels_to_lists,
    own_array,
    require_array,
    require_teacher,
)
from models.cleanup.prune_unused import prune_unused
from models.data.problem import Problem

MOST = 80
"""The most operations."""

FEWEST = 4

INTERVALS = 6


@dataclass(frozen=True)
class Planter:
    """Draws loops for an array, or for drawn ones, which has the name `spec`."""

    spec: str

    def sample(self, seed: int) -> Sample:
        """Return a drawn loop with the labels of its mapping; the same every time."""
        spec = own_array(self.spec, seed)
        arch = read_array(spec)
        chance = random.Random(f"planted {seed}")
        slots = sum(component.issue for component in arch.components)
        interval = chance.randint(1, max(1, min(INTERVALS, MOST // max(slots, 1))))
        wanted = round(chance.uniform(0.4, 1.0) * min(slots * interval, MOST))
        dfg, mapping = drawn_loop(arch, interval, wanted, seed)
        empty = Sample(spec, fingerprint(arch), seed, "planted", dfg)
        if len(dfg.operations) < FEWEST:
            return msgspec.structs.replace(empty, note=f"{len(dfg.operations)} operations are left")
        problem = Problem(dfg, arch, interval)
        mapping = prune_unused(problem, mapping)
        flow = Flow.of(dfg)
        labels = read_labels(flow, problem, mapping, tile_distances(arch))
        _, place = issued_at(flow, problem, mapping)
        return msgspec.structs.replace(
            empty,
            labels=labels_to_lists(labels),
            ii=interval,
            candidates=1,
            score=1.0,
            note=f"drawn with its mapping, {len(dfg.operations)} of {slots * interval} slots",
            tiles=array_view(arch).tiles_of(problem, place),
        )


def generate(spec: str, count: int, seed: int, jobs: int, out: str, *, quiet: bool = False) -> None:
    """Add to a file the samples of `count` seeds from `seed` on that it lacks.

    Raises `InputError` before any work, and `OSError` if a process gets lost.
    """
    arch = read_array(spec)
    with SampleFile(out) as file:
        require_array(file.samples, arch, spec, out)
        require_teacher(file.samples, "planted", out)
        label = Planter(spec).sample
        label_seeds(file, range(seed, seed + count), label, jobs, prog="labels", quiet=quiet)

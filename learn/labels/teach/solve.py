"""Teaching labels: from an array to samples of random DFGs with proven labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from archs.files import load_architecture
from heuristics.labels.arrays import fingerprint
from heuristics.labels.flow import Flow
from heuristics.labels.labels import issued_at, mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.common.workers import label_seeds
from learn.labels.array_view import array_view
from learn.labels.random_dfgs import random_dfg
from learn.labels.samples import (
    Sample,
    SampleFile,
    labels_to_lists,
    own_array,
    require_array,
    require_teacher,
)
from learn.labels.teach.optimal_mappings import optimal_mappings
from learn.labels.teach.teach_options import TeachLabelsOptions
from models.data.problem import Problem
from models.text import n_cycles
from shell.command import EXIT, say

SIGMA = 0.1
"""The score of each candidate, in addition to the share of the optimum, which is 1 here."""

MOST_DRAWN = 60
"""The most operations of graphs for drawn arrays."""


@dataclass(frozen=True)
class Teacher:
    """The data with which a process labels DFGs of the array named `spec`."""

    spec: str
    time_limit: float | None = None
    rounds: int = 2

    def sample(self, seed: int) -> Sample:
        """Return the labels of a random DFG, or the reason why there are none."""
        spec = own_array(self.spec, seed)
        arch = load_architecture(spec)
        dfg = random_dfg(arch, seed, MOST_DRAWN if spec != self.spec else None)
        problem = Problem(dfg, arch, 1)
        found = optimal_mappings(problem, self.time_limit, self.rounds)
        sample = Sample(
            spec, fingerprint(arch), seed, "optimal", dfg, lower=found.lower, note=found.note
        )
        if not found.mappings:
            return sample
        flow, tiles = Flow.of(dfg), tile_distances(arch)
        candidates = [read_labels(flow, problem, each, tiles) for each in found.mappings]
        _, place = issued_at(flow, problem, found.mappings[0])
        return msgspec.structs.replace(
            sample,
            labels=labels_to_lists(mean_labels(candidates)),
            ii=found.contexts,
            candidates=len(candidates),
            score=round(1 + SIGMA * len(candidates), 4),
            note=f"proven minimal, {n_cycles(found.mappings[0].horizon)}, by {found.by}",
            tiles=array_view(arch).tiles_of(problem, place),
        )


def run(inputs: Mapping[str, Any], options: TeachLabelsOptions) -> int:
    """Label random DFGs; return the exit code. Raises `InputError`."""
    spec, prog = str(inputs["arch"]), "teach-labels"
    arch = load_architecture(spec)
    # Whether there are graphs for this array at all.
    random_dfg(arch, options.seed)
    teacher = Teacher(spec, options.time_limit, options.rounds)
    with SampleFile(options.out) as file:
        require_array(file.samples, arch, spec, options.out)
        require_teacher(file.samples, "optimal", options.out)
        wanted = range(options.seed, options.seed + options.count)
        try:
            label_seeds(
                file,
                wanted,
                teacher.sample,
                options.jobs,
                prog=prog,
                quiet=options.quiet,
                parents=True,
            )
        except ChildProcessError as lost:
            say(f"{prog}: {lost.filename}: {lost.strerror}")
            return EXIT["unknown"]
    return EXIT["optimal"]

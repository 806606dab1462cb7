"""`python -m solvers.teach_labels ARCH`: labels of random DFGs, from mappings proven optimal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from models.process.command import EXIT, Parser, guarded, natural, positive, seconds
from models.process.signals import Signals

if TYPE_CHECKING:
    from heuristics.labels.flow import IntArray
    from learn.labels.samples import Sample
    from models.data.architecture import Architecture

PROG = "teach-labels"

SIGMA = 0.1
"""What each candidate adds to the score, beside the share of the optimum, which is 1 here."""

EPILOG = """
One JSON line per DFG. Lines of FILE are kept: the same command goes on where it was interrupted.
DFGs whose interval is not proven leave a line without labels. Without --time-limit, a seed always
gives the same line.

exit codes: 0 done, 2 usage or input error, 30 interrupted, or out of memory
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Map random DFGs with the smallest initiation interval, proven, and write the"
        " labels of the shortest mappings: samples to train `python -m learn.labels` on.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("arch", metavar="ARCH", help="architecture file, or a preset: lisa:4x4")
    p.add_argument("--out", metavar="FILE", required=True, help="samples, JSON lines")
    p.add_argument(
        "--count", type=positive, default=1000, metavar="N", help="random DFGs (default 1000)"
    )
    p.add_argument(
        "--seed", type=natural, default=0, metavar="S", help="of the first DFG (default 0)"
    )
    p.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    p.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="for each DFG; what is left of it after a first look is for the search of min-ii",
    )
    p.add_argument(
        "--rounds",
        type=positive,
        default=2,
        metavar="R",
        help="of solving where heuristics find nothing, each twice as long (default 2)",
    )
    p.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


@dataclass(frozen=True)
class Teacher:
    """What a process needs to label DFGs of an array, which has the name `spec`."""

    arch: Architecture
    spec: str
    time_limit: float | None = None
    rounds: int = 2

    @cached_property
    def tiles(self) -> IntArray:
        """How far apart the tiles of two components are."""
        from heuristics.labels.tiles import tile_distances

        return tile_distances(self.arch)

    @cached_property
    def fingerprint(self) -> str:
        """What tells the array apart, whatever it is called."""
        from heuristics.labels.arrays import fingerprint

        return fingerprint(self.arch)

    def sample(self, seed: int) -> Sample:
        """Return the labels of a random DFG, or why there are none."""
        from heuristics.labels.flow import Flow
        from heuristics.labels.labels import mean_labels, read_labels
        from learn.labels.random_dfgs import random_dfg
        from learn.labels.samples import Sample, labels_to_lists
        from models.data.problem import Problem
        from solvers.questions.teach_labels.optimal_mappings import optimal_mappings

        dfg = random_dfg(self.arch, seed)
        problem = Problem(dfg, self.arch, 1)
        found = optimal_mappings(problem, self.time_limit, self.rounds)
        if not found.mappings:
            return Sample(
                self.spec,
                self.fingerprint,
                seed,
                "optimal",
                dfg,
                lower=found.lower,
                note=found.note,
            )
        flow = Flow.of(dfg)
        candidates = [read_labels(flow, problem, each, self.tiles) for each in found.mappings]
        return Sample(
            arch=self.spec,
            fingerprint=self.fingerprint,
            seed=seed,
            teacher="optimal",
            dfg=dfg,
            labels=labels_to_lists(mean_labels(candidates)),
            ii=found.contexts,
            lower=found.lower,
            candidates=len(candidates),
            score=round(1 + SIGMA * len(candidates), 4),
            note=f"proven minimal, {found.mappings[0].horizon} cycles, by {found.by}",
        )


def run(arguments: Sequence[str] | None = None) -> int:
    """Label random DFGs; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    from archs.files import load_architecture
    from learn.common.workers import label_seeds
    from learn.labels.random_dfgs import random_dfg
    from learn.labels.samples import SampleFile, require_array, require_teacher
    from models.formats.text_files import require_place

    require_place(options.out)
    arch = load_architecture(options.arch)
    # Whether there are graphs for this array at all.
    random_dfg(arch, options.seed)
    teacher = Teacher(arch, options.arch, options.time_limit, options.rounds)
    with SampleFile(options.out) as file:
        require_array(file.samples, arch, options.arch, options.out)
        require_teacher(file.samples, "optimal", options.out)
        wanted = range(options.seed, options.seed + options.count)
        try:
            with Signals():
                label_seeds(
                    file,
                    wanted,
                    teacher.sample,
                    options.jobs,
                    prog=PROG,
                    quiet=options.quiet,
                    parents=True,
                )
        except ChildProcessError as lost:
            print(f"{PROG}: {lost.filename}: {lost.strerror}", file=sys.stderr)
            return EXIT["unknown"]
    return EXIT["optimal"]


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

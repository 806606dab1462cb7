"""The eight graphs of BOPart's Table I, what the poster says of each, and the array."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from archs.presets import architecture_preset
from bench.loop_sets import FOLDER as BENCHMARKS
from bench.loop_sets import no_graphs
from heuristics.partition import Coarse
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.partition.graph import PartitionGraph
from models.partition.limits import Limits

FOLDER = BENCHMARKS / "express_dot"
"""Where the graphs lie, if they are there."""

ARRAY = "adres:4x4"

OF_ARRAY = (
    f"The array is `{ARRAY}`: 16 PEs, one memory port and one pad for inputs and outputs per row."
    f" matmul has a value that nothing reads, a result, for which `{ARRAY}` has no place: its array"
    f" is `{ARRAY},io=memory`, whose memory takes results.\n"
)


@dataclass(frozen=True)
class Kernel:
    """A row of the table: the graph's file, and the poster's figures.

    `printed` is the number of nodes that the poster gives, `whole` and `parted` are I_orig and
    I_part, `seconds` its run time. `cuts` are the smallest cuts for 2, 3 and 4 parts that another
    run of another program has proven, where it was asked; so are `coarse_cuts` after coarsening.
    """

    name: str
    file: str
    printed: int
    whole: int
    parted: int
    seconds: float
    cuts: tuple[int, ...] = ()
    coarse_cuts: tuple[int, ...] = ()
    arch: str = ARRAY

    @property
    def path(self) -> Path:
        """Where the graph is."""
        return FOLDER / f"{self.file}.dot"

    def dfg(self) -> Dfg:
        """Return the graph; raises `InputError` without its file."""
        if not FOLDER.exists():
            raise no_graphs()
        if not self.path.exists():
            what = "other people's graphs, which are not part of this project, are read from here"
            raise InputError(f"{what}: {self.path.name} is missing", str(FOLDER))
        return load_dfg(str(self.path))


KERNELS = (
    Kernel("feedback", "feedback_points_dfg__7", 24, 4, 4, 0.554),
    Kernel("fir2", "fir2", 36, 5, 5, 0.218),
    Kernel("cosine1", "cosine1", 40, 6, 6, 29.762, (0, 8, 10)),
    Kernel("fir1", "fir1", 66, 6, 7, 3.156),
    Kernel("cosine2", "cosine2", 82, 10, 10, 30.431, (2, 6, 9)),
    Kernel("susan", "susan_fudan", 109, 10, 11, 20.56),
    Kernel("matmul", "matmul_dfg__3", 109, 7, 10, 6.52, (6, 9, 12), arch="adres:4x4,io=memory"),
    Kernel("matinv", "invert_matrix_general_dfg__3", 333, 21, 28, 357.0, (8, 15, 17), (12, 16, 19)),
)
NAMES = [kernel.name for kernel in KERNELS]


def chosen(names: Sequence[str]) -> list[Kernel]:
    """Return these kernels in the order of the table."""
    return [kernel for kernel in KERNELS if kernel.name in names]


def coarse_graph(graph: PartitionGraph, coarse: Coarse) -> PartitionGraph:
    """Return the same graph with the nodes of `coarse` as blocks, which stay together."""
    made = copy.copy(graph)
    # What is computed from the blocks must be computed again.
    for name in ("block_of", "before", "after"):
        made.__dict__.pop(name, None)
    made.blocks = tuple(
        tuple(name for b in blocks for name in graph.blocks[b]) for blocks in coarse.groups
    )
    made.edges = coarse.edges
    return made


def installed(package: str) -> bool:
    """Whether a package can be found."""
    return find_spec(package) is not None


@dataclass(frozen=True)
class Task:
    """What is asked of a graph: `what`, for how many parts, in how many seconds."""

    kernel: Kernel
    what: str
    parts: int
    limit: float

    def key(self) -> dict[str, object]:
        """Return what the answer depends on."""
        own = {name: value for name, value in vars(self).items() if name != "kernel"}
        return {"graph": self.kernel.name, **own, "arch": self.kernel.arch}


def opened(kernel: Kernel) -> tuple[PartitionGraph, Limits]:
    """Return the blocks of a graph, and what its parts compete for."""
    graph = PartitionGraph(kernel.dfg())
    return graph, Limits(graph, architecture_preset(kernel.arch))

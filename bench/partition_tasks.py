"""Questions about partitions, answered within processes that stay, and kept."""

from __future__ import annotations

import functools
import json
import multiprocessing
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from archs.presets import architecture_preset
from bench.lisa_ask import together
from bench.partition_ask import PACKAGES
from bench.partition_sets import Kernel, package_versions
from bench.resume import Entry, Resume, digest
from models.partition.graph import PartitionGraph
from models.partition.limits import Limits


@dataclass(frozen=True)
class Task:
    """What is asked of a graph: `what`, for how many parts, in how many seconds."""

    kernel: Kernel
    what: str
    parts: int
    limit: float

    def words(self) -> dict[str, object]:
        """Return what the answer depends on, but for the graph."""
        return {"what": self.what, "parts": self.parts, "limit": self.limit}


T = TypeVar("T", bound=Task)


def opened(kernel: Kernel) -> tuple[PartitionGraph, Limits]:
    """Return the blocks of a graph, and what its parts compete for."""
    graph = PartitionGraph(kernel.dfg())
    return graph, Limits(graph, architecture_preset(kernel.arch))


def answered(
    resume: Resume, tasks: Sequence[T], measure: Callable[[T], Entry], jobs: int
) -> list[Entry]:
    """Return what `measure`, a function of a module, says of all tasks, `jobs` at a time."""
    # A fork would share the threads of those who ask.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:

        def ask(number: int, task: T) -> Entry:
            words = task.words()
            key: dict[str, object] = {"tool": measure.__module__, **words}
            key["arch"] = task.kernel.arch
            key["dfg"] = digest(task.kernel.path.read_text(encoding="utf-8"))
            key["packages"] = package_versions(*PACKAGES)
            entry = resume.entry(key, lambda: pool.submit(measure, task).result())
            shown = {name: v for name, v in entry.items() if not isinstance(v, list | dict)}
            told = f"{task.kernel.name} {json.dumps(words)}: {json.dumps(shown)}"
            print(f"{number} of {len(tasks)}: {told}", file=sys.stderr, flush=True)
            return entry

        calls = [functools.partial(ask, number, task) for number, task in enumerate(tasks, 1)]
        return together(jobs, calls)

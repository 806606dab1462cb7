"""Graphs that are larger than the context memory, cut into parts that run one after another."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from models.data.problem import Problem
from models.partition.split import split
from solvers.certificates.folder_lock import released
from solvers.questions.partition.certificate import certified, prepare
from solvers.questions.partition.command import begin, parser, searching
from solvers.questions.partition.html import partition_html
from solvers.questions.partition.methods import steps_of
from solvers.questions.partition.report import as_json, in_words, picture
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Tell
from xyzmap.mapped import Mapped, drawn


@dataclass(frozen=True, repr=False, eq=False)
class Partitioned(Answer):
    """A mapped partition: `value` is the sum of the intervals of its `parts`, in their order.

    `mapping` is that of the first part; `record` has stores, loads and what was tried.
    """

    parts: tuple[Mapped, ...] = ()
    time_line: str = ""

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the parts on a time line as a picture; write it, too, where a file is named."""
        self._found()
        return drawn(self.time_line, file)


def partition(
    dfg: DfgLike,
    arch: ArchLike,
    *,
    max_ii: int | None = None,
    parts: int | None = None,
    method: Literal["auto", "exact", "bopart", "nsga2", "multilevel"] = "auto",
    store_op: str | None = None,
    load_op: str | None = None,
    multi_node: bool = True,
    rules: File | None = None,
    trials: int | None = None,
    encoding: Literal["acyclic", "raw"] | None = None,
    weights: Sequence[float] | None = None,
    coarsening: bool = True,
    refinement: bool = True,
    study: File | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    map_time: float | None = None,
    jobs: int | None = None,
    memory_limit: int | None = None,
    certificate: File | None = None,
    iterations: int = 16,
    on_progress: Tell | None = None,
) -> Partitioned:
    """Return parts of a graph, each with an interval up to `max_ii`, of which the sum is small.

    `max_ii` None: the contexts of the array. `weights` are three, of edges cut and of the balance
    of operations and cuts. The other keywords are the options of `solvers.partition`, limits in
    seconds and megabytes; `certificate` names the directory to write what `verify` re-checks, and
    `iterations` are those of the picture. Raises `InputError` for whatever
    cannot be used, `TimeoutError` where the time is up before the search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (dfg, arch),
        on_progress,
        max_ii=max_ii,
        parts=parts,
        method=method,
        store_op=store_op,
        load_op=load_op,
        multi_node=switch(multi_node),
        rules=rules,
        trials=trials,
        encoding=encoding,
        weights=None if weights is None else ",".join(map(str, weights)),
        no_coarsening=not coarsening,
        no_refinement=not refinement,
        study=study,
        seed=seed,
        time_limit=time_limit,
        map_time=map_time,
        jobs=jobs,
        memory_limit=memory_limit,
        certificate=certificate,
        iterations=iterations,
    )
    folder = options.certificate
    with released(folder):
        if folder is not None:
            prepare(folder)
        limit = time_limit if time_limit is None or folder is None else searching(time_limit)
        with stopping(None):
            search, how = begin(options, None if limit is None else begun + limit)
            answer = search.run(steps_of(how))
            if folder is not None:
                until = None if time_limit is None else begun + time_limit
                answer.certificate = certified(search, Path(folder), until)
    claimed = folder is not None and (Path(folder) / "certificate.json").exists()
    answer.seconds["whole"] = time.perf_counter() - begun
    memory, best = search.settings.memory, answer.partition
    mapped = [
        Mapped(Problem(part.dfg, search.arch, mapping.contexts), mapping)
        for part, mapping in zip(
            () if best is None else split(answer.dfg, best, memory), search.mappings(), strict=True
        )
    ]
    return Partitioned(
        "partition",
        answer.status,
        answer.total,
        answer.bound,
        answer.bound_reason,
        mapped[0] if mapped else None,
        plain(as_json(search, options)),
        in_words(search, iterations),
        answer.stopped,
        str(folder) if claimed else None,
        report=lambda: partition_html(search, iterations),
        parts=tuple(mapped),
        time_line=picture(search, iterations) if mapped else "",
    )

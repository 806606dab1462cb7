"""Graphs that are larger than the context memory, cut into parts that run one after another."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from partition.question.options import PartitionOptions
from partition.question.question import QUESTION
from partition.question.timeline import picture
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell
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


@with_keywords(PartitionOptions)
def partition(
    dfg: DfgLike,
    arch: ArchLike,
    options: PartitionOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Partitioned:
    """Return parts of a graph, each with an interval up to `max_ii`, of which the sum is small.

    The keywords are the fields of `PartitionOptions`, which may be given instead. `max_ii` None:
    the contexts of the array. `certificate` names the directory to write what `verify` re-checks,
    and `iterations` are those of the picture. Raises `InputError` for whatever cannot be used,
    `TimeoutError` where the time is up before the search begins.
    """
    inputs = {"dfg": dfg, "arch": arch}
    chosen, answer = asked(QUESTION, inputs, options, keywords, on_progress)
    assert isinstance(chosen, PartitionOptions)
    mapped = tuple(Mapped(*best) for best in answer.problems)
    line = picture(answer, chosen.iterations) if mapped else ""
    return Partitioned(**told(QUESTION, answer, chosen), parts=mapped, time_line=line)

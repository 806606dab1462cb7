"""The smallest sub-array that maps all kernels: the Python interface."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from models.data.architecture import Architecture
from pruning.question.first import Unmapped
from pruning.question.options import PruneArchOptions
from pruning.question.question import QUESTION
from shell.budget import Stop
from xyzmap.ask import Answer, asked, stopping, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell
from xyzmap.mapped import Mapped, drawn


@dataclass(frozen=True, repr=False, eq=False)
class Pruned(Answer):
    """The pruned array, and the mapping of each kernel on it.

    `value` is the count of the first minimised kind, or the cost; `record` has all counts and
    bounds.
    """

    arch: Architecture | None = None
    whole: Architecture | None = None
    mappings: tuple[Mapped, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of remaining features of each kind."""
        return dict(self.record["counts"])

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return a drawing of kept, removed and used parts as SVG; write it to `file` if given."""
        from views.array.svg import array_svg

        self._found()
        assert self.arch is not None and self.whole is not None
        return drawn(array_svg(self.whole, self.arch, [m.mapping for m in self.mappings]), file)


@with_keywords(PruneArchOptions)
def prune(
    dfgs: DfgLike | Sequence[DfgLike],
    arch: ArchLike,
    options: PruneArchOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Pruned:
    """Return the smallest sub-array on which the kernels still map in the given cycles.

    The keywords are the fields of `PruneArchOptions`, which may be given instead. `cycles` and
    `contexts` are one number for all kernels or one for each; `cycles` defaults to the fewest on
    the whole array. `minimise` names the minimised kinds, the most important first; `cost` gives
    weights instead. Raises `InputError` for unusable input, `TimeoutError` if the time is up before
    the search begins.
    """
    chosen, answer = asked(QUESTION, {"inputs": inputs(dfgs, arch)}, options, keywords, on_progress)
    if isinstance(answer, Unmapped):
        with stopping():
            if answer.reason is None:
                raise Stop(answer.notes[0])
        known = told(QUESTION, answer, chosen) | {"words": answer.notes[0]}
        return Pruned(**known, whole=answer.problems[0].arch)
    mappings = tuple(
        Mapped(msgspec.structs.replace(kernel.problem, arch=answer.arch), mapping)
        for kernel, mapping in zip(answer.kernels, answer.mappings, strict=False)
    )
    return Pruned(
        **told(QUESTION, answer, chosen), arch=answer.arch, whole=answer.whole, mappings=mappings
    )


def inputs(dfgs: DfgLike | Sequence[DfgLike], arch: ArchLike) -> tuple[object, ...]:
    """Return the graphs and the array in the order of the command, the array last."""
    several = isinstance(dfgs, Sequence) and not isinstance(dfgs, str)
    return (*dfgs, arch) if several else (dfgs, arch)  # type: ignore[misc]  # a sequence of graphs

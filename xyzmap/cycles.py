"""The fewest cycles of a mapping."""

from __future__ import annotations

from typing import Any

from solvers.min_cycles import QUESTION
from solvers.questions.min_cycles.min_cycles_options import MinCyclesOptions
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell


@with_keywords(MinCyclesOptions)
def min_cycles(
    dfg: DfgLike,
    arch: ArchLike,
    options: MinCyclesOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Answer:
    """Return a mapping with the fewest cycles, and why none has fewer.

    With `cycles` N, the question is only whether N cycles suffice; `explain` then names the limits
    behind a no, as `record["explanation"]`. `contexts` pipelines: a new iteration every so many
    cycles. The keywords are the fields of `MinCyclesOptions`, which may be given instead: `pins`
    are words such as `"mul3=pe_0_1@4"`, `forbids` names broken components and paths, several
    solvers race, `warm_start` is a mapping or its file, limits are in seconds and megabytes, and
    `certificate` names the directory for the certificate that `verify` re-checks. Ctrl-C ends the
    search with the best answer so far.

    Raises `InputError` for unusable inputs and options, `TimeoutError` if the time is up before the
    search begins.
    """
    chosen, answer = asked(QUESTION, {"dfg": dfg, "arch": arch}, options, keywords, on_progress)
    return Answer(**told(QUESTION, answer, chosen))

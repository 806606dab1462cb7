"""The smallest initiation interval."""

from __future__ import annotations

from typing import Any

from solvers.min_ii import QUESTION
from solvers.questions.min_ii.min_ii_options import MinIiOptions
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell


@with_keywords(MinIiOptions)
def min_ii(
    dfg: DfgLike,
    arch: ArchLike,
    options: MinIiOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Answer:
    """Return a pipelined mapping with the smallest initiation interval, and why none is smaller.

    The keywords are the fields of `MinIiOptions`, which may be given instead: `method` chooses the
    search, `pins` and `forbids` are words as on the command line, limits are in seconds and
    megabytes, `certificate` names the directory for the certificate that `verify` re-checks. Ctrl-C
    ends the search with the best answer so far.

    Raises `InputError` for unusable inputs and options, `TimeoutError` if the time is up before the
    search begins.
    """
    chosen, answer = asked(QUESTION, {"dfg": dfg, "arch": arch}, options, keywords, on_progress)
    return Answer(**told(QUESTION, answer, chosen))

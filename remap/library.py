"""Mapping again after a change."""

from __future__ import annotations

from typing import Any

from remap.question.question import QUESTION
from remap.question.remap_options import RemapOptions
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell


@with_keywords(RemapOptions)
def remap(
    dfg: DfgLike,
    arch: ArchLike,
    old: object,
    options: RemapOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Answer:
    """Return a mapping that keeps most operations of an old one where they were.

    `old` is a mapping or its file, of a slightly different graph or array. The value is the number
    of operations that move; `record` has them as `moved`, `kept` and `new`. The keywords are the
    fields of `RemapOptions`, which may be given instead. Raises `InputError` for unusable
    arguments, `TimeoutError` if the time is up before the search begins.
    """
    inputs = {"dfg": dfg, "arch": arch, "old": old}
    chosen, answer = asked(QUESTION, inputs, options, keywords, on_progress)
    return Answer(**told(QUESTION, answer, chosen))

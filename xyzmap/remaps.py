"""Mapping again after a change."""

from __future__ import annotations

import time
from collections.abc import Sequence

from solvers.questions.remap.html import remap_html
from solvers.remap import as_json, begin, in_words, parser
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Tell
from xyzmap.mapped import Mapped


def remap(
    dfg: DfgLike,
    arch: ArchLike,
    old: object,
    *,
    max_moved: int | None = None,
    max_cycles: int | None = None,
    pins: Sequence[str] = (),
    forbids: Sequence[str] = (),
    multi_node: bool = True,
    rules: File | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    on_progress: Tell | None = None,
) -> Answer:
    """Return a mapping that keeps most operations of an old one where they were.

    `old` is a mapping or its file, of a graph or an array that have changed a little. The value is
    the number of operations that move; `record` has them as `moved`, `kept` and `new`. The
    keywords are the options of `solvers.remap`, limits in seconds. Raises `InputError` for whatever
    cannot be used, `TimeoutError` where the time is up before the search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (dfg, arch, old),
        on_progress,
        max_moved=max_moved,
        max_cycles=max_cycles,
        pin=list(pins),
        forbid=list(forbids),
        multi_node=switch(multi_node),
        rules=rules,
        seed=seed,
        time_limit=time_limit,
    )
    with stopping(time_limit):
        search = begin(options)
        answer = search.run()
    answer.seconds["whole"] = time.perf_counter() - begun
    mapping = answer.mapping
    return Answer(
        "remap",
        answer.status,
        None if mapping is None else len(answer.moved),
        answer.at_least,
        answer.reason,
        None if mapping is None else Mapped(answer.problem, mapping),
        plain(as_json(answer)),
        in_words(answer),
        answer.stopped,
        report=lambda: remap_html(answer),
    )

"""The smallest initiation interval."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

import msgspec

from solvers.certificates.folder_lock import released
from solvers.certificates.intervals import write_claim
from solvers.min_ii import begin, parser
from solvers.questions.min_ii.method import require_sound
from solvers.questions.min_ii.report import as_json, in_words
from solvers.questions.verdicts import interval_verdict
from views.html.page import report_html
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Reordering, Tell
from xyzmap.mapped import Mapped


def min_ii(
    dfg: DfgLike,
    arch: ArchLike,
    *,
    max_ii: int | None = None,
    slack: int | None = None,
    first: bool = False,
    shortest: bool = False,
    fewest: Literal["registers", "transfers"] | None = None,
    transform: Reordering = "none",
    multi_node: bool = True,
    rules: File | None = None,
    pins: Sequence[str] = (),
    forbids: Sequence[str] = (),
    method: Literal["exact", "sa", "lisa", "auto"] = "exact",
    weights: File | None = None,
    movements: int | None = None,
    alpha: float | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    certificate: File | None = None,
    on_progress: Tell | None = None,
) -> Answer:
    """Return a pipelined mapping with the smallest initiation interval, and why none is smaller.

    The keywords are the options of `solvers.min_ii`: `method` says who looks for mappings, solvers
    beside modulo scheduling, annealing (`sa`), annealing guided by predicted labels (`lisa`), or
    annealing first and solvers then; `pins` and `forbids` are words as on the command line, limits
    are in seconds and megabytes, `certificate` names the directory to write what `verify`
    re-checks. Ctrl-C ends the search with the best answer so far.

    Raises `InputError` for whatever cannot be used, `TimeoutError` where the time is up before the
    search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (dfg, arch),
        on_progress,
        max_ii=max_ii,
        slack=slack,
        first=first,
        shortest=shortest,
        fewest=fewest,
        transform=transform,
        multi_node=switch(multi_node),
        rules=rules,
        pin=list(pins),
        forbid=list(forbids),
        method=method,
        weights=weights,
        movements=movements,
        alpha=alpha,
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        certificate=certificate,
    )
    require_sound(options)
    deadline = None if time_limit is None else begun + time_limit
    written = None
    with released(options.certificate):
        with stopping(time_limit):
            search = begin(options, deadline)
            answer = search.run()
        answer.seconds["whole"] = time.perf_counter() - begun
        if options.certificate is not None:
            note = write_claim(answer, options.certificate)
            lacking = (note or "").startswith("no certificate")
            written = None if lacking else str(options.certificate)
    problem = answer.problem
    if answer.contexts is not None:
        problem = msgspec.structs.replace(problem, contexts=answer.contexts)
    return Answer(
        "min_ii",
        answer.status,
        answer.contexts,
        answer.lower,
        answer.lower_reason,
        None if answer.mapping is None else Mapped(problem, answer.mapping),
        plain(as_json(answer, options)),
        in_words(answer),
        answer.stopped,
        written,
        lambda: report_html(problem, answer.mapping, interval_verdict(answer)),
    )

"""The fewest cycles of a mapping."""

from __future__ import annotations

import argparse
import io
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from solvers.certificates.cycles import provable, write_certificate
from solvers.certificates.folder_lock import released
from solvers.min_cycles import EXPLAIN_SECONDS, explained, scratch
from solvers.questions.min_cycles.explain import Explanation
from solvers.questions.min_cycles.options import parser, question_of
from solvers.questions.min_cycles.report import as_json, headline
from solvers.questions.verdicts import cycles_verdict
from solvers.search import answer as found
from solvers.search.cycles import Search
from views.html.page import report_html
from views.progress import Progress
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Tell, Words
from xyzmap.mapped import Mapped


def min_cycles(
    dfg: DfgLike,
    arch: ArchLike,
    *,
    contexts: int | None = None,
    cycles: int | None = None,
    max_cycles: int | None = None,
    transform: Literal["none", "enumerate", "xbtree", "select", "chain", "auto"] = "none",
    multi_node: bool = True,
    rules: File | None = None,
    pins: Sequence[str] = (),
    forbids: Sequence[str] = (),
    solver: Words = (),
    at_most_one: str | None = None,
    at_most_k: str | None = None,
    workers: int | None = None,
    deterministic: bool = False,
    objective: bool = False,
    warm_start: object = None,
    certify: bool = False,
    symmetry: bool = True,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    certificate: File | None = None,
    explain: bool = False,
    on_progress: Tell | None = None,
) -> Answer:
    """Return a mapping with the fewest cycles, and why none has fewer.

    With `cycles` N, the question is only whether N cycles do; `explain` then names the limits
    behind a no, as `record["explanation"]`. `contexts` pipelines: a new iteration every so many
    cycles. The other keywords are the options of `solvers.min_cycles`: `pins` are words such as
    `"mul3=pe_0_1@4"`, `forbids` names of what is broken, several solvers race, `warm_start` is a
    mapping or its file, limits are in seconds and megabytes, and `certificate` names the directory
    to write what `verify` re-checks. Ctrl-C ends the search with the best answer so far.

    Raises `InputError` for whatever cannot be used, `TimeoutError` where the time is up before the
    search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (dfg, arch),
        None,
        contexts=contexts,
        cycles=cycles,
        max_cycles=max_cycles,
        transform=transform,
        multi_node=switch(multi_node),
        rules=rules,
        pin=list(pins),
        forbid=list(forbids),
        solver=[solver] if isinstance(solver, str) else list(solver),
        at_most_one=at_most_one,
        at_most_k=at_most_k,
        workers=workers,
        deterministic=deterministic,
        objective=objective,
        warm_start=warm_start,
        certify=certify,
        symmetry=switch(symmetry),
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        certificate=certificate,
        explain=explain,
    )
    folder = options.certificate
    with released(folder), scratch(options) as proofs, _Shown(on_progress) as shown:
        with stopping(time_limit):
            search = Search(question_of(options, proofs), shown.update)
            answer = search.run()
        answer.seconds["whole"] = time.perf_counter() - begun
        written = _certified(answer, options)
        explanation = _explained(search, answer, options) if explain else None
    problem, mapping = answer.problem, answer.mapping
    return Answer(
        "min_cycles",
        answer.status,
        answer.cycles,
        answer.lower_bound,
        answer.lower_reason,
        None if mapping is None else Mapped(problem, mapping),
        plain(as_json(answer, options, explanation)),
        headline(answer, cycles, max_cycles),
        answer.stopped,
        written,
        lambda: report_html(
            problem, mapping, cycles_verdict(answer, cycles, max_cycles, explanation)
        ),
    )


def _certified(answer: found.Answer, options: argparse.Namespace) -> str | None:
    """Write the certificate that is asked for; return its directory if there is one."""
    refuted = options.max_cycles if options.cycles is None else options.cycles
    if options.certificate is None or not provable(answer, refuted):
        return None
    write_certificate(answer, refuted, options.certificate)
    return str(options.certificate)


def _explained(
    search: Search, answer: found.Answer, options: argparse.Namespace
) -> Explanation | None:
    spent = answer.seconds["whole"]
    left = EXPLAIN_SECONDS if options.time_limit is None else options.time_limit - spent
    if search.question.refutable and answer.stopped != "interrupted" and left > 0:
        with suppress(TimeoutError), stopping(left):
            return explained(search.question, answer, options.cycles, left)
    return None


@dataclass
class _Shown:
    """Events of a search as lines of progress, no more of them than a command prints."""

    tell: Tell | None

    def __enter__(self) -> Progress:
        self._progress = Progress(_Lines(self.tell or (lambda line: None)))
        return self._progress

    def __exit__(self, *_: object) -> None:
        self._progress.close()


class _Lines(io.StringIO):
    """A stream that is told line by line."""

    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell, self._begun = tell, ""

    def write(self, text: str) -> int:
        """Take text; tell of every line that is whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            self._tell(line)
        return len(text)

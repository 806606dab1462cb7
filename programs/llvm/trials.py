"""Trials in a process of their own, which an invalid address ends."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from models.errors import one_line
from programs.llvm.child import output_of

ATTEMPTS = 6
"""Draws of a trial: one that cannot be compared is drawn again, of smaller numbers."""

INCONCLUSIVE = frozenset(("fault", "undefined"))
"""Verdicts after which a trial is drawn again."""

AGAIN = "drawn again"
"""Counts the draws that were not compared, and after which smaller numbers were drawn."""

_RAISED = "raised"
"""The verdict for an exception of the process itself, not of a trial."""

_MARK = "marked"
"""Precedes what may end the process only if there is a difference."""

Mark = Callable[[], bool]
"""Marks a place in a trial; returns whether the process has ended behind it, in a first try."""

Trial = Callable[[random.Random, int, Mark], tuple[str, str]]
"""Returns a verdict and the difference, of random numbers and the number of the attempt."""


def tried(trial: Trial, numbers: range, seed: int, fault: str) -> tuple[Counter[str], str]:
    """Return the verdicts of trials, and the first difference.

    A trial whose process is killed by a signal has the verdict `fault`, unless that is behind its
    mark: then it is run again, and told so. Raises `RuntimeError` if a trial raises an exception.
    """
    count: Counter[str] = Counter()
    difference, done, attempt, ended = "", numbers.start, 0, False
    while done < numbers.stop:
        serve = partial(_serve, trial, range(done, numbers.stop), seed, (attempt, ended))
        said, status = output_of(serve)
        lines = said.splitlines()
        marked = lines[-1:] == [_MARK]
        for line in lines:
            verdict, _, what = line.partition("\t")
            if verdict == _MARK:
                continue
            if verdict == _RAISED:
                raise RuntimeError(f"trial {done} of a comparison: {what}")
            if verdict in INCONCLUSIVE and attempt + 1 < ATTEMPTS:
                attempt += 1
                count[AGAIN] += 1
                continue
            count[verdict] += 1
            difference = difference or what
            done, attempt = done + 1, 0
        if done < numbers.stop:
            if not os.WIFSIGNALED(status):
                raise RuntimeError(f"trial {done} of a comparison ended with status {status}")
            if marked and not ended:
                ended = True
                continue
            attempt += 1
            if attempt == ATTEMPTS:
                count[fault] += 1
                done, attempt = done + 1, 0
            else:
                count[AGAIN] += 1
        ended = False
    return count, difference


def _serve(
    trial: Trial, numbers: range, seed: int, first: tuple[int, bool], write: int
) -> None:  # pragma: no cover
    """Write a line per mark, attempt or exception."""
    attempt, ended = first

    def mark() -> bool:
        if not ended:
            os.write(write, f"{_MARK}\n".encode())
        return ended

    try:
        for number in numbers:
            while True:
                again = f" {attempt}" * bool(attempt)
                verdict, what = trial(random.Random(f"{seed} {number}{again}"), attempt, mark)
                os.write(write, f"{verdict}\t{what}\n".encode())
                attempt, ended = attempt + 1, False
                if verdict not in INCONCLUSIVE or attempt == ATTEMPTS:
                    break
            attempt = 0
    except Exception as error:
        os.write(write, f"{_RAISED}\t{one_line(repr(error))}\n".encode())

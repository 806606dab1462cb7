"""Certificates, re-checked by code that is independent of the code that wrote them."""

from __future__ import annotations

import os

from models.errors import InputError
from solvers.questions.verify.check import UNUSABLE, check_directory
from solvers.verification.directory import Clock
from xyzmap.ask import Verified


def verify(directory: str | os.PathLike[str], *, time_limit: float | None = None) -> Verified:
    """Re-check a certificate: its mapping, and the proof that no better one exists.

    `time_limit` is in seconds. Raises `InputError` where the directory cannot be used.
    """
    lines: list[str] = []
    code, outcome, line = check_directory(os.fspath(directory), Clock(time_limit), lines.append)
    if code == UNUSABLE:
        raise InputError(line)
    return Verified(outcome, line, tuple(lines))

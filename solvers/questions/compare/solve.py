"""Comparing: from graph and array to measured cells."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from models.process.command import EXIT
from models.process.disguises import undisguised
from models.process.events import Observer, lines_to
from models.process.signals import Stop
from solvers.questions.compare.lines import faults, undecided
from solvers.questions.compare.measure import measure
from solvers.questions.compare.options import CompareOptions
from solvers.questions.compare.plan import Comparison, plan
from solvers.questions.entries import Entries

CONTRADICTION = 1
"""Exit code where solvers contradict each other, or what one calls a mapping is none."""


def read(inputs: Mapping[str, object], options: CompareOptions) -> Comparison:
    """Return what is to be measured. Raises `InputError`."""
    return plan(inputs, options)


def solve(
    found: Comparison, options: CompareOptions, observer: Observer, deadline: float | None
) -> Comparison:
    """Measure every cell, until a signal comes. Raises `InputError`."""
    entries = Entries(None if options.resume is None else Path(options.resume))
    try:
        with undisguised():
            measure(found, entries, lines_to(observer))
    except Stop as stop:
        found.stopped = str(stop)
    wrong = faults(found)
    found.notes = [f"ERROR: {line}" for line in wrong]
    found.exit_code = EXIT["unknown"] if undecided(found) else 0
    if wrong:
        found.exit_code = CONTRADICTION
    return found

"""The question of `sweep`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from shell.parser import Input
from solvers.questions.ask import Question
from sweeps.sweep_options import SweepOptions

QUESTION = Question(
    name="sweep",
    about="Answer every question of a TOML file (docs/sweeps.md), each in a process"
    " of its own, and keep every answer in an SQLite file: no job runs twice.",
    inputs=(Input("sweep", "SWEEP.toml", "questions, inputs, options and limits"),),
    options=SweepOptions,
    codes="""
exit codes: 0 every job has a mapping, or a proof that there is none; 30 some have not (limits,
failures, interruption), 2 usage or input error
""",
)

"""The question of `sweep`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from shell.parser import Input
from solvers.questions.ask import Question
from sweeps.options import SweepOptions

QUESTION = Question(
    name="sweep",
    about="Answer every question of a TOML file (docs/sweeps.md), each as a whole"
    " process, and keep every answer in an SQLite file: nothing is computed twice.",
    inputs=(Input("sweep", "SWEEP.toml", "questions, inputs, options and limits"),),
    options=SweepOptions,
    codes="""
exit codes: 0 every job has a mapping, or a proof that there is none; 30 some have not (limits,
failures, interruption), 2 usage or input error
""",
)

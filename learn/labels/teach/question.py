"""The question of `teach_labels`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from learn.labels.teach.teach_options import TeachLabelsOptions
from shell.parser import Input
from solvers.questions.ask import Question

QUESTION = Question(
    name="teach_labels",
    about="Map random DFGs with the smallest initiation interval, proven, and write the"
    " labels of the shortest mappings: samples for `xyzmap labels train`.",
    inputs=(Input("arch", "ARCH", "architecture file, or a preset: lisa:4x4"),),
    options=TeachLabelsOptions,
    codes="""
One JSON line per DFG. Lines of FILE are kept: the same command goes on where it was interrupted.
DFGs whose II is not proven leave a line without labels. Without --time-limit, a seed always
gives the same line.

exit codes: 0 done, 2 usage or input error, 30 interrupted, or out of memory
""",
    limited=False,
)

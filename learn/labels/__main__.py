"""`python -m learn.labels`: generate samples, train networks, measure them, predict labels."""

from __future__ import annotations

import sys

from learn.labels.labels_options import (
    EvaluateOptions,
    GenerateOptions,
    PredictOptions,
    TrainOptions,
)
from shell.parser import Call, Command, Commands, Input, Main

DFG = Input("dfg", "DFG", "dataflow graph file")
ARCH = Input("arch", "ARCH", "architecture file, or a preset: lisa:4x4")
COMMAND = Commands(
    "labels",
    "Labels that guide mapping (LISA, HPCA 2022), learned for all arrays.",
    (
        Command("generate", "label random DFGs with a teacher", (ARCH,), GenerateOptions),
        Command("train", "train networks (needs torch)", (ARCH,), TrainOptions),
        Command("evaluate", "measure weights on samples held out", (ARCH,), EvaluateOptions),
        Command("predict", "predict the labels of a DFG", (DFG, ARCH), PredictOptions),
    ),
    """
Samples are JSON lines and grow: the same command goes on where it was interrupted. The DFGs of
seeds divisible by 5 are held out: they never train, and accuracy is measured on them.

exit codes: 0 done, 2 usage or input error, 30 interrupted
""",
)


def run(call: Call) -> int:
    """Run one command; return its exit code."""
    from learn.labels import commands

    code: int = getattr(commands, call.name)(call.inputs, call.options)
    return code


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())

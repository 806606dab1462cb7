"""`python -m learn.intervals`: map random programs, train, measure, tune and predict."""

from __future__ import annotations

import sys

from learn.common.shared_options import WeightsOptions
from learn.intervals.intervals_options import (
    EvaluateOptions,
    GenerateOptions,
    TrainOptions,
    TuneOptions,
)
from shell.parser import Call, Command, Commands, Input, Main

DFG = Input("dfg", "DFG", "dataflow graph file")
ARCH = Input("arch", "ARCH", "architecture file, or a preset: hycube:4x4")
COMMAND = Commands(
    "intervals",
    "Initiation intervals predicted before mapping (PT-Map, DAC 2024).",
    (
        Command("generate", "map random programs on random arrays", (), GenerateOptions),
        Command("train", "train a network (needs torch)", (), TrainOptions),
        Command("evaluate", "measure on programs held out", (), EvaluateOptions),
        Command("tune", "go on training for a new array (needs torch)", (ARCH,), TuneOptions),
        Command("predict", "predict the II of a graph", (DFG, ARCH), WeightsOptions),
    ),
    """
Samples are JSON lines and grow: the same command goes on where it was interrupted. The programs of
seeds divisible by 5 are held out: they never train, and errors are measured on them.

exit codes: 0 done, 2 usage or input error, 20 the array cannot execute the graph, 30 interrupted
""",
)


def run(call: Call) -> int:
    """Run one command; return its exit code."""
    from learn.intervals import commands

    code: int = getattr(commands, call.name)(call.inputs, call.options)
    return code


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())

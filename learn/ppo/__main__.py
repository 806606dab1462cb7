"""`python -m learn.ppo`: train a policy that maps programs, and measure one."""

from __future__ import annotations

import sys

from learn.ppo.ppo_options import EvaluateOptions, TrainOptions
from shell.parser import Call, Command, Commands, Input, Main

PROGRAM = Input("program", "PROGRAM", "program file", optional=True)
PROGRAMS = Input("program", "PROGRAM", "program files", many=True, optional=True)
COMMAND = Commands(
    "ppo",
    "A policy that places instructions on the streaming engine, learned by PPO.",
    (
        Command("train", "train a policy (needs the extra 'rl')", (PROGRAM,), TrainOptions),
        Command("evaluate", "measure a policy (needs torch)", (PROGRAMS,), EvaluateOptions),
    ),
    """
A run is a folder: its settings, a checkpoint, the curve (curve.jsonl), logs for TensorBoard, the
policy, and with one program the best mapping found. The same command with --resume goes on where
it ended; Ctrl-C keeps the last checkpoint. Random programs for training and for measuring have
different seeds.

exit codes: 0 done, 2 usage or input error, 20 there is no mapping, 30 interrupted
""",
)


def run(call: Call) -> int:
    """Run one command; return its exit code."""
    from learn.ppo import commands

    code: int = getattr(commands, call.name)(call.inputs, call.options)
    return code


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())

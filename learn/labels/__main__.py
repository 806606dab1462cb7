"""`python -m learn.labels`: generate samples, train networks, measure them, predict labels."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from models.process.command import Parser, guarded, natural, positive
from models.process.signals import Signals

PROG = "labels"
ARCH_HELP = "architecture file, or a preset: lisa:4x4"

EPILOG = """
Samples are JSON lines and grow: the same command goes on where it was interrupted. The DFGs of
seeds divisible by 5 are held out: they never train, and accuracy is measured on them.

exit codes: 0 done, 2 usage or input error, 30 interrupted
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Labels that guide mapping (LISA, HPCA 2022), learned per array.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = p.add_subparsers(dest="command", required=True, metavar="COMMAND")

    generate = commands.add_parser("generate", help="label random DFGs with a teacher")
    generate.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    _add_generation(generate)
    generate.add_argument("--out", metavar="FILE", required=True, help="samples, JSON lines")

    train = commands.add_parser("train", help="train networks (needs torch)")
    train.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    train.add_argument("--data", metavar="FILE", help="samples (default: generate them)")
    _add_generation(train)
    train.add_argument(
        "--kind",
        choices=["paper", "wide"],
        default="wide",
        help="the networks of LISA, or a wider one (default wide)",
    )
    train.add_argument(
        "--epochs", type=positive, default=500, metavar="E", help="over all DFGs (default 500)"
    )
    train.add_argument(
        "--loss",
        choices=["l1", "mse", "criteria"],
        default="criteria",
        help="absolute error, squared error, or nearly the share of wrong labels (the default)",
    )
    train.add_argument("--out", metavar="FILE", help="weights (default: ARRAY-DIGITS.json here)")

    evaluate = commands.add_parser("evaluate", help="measure weights on samples held out")
    evaluate.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    _add_weights(evaluate)
    evaluate.add_argument("--data", metavar="FILE", required=True, help="samples with labels")
    evaluate.add_argument("--all", action="store_true", help="samples that trained, too")

    predict = commands.add_parser("predict", help="predict the labels of a DFG")
    predict.add_argument("dfg", metavar="DFG", help="dataflow graph file")
    predict.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    _add_weights(predict)
    return p


def _add_generation(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--teacher",
        choices=["annealing", "optimal"],
        default="optimal",
        help="labels by iterated annealing, or of optimal mappings (the default)",
    )
    parser.add_argument(
        "--count", type=positive, default=300, metavar="N", help="random DFGs (default 300)"
    )
    parser.add_argument(
        "--seed", type=natural, default=0, metavar="S", help="of the first DFG, and of training"
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="J",
        help="processes (default: one for each core)",
    )


def _add_weights(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weights", metavar="FILE", help="default: the shipped ones of this array")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = parser().parse_args(arguments)
    from learn.labels import commands

    # SIGTERM ends a command as Ctrl-C does, so that processes it started end with it.
    with Signals():
        code: int = getattr(commands, options.command)(options)
    return code


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

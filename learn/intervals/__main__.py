"""`python -m learn.intervals`: map random programs, train, measure, tune and predict."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from models.process.command import Parser, guarded, natural, positive
from models.process.signals import Signals

PROG = "intervals"
ARCH_HELP = "architecture file, or a preset: hycube:4x4"
TUNING = 10_000_000
"""The first seed of programs for tuning: data for training have smaller ones."""

EPILOG = """
Samples are JSON lines and grow: the same command goes on where it was interrupted. The programs of
seeds divisible by 5 are held out: they never train, and errors are measured on them.

exit codes: 0 done, 2 usage or input error, 20 the array cannot execute the graph, 30 interrupted
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Initiation intervals predicted before mapping (PT-Map, DAC 2024).",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = p.add_subparsers(dest="command", required=True, metavar="COMMAND")

    generate = commands.add_parser("generate", help="map random programs on random arrays")
    generate.add_argument("--out", metavar="FILE", required=True, help="samples, JSON lines")
    generate.add_argument("--seed", type=natural, default=0, metavar="S", help="of the first one")
    generate.add_argument("--count", type=positive, default=3000, metavar="N", help="programs")
    _add_jobs(generate)

    train = commands.add_parser("train", help="train a network (needs torch)")
    train.add_argument("--data", metavar="FILE", required=True, help="samples")
    train.add_argument(
        "--variant",
        choices=["network", "basic features", "no alignment", "direct"],
        default="network",
        help="the network, or one of its ablations",
    )
    _add_training(train, 60, 1e-3)
    train.add_argument("--out", metavar="FILE", required=True, help="weights, .npz")

    evaluate = commands.add_parser("evaluate", help="measure on programs held out")
    evaluate.add_argument("--data", metavar="FILE", required=True, help="samples")
    evaluate.add_argument("--ablation", nargs="+", default=[], metavar="NAME=FILE")
    _add_weights(evaluate)

    tune = commands.add_parser("tune", help="go on training for a new array (needs torch)")
    tune.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    tune.add_argument("--count", type=positive, default=400, metavar="N", help="random programs")
    tune.add_argument("--data", metavar="FILE", help="samples (default: beside the weights)")
    _add_jobs(tune)
    _add_training(tune, 30, 3e-4, TUNING)
    tune.add_argument("--weights", metavar="FILE", help="to begin with; default: the shipped ones")
    tune.add_argument("--out", metavar="FILE", required=True, help="weights, .npz")

    predict = commands.add_parser("predict", help="predict the interval of a graph")
    predict.add_argument("dfg", metavar="DFG", help="dataflow graph file")
    predict.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    _add_weights(predict)
    return p


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="J",
        help="processes (default: one for each core)",
    )


def _add_training(parser: argparse.ArgumentParser, epochs: int, rate: float, seed: int = 0) -> None:
    parser.add_argument("--epochs", type=positive, default=epochs, metavar="E")
    parser.add_argument("--batch", type=positive, default=64, metavar="B")
    parser.add_argument("--rate", type=_rate, default=rate, metavar="R", help="of Adam, at first")
    parser.add_argument("--seed", type=natural, default=seed, metavar="S")


def _rate(text: str) -> float:
    rate = float(text)
    if not 0 < rate <= 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0, at most 1, not '{text}'")
    return rate


def _add_weights(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weights", metavar="FILE", help="default: the shipped ones")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = parser().parse_args(arguments)
    from learn.intervals import commands

    # SIGTERM ends a command as Ctrl-C does, so that processes it started end with it.
    with Signals():
        code: int = getattr(commands, options.command)(options)
    return code


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())

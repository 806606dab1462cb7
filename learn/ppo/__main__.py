"""`python -m learn.ppo`: train a policy that maps programs, and measure one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import get_args

from learn.ppo.options import REWARDS, Sizes, sizes
from models.process.command import Parser, guarded, natural, positive, seconds
from models.streaming.engine import Starts

PROG = "ppo"

EPILOG = """
A run is a folder: its settings, a checkpoint, the curve (curve.jsonl), logs for TensorBoard, the
policy, and with one program the best mapping found. The same command with --resume goes on where
it ended; nothing is lost by Ctrl-C. Random programs to train on and to measure with have different
seeds.

exit codes: 0 done, 2 usage or input error, 20 there is no mapping, 30 interrupted
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="A policy that places instructions on the streaming engine, learned by PPO.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = p.add_subparsers(dest="command", required=True, metavar="COMMAND")

    train = commands.add_parser("train", help="train a policy (needs the extra 'rl')")
    _add_programs(train, one=True)
    train.add_argument("--out", metavar="DIR", required=True, help="folder of the run")
    train.add_argument("--steps", type=steps, default=200_000, metavar="N", help="in all")
    train.add_argument("--time-limit", type=seconds, metavar="S", help="seconds, of this call")
    train.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    train.add_argument("--arch", choices=["gga", "mlp"], default="gga", help="network")
    train.add_argument("--head", choices=["slot", "flat"], default="slot", help="of gga")
    train.add_argument("--constraints", choices=["mask", "penalty"], default="mask")
    train.add_argument("--order", choices=["topological", "random"], default="topological")
    train.add_argument("--reward", choices=REWARDS, default="latency")
    train.add_argument("--nodes", type=positive, default=32, metavar="N", help="largest program")
    train.add_argument("--envs", type=positive, default=32, metavar="N", help="side by side")
    train.add_argument("--group", type=positive, default=8, metavar="N",
                       help="environments that play the same programs")  # fmt: skip
    train.add_argument("--rollout", type=positive, default=2048, metavar="N",
                       help="steps between updates")  # fmt: skip
    train.add_argument("--epochs", type=positive, default=5, metavar="N", help="of each update")
    train.add_argument("--batch", type=positive, default=512, metavar="N")
    train.add_argument("--rate", type=rate, default=1e-3, metavar="R", help="of Adam")
    train.add_argument("--entropy", type=rate, default=0.01, metavar="R", help="of the loss")
    train.add_argument("--pool", type=positive, default=4096, metavar="N",
                       help="how many random programs")  # fmt: skip
    train.add_argument("--warm-start", type=natural, default=0, metavar="N",
                       help="first imitate greedy mappings of N programs")  # fmt: skip
    train.add_argument("--from", dest="start", metavar="FILE", help="begin with this policy")
    train.add_argument("--device", default="cpu", metavar="NAME", help="cpu, cuda or auto")

    evaluate = commands.add_parser("evaluate", help="measure a policy (needs torch)")
    _add_programs(evaluate, one=False)
    evaluate.add_argument("--policy", metavar="DIR", help="run or file; default: the shipped one")
    evaluate.add_argument("--count", type=positive, default=100, metavar="N", help="of --random")
    evaluate.add_argument("--samples", type=natural, default=16, metavar="K",
                          help="mappings drawn, of which the best counts")  # fmt: skip
    evaluate.add_argument("--beam", type=natural, default=8, metavar="W", help="0: no beam")
    evaluate.add_argument("--time-limit", type=seconds, metavar="S", help="seconds, in all")
    evaluate.add_argument("--json", action="store_true", help="print JSON, one line per program")
    return p


def _add_programs(parser: argparse.ArgumentParser, one: bool) -> None:
    what = "program file" if one else "program files"
    parser.add_argument("program", nargs="?" if one else "*", metavar="PROGRAM", help=what)
    parser.add_argument("--random", type=sizes, metavar="A:B", help="random programs of A to B")
    parser.add_argument("--tiles", type=positive, default=16, metavar="T")
    parser.add_argument("--ii", type=positive, default=6, metavar="II", help="initiation interval")
    parser.add_argument("--starts", choices=get_args(Starts), default="flows",
                        help="which starts are on different tiles")  # fmt: skip
    parser.add_argument("--relay", action="store_true", help="results go any distance")
    parser.add_argument("--no-waiting", action="store_true", help="operands are not delayed")
    parser.add_argument("--seed", type=natural, default=0, metavar="S")


def steps(text: str) -> int:
    """Return a positive number, however large."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} must be at least 1")
    return value


def rate(text: str) -> float:
    """Return a number from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not '{text}'")
    return value


steps.__name__ = "whole number"
rate.__name__ = "number"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = parser().parse_args(arguments)
    both = options.random is not None and bool(options.program)
    if (options.random is None and not options.program) or (both and options.command == "train"):
        parser().error("name program files, or --random A:B")
    from learn.ppo import commands

    code: int = getattr(commands, options.command)(options)
    return code


main = guarded(run, PROG)

__all__ = ["Sizes", "main", "parser", "run"]

if __name__ == "__main__":
    sys.exit(main())

"""Options of `programs.optimize`."""

from __future__ import annotations

import argparse

from models.process.command import Parser, natural, positive, seconds
from solvers.questions.inputs import ARCH_HELP, add_array_options, add_plot

PROG = "optimize"

MODES, SPACES = ("performance", "pareto"), ("none", "interchange", "fusion", "full")

DATA_BYTES = 4096
"""So large is the data buffer of arrays of which PT-Map does not give it."""

EPILOG = """
exit codes: 0 mapped, every initiation interval of the winner proven minimal, 10 mapped but not so,
30 unknown (time limit, or nothing that was tried maps), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Transform the loops between #pragma PTMAP and #pragma ENDMAP so that they run"
        " fast on an array: explore, map the innermost loops, count the cycles of the whole.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("program", metavar="FILE", help="C source")
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument(
        "-D",
        "--define",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a macro, as of a C compiler",
    )
    p.add_argument(
        "--mode",
        choices=MODES,
        default="performance",
        help="rank by cycles, then bytes moved (default), or by the hypervolume of both",
    )
    space = p.add_argument_group("exploration")
    space.add_argument(
        "--space",
        choices=SPACES,
        default="full",
        help="what is tried: nothing, orders of loops, fusion and fission as well, all (default)",
    )
    space.add_argument(
        "--search",
        choices=("guided", "random"),
        default="guided",
        help="map the best candidates by predicted cycles (default), or some at random for"
        " --map-time: what guidance is to be compared with",
    )
    space.add_argument(
        "--keep",
        type=positive,
        default=20,
        metavar="N",
        help="candidates per nest, and programs (default 20)",
    )
    space.add_argument(
        "--predictor",
        choices=("mii", "gnn"),
        default="mii",
        help="of initiation intervals: their lower bound (default), or a network",
    )
    add_array_options(p)
    machine = p.add_argument_group("buffers")
    machine.add_argument(
        "--max-ii", type=positive, metavar="N", help="the largest II (default: the contexts)"
    )
    machine.add_argument(
        "--buffer",
        type=positive,
        metavar="BYTES",
        help=f"of data (default: that of PT-Map's arrays, {DATA_BYTES} of others)",
    )
    how = p.add_argument_group("search")
    how.add_argument("--seed", type=natural, default=0, metavar="S")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="for everything")
    how.add_argument(
        "--map-time",
        type=seconds,
        metavar="SECONDS",
        help="for mapping candidates of a region, unless none maps by then (default 15, more on"
        " arrays of more than 32 issue slots)",
    )
    how.add_argument(
        "--prove-time",
        type=seconds,
        default=8.0,
        metavar="SECONDS",
        help="for smaller II of the winner's loops, or proofs that there are none (default 8)",
    )
    how.add_argument("--jobs", type=positive, metavar="N", help="processes (default: cores)")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    out = p.add_argument_group("output")
    out.add_argument("--top", type=positive, default=10, metavar="N", help="shown (default 10)")
    out.add_argument(
        "--check",
        choices=("auto", "always", "never"),
        default="auto",
        help="execute the winner on random numbers, by interpreter, mappings and C compiler"
        " (default auto: unless it has many operations)",
    )
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument(
        "--output",
        "--emit",
        dest="output",
        metavar="DIR",
        help="write winner.c, report.json, and graph, mapping, picture, certificate of each loop",
    )
    out.add_argument("--html", metavar="FILE", help="write a report with candidates and mappings")
    add_plot(out, "cycles against data moved, of all programs kept")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p

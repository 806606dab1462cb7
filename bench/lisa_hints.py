"""Whether what annealing and labels know helps the exact search: `python -m bench.lisa_hints`.

The same question is put to the SAT solver as it is, with phases of annealed mappings and within
windows around labelled cycles; then whole searches are compared. Writes
`docs/results/lisa_hints.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.lisa_ask import together
from bench.lisa_hints_ask import Asker, asking
from bench.lisa_hints_page import Asked, asked_parts, faults, listed
from bench.lisa_hints_search import METHODS, Searcher
from bench.lisa_hints_searched import Searched, searched_parts
from bench.lisa_sets import (
    GROUPS,
    Combination,
    Group,
    absent,
    array,
    chosen,
    combinations,
    first_interval,
)
from bench.lisa_weights import Shelf, add_weights
from bench.measure import write
from bench.resume import Resume
from models.process.command import guarded, positive, seconds

NAMES = [group.name for group in GROUPS]


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure the chosen groups and write the page; 1 where a mapping contradicts a refutation."""
    parser = argparse.ArgumentParser(prog="bench.lisa_hints", description="Hints for solvers")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="GROUP")
    parser.add_argument(
        "--time-limit", type=seconds, default=20.0, metavar="S", help="of each way, and annealing"
    )
    parser.add_argument(
        "--search-limit", type=seconds, default=30.0, metavar="S", help="of each whole search"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="questions at a time")
    add_weights(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    resume, shelf, groups = Resume(options.resume), Shelf(options.weights), chosen(options.only)
    loops = feasible(groups)
    with asking(resume, options.jobs) as asker:
        calls = [partial(questions, asker, shelf, *loop, options.time_limit) for loop in loops]
        asked = [each for found in together(options.jobs, calls) for each in found]
    # A search takes both cores, so nothing runs beside it.
    searcher = Searcher(resume, options.search_limit)
    searched = [searches(searcher, shelf, asked) for asked, _ in loops]
    parts = [*absent(groups), *asked_parts(asked, options.time_limit, options.jobs)]
    parts += [*searched_parts(searched, options.search_limit), *listed(asked)]
    wrong = faults(asked)
    command = f"python -m bench.lisa_hints --time-limit {options.time_limit:g}"
    command += f" --search-limit {options.search_limit:g} --jobs {options.jobs}"
    if len(groups) < len(NAMES):
        command += " --only " + " ".join(group.name for group in groups)
    print(write("lisa_hints", "Hints for the exact search", command, [*wrong, *parts]))
    return 1 if wrong else 0


def feasible(groups: list[Group]) -> list[tuple[Combination, int]]:
    """Return the combinations that arithmetic leaves an interval, and the first one."""
    every = [each for group in groups for each in combinations(group)]
    firsts = [(each, first_interval(each.dfg, each.arch)[0]) for each in every]
    return [(each, first) for each, first in firsts if first is not None]


def questions(
    asker: Asker, shelf: Shelf, asked: Combination, first: int, limit: float
) -> list[Asked]:
    """Ask about a combination at the first interval, and above what is refuted."""
    trained = shelf.first(array(asked.arch))
    answers = asker.climb(asked, first, trained, limit)
    return [Asked(asked, contexts, entry) for contexts, entry in answers]


def searches(searcher: Searcher, shelf: Shelf, asked: Combination) -> Searched:
    """Search for the smallest interval with every method."""
    trained = shelf.first(array(asked.arch))
    return Searched(asked, {m: searcher.whole(asked, trained, m) for m in METHODS})


main = guarded(run, "bench.lisa_hints")

if __name__ == "__main__":
    sys.exit(main())

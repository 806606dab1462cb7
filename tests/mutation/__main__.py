"""Whether tests find faults: `python -m tests.mutation [--room ROOM] [--find FOLDER] [--jobs N]`.

Each mutant of the lists is made in a copy of the checkout, and the test that is named as its
killer must fail there. With `--find`, killers are searched for those that have none, or one that
is gone or passes, and the lists are written: among the tests that execute the line, as
`MUTATION_CONTEXTS=FOLDER python -m pytest -p tests.mutation.contexts --tier first` writes them
(it needs coverage, from PyPI).
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

from tests.mutation.find import Contexts
from tests.mutation.mutants import ROOMS, Mutant, exists, read, write
from tests.mutation.run import Copy

SECONDS = 60.0
"""A killer that takes longer hangs."""

WRITING = Lock()


def kill(copy: Copy, mutant: Mutant, contexts: Contexts | None, first: str = "") -> str:
    """Return a test that fails on a mutant; "" where there is none.

    With the `first` killer, the second one, which is another test.
    """
    named = mutant.second if first else mutant.killer
    # Another case of the same test will do: cases are added and removed.
    whole = named.partition("[")[0]
    known = dict.fromkeys((named, whole)) if named and exists(whole) else {}
    batches = [([name], SECONDS) for name in known]
    if contexts is not None:
        batches += [(tests, SECONDS + 5 * seconds) for tests, seconds in contexts.batches(mutant)]
    other = first.partition("[")[0]
    for tests, seconds in batches:
        left = [test for test in tests if test.partition("[")[0] != other]
        if left and (killer := copy.killer(mutant, left, seconds)):
            return killer
    return ""


def kill_all(lists: dict[str, list[Mutant]], given: argparse.Namespace) -> list[Mutant]:
    """Return the mutants that survive; with `--find` the lists say what kills the others."""
    contexts = None if given.find is None else Contexts(given.find)
    copies = [Copy() for _ in range(given.jobs)]
    free = SimpleQueue[Copy]()
    for copy in copies:
        free.put(copy)

    def one(room: str, mutant: Mutant) -> bool:
        copy = free.get()
        try:
            killer = kill(copy, mutant, contexts)
            second = kill(copy, mutant, contexts, killer) if killer and mutant.unsound else ""
        finally:
            free.put(copy)
        print(f"{mutant.file}: {killer or 'survives: ' + mutant.new}", flush=True)
        if killer and mutant.unsound:
            print(f"{mutant.file}: {second or 'no second killer: ' + mutant.new}", flush=True)
        if contexts is not None:
            mutant.killer, mutant.second = killer, second
            with WRITING:
                write(room, lists[room])
        return not killer or (mutant.unsound and not second)

    asked = [
        (room, mutant)
        for room, mutants in lists.items()
        for mutant in mutants
        if not mutant.equivalent and not (given.survivors and mutant.killer)
    ]
    with ThreadPoolExecutor(given.jobs) as pool:
        survives = list(pool.map(lambda pair: one(*pair), asked))
    killers = sorted({k for _, mutant in asked for k in (mutant.killer, mutant.second) if k})
    if failing := killers and copies[0].first_failure(killers, 60 * SECONDS)[0]:
        print(f"fails without any change, and so kills nothing: {failing}")
    for copy in copies:
        copy.close()
    return [mutant for (_, mutant), alive in zip(asked, survives, strict=True) if alive]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--room", choices=ROOMS, action="append", help="only these rooms")
    made.add_argument("--find", metavar="FOLDER", type=Path, help="look for killers")
    made.add_argument("--survivors", action="store_true", help="only those without a killer")
    made.add_argument("--jobs", type=int, default=2)
    return made


def main() -> int:
    """Run what the command line asks for; return 1 where a mutant survives."""
    given = parser().parse_args()
    lists = {room: read(room) for room in given.room or ROOMS}
    alive = kill_all(lists, given)
    print(f"{'room':14} mutants equivalent killed share")
    for name, rooms in [*((room, [room]) for room in lists), ("all", list(lists))]:
        mutants = [mutant for room in rooms for mutant in lists[room]]
        able = [mutant for mutant in mutants if not mutant.equivalent]
        killed = sum(mutant not in alive for mutant in able)
        equivalent, share = len(mutants) - len(able), killed / max(len(able), 1)
        print(f"{name:14} {len(mutants):7} {equivalent:10} {killed:6} {share:5.0%}")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())

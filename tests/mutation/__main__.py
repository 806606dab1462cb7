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

from tests.mutation.find import Contexts
from tests.mutation.mutants import ROOMS, Mutant, exists, read, write
from tests.mutation.run import Copy

SECONDS = 120.0
"""A killer that takes longer hangs."""


def kill(copy: Copy, mutant: Mutant, contexts: Contexts | None) -> str:
    """Return a test that fails on a mutant; "" where there is none."""
    if mutant.killer and exists(mutant.killer):
        if killer := copy.killer(mutant, [mutant.killer], SECONDS):
            return killer
    if contexts is not None:
        for tests, seconds in contexts.batches(mutant):
            if killer := copy.killer(mutant, tests, 20 + 10 * seconds):
                return killer
    return ""


def each(mutants: list[Mutant], jobs: int, contexts: Contexts | None) -> list[str]:
    """Return the killers of mutants, in their order."""
    free = SimpleQueue[Copy]()
    for _ in range(jobs):
        free.put(Copy())

    def one(mutant: Mutant) -> str:
        copy = free.get()
        try:
            killer = kill(copy, mutant, contexts)
        finally:
            free.put(copy)
        print(f"{mutant.file}: {killer or 'survives: ' + mutant.new}", flush=True)
        return killer

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(one, mutants))
    for _ in range(jobs):
        free.get().close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--room", choices=ROOMS, action="append")
    parser.add_argument("--find", metavar="FOLDER", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    contexts = None if given.find is None else Contexts(given.find)
    rooms = given.room or list(ROOMS)
    lists = {room: read(room) for room in rooms}
    open_ = [m for room in rooms for m in lists[room] if not m.equivalent]
    killers = dict(zip(map(id, open_), each(open_, given.jobs, contexts), strict=True))
    print(f"{'room':14} mutants equivalent killed share")
    total = [0, 0, 0]
    for room, mutants in lists.items():
        dead = [m for m in mutants if killers.get(id(m))]
        row = [len(mutants), sum(bool(m.equivalent) for m in mutants), len(dead)]
        total = [a + b for a, b in zip(total, row, strict=True)]
        _show(room, row)
        if contexts is not None:
            for mutant in mutants:
                mutant.killer = killers.get(id(mutant), "")
            write(room, mutants)
    _show("all", total)
    return 0 if total[0] == total[1] + total[2] else 1


def _show(room: str, row: list[int]) -> None:
    mutants, equivalent, killed = row
    share = killed / max(mutants - equivalent, 1)
    print(f"{room:14} {mutants:7} {equivalent:10} {killed:6} {share:5.0%}")


if __name__ == "__main__":
    sys.exit(main())

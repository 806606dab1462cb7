"""`python -m tests.mutation.make ROOM NUMBER SEED` adds mutants to a list, by lot."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

from tests.mutation.mutants import LISTS, ROOMS, Mutant, read, write
from tests.mutation.operators import Edit, edits


def make(room: str, number: int, seed: int) -> list[Mutant]:
    """Return mutants of different lines of the files of a room; each line is as likely."""
    sites: dict[tuple[Path, int], list[Edit]] = {}
    for path in sorted(Path(ROOMS[room]).rglob("*.py")):
        text = path.read_text()
        for edit in edits(text):
            sites.setdefault((path, text.count("\n", 0, edit.start)), []).append(edit)
    chance = random.Random(f"{room} {seed}")
    lines = sorted(sites)
    chance.shuffle(lines)
    found = []
    for path, line in lines:
        mutant = _mutant(path, chance.choice(sites[path, line]))
        if mutant is not None:
            found.append(mutant)
        if len(found) == number:
            break
    return found


def _mutant(path: Path, edit: Edit) -> Mutant | None:
    """A change with the lines around it, as many as make them unique in the file."""
    text = path.read_text()
    begin, end = edit.start, edit.end
    for _ in range(6):
        begin = text.rfind("\n", 0, begin) + 1
        end = text.find("\n", end)
        own = begin + len(text[begin:end]) - len(text[begin:end].lstrip())
        old = text[own:end]
        if text.count(old) == 1:
            new = text[own : edit.start] + edit.new + text[edit.end : end]
            try:
                ast.parse(text.replace(old, new))
            except SyntaxError:
                return None
            return Mutant(path.as_posix(), old, new)
        begin -= 1
    return None


if __name__ == "__main__":
    room, number, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    known = read(room) if (LISTS / f"{room}.toml").exists() else []
    listed = {(mutant.file, mutant.old) for mutant in known}
    fresh = [m for m in make(room, number, seed) if (m.file, m.old) not in listed]
    write(room, known + fresh)

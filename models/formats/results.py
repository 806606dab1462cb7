"""Results and names of graphs whose files do not state them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from models.data.dfg import Operand
from models.errors import InputError
from models.formats.carried import listed
from models.notes import note

WORTHLESS = frozenset(("", "g", "graph", "digraph", "dfg", "cdfg", "unnamed", "none"))
"""Names that tools give to all of their graphs, in small letters."""

Reads = Mapping[str, Sequence[Operand]]


def own_name(name: str, file: str = "") -> str:
    """Return the name of a graph, or that of its file if it has none or a default one."""
    of_function = re.fullmatch(r"C?DFG for ?'?([^' ]+)'? ?function", name.strip())
    name = of_function.group(1) if of_function else name.strip()
    return file or name or "dfg" if name.lower() in WORTHLESS else name


def truth(word: str, what: str, where: str) -> bool:
    """Return the truth value of a word such as `true` or `0`. Raises `InputError` for others."""
    known = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    found = known.get(word.lower())
    if found is None:
        raise InputError(f"{what} '{word[:40]}' must be true or false", where)
    return found


def dead_ends(
    reads: Reads,
    effects: Collection[str],
    marks: Mapping[str, bool],
    outputs: bool,
    where: str,
    remedy: str = "result=false",
) -> list[str]:
    """Return the operations without an effect that no other one reads in the same iteration.

    So the final sum of a loop is a result. `reads` are the operands of each operation, `marks` the
    result marks of the file. If the graph has `outputs`, a value that only later iterations read is
    a result only if no other result or effect needs it. A note names such values, with the
    attribute for operations that are no results (`remedy`).
    """
    never, later = unread(reads)
    found = {n for n in reads if marks.get(n, n in never and n not in effects)}
    waiting = [n for n in reads if n in later and n not in effects and n not in marks]
    if outputs:
        needed = _needed(reads, (*found, *effects))
        kept = []
        for name in waiting:
            if name not in needed:
                needed |= _needed(reads, (name,))
                kept.append(name)
        waiting = kept
    if waiting:
        what = f"results, as only later iterations read them: {listed(waiting)}"
        more = f"; write {remedy} on values that nothing after the loop reads" if remedy else ""
        note(what + more, where)
        found.update(waiting)
    return [name for name in reads if name in found]


def unread(reads: Reads) -> tuple[set[str], set[str]]:
    """Return the operations without a reader, and those that only later iterations read."""
    now, after = set[str](), set[str]()
    for name, operands in reads.items():
        others = [operand for operand in operands if operand.value != name]
        now.update(operand.value for operand in others if not operand.distance)
        after.update(operand.value for operand in others if operand.distance)
    return set(reads) - now - after, set(reads) & after - now


def _needed(reads: Reads, roots: Iterable[str]) -> set[str]:
    found = set(roots)
    waiting = list(found)
    while waiting:
        for operand in reads.get(waiting.pop(), ()):
            if operand.value not in found:
                found.add(operand.value)
                waiting.append(operand.value)
    return found

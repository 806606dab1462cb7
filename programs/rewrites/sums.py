"""Accumulators last: (s@1 + p) + q is s@1 + (p + q), one operation in the recurrence."""

from __future__ import annotations

from models.data.dfg import Operand, Rewrite
from programs.llvm.builder import Builder

ASSOCIATIVE = frozenset("add mul and or xor smin smax umin umax".split())


def sums(made: Builder) -> list[Rewrite]:
    """Move the accumulators of integer chains last; return what was done.

    Sums of other terms may wrap around where those of the text do not: the flags are dropped.
    """
    done = []
    for name in list(made.operations):
        chain = _chain(made, name)
        if len(chain) > 1:
            word = made.operations[name][0]
            terms = [_other(made, each, before) for before, each in _links(name, chain)]
            total = terms[0]
            for each, term in zip(chain[:-1], terms[1:], strict=True):
                made.operations[each] = (word, (total, term))
                total = Operand(each)
            made.operations[name] = (word, (Operand(name, 1), total))
            for each in chain:
                made.promised.pop(each, None)
            done.append(Rewrite("last", name, None, made.lines.get(name)))
    return done


def _links(name: str, chain: list[str]) -> list[tuple[Operand, str]]:
    """Return each operation of a chain with the operand by which it continues the chain."""
    before = [Operand(name, 1), *map(Operand, chain[:-1])]
    return list(zip(before, chain, strict=True))


def _other(made: Builder, name: str, operand: Operand) -> Operand:
    operands = made.operations[name][1]
    return operands[operands[0] == operand]


def _chain(made: Builder, name: str) -> list[str]:
    """Return the operations from the previous value of `name` to `name`, its last.

    Each is of one associative word, and only the next one reads it.
    """
    word = made.operations[name][0]
    if word not in ASSOCIATIVE or made.types[name] == "ptr":
        return []
    chain: list[str] = []
    seen = {name}
    at = name
    while True:
        chain.insert(0, at)
        _, operands = made.operations[at]
        if Operand(name, 1) in operands:
            break
        found = [
            o.value
            for o in operands
            if not o.distance
            and o.value not in seen
            and made.operations.get(o.value, ("",))[0] == word
            and made.types[o.value] == made.types[name]
            and _read_once(made, o.value)
            and _reaches(made, o.value, name, word)
        ]
        if len(found) != 1:
            return []
        at = found[0]
        seen.add(at)
    terms = [_other(made, each, before) for before, each in _links(name, chain)]
    if any(term.value in {*chain} for term in terms):
        return []
    return chain


def _read_once(made: Builder, name: str) -> bool:
    """Whether one operation reads a value, in the same iteration, and nothing else does."""
    reads = [o for _, ops in made.operations.values() for o in ops if o.value == name]
    started = any(value == name for value, _ in made.starts)
    held = any(operand.value == name for operand in made.phis.values())
    return reads == [Operand(name)] and name not in made.wanted and not started and not held


def _reaches(made: Builder, at: str, name: str, word: str) -> bool:
    """Whether a chain of operations of one word leads from an accumulator's last value to here."""
    left, seen = [at], {at}
    while left:
        for o in made.operations[left.pop()][1]:
            if o == Operand(name, 1):
                return True
            alike = made.operations.get(o.value, ("",))[0] == word
            if alike and not o.distance and o.value not in seen:
                seen.add(o.value)
                left.append(o.value)
    return False

"""Shared limits without effect: they name operators that none of their components executes.

In a file such a name is a fault. A smaller array is written without the limits that it makes void,
so that its file can be read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from models.data.architecture import Architecture, Component, SharedIssue, opcode_of
from models.data.dfg import Dfg
from models.errors import InputError, known, meant
from models.notes import note
from models.semantics.opcodes import kind_of
from models.semantics.vocabulary import INSTRUCTIONS


def require_limiting(arch: Architecture) -> None:
    """Raise `InputError` for an operator that no component of its limit executes.

    Other spellings of an instruction that the limit does count may stand beside it.
    """
    for position, limit in enumerate(arch.shared):
        parts = [arch.component_by_name[name] for name in limit.components]
        if not any(part.issue for part in parts):
            what = f"no component of limit '{limit.name}' starts operations; give one an 'issue'"
            raise InputError(what, f"$.shared[{position}].components")
        counted = [word for word in limit.ops if _limits(word, parts)]
        spelled = {word for counts in counted for word in _spellings(counts)}
        for slot, word in enumerate(limit.ops):
            if word not in counted and word.lower() not in spelled:
                listed = {op for part in parts if part.issue for op in part.latency_of}
                what = f"no component of limit '{limit.name}' supports '{word}'"
                place = f"$.shared[{position}].ops[{slot}]"
                raise InputError(what + known(listed, 20, word), place)


def limiting(arch: Architecture) -> Architecture:
    """Return the array without the shared limits that count no operation on it."""
    shared = tuple(_trimmed(arch))
    changed: Architecture = msgspec.structs.replace(arch, shared=shared)
    return arch if shared == arch.shared else changed


def tell_unlike(arch: Architecture, dfgs: Iterable[Dfg], where: str) -> None:
    """Note the operators of limits that may be misspelt, where components execute everything."""
    used = {operator.name for dfg in dfgs for operator in dfg.operators}
    used |= {pattern.name for dfg in dfgs for pattern in dfg.patterns}
    opcodes = {opcode_of(name) for name in used}
    listed = {op for part in arch.components for op in part.latency_of}
    for limit in arch.shared:
        for word in limit.ops:
            if word in used | opcodes | listed:
                continue
            open_ = sorted(opcode for opcode in opcodes if not limit.limits(opcode))
            same = [f"; did you mean '{o}'?" for o in open_ if o.lower() in _spellings(word)]
            if near := "".join(same[:1]) or (meant(word, open_) if kind_of(word) is None else ""):
                note(f"limit '{limit.name}' counts '{word}', which no graph has{near}", where)


def _trimmed(arch: Architecture) -> Iterator[SharedIssue]:
    for limit in arch.shared:
        parts = [arch.component_by_name[name] for name in limit.components]
        ops = tuple(word for word in limit.ops if _limits(word, parts))
        if ops:
            yield msgspec.structs.replace(limit, ops=ops)


def _limits(word: str, parts: Iterable[Component]) -> bool:
    """Whether some component executes an operator that a limit on `word` counts."""
    return any(
        part.supports(word) or (part.issue > 0 and word in map(opcode_of, part.latency_of))
        for part in parts
    )


def _spellings(word: str) -> set[str]:
    """Return the other names of the same instruction."""
    plain = opcode_of(word).lower()
    return {other for each in INSTRUCTIONS if plain in each.words for other in each.words}

"""Conditions on a machine with flags: words whose sign bit is the truth value.

The difference of two words has a wrong sign on overflow, so a comparison takes five operations (H.
Warren, Hacker's Delight, 2-12). Comparisons with 0 or -1 take fewer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.openedge.draft import Draft
from models.data.dfg import Operand

NEGATED = {
    "eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt",
    "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt",
}  # fmt: skip
SWAPPED = {"sgt": "slt", "sle": "sge", "ugt": "ult", "ule": "uge"}
"""The equivalent predicate for exchanged sides."""


@dataclass(frozen=True)
class Condition:
    """True where the sign bit of `word` is set, or not set if `negated`.

    `zero`, if there is one, is a word that is 0 exactly where that bit is not set.
    """

    word: Operand
    negated: bool = False
    zero: Operand | None = None


def compared(draft: Draft, name: str, predicate: str, a: Operand, b: Operand) -> Condition:
    """Add the operations of a comparison; return its condition."""
    if predicate in ("eq", "ne"):
        zero = a if draft.is_zero(b) else draft.add(f"{name}.differs", "xor", a, b)
        less = draft.add(f"{name}.minus", "sub", draft.number(0), zero)
        unlike = draft.add(f"{name}.unlike", "or", zero, less)
        # The sign bit says that they differ, the zero that they do not.
        return Condition(unlike, predicate == "eq", zero)
    if predicate in SWAPPED:
        predicate, a, b = SWAPPED[predicate], b, a
    if predicate[0] == "s" and draft.is_zero(a):
        # The sign bit of b | b - 1 says that b is not positive.
        less = draft.add(f"{name}.less", "add", b, draft.number(-1))
        return Condition(draft.add(f"{name}.or", "or", b, less), predicate == "slt")
    return Condition(_less(draft, name, predicate[0] == "s", a, b), predicate[1:] == "ge")


def _less(draft: Draft, name: str, signed: bool, a: Operand, b: Operand) -> Operand:
    """Return a word whose sign bit is set where a < b."""
    if signed and draft.is_zero(b) and draft.known(a) is None:
        return a
    if signed and a.value == "-1" and draft.known(a) == -1 and draft.known(b) is None:
        return draft.add(f"{name}.not", "xor", b, draft.number(-1))
    difference = draft.add(f"{name}.minus", "sub", a, b)
    if signed:
        unlike = draft.add(f"{name}.unlike", "xor", a, b)
        wrong = draft.add(f"{name}.wrong", "xor", difference, a)
        wrong = draft.add(f"{name}.wrong", "and", unlike, wrong)
        return draft.add(f"{name}.less", "xor", difference, wrong)
    more = draft.add(f"{name}.not", "xor", a, draft.number(-1))
    either = draft.add(f"{name}.either", "or", more, b)
    both = draft.add(f"{name}.both", "and", more, b)
    borrowed = draft.add(f"{name}.borrowed", "and", either, difference)
    return draft.add(f"{name}.less", "or", both, borrowed)


def word_of(draft: Draft, name: str, condition: Condition) -> Operand:
    """Return a word whose sign bit is set where the condition holds."""
    if not condition.negated:
        return condition.word
    return draft.add(f"{name}.holds", "xor", condition.word, draft.number(-1))


def selected(
    draft: Draft, name: str, condition: Condition, a: Operand, b: Operand, masks: bool
) -> Operand:
    """Return a where the condition holds, else b: by a flag, or by masks."""
    first, second = (b, a) if condition.negated else (a, b)
    if not masks and condition.zero is not None:
        return draft.add(name, "bzfa", second, first, condition.zero)
    if not masks:
        return draft.add(name, "bsfa", first, second, condition.word)
    mask = draft.add(f"{name}.mask", "ashr", condition.word, draft.number(31))
    one, other = draft.known(first), draft.known(second)
    if one is not None and other is not None:
        differs = Operand(f"{name}.differs")
        draft.constants[differs.value] = one ^ other
    else:
        differs = draft.add(f"{name}.differs", "xor", first, second)
    kept = draft.add(f"{name}.kept", "and", differs, mask)
    return draft.add(name, "xor", kept, second)

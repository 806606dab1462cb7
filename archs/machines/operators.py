"""The operators that a unit of a real array executes, in the spellings of the readers.

An operation's operator is its opcode as spelled in the file. Components support operators by name,
so an adder has to list every spelling; `add/1`, the readers' name of `add` with one operand less,
goes with `add`. A preset's option `ops` selects the operators listed in its source, or all
instructions of the same kinds.
"""

from __future__ import annotations

from collections.abc import Iterable

from archs.machines.spec import Request, choice
from models.semantics.vocabulary import BY_NAME, Kind, words

ADDERS = ("add", "sub", "gep", "getelementptr")
MULTIPLIERS = ("mul",)
# Immediate numbers, and values known before the loop begins.
CONSTANTS = (*BY_NAME["const"].words, "input_argument", "livein")
INPUTS, OUTPUTS = BY_NAME["input"].words, BY_NAME["output"].words
LOADS, STORES = BY_NAME["load"].words, BY_NAME["store"].words
MEMORY = (*LOADS, *STORES)
# The functional unit of LISA's evaluation; shr is also called shrl and lshr, shra ashr.
LISA_UNIT = tuple("add sub mul div and or xor shl shr shra shrl ashr lshr".split())
_MORPHER_UNIT = tuple(
    "add sub mul div and or xor shl rs ashr sext select cmerge eq lt gt mov movcl br jumpl".split()
)
_OTHERS = tuple(
    "rem neg not min max abs mac cmp icmp ne le ge pass phi zext trunc bitcast"
    " fadd fsub fmul fdiv beq bne bgt bge blt ble".split()
)
# A full unit: everything but memory, input and output. Constants are immediate moves.
FULL_UNIT = tuple(dict.fromkeys((*LISA_UNIT, *ADDERS, *_MORPHER_UNIT, *_OTHERS, *CONSTANTS)))

ADDING: tuple[Kind, ...] = ("alu", "cmp", "cast", "merge", "branch")
MULTIPLYING: tuple[Kind, ...] = ("mul", "div", "float")
"""Kinds of instructions of an adder and of a multiplier, for units that execute whole kinds."""

OPS = choice("paper", "operators of a unit: those of its source, or whole kinds", "paper", "kinds")
"""The option `ops`."""


def accesses(request: Request) -> tuple[str, ...]:
    """Return the loads and stores of a memory unit that does more, if the request asks for it."""
    return words("access") if request.flag("memory_units") else ()


_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=",
}  # fmt: skip
_MIXED = {"memr": "MemR", "memw": "MemW"}
# Instructions of Morpher's generator, the only one that predicates.
_PREDICATED = frozenset(
    (*_MORPHER_UNIT, *(word for word in MEMORY if word not in ("lod", "memr", "str", "memw")))
)


def executed(
    request: Request, paper: Iterable[str], *kinds: Kind, predicated: bool = False
) -> tuple[str, ...]:
    """Return operators of a unit: those of its source, or whole kinds, predicated as well."""
    if request.word("ops") == "paper":
        return spellings(paper, predicated)
    return spellings(dict.fromkeys((*paper, *words(*kinds))), True)


def spellings(words: Iterable[str], predicated: bool = False) -> tuple[str, ...]:
    """Return the operators that opcodes can become, such as add, ADD and +.

    `predicated` adds those of Morpher's predicated instructions, `add.if` and `add.unless`.
    """
    found: dict[str, None] = {}
    for word in words:
        names = [word, word.upper(), _MIXED.get(word, word), _SYMBOLS.get(word, word)]
        if predicated and word in _PREDICATED:
            names += [f"{word}.if", f"{word}.unless"]
        found.update(dict.fromkeys(names))
    return tuple(found)

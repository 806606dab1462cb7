"""The operators that a unit of a real array executes, in the spellings of the readers.

An operation's operator is its opcode as the file spells it. Components support operators by
name, so a unit that adds has to list every spelling; `add/1`, as readers call `add` with an
operand less, goes with `add`.
"""

from __future__ import annotations

from collections.abc import Iterable

ADDERS = ("add", "sub", "gep", "getelementptr")
MULTIPLIERS = ("mul",)
# Immediate numbers, and what is known before the loop begins.
CONSTANTS = ("const", "constant", "input_constint", "input_argument", "livein")
INPUTS = ("input", "imp")
OUTPUTS = ("output", "exp", "out")
_MORPHER_LOADS = tuple("load loadb loadh loadcl oload oloadb oloadh oloadcl".split())
_MORPHER_STORES = tuple("store storeb storeh ostore ostoreb ostoreh".split())
LOADS = (*_MORPHER_LOADS, "lod", "memr")
STORES = (*_MORPHER_STORES, "str", "memw")
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
# A full unit: whatever is neither memory, nor input, nor output. Constants are immediate moves.
FULL_UNIT = tuple(dict.fromkeys((*LISA_UNIT, *ADDERS, *_MORPHER_UNIT, *_OTHERS, *CONSTANTS)))

_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=",
}  # fmt: skip
_MIXED = {"memr": "MemR", "memw": "MemW"}
# What Morpher's generator, the only one that predicates, has an instruction for.
_PREDICATED = frozenset((*_MORPHER_UNIT, *_MORPHER_LOADS, *_MORPHER_STORES))


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

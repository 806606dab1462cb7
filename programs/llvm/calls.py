"""Calls of functions without a body: intrinsics of LLVM and functions of the C library.

Each becomes one operation with the function's name, or a few operations that compute the same word.
Other functions are rejected. Semantics follow the LLVM language reference and the C standard.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from models.data.dfg import Operand
from models.errors import NotSupportedError
from models.notes import note
from programs.llvm.builder import Builder
from programs.llvm.copies import COPIES, add_copy
from programs.llvm.inlining import NO_BODY
from programs.llvm.module import Instruction
from programs.llvm.undefined import NO_LEAST, NO_SIGN, NO_ZERO


class Known(NamedTuple):
    """The operation of a function: its number of operands, and its flags."""

    opcode: str
    reads: int = 1
    promised: str = ""


INTRINSICS: dict[str, Known] = {
    **{word: Known(word, 2) for word in ("smin", "smax", "umin", "umax", "copysign")},
    **{f"{word}.sat": Known(f"{word}.sat", 2) for word in ("sadd", "uadd", "ssub", "usub")},
    **{word: Known(word) for word in ("ctpop", "bswap", "bitreverse", "fabs", "sqrt", "floor")},
    **{word: Known(word) for word in ("ceil", "round", "roundeven")},
    **{word: Known("roundeven") for word in ("rint", "nearbyint")},
    "trunc": Known("ftrunc"),
    "abs": Known("abs", 1, NO_LEAST),
    "ctlz": Known("ctlz", 1, NO_ZERO),
    "cttz": Known("cttz", 1, NO_ZERO),
    "minnum": Known("fmin", 2, NO_SIGN),
    "maxnum": Known("fmax", 2, NO_SIGN),
    "minimumnum": Known("fmin", 2),
    "maximumnum": Known("fmax", 2),
    "minimum": Known("fminimum", 2),
    "maximum": Known("fmaximum", 2),
    "fma": Known("fma", 3),
    # May be rounded once or twice.
    "fmuladd": Known("fma", 3),
}
"""By the parts of LLVM's name except `llvm` and types."""

LIBRARY: dict[str, Known] = {
    **{word: INTRINSICS[word] for word in "fabs sqrt floor ceil round roundeven".split()},
    **{word: INTRINSICS[word] for word in "rint nearbyint trunc fma copysign".split()},
    "fmin": INTRINSICS["minnum"],
    "fmax": INTRINSICS["maxnum"],
}
"""C functions on `double`; an `f` appended to the name gives the function on `float`."""

INTEGERS = dict.fromkeys(("abs", "labs", "llabs"), INTRINSICS["abs"])
"""C functions on integers."""

IGNORED = (
    "lifetime assume dbg experimental.noalias sideeffect donothing prefetch pseudoprobe"
    " invariant.end fake.use"
).split()
SAME = ("llvm.expect.", "llvm.expect.with.probability.", "llvm.ssa.copy.")

_CALLED = re.compile(r"@(?:\"([^\"]+)\"|([\w.$]+))\(")
_TYPE = re.compile(r"[if]\d+|bf16|p\d+|v\d+\w+")
OVERFLOWS = re.compile(r"llvm\.([su])(add|sub|mul)\.with\.overflow\.i(\d+)")
COMPARED = re.compile(r"llvm\.([su])cmp\.")


def called(found: Instruction) -> str:
    """Return the name of the function in a call."""
    match = _CALLED.search(found.text)
    return "a pointer" if match is None else match[1] or match[2]


def in_library(name: str) -> bool:
    """Return whether a C library function of this name is an operation here."""
    return name in INTEGERS or name in LIBRARY or name.removesuffix("f") in LIBRARY


def ignored(found: Instruction) -> bool:
    """Return whether an instruction has no operation in a graph, such as `llvm.assume`."""
    names = tuple(f"llvm.{word}" for word in IGNORED)
    return found.opcode == "call" and called(found).startswith(names)


def add_call(made: Builder, found: Instruction, block: str) -> None:
    """Add the operations of a call, and the operand of its value. Raises `InputError`."""
    what = called(found)
    if ignored(found):
        return
    if what.startswith(SAME):
        made.read[found.name] = made.operand(found.operands[0])
    elif what.startswith(("llvm.fshl.", "llvm.fshr.")):
        made.read[found.name] = _funnel(made, found, left=what.startswith("llvm.fshl."))
    elif OVERFLOWS.fullmatch(what):
        return  # Its two values are made by `extractvalue`.
    elif match := COMPARED.match(what):
        made.read[found.name] = _compared(made, found, match[1])
    elif what.startswith(COPIES):
        add_copy(made, found, block, what)
    elif known := known_function(found, what):
        operands = [made.operand(value) for value in found.operands[: known.reads]]
        made.read[found.name] = made.add(found.name, known.opcode, found.type, *operands)
        made.promise(found.name, promised_of_call(found, known))
        if what in ("sqrt", "sqrtf"):
            note(f"{what} is an operation: errno is left as it is")
    else:
        raise NotSupportedError(_refusal(made, found, what))


def known_function(found: Instruction, what: str) -> Known | None:
    """Return the operation of a call, if a single one computes it."""
    if what.startswith("llvm."):
        words = [word for word in what.split(".")[1:] if not _TYPE.fullmatch(word)]
        return INTRINSICS.get(".".join(words))
    short = what.endswith("f") and what[:-1] in LIBRARY
    known = LIBRARY.get(what[:-1] if short else what) or INTEGERS.get(what)
    if known is None:
        return None
    types = {value.type for value in found.operands[: known.reads]} | {found.type}
    right = (
        found.type[0] == "i" if what in INTEGERS else found.type == ("float" if short else "double")
    )
    # The last operand is the function.
    if len(types) > 1 or not right or len(found.operands) != known.reads + 1:
        return None
    return known


def promised_of_call(found: Instruction, known: Known) -> frozenset[str]:
    """Return the flags of a call, some of which depend on its second operand."""
    always = known.promised == NO_SIGN or called(found) in INTEGERS
    stated = known.promised and (always or found.operands[known.reads].number == 1)
    return frozenset({known.promised} if stated else ())


def _refusal(made: Builder, found: Instruction, what: str) -> str:
    if " asm " in found.text:
        return "a call of assembly: write it in C"
    if what == "a pointer":
        return "a call by a pointer: call a function by its name, with its body in the text"
    way = "or load its values from a table"
    if what.startswith("llvm."):
        return f"no operator for the function {what}: write it with arithmetic, {way}"
    why = made.loop.function.refused.get(what, NO_BODY)
    if why != NO_BODY:
        return f"a call of {what}, {why}"
    return f"a call of {what}, {why}, and is no operator: give its body in the same file, {way}"


def _funnel(made: Builder, found: Instruction, left: bool) -> Operand:
    """Return a funnel shift, such as a rotation, as shifts of both words."""
    bits = int(found.type[1:])
    high, low, by = (made.operand(value) for value in found.operands[:3])

    def shift(word: str, value: Operand, *rest: Operand) -> Operand:
        return made.add(made.name(f"{found.name}.{word}"), word, found.type, value, *rest)

    number = found.operands[2].number
    if number is not None:
        by_high = int(number) % bits if left else bits - int(number) % bits
        if by_high in (0, bits):
            return high if left else low
        parts = (
            shift("shl", high, made.number(by_high)),
            shift("lshr", low, made.number(bits - by_high)),
        )
    else:
        if bits & (bits - 1):
            raise NotSupportedError(f"a shift of two words of {bits} bits by a number that varies")
        inside = shift("and", by, made.number(bits - 1))
        rest = shift("xor", inside, made.number(bits - 1))
        # A shift by the word width is undefined, so the other word is first shifted by one bit.
        if left:
            half = shift("lshr", shift("lshr", low, made.number(1)), rest)
            parts = shift("shl", high, inside), half
        else:
            half = shift("shl", shift("shl", high, made.number(1)), rest)
            parts = half, shift("lshr", low, inside)
    return made.add(found.name, "or", found.type, *parts)


def _compared(made: Builder, found: Instruction, sign: str) -> Operand:
    """Return a three-way comparison, -1, 0 or 1: (first > second) - (first < second)."""
    operands = [made.operand(value) for value in found.operands[:2]]
    sides = []
    for how in ("gt", "lt"):
        bit = made.add(made.name(f"{found.name}.{how}"), f"icmp.{sign}{how}", "i1", *operands)
        sides.append(made.add(made.name(f"{found.name}.{how}.word"), "zext", found.type, bit))
    return made.add(found.name, "sub", found.type, *sides)


def add_part(made: Builder, found: Instruction) -> None:
    """Add a part of a sum with overflow: the sum, or whether it overflows.

    Raises `NotSupportedError` for other structures, and for the overflow of wide products.
    """
    pair = made.loop.function.instruction_by_name.get(found.operands[0].name)
    match = OVERFLOWS.fullmatch(called(pair)) if pair is not None else None
    if pair is None or match is None or pair.opcode != "call":
        raise NotSupportedError("a member of a structure that is no variable in memory")
    sign, word, bits = match[1], match[2], int(match[3])
    a, b = (made.operand(value) for value in pair.operands[:2])
    type_ = f"i{bits}"
    sum_ = made.once(f"{pair.name}.value", word, type_, a, b)
    if found.text.rpartition(",")[2].strip() == "0":
        made.read[found.name] = sum_
        return

    def add(word: str, type_: str, *operands: Operand) -> Operand:
        return made.once(f"{pair.name}.{word.replace('.', '-')}", word, type_, *operands)

    if word == "mul":
        if bits > 32:
            raise NotSupportedError(f"whether a product of {bits} bits overflows")
        wide = f"i{2 * bits}"
        extend = "sext" if sign == "s" else "zext"
        product = add("mul", wide, add(extend, wide, a), add(extend, wide, b))
        over = add("icmp.ne", "i1", product, add(extend, wide, sum_))
    elif sign == "u":
        over = add("icmp.ult", "i1", *((sum_, a) if word == "add" else (a, b)))
    else:
        other = add("xor", type_, b, sum_ if word == "add" else a)
        both = add("and", type_, add("xor", type_, a, sum_), other)
        over = add("icmp.slt", "i1", both, made.number(0))
    made.read[found.name] = over

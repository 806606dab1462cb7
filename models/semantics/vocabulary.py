"""The instructions of the graphs of all tools: one table.

Names are those of LLVM's instructions. Files spell them in other ways, and keep their spelling; a
reader translates only the words of its own dialect, such as `cmp` for equality in Morpher. Letter
case does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from models.data.dfg import Number
from models.semantics.intrinsics import FLOATS, largest, smallest

Kind = Literal[
    "alu", "mul", "div", "cmp", "float", "cast", "merge", "memory", "access", "io", "const",
    "branch",
]  # fmt: skip
"""Classes of instructions that a unit executes together. Loads and stores of the class `access`
also add to an address, extend or truncate.
"""

EFFECTS = frozenset({"memory", "access", "io", "branch"})
"""Kinds of instructions that are executed exactly once."""


class Instruction(NamedTuple):
    """An instruction: its kind, laws, meaning and spellings.

    `laws`: "c" commutative, "ca" associative as well. Without `meaning` it is an uninterpreted
    function of its operands; with one, its operands are those of `meaning`.
    """

    name: str
    kind: Kind
    spelled: str = ""
    laws: Literal["", "c", "ca"] = ""
    meaning: Callable[..., Any] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The name, and all other spellings."""
        return (self.name, *self.spelled.split())


def _divide(a: Any, b: Any) -> Number:
    return a // b if isinstance(a, int) and isinstance(b, int) else a / b


def _unknown(kind: Kind, names: str) -> tuple[Instruction, ...]:
    """Return instructions without a meaning, laws or other spellings."""
    return tuple(Instruction(name, kind) for name in names.split())


# Shift distances count modulo 64, integer division rounds down, comparisons give 0 or 1, and `cmp`
# gives the sign of the difference. Instructions that depend on the width of a word are undefined
# here.
INSTRUCTIONS: tuple[Instruction, ...] = (
    Instruction("add", "alu", "+", "ca", lambda a, b: a + b),
    Instruction("sub", "alu", "-", "", lambda a, b: a - b),
    Instruction("and", "alu", "&", "ca", lambda a, b: a & b),
    Instruction("or", "alu", "|", "ca", lambda a, b: a | b),
    Instruction("xor", "alu", "^", "ca", lambda a, b: a ^ b),
    Instruction("shl", "alu", "<< lsl sl", "", lambda a, b: a << b % 64),
    Instruction("ashr", "alu", ">> shr shra asr sra", "", lambda a, b: a >> b % 64),
    Instruction("lshr", "alu", "shrl lsr rs sr"),
    Instruction("neg", "alu", "-", "", lambda a: -a),
    Instruction("not", "alu", "~", "", lambda a: ~a),
    Instruction("abs", "alu", "", "", lambda a: abs(a)),
    Instruction("smin", "alu", "min", "ca", lambda a, b: min(a, b)),
    Instruction("smax", "alu", "max", "ca", lambda a, b: max(a, b)),
    Instruction("umin", "alu", "", "ca"),
    Instruction("umax", "alu", "", "ca"),
    *_unknown("alu", "ctpop ctlz cttz bswap bitreverse"),
    *(Instruction(f"{word}.sat", "alu", "", "c") for word in ("uadd", "sadd")),
    *_unknown("alu", "usub.sat ssub.sat"),
    Instruction("mov", "alu", "pass", "", lambda a: a),
    Instruction("select", "alu", "", "", lambda c, a, b: a if c else b),
    Instruction("getelementptr", "alu", "gep"),
    *_unknown("alu", "movcl sel cat"),
    Instruction("mul", "mul", "* mult", "ca", lambda a, b: a * b),
    Instruction("fma", "mul", "mac muladd madd", "", lambda a, b, c: a * b + c),
    Instruction("sdiv", "div", "div /", "", _divide),
    Instruction("srem", "div", "rem mod %", "", lambda a, b: a % b),
    *_unknown("div", "udiv urem"),
    Instruction("cmp", "cmp", "", "", lambda a, b: (a > b) - (a < b)),
    Instruction("icmp.eq", "cmp", "eq ==", "", lambda a, b: int(a == b)),
    Instruction("icmp.ne", "cmp", "ne !=", "", lambda a, b: int(a != b)),
    Instruction("icmp.slt", "cmp", "lt <", "", lambda a, b: int(a < b)),
    Instruction("icmp.sle", "cmp", "le <=", "", lambda a, b: int(a <= b)),
    Instruction("icmp.sgt", "cmp", "gt >", "", lambda a, b: int(a > b)),
    Instruction("icmp.sge", "cmp", "ge >=", "", lambda a, b: int(a >= b)),
    *_unknown("cmp", "icmp icmp.ult icmp.ule icmp.ugt icmp.uge lts les gts ges"),
    Instruction("fadd", "float", "", "c", lambda a, b: a + b),
    Instruction("fsub", "float", "", "", lambda a, b: a - b),
    Instruction("fmul", "float", "", "c", lambda a, b: a * b),
    Instruction("fdiv", "float", "", "", lambda a, b: a / b),
    Instruction("fneg", "float", "", "", lambda a: -a),
    Instruction("fabs", "float", "", "", lambda a: abs(a)),
    Instruction("sqrt", "float", "", "", lambda a: FLOATS["sqrt"](a, 0)),
    Instruction("fmin", "float", "", "c", lambda a, b: smallest(a, b)),
    Instruction("fmax", "float", "", "c", lambda a, b: largest(a, b)),
    Instruction("copysign", "float", "", "", lambda a, b: FLOATS["copysign"](a, b)),
    *(Instruction(word, "float", "", "c") for word in ("fminimum", "fmaximum")),
    *_unknown("float", "floor ceil ftrunc round roundeven"),
    *_unknown("float", "frem fcmp fcmp.oeq fcmp.one fcmp.olt fcmp.ole fcmp.ogt fcmp.oge"),
    *_unknown("float", "fcmp.ord fcmp.uno fcmp.ueq fcmp.une fcmp.ult fcmp.ule fcmp.ugt fcmp.uge"),
    *_unknown("cast", "sext zext trunc bitcast ptrtoint inttoptr sitofp uitofp fptosi fptoui"),
    *_unknown("cast", "fpext fptrunc"),
    *_unknown("merge", "phi phi_const phi_start cmerge bsfa bzfa"),
    Instruction("load", "memory", "loadb loadh loadcl oload oloadb oloadh oloadcl lod memr"),
    Instruction("store", "memory", "storeb storeh ostore ostoreb ostoreh str memw"),
    *_unknown("access", "load.offset load.zext load.sext load.offset.zext load.offset.sext"),
    *_unknown("access", "store.offset store.trunc store.offset.trunc"),
    Instruction("input", "io", "imp"),
    Instruction("output", "io", "exp out"),
    Instruction("const", "const", "constant input_constint", "", lambda a: a),
    # Values known before the loop begins.
    Instruction("livein", "const", "input_argument"),
    *_unknown("branch", "br beq bne bgt bge blt ble jumpl"),
)

BY_NAME = {instruction.name: instruction for instruction in INSTRUCTIONS}


def as_word(opcode: str) -> str:
    """Return a spelling of letters, digits and `_`, such as `lt` for `icmp.slt` and `add` for `+`.

    Returns the opcode itself if it is an identifier, or unknown to the table. Signs that stand for
    several instructions, such as `-`, stay.
    """
    meant = [each for each in INSTRUCTIONS if opcode.lower() in each.words]
    spelled = meant[0].words if len(meant) == 1 else ()
    return next((word for word in (opcode, *spelled) if word.isidentifier()), opcode)


def words(*kinds: Kind) -> tuple[str, ...]:
    """Return all spellings of the instructions of some kinds, in lower case."""
    found = (word for each in INSTRUCTIONS if each.kind in kinds for word in each.words)
    return tuple(dict.fromkeys(found))

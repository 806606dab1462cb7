"""What the opcodes of CGRA-ME's and ExPRESS's graphs mean; letter case does not matter."""

from __future__ import annotations

from models.dfg import Operator

MEMORY = frozenset({"load", "store", "lod", "str", "memr", "memw"})
STREAMS = frozenset({"input", "output", "imp", "exp", "out"})
BRANCHES = frozenset({"br", "beq", "bne", "bgt", "bge", "blt", "ble"})
EFFECTS = MEMORY | STREAMS | BRANCHES
ASSOCIATIVE = frozenset({"add", "mul", "and", "or", "xor", "min", "max"})
COMMUTATIVE = ASSOCIATIVE | {"fadd", "fmul"}
CONSTANTS = frozenset({"const", "constant", "input_constint"})
SOURCES = frozenset({"input", "imp", "load", "lod", "memr", "input_argument"})


def operator_of(opcode: str, arity: int, name: str = "") -> Operator:
    """Return the operator for an opcode that was found with `arity` operands.

    `name` replaces the opcode as the operator's name. Loads, stores, inputs, outputs and
    branches have an effect; floating-point sums and products are not associative.
    """
    word = opcode.lower()
    return Operator(
        name or opcode,
        arity,
        commutative=arity > 1 and word in COMMUTATIVE,
        associative=arity == 2 and word in ASSOCIATIVE,
        effect=word in EFFECTS,
    )

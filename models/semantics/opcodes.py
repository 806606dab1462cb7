"""Meanings of the opcodes of other tools' graphs; letter case does not matter."""

from __future__ import annotations

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.semantics.vocabulary import BY_NAME, INSTRUCTIONS, words

MEMORY, STREAMS = frozenset(words("memory", "access")), frozenset(words("io"))
EFFECTS = MEMORY | STREAMS | frozenset(words("branch"))
ASSOCIATIVE = frozenset(w for each in INSTRUCTIONS if each.laws == "ca" for w in each.words)
COMMUTATIVE = frozenset(w for each in INSTRUCTIONS if each.laws for w in each.words)
KIND_OF = {word: each.kind for each in INSTRUCTIONS for word in each.words}
CONSTANTS = frozenset(BY_NAME["const"].words)
BRANCHES = frozenset(words("branch"))
OUTPUTS = frozenset(BY_NAME["output"].words)
SOURCES = frozenset(w for name in ("input", "load", "livein") for w in BY_NAME[name].words)


def kind_of(operator: str) -> str | None:
    """Return the class of an operator, with a predicate or without; None for unknown words."""
    word = opcode_of(operator).lower()
    return KIND_OF.get(word.removesuffix(".if").removesuffix(".unless"))


def is_phi(opcode: str) -> bool:
    """Return whether an opcode takes values of the iteration before: `phi`, also fused ones."""
    return opcode.lower().startswith("phi")


def is_branch(opcode: str) -> bool:
    """Return whether an opcode is that of a branch."""
    return opcode.lower() in BRANCHES


def unknown_words(dfg: Dfg) -> list[str]:
    """Return the opcodes of a graph that no instruction has; predicates do not count."""
    used = dict.fromkeys(opcode_of(operation.operator) for operation in dfg.operations)
    return [word for word in used if kind_of(word) is None]


def operator_of(opcode: str, arity: int, name: str = "") -> Operator:
    """Return the operator for an opcode that was found with `arity` operands.

    `name` replaces the opcode as the operator's name. Loads, stores, inputs, outputs and
    branches have an effect, with a predicate too; floating-point sums and products are not
    associative.
    """
    word = opcode.lower()
    return Operator(
        name or opcode,
        arity,
        commutative=arity > 1 and word in COMMUTATIVE,
        associative=arity == 2 and word in ASSOCIATIVE,
        effect=word.removesuffix(".if").removesuffix(".unless") in EFFECTS,
    )


def operators_of(found: dict[str, tuple[str, int]]) -> dict[str, Operator]:
    """Return the operator of each operation, given its opcode and number of operands.

    An opcode found with several arities becomes several operators: the largest arity keeps the
    name, the others are called `add/1`. Raises `InputError` where that is an opcode, too.
    """
    largest: dict[str, int] = {}
    for opcode, arity in found.values():
        largest[opcode] = max(arity, largest.get(opcode, 0))
    made: dict[tuple[str, int], Operator] = {}
    for opcode, arity in found.values():
        name = opcode if arity == largest[opcode] else f"{opcode}/{arity}"
        made[opcode, arity] = operator_of(opcode, arity, name)
        if name != opcode and name in largest:
            raise InputError(f"opcode '{name}' is also the name of '{opcode}' with arity {arity}")
    return {node: made[key] for node, key in found.items()}


def opcodes_of(dfg: Dfg) -> dict[str, str]:
    """Return the opcode of every operation; `add/1` is `add` again if reading restores it."""
    used = {o.operator: dfg.operator_by_name[o.operator].arity for o in dfg.operations}
    plain = dict.fromkeys(used, "")
    for name, arity in used.items():
        base = name.removesuffix(f"/{arity}")
        plain[name] = base if used.get(base, -1) > arity else name
    return {operation.name: plain[operation.operator] for operation in dfg.operations}

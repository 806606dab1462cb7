"""Parts of a graph that a format of another tool lacks."""

from __future__ import annotations

from collections.abc import Mapping

from models.data.dfg import Dfg, Operator
from models.errors import NotSupportedError
from models.notes import note
from models.semantics.opcodes import CONSTANTS, SOURCES, operators_of


def require_without(dfg: Dfg, members: tuple[str, ...], cannot: str) -> None:
    """Raise `NotSupportedError` for a graph with one of these members, or with types.

    `cannot` completes the message: `cannot be written as DOT`. Lines of sources are left out.
    """
    for member in members:
        if getattr(dfg, member):
            raise NotSupportedError(f"'{member}' {cannot}", f"$.{member}")
    for operator in dfg.operators:
        if operator.type is not None:
            what = f"operator '{operator.name}' of type {operator.type}"
            raise NotSupportedError(f"{what} {cannot}", "$.operators")


def require_told_by_name(dfg: Dfg, words: Mapping[str, str], cannot: str) -> dict[str, Operator]:
    """Return the operators that a reader makes of operations whose file has opcodes only.

    `words` are the opcodes. Effects other than those of the opcode are refused; laws are noted. The
    writer checks latencies itself.
    """
    arity = {operation.name: len(operation.operands) for operation in dfg.operations}
    found = operators_of({name: (word, arity[name]) for name, word in words.items()})
    for name, read in found.items():
        own = dfg.operator_by_name[dfg.operation_by_name[name].operator]
        if own.effect != read.effect:
            what = f"operator '{own.name}' with{'' if own.effect else 'out'} an effect"
            raise NotSupportedError(f"{what} {cannot}", "$.operators")
        if (own.commutative, own.associative) != (read.commutative, read.associative):
            word = words[name]
            note(
                f"the written files do not say that operator '{own.name}' {_laws(own)};"
                f" '{word}' is read as one that {_laws(read)}"
            )
    return found


def _laws(operator: Operator) -> str:
    """Return the laws of an operator in words."""
    commutes = "commutes" if operator.commutative else "does not commute"
    return f"{commutes} and {'associates' if operator.associative else 'does not associate'}"


def require_sources_apart(dfg: Dfg, words: Mapping[str, str], cannot: str, mixed: bool) -> None:
    """Raise where an operation without operands would be read as an input or a constant.

    `words` are the opcodes. Where it may be `mixed`, a file is read in one way for all such nodes:
    as operations, or as inputs and constants.
    """
    for operation in dfg.operations:
        word = words[operation.name].lower()
        for kind, known, others in (
            ("an input", SOURCES, dfg.inputs),
            ("a constant", CONSTANTS, dfg.constants),
        ):
            if not operation.operands and word in known and (others or not mixed):
                what = f"operation '{operation.name}', which would be read as {kind},"
                raise NotSupportedError(f"{what} {cannot}", "$.operations")

"""DFGs written as Graphviz DOT, in the dialect of CGRA-ME."""

from __future__ import annotations

from interchange.graphs.dot_tokens import quoted
from interchange.graphs.expressible import (
    require_sources_apart,
    require_told_by_name,
    require_without,
)
from models.data.dfg import Dfg
from models.errors import NotSupportedError
from models.formats.results import unread
from models.semantics.opcodes import is_phi, opcodes_of, operator_of


def dfg_to_dot(dfg: Dfg) -> str:
    """Return a DFG in the CGRA-ME dialect.

    Inputs become nodes of opcode `input`, immediate constants nodes of opcode `const` with
    `value=`; `distance=` and `result=` are added only where the reader would take another value.
    Laws of operators are those of their opcodes: others are noted. Raises `NotSupportedError` for
    properties that the dialect lacks: other effects, order edges, priorities, patterns, initial
    numbers, latencies, and operations that would be read as the inputs or constants beside.
    """
    members = ("order", "priorities", "patterns", "initial")
    require_without(dfg, members, "cannot be written as DOT")
    for operator in dfg.operators:
        if operator.latency != 1:
            what = f"operator '{operator.name}' with latency {operator.latency}"
            raise NotSupportedError(f"{what} cannot be written as DOT")
    opcodes = opcodes_of(dfg)
    require_sources_apart(dfg, opcodes, "cannot be written as DOT", mixed=True)
    require_told_by_name(dfg, opcodes, "cannot be written as DOT")
    never, later = unread({operation.name: operation.operands for operation in dfg.operations})
    lines = [f"digraph {quoted(dfg.name)} {{"]
    lines += [f"{quoted(name)}[opcode=input{_mark(dfg, name, False)}];" for name in dfg.inputs]
    for constant in dfg.constants:
        lines.append(f"{quoted(constant.name)}[opcode=const,value={quoted(str(constant.value))}];")
    for operation in dfg.operations:
        effect = operator_of(opcodes[operation.name], 0).effect
        expected = None if operation.name in later else operation.name in never and not effect
        mark = _mark(dfg, operation.name, expected)
        lines.append(f"{quoted(operation.name)}[opcode={quoted(opcodes[operation.name])}{mark}];")
    for operation in dfg.operations:
        for slot, operand in enumerate(operation.operands):
            written = operand.distance or is_phi(opcodes[operation.name])
            far = f",distance={operand.distance}" if written else ""
            ends = f"{quoted(operand.value)}->{quoted(operation.name)}"
            lines.append(f"{ends}[operand={slot}{far}];")
    return "\n".join([*lines, "}"]) + "\n"


def _mark(dfg: Dfg, name: str, expected: bool | None) -> str:
    """Return the attribute for a result, or for none, if the reader would assume the opposite."""
    is_result = name in dfg.results
    return "" if is_result == expected else f",result={str(is_result).lower()}"

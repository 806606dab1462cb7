"""DFGs in the `dfgmap` dataflow text format."""

from __future__ import annotations

from models.data.dfg import Dfg
from models.errors import NotSupportedError
from models.formats.dfgmap_dfg import SIGNS
from models.formats.expressible import require_without


def dfg_to_dfgmap(dfg: Dfg) -> str:
    """Return a DFG in the `dfgmap` dataflow format, one operation per line.

    The names of the graph and of its patterns are not part of the format. Raises
    `NotSupportedError` on everything else that the format cannot express.
    """
    _check_expressible(dfg)
    lines = [" ".join((".i", *dfg.inputs)), " ".join((".o", *dfg.results)), ".f"]
    for operator in dfg.operators:
        flags = " c" * operator.commutative + " a" * operator.associative
        lines.append(f"{operator.name} {operator.arity}{flags}")
    if dfg.patterns:
        lines += [".m", *(" ".join(pattern.expression) for pattern in dfg.patterns)]
    lines.append(".n")
    done = set(dfg.inputs)
    for x in dfg.operations:
        if any(operand.value not in done for operand in x.operands):
            order = dfg.schedule_order
            break
        done.add(x.name)
    else:
        order = tuple(dfg.operation_by_name)
    for name in order:
        x = dfg.operation_by_name[name]
        lines.append(" ".join((x.name, x.operator, *(operand.value for operand in x.operands))))
    if dfg.priorities:
        lines += [".p", *(f"{p.first} {p.sign} {p.then}" for p in dfg.priorities)]
    return "\n".join(lines) + "\n"


def _check_expressible(dfg: Dfg) -> None:
    """Raise `NotSupportedError` for the first thing that the format cannot express."""
    cannot = "cannot be written in the dfgmap format"
    require_without(dfg, ("constants", "order", "initial", "rules"), cannot)
    for operator in dfg.operators:
        if operator.latency != 1 or operator.effect:
            what = "an effect" if operator.effect else f"latency {operator.latency}"
            raise NotSupportedError(f"operator '{operator.name}' with {what} {cannot}")
    for name in (*dfg.operator_by_name, *dfg.values):
        if name.startswith(".") or (name in SIGNS and name not in dfg.operator_by_name):
            raise NotSupportedError(f"the name '{name}' {cannot}")
    for name in dfg.values:
        if name in dfg.operator_by_name:
            raise NotSupportedError(f"'{name}', both a value and an operator, {cannot}")
    first: dict[tuple[str, tuple[str, ...]], str] = {}
    for operation in dfg.operations:
        if any(operand.distance for operand in operation.operands):
            raise NotSupportedError(f"a loop-carried operand of '{operation.name}' {cannot}")
        reads = tuple(operand.value for operand in operation.operands)
        if dfg.operator_by_name[operation.operator].commutative:
            reads = tuple(sorted(reads))
        twin = first.setdefault((operation.operator, reads), operation.name)
        if twin != operation.name:
            raise NotSupportedError(
                f"'{twin}' and '{operation.name}', equal expressions that are two values, {cannot}"
            )

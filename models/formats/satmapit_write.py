"""Writing a DFG as the files of SAT-MapIt that `models.formats.satmapit_dfg` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.data.dfg import Dfg
from models.errors import NotSupportedError
from models.semantics.opcodes import opcodes_of

# The numbers that SAT-MapIt has for its opcodes.
NUMBERS = {
    "add": 1, "sub": 2, "mul": 3, "shl": 9, "lshr": 10, "ashr": 10, "and": 11, "or": 12, "xor": 13,
    "bsfa": 17, "fadd": 20, "fsub": 21, "fmul": 22, "fdiv": 23, "beq": 24, "bne": 25, "blt": 26,
    "bge": 27, "load": 29, "store": 32, "phi": 40, "ble": 41, "bgt": 42, "bzfa": 43,
}  # fmt: skip
NO_OPERAND = -1
MOST_OPERANDS = 3


def dfg_to_satmapit(dfg: Dfg) -> dict[str, str]:
    """Return the texts of `NAME_nodes`, `NAME_edges` and so on, by what follows `NAME_`.

    Names that are not all different numbers become numbers. The third operand is the predicate.
    Properties of operators are not part of the format. Raises `NotSupportedError` on what it
    lacks: more than three operands, numbers that are no integers, loop-carried inputs, results
    that are inputs, priorities, patterns, initial numbers and rules.
    """
    for field in ("priorities", "patterns", "initial", "rules"):
        if getattr(dfg, field):
            raise _cannot(f"'{field}'", f"$.{field}")
    if not dfg.operations:
        raise _cannot("a graph without operations")
    ids = _ids((*(o.name for o in dfg.operations), *dfg.inputs, *dfg.constant_by_name))
    opcodes = opcodes_of(dfg)
    nodes, edges, constants, livein = [], [], dict[str, None](), dict[str, None]()
    for operation in dfg.operations:
        opcode = opcodes[operation.name]
        if len(operation.operands) > MOST_OPERANDS:
            raise _cannot(f"operator '{opcode}' of {len(operation.operands)} operands")
        if not re.fullmatch(r"[A-Za-z]\w*", opcode, re.ASCII):
            raise _cannot(f"operator '{opcode}', which is no word,")
        columns = [NO_OPERAND] * MOST_OPERANDS
        target = ids[operation.name]
        for place, (value, distance) in enumerate(
            (operand.value, operand.distance) for operand in operation.operands
        ):
            columns[place] = ids[value]
            if value in dfg.operation_by_name:
                edges.append(f"{ids[value]} {target} {distance} {dfg.latency(value)}")
                continue
            if distance:
                raise _cannot(f"'{value}' of an earlier iteration, which is no operation,")
            if value in dfg.inputs:
                livein[f"{ids[value]} {target} 0 1"] = None
                continue
            number = dfg.constant_by_name[value]
            if not isinstance(number, int):
                raise _cannot(f"constant '{value}' with the number {number}")
            constants[f"{ids[value]} {target} {number} {min(place, 1)}"] = None
        written = " ".join(map(str, columns))
        nodes.append(f"{target} {opcode} {written} {NUMBERS.get(opcode, NO_OPERAND)}")
    for order in dfg.order:
        latency = dfg.latency(order.before)
        edges.append(f"{ids[order.before]} {ids[order.after]} {order.distance} {latency}")
    liveout, free = [], max(ids.values()) + 1
    for position, result in enumerate(dfg.results):
        if result not in dfg.operation_by_name:
            raise _cannot(f"result '{result}', which is an input,")
        liveout.append(f"{ids[result]} {free + position} 0 1")
    return {
        "nodes": _lines(nodes),
        "edges": _lines(edges),
        "constants": _lines(constants),
        "liveinnodes": _lines(str(ids[name]) for name in dfg.inputs),
        "livein_edges": _lines(livein),
        "liveoutnodes": _lines(str(free + position) for position in range(len(liveout))),
        "liveout_edges": _lines(liveout),
    }


def _cannot(what: str, where: str = "") -> NotSupportedError:
    return NotSupportedError(f"{what} cannot be written for SAT-MapIt", where)


def _ids(names: tuple[str, ...]) -> dict[str, int]:
    if all(re.fullmatch(r"0|[1-9]\d{0,7}", name, re.ASCII) for name in names):
        return {name: int(name) for name in names}
    return {name: number for number, name in enumerate(names)}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)

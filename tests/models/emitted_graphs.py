"""Random graphs as the texts that users of other tools have, where the product has no writer."""

from __future__ import annotations

from models.data.dfg import Dfg
from models.errors import NotSupportedError


def morpher_text(dfg: Dfg) -> str:
    """Return the XML of Morpher: inputs are loads without an address, constants are in nodes.

    An accumulator that is read in the next iteration only is no result there.
    """
    numbers = {each.name: each.value for each in dfg.constants}
    outputs: dict[str, list[str]] = {name: [] for name in dfg.values}
    inputs: dict[str, list[str]] = {name: [] for name in dfg.values}
    heads = {name: f'<Node idx="{name}" ASAP="0" ALAP="9"BB="loop"' for name in dfg.values}
    for operation in dfg.operations:
        guarded = operation.operator.endswith(".if")
        # Morpher has the address of a store behind what is stored.
        places = ["I2", "I1"] if operation.operator.startswith("store") else ["I1", "I2"]
        ports = ["P", *places] if guarded else places
        if len(operation.operands) > len(ports) or operation.operator.endswith(".unless"):
            raise NotSupportedError("more operands than ports")
        reads = [(p, x) for p, x in zip(ports, operation.operands, strict=False)]
        fixed = [port for port, x in reads if x.value in numbers]
        places = [port for port, _ in reads if port != "P"]
        if len(fixed) > 1 or "P" in fixed or (fixed == ["I1"] and len(places) < 2):
            raise NotSupportedError("constants have ports of their own")
        twice = len(places) == 2 and reads[-1][1] == reads[-2][1]
        for port, operand in reads:
            if operand.value in numbers:
                heads[operation.name] += f'CONST="{numbers[operand.value]}"'
                continue
            if operand.distance > 1 or (operand.distance and operand.value in dfg.inputs):
                raise NotSupportedError("distance 2, or of an input")
            if not twice or port == "P":
                outputs[operand.value].append(_output(operation.name, operand.distance, port))
            elif port == reads[-1][0]:
                outputs[operand.value].append(_output(operation.name, operand.distance, "I3"))
            inputs[operation.name].append(operand.value)
    parents: dict[str, list[str]] = {name: [] for name in dfg.values}
    for edge in dfg.order:
        if edge.distance > 1:
            raise NotSupportedError("distance 2")
        if edge.distance:
            parents[edge.before].append(f'<RecParent idx="{edge.after}"/>')
        else:
            outputs[edge.before].append(_output(edge.after, 0, "PS"))
            inputs[edge.after].append(edge.before)
    used = [x for x in dfg.values if x in dfg.operation_by_name or outputs[x]]
    lines = [f'<MutexBB>\n</MutexBB>\n<DFG count="{len(used)}">']
    for name in used:
        word = dfg.operation_by_name[name].operator if name in dfg.operation_by_name else "oload"
        lines += [f"{heads[name]}>", f"<OP>{_morpher(word)}</OP>", "<Inputs>"]
        lines += [f'\t<Input idx="{value}"/>' for value in dict.fromkeys(inputs[name])]
        lines += ["</Inputs>", "<Outputs>", *outputs[name], "</Outputs>"]
        lines += ["<RecParents>", *parents[name], "</RecParents>", "</Node>"]
    return "\n".join([*lines, "</DFG>"])


def _output(target: str, distance: int, port: str) -> str:
    return f'\t<Output idx="{target}" nextiter="{distance}" type="{port}"/>'


def _morpher(word: str) -> str:
    names = {"shl": "LS", "ashr": "ARS", "eq": "CMP", "lt": "CLT", "gt": "CGT", "load": "OLOAD"}
    return names.get(word.removesuffix(".if"), word.removesuffix(".if").upper())

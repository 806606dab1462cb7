"""Random graphs as the texts that users of other tools have, where the product has no writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from models.data.dfg import Dfg, Operand, Operation
from models.errors import NotSupportedError

INFIX = {
    "sub": "-", "add": "+", "mul": "*", "shl": "<<", "ashr": ">>", "xor": "^", "or": "|",
    "eq": "==", "lt": "<", "ne": "!=", "gt": ">", "sdiv": "//",
}  # fmt: skip


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


def read_once(dfg: Dfg) -> set[str]:
    """Return the operations that can stand inside of the expression that reads them."""
    reads = [x for o in dfg.operations for x in o.operands]
    later = {x.value for x in reads if x.distance}
    count = Counter(x.value for x in reads)
    once = {name for name in dfg.operation_by_name if count[name] == 1}
    return once - later - set(dfg.results)


def _in_order(dfg: Dfg, without: Iterable[str]) -> list[str]:
    return [name for name in dfg.schedule_order if name not in without]


def kernel_text(dfg: Dfg) -> str:
    """Return a loop in Python: arrays are inputs, and variables keep values for later.

    What is read once stands inside of what reads it.
    """
    inner = read_once(dfg)
    numbers = {each.name: each.value for each in dfg.constants}
    begun = {each.value: each.numbers for each in dfg.initial}
    far: dict[str, int] = {}
    for operation in dfg.operations:
        for x in operation.operands:
            far[x.value] = max(x.distance, far.get(x.value, 0))

    def text(x: Operand) -> str:
        if x.value in numbers:
            return f"({numbers[x.value]})" if numbers[x.value] < 0 else str(numbers[x.value])
        if x.distance:
            return f"before{x.distance}_{x.value}"
        if x.value in inner:
            return f"({expression(dfg.operation_by_name[x.value])})"
        return f"{x.value}[i]" if x.value in dfg.inputs else x.value

    def expression(operation: Operation) -> str:
        word, reads = operation.operator, operation.operands
        texts = [text(x) for x in reads]
        if word in INFIX:
            made = f" {INFIX[word]} ".join(texts)
        elif word in ("neg", "not"):
            if reads[0].value in numbers:
                raise NotSupportedError("a number with a sign")
            made = f"{'-' if word == 'neg' else '~'}{texts[0]}"
        elif word == "select":
            made = f"{texts[1]} if {texts[0]} else {texts[2]}"
        else:
            made = f"{word}({', '.join(texts)})"
        return made

    lines = [
        f"{name} = {expression(dfg.operation_by_name[name])}" for name in _in_order(dfg, inner)
    ]
    for name, most in far.items():
        for d in range(most, 1, -1):
            lines.append(f"before{d}_{name} = before{d - 1}_{name}")
        if most and name not in numbers:
            lines.append(f"before1_{name} = {text(Operand(name))}")
    first = [
        f"before{d}_{name} = {(*begun.get(name, ()), *[0] * d)[d - 1]}"
        for name, most in far.items()
        for d in range(1, most + 1)
    ]
    if not dfg.results or any(name in dfg.inputs for name in dfg.results):
        raise NotSupportedError("a result that is an input")
    return "\n".join(
        [
            f"def kernel({', '.join((*dfg.inputs, 'n'))}):",
            *(f"    {line}" for line in first),
            "    for i in range(n):",
            *(f"        {line}" for line in lines),
            f"    return {', '.join(dfg.results)}",
            "",
        ]
    )

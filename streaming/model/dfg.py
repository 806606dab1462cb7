"""A program of the streaming engine as a DFG, for the preset `streaming` and other arrays."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Operand, Operation
from models.errors import NotSupportedError
from models.semantics.opcodes import operators_of
from streaming.model.engine import Engine
from streaming.model.program import Program


def dfg_of(program: Program, pipeline: int = Engine().pipeline) -> Dfg:
    """Return a DFG whose mappings on the preset `streaming`, with II contexts, are the program's.

    Instructions are operations of `pipeline` cycles, of which each is executed exactly once;
    variables are inputs, immediate numbers constants, and instructions without readers results.
    Raises `NotSupportedError` for constraints that a DFG cannot express: messages, and
    instructions that share a variable and hence a tile.
    """
    if program.messages:
        source, target = program.messages[0].source, program.messages[0].target
        raise NotSupportedError(f"'{source}' reaches '{target}' by a message", program.name)
    size = range(len(program.instructions))
    users = Counter(variable for n in size for variable in program.variables_of(n))
    for variable, count in sorted(users.items()):
        if count > 1:
            raise NotSupportedError(f"{count} instructions share '{variable}'", program.name)
    numbers: dict[str, int | float] = {}
    operations, found = [], {}
    taken = {*program.variables, *program.number}
    for x in program.instructions:
        found[x.name] = (x.op, len(x.operands))
        words = []
        for o in x.operands:
            word = o if isinstance(o, str) else f"#{o!r}"
            while not isinstance(o, str) and word in taken:
                word = f"#{word}"
            if not isinstance(o, str):
                numbers[word] = o
            words.append(Operand(word))
        operations.append((x.name, tuple(words)))
    operators = operators_of(found)
    rows = {o.name: replace(o, latency=pipeline, effect=True) for o in operators.values()}
    read = {edge.source for edge in program.transfers}
    return Dfg(
        program.name,
        tuple(rows.values()),
        program.variables,
        tuple(Operation(name, operators[name].name, words) for name, words in operations),
        tuple(x.name for n, x in enumerate(program.instructions) if n not in read),
        tuple(Constant(name, number) for name, number in numbers.items()),
    )

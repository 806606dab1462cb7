"""Direct evaluation of a DFG on numbers: the reference for every mapping of it."""

from __future__ import annotations

import random
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence

from models.data.dfg import Dfg, Number
from models.errors import InputError, unknown
from models.semantics.operators import apply


def evaluate(
    dfg: Dfg,
    iterations: int,
    inputs: Dictionary[str, Sequence[Number]],
    given: Dictionary[str, Sequence[Number]] | None = None,
) -> list[dict[str, Number]]:
    """Return, per iteration, the number of every input and every operation.

    `inputs` gives each input a sequence of at least `iterations` numbers. An operand of
    distance d reads d iterations back; before iteration 0 that is the DFG's `initial`, or 0.
    An operation with an effect, such as a load, is a function of its operands like any other,
    unless it is among `given`: then it has these numbers, one per iteration.
    Raises `InputError` for an input that is unknown or lacks numbers.
    """
    for name in inputs:
        if name not in dfg.inputs:
            raise InputError(unknown("input", name, dfg.inputs), "inputs")
    for name in dfg.inputs:
        count = len(inputs.get(name, ()))
        if count < iterations:
            raise InputError(
                f"input '{name}' has {count} number(s), {iterations} iterations need as many",
                "inputs",
            )
    before, known_numbers = initial_numbers(dfg, inputs), given or {}
    steps = [dfg.operation_by_name[name] for name in dfg.schedule_order]
    rows: list[dict[str, Number]] = []
    for iteration in range(iterations):
        row: dict[str, Number] = {name: inputs[name][iteration] for name in dfg.inputs}
        rows.append(row)
        for step in steps:
            numbers: list[Number] = []
            for operand in step.operands:
                back = iteration - operand.distance
                if operand.value in dfg.constant_by_name:
                    numbers.append(dfg.constant_by_name[operand.value])
                elif back < 0:
                    numbers.append(before.get((operand.value, back), 0))
                else:
                    numbers.append(rows[back][operand.value])
            if step.name in known_numbers:
                row[step.name] = known_numbers[step.name][iteration]
            else:
                row[step.name] = apply(dfg.operator_by_name[step.operator], numbers, step.name)
    return rows


def initial_numbers(
    dfg: Dfg, inputs: Dictionary[str, Sequence[Number]]
) -> dict[tuple[str, int], Number]:
    """Return the given numbers by value and iteration, -1 for the last one before the loop."""
    return {
        (initial.value, -1 - place): inputs[number][0] if isinstance(number, str) else number
        for initial in dfg.initial
        for place, number in enumerate(initial.numbers)
    }


def random_inputs(dfg: Dfg, iterations: int, seed: int = 0) -> dict[str, list[Number]]:
    """Return random integers of 21 bits for every input and iteration; same seed, same numbers."""
    source = random.Random(seed)
    return {
        name: [source.randrange(-(1 << 20), 1 << 20) for _ in range(iterations)]
        for name in dfg.inputs
    }

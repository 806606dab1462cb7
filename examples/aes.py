"""AES encryption as a graph of 32-bit and 128-bit steps: ten rounds, 138 values, 50 levels.

The benchmark is published as a picture and a list of steps. Our reading of it:

- one input, `in`, the block together with the key; the first add/shift turns it into the state of
  round 0, and it is also the key that the first key schedule starts from;
- a round reads the state and the previous round key. The key substitution reads that key, and the
  key schedule reads both of them and yields the next key. Four byte substitutions take one column
  of the state each; a column mix follows each of them; merge 0 joins columns 0 and 1, merge 1
  joins columns 2 and 3, merge 2 joins both; the next add/shift combines the new round key with the
  merged state;
- round 9 merges the substituted columns without mixing, and ends in a key addition: the result.

That gives 2 + 9·14 + 10 = 138 values. The longest chain is the first add/shift, five steps
(substitute, mix, merge, merge, add/shift) in each of nine rounds, and four in the last: 50 levels.
Every step is an operator of its own, for an operation on an array corresponds to a subroutine.
"""

from __future__ import annotations

from examples.arrays import at_least, mesh_array
from examples.sums import operation
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operation, Operator

ROUNDS = 10
COLUMNS = 4


def aes(size: int = 3) -> tuple[Dfg, Architecture]:
    """Return the AES graph and a `size`×`size` mesh."""
    at_least(size, 1, "mesh size")
    operations: list[Operation] = [operation("state_0", "first_add_shift", "in")]
    state, key = "state_0", "in"
    for number in range(ROUNDS):
        last = number == ROUNDS - 1
        steps, key, merged = _round(number, state, key, mix=not last)
        operations += steps
        state = "out" if last else f"state_{number + 1}"
        operations.append(operation(state, "add" if last else "add_shift", key, merged))
    arity = {step.operator: len(step.operands) for step in operations}
    dfg = Dfg(
        name="aes",
        operators=tuple(Operator(name=name, arity=count) for name, count in arity.items()),
        inputs=("in",),
        operations=tuple(operations),
        results=("out",),
    )
    return dfg, mesh_array(size)


def _round(number: int, state: str, key: str, mix: bool) -> tuple[list[Operation], str, str]:
    """Return the steps of one round up to the merged state, the new key, and that state."""
    new_key, merged = f"key_{number + 1}", f"merged_{number}"
    steps = [
        operation(f"keysub_{number}", "key_sub", key),
        operation(new_key, "key_schedule", key, f"keysub_{number}"),
    ]
    columns = []
    for column in range(COLUMNS):
        substituted = f"sub_{number}_{column}"
        steps.append(operation(substituted, f"byte_sub{column}", state))
        columns.append(substituted)
    if mix:
        for column, substituted in enumerate(columns):
            columns[column] = f"mix_{number}_{column}"
            steps.append(operation(columns[column], f"column_mix{column}", substituted))
    low, high = f"low_{number}", f"high_{number}"
    steps += [
        operation(high, "merge1", columns[2], columns[3]),
        operation(low, "merge0", columns[0], columns[1]),
        operation(merged, "merge2", low, high),
    ]
    return steps, new_key, merged

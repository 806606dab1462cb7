"""Random graphs for tests of scale: any number of values, always the same for the same seed."""

from __future__ import annotations

import random

from examples.arrays import at_least, require_sized
from examples.sums import ADD, MULTIPLY, MULTIPLY_ADD, SUBTRACT, operation
from models.data.dfg import Dfg, Operation, Operator
from models.errors import InputError

NEARBY = 16  # operands are mostly recent values, which gives depth, as in real kernels
TABLES = {
    1: (Operator(name="neg", arity=1),),
    2: (ADD, SUBTRACT, MULTIPLY),
    3: (MULTIPLY_ADD,),
}


def random_graph(values: int, seed: int = 0, fan_in: int = 2) -> Dfg:
    """Return a DFG with `values` values, an eighth of them inputs, and no loop.

    Operations read `fan_in` different values (1 to 3). With a fan-in of 2 the operators are
    `+`, `-` and `*`; otherwise `neg` or `mac`. Values that nothing reads are results.
    """
    if fan_in not in TABLES:
        raise InputError(f"fan-in {fan_in} must be 1, 2 or 3")
    inputs = max(fan_in, values // 8)
    require_sized(at_least(values, inputs + 1, "number of values"))
    table = TABLES[fan_in]
    chance = random.Random(seed)
    names = [f"x_{position}" for position in range(inputs)]
    unread = dict.fromkeys(names)
    operations: list[Operation] = []
    for position in range(values - inputs):
        # The first operations read every input once, so that none is left over.
        chosen = [next(iter(unread))] if position < inputs else []
        while len(chosen) < fan_in:
            pool = names[-NEARBY:] if chance.random() < 0.9 else names
            value = chance.choice(pool)
            if value not in chosen:
                chosen.append(value)
        for value in chosen:
            unread.pop(value, None)
        name = f"v_{position}"
        operations.append(operation(name, chance.choice(table).name, *chosen))
        names.append(name)
        unread[name] = None
    used = {step.operator for step in operations}
    return Dfg(
        name=f"random{values}_{seed}",
        operators=tuple(row for row in table if row.name in used),
        inputs=tuple(names[:inputs]),
        operations=tuple(operations),
        results=tuple(name for name in unread if name.startswith("v_")),
    )

"""Random loop bodies: tiny ones to compare with brute force, larger ones for tests of scale."""

from __future__ import annotations

import random

from examples.arrays import at_least, require_sized
from examples.loops.body import LoopBody, Read
from models.data.dfg import Dfg, Operand
from models.errors import InputError

ARITHMETIC = ("add", "sub", "mul", "and", "or", "xor")
SHIFTS = ("shl", "shr")
NEARBY = 16  # operands are mostly recent values, which gives depth, as in real kernels
IMMEDIATE, CARRIED = 0.25, 0.1  # how often an operand is a number, or of an earlier iteration


def random_loop(
    operations: int,
    seed: int = 0,
    recurrences: int = 1,
    distance: int = 3,
    inputs: int = 1,
    reach: int = 0,
) -> Dfg:
    """Return a connected loop body, always the same for the same arguments.

    `recurrences` operands close a cycle each, with a distance of 1 to `distance`; without them
    there is none, although other operands are loop-carried too. Shift distances are immediate.
    Results are the values that nothing reads in their own iteration: every operation has a use.
    With `reach`, operands are among so many operations before; without, one in ten may be anywhere.
    What closes a cycle may be farther away in both.
    """
    require_sized(at_least(operations, 1, "number of operations"))
    at_least(recurrences, 0, "number of recurrences")
    at_least(distance, 1, "distance")
    at_least(inputs, 0, "number of inputs")
    at_least(reach, 0, "reach of operands")
    if not inputs and not recurrences:
        raise InputError("a loop without inputs needs a recurrence")
    if recurrences + max(inputs - 1, 0) > operations:
        raise InputError(
            f"{operations} operations are too few for {recurrences} recurrences and {inputs} inputs"
        )
    return _Draw(operations, random.Random(seed), recurrences, distance, inputs, reach).loop(seed)


class _Draw:
    """Draws the operands: the first of an operation connects it, the second may close a cycle."""

    def __init__(
        self,
        size: int,
        chance: random.Random,
        recurrences: int,
        distance: int,
        inputs: int,
        reach: int,
    ) -> None:
        self.size, self.chance, self.distance, self.reach = size, chance, distance, reach
        # The first operation reads input 0; without inputs it has to read a value of the past.
        fixed = [] if inputs else [0]
        others = chance.sample(range(len(fixed), size), recurrences - len(fixed))
        self.closing = {*fixed, *others}
        free = [position for position in range(size) if position not in self.closing]
        chosen = chance.sample(free, max(inputs - 1, 0))
        self.input_at = {position: f"x{n + 1}" for n, position in enumerate(chosen)}
        self.inputs = [f"x{n}" for n in range(inputs)]
        self.parents = [-1] + [self._recent(position) for position in range(1, size)]

    def loop(self, seed: int) -> Dfg:
        body = LoopBody(f"loop{self.size}_{seed}")
        for name in self.inputs:
            body.input(name)
        read_now: set[str] = set()
        for position in range(self.size):
            first: Read = f"v{self.parents[position]}"
            if position == 0:
                first = self.inputs[0] if self.inputs else self._number()
            second = self._second(position)
            shift = isinstance(second, int) and self.chance.random() < 0.5
            operator = self.chance.choice(SHIFTS if shift else ARITHMETIC)
            body.op(operator, first, second, name=f"v{position}")
            read_now |= {read for read in (first, second) if isinstance(read, str)}
        for position in range(self.size):
            numbers = [self.chance.randrange(1, 1 << 16) for _ in range(self.distance)]
            body.initial(f"v{position}", *numbers)
            if f"v{position}" not in read_now:
                body.result(f"v{position}")
        return body.finish()

    def _recent(self, position: int) -> int:
        """Return an operation before `position`."""
        if self.reach:
            return self.chance.randrange(max(0, position - self.reach), position)
        near = self.chance.random() < 0.9
        return self.chance.randrange(max(0, position - NEARBY) if near else 0, position)

    def _number(self) -> int:
        return self.chance.randrange(1, 16)

    def _second(self, position: int) -> Read:
        if position in self.closing:
            return self._carried(self.chance.choice(self._fed_by(position)))
        if position in self.input_at:
            return self.input_at[position]
        kind = self.chance.random()
        other = self._recent(position) if position else 0
        if kind < IMMEDIATE or position == 0:
            return self._number()
        if kind < IMMEDIATE + CARRIED:
            return self._carried(other)
        return f"v{other}" if other != self.parents[position] else self._number()

    def _fed_by(self, position: int) -> list[int]:
        """Return the operations that read `position` in the same iteration, and itself."""
        fed = {position: None}
        for later in range(position + 1, self.size):
            if self.parents[later] in fed:
                fed[later] = None
        return list(fed)

    def _carried(self, position: int) -> Operand:
        return Operand(f"v{position}", self.chance.randint(1, self.distance))

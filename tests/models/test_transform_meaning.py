"""Every candidate computes its value, under every setting of the blocks: on random graphs.

Values are 2×2 matrices of numbers modulo a prime, so that an associative product that does not
commute is among the operators.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from models.data.computation import Candidate, Computation, Read, Setting, Transform, Wire
from models.data.dfg import Operand
from models.transform import transform
from tests.models.random_sums import random_sums
from tests.seeds import seeds

PRIME = (1 << 61) - 1
Matrix = tuple[int, int, int, int]

MEANING: dict[str, Callable[..., Matrix]] = {
    "+": lambda a, b: tuple((x + y) % PRIME for x, y in zip(a, b, strict=True)),
    "*": lambda a, b: tuple(x * y % PRIME for x, y in zip(a, b, strict=True)),
    ".": lambda a, b: (
        (a[0] * b[0] + a[1] * b[2]) % PRIME,
        (a[0] * b[1] + a[1] * b[3]) % PRIME,
        (a[2] * b[0] + a[3] * b[2]) % PRIME,
        (a[2] * b[1] + a[3] * b[3]) % PRIME,
    ),
    "f": lambda a: tuple(x**3 % PRIME for x in a),
    "put": lambda a: tuple(x**5 % PRIME for x in a),
}


class Setup:
    """Random numbers for all leaves, and random settings of all blocks."""

    def __init__(self, computation: Computation, seed: int) -> None:
        source = random.Random(seed)
        dfg = computation.dfg
        self.computation = computation
        self.late = {
            Operand(value, distance): tuple(source.randrange(PRIME) for _ in range(4))
            for value in dfg.values
            for distance in (1, 2)
        }
        self.numbers = {
            name: tuple(source.randrange(PRIME) for _ in range(4)) for name in dfg.inputs
        }
        self.numbers |= {c.name: (c.value, 0, 1, c.value) for c in dfg.constants}
        self.orders: list[list[int]] = []
        for block in computation.blocks:
            places = list(range(len(block.inputs)))
            if block.kind == "sorter":
                source.shuffle(places)
            else:
                turn = source.choice(places)
                places = places[turn:] + places[:turn]
            self.orders.append(places)

    def holds(self, setting: Setting) -> bool:
        order = self.orders[setting.block]
        if self.computation.blocks[setting.block].kind == "exchanger":
            assert setting.input == 0
            return order[0] == setting.output
        return order[setting.output] == setting.input

    def resolved(self, read: Read) -> Operand:
        while isinstance(read, Wire):
            read = self.computation.blocks[read.block].inputs[self.orders[read.block][read.output]]
        return read

    def number(self, read: Read) -> Matrix:
        operand = self.resolved(read)
        return self.late[operand] if operand.distance else self.numbers[operand.value]

    def result(self, candidate: Candidate) -> Matrix:
        operands = [self.number(read) for read in candidate.operands]
        pattern = self.computation.dfg.pattern_by_name.get(candidate.operator)
        if pattern is None:
            return MEANING[candidate.operator](*operands)
        done: list[Matrix] = []
        for word in reversed(pattern.expression):
            if word == "_":
                done.append(operands.pop())
            else:
                arity = 1 if word in ("f", "put") else 2
                done.append(MEANING[word](*(done.pop() for _ in range(arity))))
        assert not operands
        return done[0]

    def usable(self, candidate: Candidate) -> bool:
        return all(map(self.holds, candidate.settings))

    def evaluate(self) -> None:
        """Give every value a number by its first candidate, in any order that works."""
        waiting = dict(self.computation.candidates)
        while waiting:
            done = []
            for name, candidates in waiting.items():
                reads = map(self.resolved, candidates[0].operands)
                if all(read.distance or read.value in self.numbers for read in reads):
                    self.numbers[name] = self.result(candidates[0])
                    done.append(name)
            assert done, "a cycle"
            for name in done:
                del waiting[name]


def consistent(computation: Computation, settings: tuple[Setting, ...]) -> bool:
    """Whether no two settings contradict each other, and none occurs twice."""
    used: list[tuple[object, ...]] = []
    for setting in settings:
        used.append((setting.block, "input", setting.input))
        if computation.blocks[setting.block].kind == "sorter":
            used.append((setting.block, "output", setting.output))
    return len(set(used)) == len(used)


@pytest.mark.parametrize("how", ["none", "enumerate", "xbtree", "chain"])
@seeds(range(0, 120, 5))
def test_every_candidate_computes_its_value(how: Transform, seed: int) -> None:
    contexts, patterns = (None, 2)[seed % 3 > 1], seed % 2 == 0
    dfg = random_sums(seed, contexts=contexts, patterns=patterns, ordered=seed % 4 == 0).dfg
    plain = Setup(transform(dfg, "none"), seed)
    plain.evaluate()
    computation = transform(dfg, how)
    assert len(set(computation.values)) == len(computation.values)
    assert set(computation.values) == {*dfg.inputs, *computation.candidates}
    assert set(computation.values) - set(dfg.values) == set(computation.keys)
    inner = {name for cluster in computation.clusters for name in cluster.inner}
    assert set(dfg.values) - inner <= set(computation.values)
    for turn in range(5):
        setup = Setup(computation, seed + 1000 * turn)
        for name, number in plain.numbers.items():
            if name not in computation.candidates:
                setup.numbers[name] = number
        setup.late = plain.late
        setup.evaluate()
        for name, candidates in computation.candidates.items():
            if name in plain.numbers:
                assert setup.numbers[name] == plain.numbers[name]
            assert len(set(candidates)) == len(candidates)
            for candidate in candidates:
                assert candidate.executes[0] == name
                assert set(candidate.executes) <= set(computation.candidates)
                assert consistent(computation, candidate.settings)
                if setup.usable(candidate):
                    assert setup.result(candidate) == setup.numbers[name]

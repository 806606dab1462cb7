"""Every candidate computes its value, under every setting of the blocks: on random graphs.

Values are 2×2 matrices of numbers modulo a prime, so that an associative product that does not
commute is among the operators.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from models.data.computation import Candidate, Computation, Read, Setting, Transform, Wire
from models.data.dfg import (
    Constant,
    Dfg,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.transform import transform
from tests.seeds import seeds

PRIME = (1 << 61) - 1
Matrix = tuple[int, int, int, int]

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator(".", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("-", 2),
    Operator("f", 1),
    Operator("out", 1, effect=True),
)
PATTERNS = tuple(
    Pattern(text.replace(" ", ""), tuple(text.split()))
    for text in (
        "+ _ * _ _",
        "+ * _ _ * _ _",
        "+ _ + _ _",
        ". _ . _ _",
        "- + _ _ _",
        "+ _ f . _ _",
        "+ - _ _ + _ _",
    )
)
MEANING: dict[str, Callable[..., Matrix]] = {
    "+": lambda a, b: tuple((x + y) % PRIME for x, y in zip(a, b, strict=True)),
    "-": lambda a, b: tuple((x - y) % PRIME for x, y in zip(a, b, strict=True)),
    "*": lambda a, b: tuple(x * y % PRIME for x, y in zip(a, b, strict=True)),
    ".": lambda a, b: (
        (a[0] * b[0] + a[1] * b[2]) % PRIME,
        (a[0] * b[1] + a[1] * b[3]) % PRIME,
        (a[2] * b[0] + a[3] * b[2]) % PRIME,
        (a[2] * b[1] + a[3] * b[3]) % PRIME,
    ),
    "f": lambda a: tuple(x**3 % PRIME for x in a),
    "out": lambda a: tuple(x**5 % PRIME for x in a),
}


def random_graph(seed: int, patterns: bool) -> Dfg:
    source = random.Random(seed)
    inputs = tuple("abcd"[: source.randint(2, 4)])
    values = list(inputs)
    favourite = source.choice("+.")
    operations = []
    for place in range(source.randint(3, 9)):
        other = source.choice(OPERATORS)
        operator = other.name if source.random() < 0.35 else favourite
        arity = 1 if operator in ("f", "out") else 2
        operands = []
        for _ in range(arity):
            if source.random() < 0.1:
                operands.append(Operand("k"))
            elif source.random() < 0.1:
                operands.append(Operand(source.choice(values), source.randint(1, 2)))
            else:
                operands.append(Operand(source.choice(values[-4:])))
        operations.append(Operation(f"v{place}", operator, tuple(operands)))
        values.append(f"v{place}")
    names = [operation.name for operation in operations]
    first, then = sorted(source.sample(range(len(names)), 2))
    edges, pairs = (), ()
    if source.random() < 0.15:
        edges = (OrderEdge(names[first], names[then]),)
    if source.random() < 0.15:
        pairs = (Priority(names[first], names[then]),)
    return Dfg(
        name=f"random{seed}",
        operators=OPERATORS,
        inputs=inputs,
        operations=tuple(operations),
        results=tuple(source.sample(names, 1)),
        constants=(Constant("k", 5),),
        order=edges,
        priorities=pairs,
        patterns=PATTERNS if patterns else (),
    )


def random_sum(seed: int) -> Dfg:
    """One sum of four to six inputs and products, a shape that exchangers are for."""
    source = random.Random(seed)
    size = 4 + seed % 3
    operations = []
    leaves = []
    for place in range(size):
        if source.random() < 0.7:
            operands = (Operand(source.choice("abcd")), Operand(source.choice("abcd")))
            operations.append(Operation(f"p{place}", source.choice("**-"), operands))
            leaves.append(f"p{place}")
        else:
            leaves.append(source.choice("abcd"))
    so_far = leaves[0]
    for place, leaf in enumerate(leaves[1:]):
        operations.append(Operation(f"s{place}", "+", (Operand(so_far), Operand(leaf))))
        so_far = f"s{place}"
    patterns = source.sample(PATTERNS, 2)
    return Dfg(
        "sum", OPERATORS, tuple("abcd"), tuple(operations), (so_far,), patterns=tuple(patterns)
    )


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
                arity = 1 if word in ("f", "out") else 2
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
    dfg = random_sum(seed) if seed % 6 == 0 else random_graph(seed, patterns=seed % 2 == 0)
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

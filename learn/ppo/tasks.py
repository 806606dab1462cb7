"""A task of mapping: a program on an engine at an II, prepared once; and sources of tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from models.errors import InfeasibleError, InputError
from streaming.heuristics import Board
from streaming.model.bounds import Times, least_cycles
from streaming.model.engine import Engine
from streaming.model.program import Program
from streaming.model.recipes import RECIPES, random_program
from streaming.model.rules import Rules

Floats = NDArray[np.float32]

STATIC = (
    "sources", "readers", "tail", "head", "slack", "start", "group", "posts in", "posts out",
    "apart", "turn",
)  # fmt: skip
"""Numbers of every node that no placement changes: degrees, least cycles that follow and precede,
slack to the critical path, members of its group, messages, instructions that must be on other
tiles, and its place in the order.
"""

HELD_OUT = 10_000_000
"""Seeds of random programs from here on are for measuring, those below for training."""

_numbers = count(1)


@dataclass(frozen=True, eq=False)
class Task:
    """A program on an engine at an II, and its empty board.

    `number` is another one for every task of a process: observations of equal numbers show the same
    graph. Raises `InfeasibleError` where a mapping is plainly impossible.
    """

    rules: Rules
    ii: int
    number: int = field(default_factory=lambda: next(_numbers) % (1 << 24))

    @cached_property
    def board(self) -> Board:
        """The empty board; copy it."""
        return Board(self.rules, self.ii)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All instructions after those they wait for, the longest remaining work first."""
        return tuple(self.board.tables.order.tolist())

    @cached_property
    def least(self) -> int:
        """A lower bound on cycles."""
        return least_cycles(self.rules).value

    @cached_property
    def step(self) -> int:
        """The most that one instruction is ready after its last operand, or its flow's launch."""
        engine = self.rules.engine
        return engine.pipeline + max(*engine.latencies(), engine.message) + self.ii - 1

    @cached_property
    def adjacency(self) -> Floats:
        """[size, size], 1 where the row reads the column; messages count as well."""
        found = np.zeros((self.rules.size, self.rules.size), dtype=np.float32)
        for source, target in self.rules.program.transfers:
            found[target, source] = 1
        return found

    @cached_property
    def nodes(self) -> Floats:
        """[size, STATIC]."""
        rules, times = self.rules, Times(self.rules)
        posts = rules.program.posts
        turn = {n: k / rules.size for k, n in enumerate(self.order)}
        apart = [0] * rules.size
        for pair in rules.apart:
            for n in pair:
                apart[n] += 1
        rows = [
            (
                len(rules.sources[n]) / 4,
                len(rules.readers[n]) / 4,
                times.tails[n] / 32,
                times.heads[n] / 32,
                (self.least - times.heads[n] - times.tails[n]) / 8,
                not rules.sources[n],
                (rules.group.count(rules.group[n]) - 1) / 4,
                sum(post.target == n for post in posts) / 4,
                sum(post.source == n for post in posts) / 4,
                apart[n] / 8,
                turn[n],
            )
            for n in range(rules.size)
        ]
        return np.clip(np.array(rows, dtype=np.float32), -4, 4)


Source = Callable[[np.random.Generator], Task]
"""A source of tasks: gives the task of an episode."""


def fixed(tasks: Sequence[Task]) -> Source:
    """Return a source of these tasks, all equally likely; `InputError` for an empty list."""
    if not tasks:
        raise InputError("no program to map")
    return lambda chance: tasks[int(chance.integers(len(tasks)))]


@dataclass
class Drawn:
    """Random programs of `sizes` (least, most), of all recipes, a quarter with shared variables.

    They repeat the same `pool` programs, each made when first needed. Programs that plainly have no
    mapping are left out. Raises `InputError` if hardly any has one.
    """

    sizes: tuple[int, int]
    engine: Engine
    ii: int
    pool: int = 4096
    first: int = 0
    _made: dict[int, Task | None] = field(default_factory=dict, repr=False)

    def __call__(self, chance: np.random.Generator) -> Task:
        """Return one of the pool."""
        for _ in range(200):
            task = self.task(int(chance.integers(self.pool)))
            if task is not None:
                return task
        low, high = self.sizes
        raise InputError(
            f"random programs of {low} to {high} instructions have no mapping on"
            f" {self.engine.tiles} tile(s) at II {self.ii}"
        )

    def task(self, n: int) -> Task | None:
        """Return number `n` of the pool, None where it has no mapping."""
        if n not in self._made:
            program = drawn_program(self.sizes, self.first + n)
            try:
                task = Task(Rules(program, self.engine), self.ii)
                self._made[n] = task if task.board else None
            except InfeasibleError:
                self._made[n] = None
        return self._made[n]


def drawn_program(sizes: tuple[int, int], seed: int) -> Program:
    """Return a random program whose size and recipe follow from the seed."""
    chance = np.random.default_rng(seed)
    size = int(chance.integers(sizes[0], sizes[1] + 1))
    recipe = RECIPES[int(chance.integers(len(RECIPES)))]
    shared = int(chance.integers(1, 3)) if chance.random() < 0.25 and size >= 8 else 0
    try:
        return random_program(size, seed, recipe, shared)
    except InputError:  # the sizes do not allow so many pairs
        return random_program(size, seed, recipe)

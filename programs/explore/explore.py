"""The whole exploration: trees, nests, combinations, and the best programs evaluated again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.data.architecture import Architecture
from models.errors import InputError
from programs.cost import (
    Buffers,
    Cost,
    Predict,
    Predictor,
    context_volume,
    mii_model,
    moving_cycles,
    nest_cost,
    program_volume,
)
from programs.explore.ahead import ahead
from programs.explore.combine import combinations
from programs.explore.explore_options import ExploreOptions, Observe, Progress
from programs.explore.forest import NestCandidate, ResultArray, ResultTree, tree
from programs.explore.guess import Slots
from programs.explore.nest import NestSearch, nest_candidates
from programs.explore.pareto import ranked
from programs.explore.trees import Tree, trees
from programs.loops.emit import emit_body
from programs.loops.region import Node, Region, Statement, loops_of
from programs.loops.tree import Path, body_at, perfect_nests
from programs.transform import IllegalError, NotApplicableError, Step, Variant, variant_of
from shell.budget import UNLIMITED, Budget, Stopwatch

DEFAULT = ExploreOptions()


@dataclass(frozen=True, slots=True)
class ProgramCandidate:
    """A program: its structure, and its steps from the original program.

    Its cost is evaluated for the whole program: each kernel separately, and a simulated volume.
    `guessed` is the volume by closed forms, `contexts` the bytes of loaded contexts.
    """

    structure: str
    steps: tuple[Step, ...]
    cost: Cost
    guessed: int
    contexts: int

    def __str__(self) -> str:
        """Return the steps in a line."""
        return "; ".join(map(str, self.steps)) or "as it is"

    @property
    def point(self) -> tuple[int, int]:
        """Total cycles, and volume including contexts."""
        return self.cost.whole, self.cost.volume + self.contexts


@dataclass(frozen=True)
class Exploration:
    """The result: programs from the best to the worst, and their forest.

    `guessed` counts the nest transformations estimated by closed forms, `candidates` the evaluated
    ones, `kernels` the extracted graphs. `original` is the untransformed program, None if the array
    cannot execute it. `complete` is false if the time ran out.
    """

    original: ProgramCandidate | None
    programs: tuple[ProgramCandidate, ...]
    forest: tuple[ResultTree, ...]
    guessed: int
    candidates: int
    kernels: int
    seconds: float
    complete: bool


def explore(
    region: Region,
    arch: Architecture,
    buffers: Buffers,
    options: ExploreOptions = DEFAULT,
    predict: Predict = mii_model,
    observe: Observe | None = None,
    budget: Budget = UNLIMITED,
    jobs: int = 1,
) -> Exploration:
    """Return the best transformed programs of a region for an array.

    At the end of `budget`, the result so far is returned, at least the original region. If the time
    suffices, the result is deterministic and does not depend on the number of processes, `jobs`.
    Raises `InputError` if the array cannot execute the program.
    """
    predictor = Predictor(arch, predict)
    search = NestSearch(options, buffers, predictor, Slots.of(arch), budget)
    return _Exploration(region, search, observe, jobs).run()


@dataclass(frozen=True)
class _Nest:
    """A nest of a tree, or a run of statements: `count` parts from a path on.

    Nests of equal `key` have equal candidates.
    """

    tree: Tree
    path: Path
    count: int
    nodes: tuple[Node, ...]
    tiled: frozenset[str]
    key: object


class _Explored(NamedTuple):
    """Candidates of a nest, and the numbers of evaluated and estimated ones and of graphs."""

    found: tuple[NestCandidate, ...]
    evaluated: int
    guessed: int
    kernels: int


class _Exploration:
    """A running exploration."""

    def __init__(
        self, region: Region, search: NestSearch, observe: Observe | None, jobs: int
    ) -> None:
        self.watch, self.search, self.observe, self.jobs = Stopwatch(), search, observe, jobs
        self.options, self.buffers, self.predictor = (
            search.options,
            search.buffers,
            search.predictor,
        )
        self.start = variant_of(region, search.options.reassociate)
        self.known: dict[object, tuple[Path, tuple[NestCandidate, ...]]] = {}
        self.candidates = self.guessed = self.kernels = 0

    def run(self) -> Exploration:
        """Return the result."""
        forest: list[ResultTree] = []
        every: Iterable[Tree] = trees(self.start, self.options)
        if self.jobs > 1:
            every = list(every)
            self.ahead(every)
        for one in every:
            if forest and self.search.budget.over():
                break
            made = self.tree(one)
            if made is not None:
                forest.append(made)
        if not forest:
            name = self.start.region.source or self.start.region.name
            raise InputError(
                f"array '{self.predictor.arch.name}' does not execute all operations of the"
                " program, however it is transformed",
                f"{name}:{self.start.region.line}",
            )
        programs = self.programs(forest)
        complete = not self.search.budget.over()
        original = self.program("original", self.start, None)
        return Exploration(
            original,
            programs,
            tuple(forest),
            self.guessed,
            self.candidates,
            self.kernels,
            self.watch.seconds,
            complete,
        )

    def ahead(self, every: list[Tree]) -> None:
        """Explore the nests of all trees at once; equal ones once."""
        todo = {nest.key: nest for one in every for nest in self.nests(one)}
        tasks = list(todo.values())
        for number, explored in ahead(self.explored, tasks, self.jobs):
            self.take(tasks[number], explored)
            self.tell("all", len(self.known), len(tasks))

    def tree(self, one: Tree) -> ResultTree | None:
        """Return a tree with the best candidates of all nests, None if a nest has none."""
        arrays: dict[Path, ResultArray] = {}
        places = list(self.nests(one))
        for done, nest in enumerate(places, 1):
            if nest.key not in self.known:
                self.take(nest, self.explored(nest))
            old, kept = self.known[nest.key]
            if not kept:
                return None
            found = tuple(candidate.moved(old, nest.path) for candidate in kept)
            arrays[nest.path] = ResultArray(nest.path, nest.count, found)
            if self.jobs == 1:
                self.tell(one.name, done, len(places))
        return tree(one.name, one.variant, arrays)

    def tell(self, name: str, done: int, total: int) -> None:
        """Report the progress to the observer."""
        if self.observe is not None:
            self.observe(Progress(name, done, total, self.candidates, self.kernels))

    def nests(self, one: Tree) -> Iterator[_Nest]:
        """Yield the nests of a tree."""
        body = one.variant.region.body
        for nest in perfect_nests(body):
            path, count = nest.path, nest.parts
            nodes = body_at(body, path[:-1])[path[-1] : path[-1] + count]
            around = emit_body(tuple(replace(loop, body=()) for loop in nest.outer))
            tiled = one.tiled & {loop.index for loop in loops_of(nodes)}
            key = around, emit_body(nodes), tiled
            yield _Nest(one, path, count, nodes, tiled, key)

    def explored(self, nest: _Nest) -> _Explored:
        """Return the best candidates of a nest, or of statements."""
        variant, before = nest.tree.variant, self.predictor.kernels
        if isinstance(nest.nodes[0], Statement):
            cost = nest_cost(variant.region, self.buffers, self.predictor, nest.path, nest.count)
            found: tuple[NestCandidate, ...] = () if cost is None else (NestCandidate((), cost),)
            evaluated = guessed = 0
        else:
            found, evaluated, guessed = nest_candidates(self.search, variant, nest.path, nest.tiled)
        return _Explored(found, evaluated, guessed, self.predictor.kernels - before)

    def take(self, nest: _Nest, explored: _Explored) -> None:
        """Store the candidates of a nest."""
        self.known[nest.key] = nest.path, explored.found
        self.candidates += explored.evaluated
        self.guessed += explored.guessed
        self.kernels += explored.kernels

    def programs(self, forest: list[ResultTree]) -> tuple[ProgramCandidate, ...]:
        """Return the best programs of all trees, each replayed and evaluated as a whole."""
        options = self.options
        all_of = [
            (result, combination)
            for result in forest
            for combination in combinations(result.root.leaves, options.keep, options.mode)
        ]
        if any(combination.feasible for _, combination in all_of):
            all_of = [pair for pair in all_of if pair[1].feasible]
        order = ranked(all_of, lambda pair: pair[1].point, options.mode, lambda pair: pair[0].name)
        found: list[ProgramCandidate] = []
        for result, combination in order:
            if len(found) == options.keep or (found and self.search.budget.over()):
                break
            steps = combination.steps(result)
            try:
                made = self.start.replay(steps)
            except (IllegalError, NotApplicableError):
                # The steps of one nest may make the steps of another illegal.
                continue
            candidate = self.program(result.name, made, combination.volume)
            if candidate is not None:
                found.append(candidate)
        best = ranked(found, lambda candidate: candidate.point, options.mode)
        return tuple(sorted(best, key=lambda candidate: not candidate.cost.feasible))

    def program(self, name: str, made: Variant, guessed: int | None) -> ProgramCandidate | None:
        """Return a program with the cost of the whole."""
        cost = nest_cost(made.region, self.buffers, self.predictor.exact)
        if cost is None:
            return None
        guess = cost.volume if guessed is None else guessed
        volume, exact = program_volume(made.region, self.buffers)
        moving = moving_cycles(volume, cost.pipelines, self.buffers)
        cost = replace(cost, volume=volume, exact=exact, moving=moving)
        contexts = context_volume(made.region, cost, self.buffers)
        return ProgramCandidate(name, made.steps, cost, guess, contexts)

"""Selects the best completely mapped program of an explored forest (PT-Map, Sec. 3.1).

Candidates are ranked by predicted IIs; the kernels of the best one are mapped, their IIs replace
the predictions, and the ranking is repeated, until the best one has only mapped kernels. Repeated
context loads of a nest count as well. Among the mapped programs, the one with the fewest total
cycles wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from models.text import n_cycles
from programs.cost import Buffers
from programs.explore import Exploration, ranked
from programs.explore.explore_options import Mode
from programs.question.choices import WIDTH, Choices, Knowledge, Top
from programs.question.kernels import FULLNESS, KernelFact, KernelMapper
from programs.question.mapped import MappedProgram, assembled, costed, in_a_line
from programs.transform import IllegalError, NotApplicableError, Step, Variant
from shell.budget import UNLIMITED, Budget


@dataclass
class Tried:
    """A program evaluated as a whole, and the outcome.

    `cycles` are cycles of computation, comparable to predicted ones; `whole` is the total.
    """

    steps: str
    predicted: int | None
    cycles: int | None = None
    whole: int | None = None
    reason: str = ""


@dataclass
class Finish:
    """Maps the programs of one region; `mapped` and `tried` grow, `winner` is the best."""

    start: Variant
    buffers: Buffers
    mapper: KernelMapper
    mode: Mode
    optimistic: bool = True
    """Whether predicted IIs never exceed the IIs of mappings."""
    fullness: Sequence[float] = FULLNESS
    """The expected use of the array, one try after the other."""
    tell: Callable[[str], object] = lambda line: None
    mapped: list[MappedProgram] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    original: MappedProgram | None = None
    complete: bool = False
    """Whether no other kept candidate is expected to be better."""
    _done: set[tuple[Step, ...]] = field(default_factory=set, repr=False)

    @property
    def winner(self) -> MappedProgram | None:
        """The best mapped program; programs that fit the buffers have precedence."""
        best = ranked(self.mapped, lambda program: program.point, self.mode)
        return min(best, key=lambda program: not program.cost.feasible, default=None)

    def baseline(self, budget: Budget = UNLIMITED) -> None:
        """Map the untransformed program, so that an answer exists."""
        self.original = self.program("original", (), None, budget)

    def search(self, found: Exploration, soft: Budget, budget: Budget = UNLIMITED) -> None:
        """Map until no improvement is expected, or until the end of `soft`, or of `budget`.

        At that of `soft`, the best combination of mapped candidates is taken, with original nests
        as a fallback; if that gives no program, the search continues.
        """
        choices = Choices(found.forest, self.buffers, self.mapper, self.mode)
        phases: list[tuple[Knowledge, float]] = [("expected", full) for full in self.fullness]
        # Kernels that are expected to fail are tried last.
        phases.append(("possible", 1.0))
        for knowledge, self.mapper.full in phases:
            while (top := choices.top(knowledge)) is not None:
                if budget.over():
                    return
                if soft.over():
                    self._conclude(choices, budget)
                    if self.mapped:
                        return
                    soft = budget
                elif not choices.opened(top.chosen):
                    todo = [fact for fact in top.facts if self._open(fact, knowledge)]
                    if todo:
                        self._work(todo, soft)
                    elif top.steps in self._done:
                        break
                    else:
                        self._whole(choices, top, budget)
        self.complete = self.optimistic and top is not None
        self._take(choices, budget)

    def draw(self, drawn: Iterable[tuple[str, tuple[Step, ...]]], budget: Budget) -> None:
        """Map drawn programs in order, within `budget`."""
        for structure, steps in drawn:
            if budget.over():
                return
            self.program(structure, steps, None, budget)

    def _open(self, fact: KernelFact, knowledge: Knowledge) -> bool:
        """Return whether a kernel is unmapped, or expected to improve."""
        if knowledge == "expected":
            return self.mapper.wants(fact)
        return fact.mapping is None and not fact.lost

    def _conclude(self, choices: Choices, budget: Budget) -> None:
        """Map the missing kernels of the best and the original program; keep mapped programs."""
        likely = choices.top("expected")
        for tree in choices.forest:
            if budget.over():
                return
            if tree.variant.steps and (likely is None or tree is not likely.tree):
                continue
            for own, plain in list(choices.gaps(tree)):
                own.append(plain)
                for fact in plain.facts or ():
                    while fact is not None and fact.mapping is None and not fact.lost:
                        if budget.over():
                            return
                        self._work([fact], budget)
        self._take(choices, budget)

    def _take(self, choices: Choices, budget: Budget) -> None:
        """Add the best programs with only mapped kernels."""
        for top in choices.tops("mapped")[:WIDTH]:
            if budget.over():
                return
            if top.steps not in self._done:
                self._whole(choices, top, budget)
        for program in list(self.mapped):
            self.again(program)

    def _whole(self, choices: Choices, top: Top, budget: Budget) -> None:
        self._done.add(top.steps)
        predicted = sum(
            part.cycles for choice in top.chosen for part in choice.candidate.cost.pipelines
        )
        if self.program(top.tree.name, top.steps, predicted, budget) is None:
            choices.refused.add(top.steps)

    def _work(self, todo: Sequence[KernelFact], budget: Budget) -> None:
        """Map some kernels in parallel until one is done."""
        for fact in todo:
            self.mapper.begin(fact)
        while not self.mapper.poll() and not budget.over():
            pass

    def program(
        self,
        structure: str,
        steps: tuple[Step, ...],
        predicted: int | None = None,
        budget: Budget = UNLIMITED,
    ) -> MappedProgram | None:
        """Map the unmapped kernels of a program, and return it with its cost; None on failure."""
        made: MappedProgram | None = None
        try:
            parts = assembled(self.start.replay(steps).region, self.mapper)
        except (IllegalError, NotApplicableError):
            # Steps of two nests may conflict, which each nest alone cannot detect.
            reason = "the steps of its nests conflict"
        else:
            reason = self._lacking(parts.facts, budget)
            if not reason:
                made = costed(structure, steps, parts, self.buffers, predicted)
                self.mapped.append(made)
        name = in_a_line(steps)
        if made is None:
            self.tried.append(Tried(name, predicted, reason=reason))
            self.tell(f"{name}: {reason}")
        else:
            computing, whole = made.count.computing, made.count.cycles
            self.tried.append(Tried(name, predicted, computing, whole))
            self.tell(f"{name}: {n_cycles(whole)}, {computing} of them computing")
        return made

    def _lacking(self, facts: Sequence[KernelFact], budget: Budget) -> str:
        """Map kernels; return the reason if one fails, else an empty text."""
        while not any(fact.lost for fact in facts):
            todo = [fact for fact in facts if fact.mapping is None]
            if not todo:
                return ""
            if why := budget.why:
                return why if why == "interrupted" else "the time for mapping was over"
            self._work(todo, budget)
        lost = next(fact for fact in facts if fact.lost)
        if lost.impossible is not None:
            return f"a kernel is not possible: {lost.impossible}"
        return f"a kernel of {len(lost.dfg.operations)} operations was not mapped"

    def again(self, program: MappedProgram) -> MappedProgram:
        """Return a program with the latest mappings of its kernels."""
        if program.intervals == [fact.ii for fact in program.parts.facts]:
            return program
        made = costed(
            program.structure, program.steps, program.parts, self.buffers, program.predicted
        )
        self.mapped[self.mapped.index(program)] = made
        if self.original is program:
            self.original = made
        return made

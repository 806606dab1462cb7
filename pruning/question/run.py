"""One pruning: greedy removal, then implicit hitting set iterations until the bounds meet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import msgspec

from models.data.architecture import Architecture
from models.data.mapping import Mapping
from models.data.problem import require_executable
from models.errors import InfeasibleError
from models.text import n_cycles
from pruning.features import Feature
from pruning.prunable import Kernel
from pruning.question.facts import Core, Facts
from pruning.question.master import Master
from pruning.question.objective import Scale
from pruning.question.oracle import BRIEF, FAIR, FULL, QUICK, Oracle, Spent, Verdict
from pruning.question.steps import Found, TakenStep, What
from shell.budget import UNLIMITED, Budget, Stopwatch
from solvers.search.answer import Status
from solvers.tasks.mappings import judge
from solvers.tasks.solver_options import SolverOptions

Observer = Callable[[str], None]
Order = Literal["fixed", "random", "least-used"]


@dataclass(frozen=True)
class Removal:
    """The way in which features are removed."""

    order: Order = "fixed"
    """The order in which greedy removal tries them."""
    exact: bool = True
    """Whether minimum arrays are searched after greedy removal."""


BY_DEFAULT = Removal()


@dataclass
class Pruned:
    """The smallest array so far, and the lower bound.

    `arch` is the smallest array with its `mappings`, None before the first; `off` are the removed
    features; `weight` and `lower` are sums of `scale`. `undecided` are features that greedy removal
    could neither remove nor prove necessary. `found` are the arrays so far, the whole array first;
    `steps` is the history of arrays and bounds. `confirmed` and `certified` are the outcomes of the
    mapping test and of the certificate.
    """

    facts: Facts
    scale: Scale
    status: Status = "unknown"
    arch: Architecture | None = None
    off: frozenset[Feature] = frozenset()
    mappings: tuple[Mapping, ...] = ()
    weight: int | None = None
    lower: int = 0
    undecided: list[Feature] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    steps: list[TakenStep] = field(default_factory=list)
    reason: str | None = None
    confirmed: str | None = None
    certified: str | None = None
    certificate: str | None = None
    stopped: str | None = None
    spent: Spent = field(default_factory=Spent)
    seconds: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def bounded(self) -> bool:
        """Whether a lower bound is known; an optimal area of fixed pieces alone has `lower` 0."""
        priced = self.scale.objective.prices is not None
        return self.lower > 0 or (priced and self.status == "optimal")

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels that the array must map."""
        return self.facts.kernels

    @property
    def whole(self) -> Architecture:
        """The array before anything is removed."""
        return self.facts.parts.whole

    @property
    def cores(self) -> list[Core]:
        """The found cores."""
        return self.facts.cores

    @property
    def on(self) -> list[Feature]:
        """The remaining removable features."""
        return [feature for feature in self.scale.weights if feature not in self.off]

    @property
    def counts(self) -> dict[str, int]:
        """The number of remaining features of each kind."""
        return self.scale.counts(self.on)

    @property
    def price(self) -> Fraction | None:
        """The weighted cost; None for a lexicographic objective, or without an array."""
        return None if self.arch is None else self.scale.price(self.on)


class Pruning:
    """One run; `answer` is valid at any time.

    `facts` may already have cores and mappings.
    """

    def __init__(
        self,
        facts: Facts,
        scale: Scale,
        options: SolverOptions,
        budget: Budget = UNLIMITED,
        observer: Observer | None = None,
        removal: Removal = BY_DEFAULT,
    ) -> None:
        self.answer = Pruned(facts, scale)
        self._facts, self._scale, self._options = facts, scale, options
        self._tell = observer or (lambda line: None)
        self._order, self._exact = removal.order, removal.exact
        self._oracle, self._budget = Oracle(facts, options, budget), budget
        self.answer.spent = self._oracle.spent

    def run(self) -> Pruned:
        """Prune until the minimum is proven, or the time is up."""
        answer, watch = self.answer, Stopwatch()
        try:
            self._oracle.begin()
            if self._begin():
                self._greedy()
                answer.seconds["greedy"] = watch.seconds
                if self._exact:
                    self._minimise()
        except InfeasibleError as fact:
            answer.status, answer.reason = "infeasible", str(fact)
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            self._oracle.close()
            answer.seconds["total"] = watch.seconds
        return answer

    def _begin(self) -> bool:
        """Map every kernel on the whole array; return False if a kernel has no mapping."""
        for kernel in self._facts.kernels:
            require_executable(kernel.problem, ())
        for number, kernel in enumerate(self._facts.kernels):
            if kernel.start is not None:
                self._facts.note(number, kernel.start)
        verdicts = self._oracle.ask(frozenset(), FULL)
        if verdicts[-1].core is not None:
            kernel = self._facts.kernels[verdicts[-1].kernel]
            name, cycles = kernel.problem.dfg.name, kernel.horizon
            self.answer.status = "infeasible"
            self.answer.reason = (
                f"'{name}' has no mapping with {n_cycles(cycles)} on the whole array"
            )
            return False
        self.answer.found.append(Found(frozenset(), _mappings(verdicts)))
        self._note("array")
        self._accept(frozenset(), verdicts)
        return True

    def _greedy(self) -> None:
        """Try to remove each feature in turn; keep a removal if all kernels still map."""
        off: frozenset[Feature] = self.answer.off
        # The exact phase decides all features, so hard questions can be left to it.
        effort = BRIEF if self._exact else FAIR
        for feature in self._in_order():
            if feature in off:
                continue
            verdicts = self._oracle.ask(off | {feature}, effort)
            last = verdicts[-1]
            if last.mapping is not None:
                self._accept(off | {feature}, verdicts)
                off = self.answer.off
                self._tell(f"{feature}: removed")
            elif last.core is not None:
                self._learn(last, feature)
                self._note("needed", [feature], last.kernel)
                self._tell(f"{feature}: needed")
            else:
                self.answer.undecided.append(feature)
                self._note("undecided", [feature])
                self._tell(f"{feature}: not decided, kept")

    def _learn(self, refusal: Verdict, feature: Feature) -> None:
        """Add a core, reduced to `feature` alone if possible: a stronger fact with more images."""
        alone = frozenset([feature])
        if self._exact and refusal.core != alone:
            verdict = self._oracle.ask_one(refusal.kernel, alone, QUICK)
            refusal = refusal if verdict.core is None else verdict
        assert refusal.core is not None
        self._facts.add(refusal.kernel, refusal.core)

    def _in_order(self) -> Iterator[Feature]:
        """Yield features in the order of removal: kind by kind, the last units first."""
        chance = random.Random(self._options.seed)
        for kind in self._scale.objective.kinds:
            own = [f for f in self._scale.weights if f.kind == kind]
            if self._order == "random":
                chance.shuffle(own)
            elif self._order == "least-used":
                counts = self._uses()
                own.sort(key=lambda f: counts[f.name])
            yield from sorted(own, key=lambda f: -f.unit if isinstance(f.unit, int) else 0)

    def _uses(self) -> Counter[str]:
        """Count the uses of each component and path by the mappings."""
        counts: Counter[str] = Counter()
        for mapping in self.answer.mappings:
            counts.update(issue.component for issue in mapping.issues)
            counts.update(sent.path for sent in mapping.transfers)
        return counts

    def _minimise(self) -> None:
        """Prove the minimum of the first kind, then of the first two, and so on.

        Features of later kinds stay present until their stage, which keeps questions easy.
        """
        for weights in self._scale.stages():
            master = Master(weights, self._facts.parts.needs, self._scale.pieces, self._budget)
            for core in sorted(self._facts.images, key=len):
                master.add(core)
            self._settle(master, weights)
            master.close()
        self.answer.status = "optimal"

    def _settle(self, master: Master, weights: dict[Feature, int]) -> None:
        """Propose the cheapest array that hits all cores, until one suffices."""
        answer, oracle, parts = self.answer, self._oracle, self._facts.parts
        counting = frozenset(feature for feature, weight in weights.items() if weight)
        for piece in self._scale.pieces:
            counting = counting.union(*piece.sources)
        while True:
            lower, on = master.propose()
            self._raise(lower)
            if lower >= self._scale.of(answer.on, weights):
                return
            off = counting - on
            verdicts = oracle.ask(off, FULL)
            while verdicts[-1].core is not None:
                refusal = self._shrunk(verdicts[-1])
                assert refusal.core is not None
                self._note("refused", refusal.core, refusal.kernel)
                for image in self._facts.add(refusal.kernel, refusal.core):
                    master.add(image)
                # Look for a disjoint core, with all features of this core present.
                off -= parts.supported(refusal.core)
                verdicts = oracle.ask(off, QUICK)
            if verdicts[-1].mapping is not None:
                self._accept(off, verdicts)

    def _shrunk(self, refusal: Verdict) -> Verdict:
        """Minimise a core by dropping features, the heaviest first."""
        assert refusal.core is not None
        core, weights = refusal.core, self._scale.weights
        for feature in sorted(core, key=lambda f: (-weights[f], f)):
            if feature not in core:
                continue
            without = core - {feature}
            for smaller in (without, *self._weaker(without, feature)):
                verdict = self._oracle.ask_one(refusal.kernel, smaller, QUICK)
                if verdict.core is not None:
                    refusal, core = verdict, verdict.core
                    break
        return refusal

    def _weaker(self, core: frozenset[Feature], feature: Feature) -> Iterator[frozenset[Feature]]:
        """Yield `core` with the unit after `feature` absent instead of `feature` itself."""
        if isinstance(feature.unit, int):
            after = feature._replace(unit=feature.unit + 1)
            if after in self._scale.weights:
                yield core | {after}

    def _raise(self, lower: int) -> None:
        if lower > self.answer.lower:
            self.answer.lower = lower
            self._note("bound")
            least = self._scale.lower(lower).items()
            shown = ", then ".join(f"{n} {kind}" for kind, n in least if n)
            self._tell(f"no less than {shown}")

    def _accept(self, off: frozenset[Feature], verdicts: list[Verdict]) -> None:
        """Keep an array if it is the smallest, without the features its mappings do not use."""
        answer, parts = self.answer, self._facts.parts
        used: set[Feature] = set()
        for verdict in verdicts:
            assert verdict.mapping is not None
            used |= parts.uses(verdict.kernel, verdict.mapping)
        gone = parts.closed(off | (frozenset(self._scale.weights) - used))
        weight = self._scale.of(frozenset(self._scale.weights) - gone)
        if answer.weight is not None and weight >= answer.weight:
            return
        arch = parts.without(gone)
        mappings = []
        for kernel, found in zip(self._facts.kernels, _mappings(verdicts), strict=True):
            mapping = msgspec.structs.replace(found, architecture=arch.name)
            judge(msgspec.structs.replace(kernel.problem, arch=arch), mapping)
            mappings.append(mapping)
        answer.arch, answer.mappings, answer.off = arch, tuple(mappings), gone
        answer.weight, answer.status = weight, "feasible"
        if gone:
            answer.found.append(Found(gone, answer.mappings))
            self._note("array")
        shown = ", ".join(f"{number} {kind}" for kind, number in answer.counts.items())
        self._tell(f"left: {shown}")

    def _note(
        self, what: What, features: Iterable[Feature] = (), kernel: int | None = None
    ) -> None:
        found, lower = len(self.answer.found) - 1, self.answer.lower
        self.answer.steps.append(TakenStep(what, found, lower, frozenset(features), kernel))


def _mappings(verdicts: Iterable[Verdict]) -> tuple[Mapping, ...]:
    """Return the mappings of all kernels, in their order."""
    found = sorted(verdicts, key=lambda verdict: verdict.kernel)
    return tuple(verdict.mapping for verdict in found if verdict.mapping is not None)

"""Small arrays with all that can be removed, and the least that does, by trying all subsets."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from pruning.features import Feature, Parts
from pruning.prunable import Kernel
from pruning.question.facts import Facts
from pruning.question.objective import Objective, Scale, scale
from pruning.question.run import Order, Pruned, Pruning, Removal
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from tests.models.decide import decided

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("-", 2),
    Operator("f", 1),
)


def small_graph(source: random.Random, name: str = "small") -> Dfg:
    """Two or three operations on two or three inputs."""
    inputs = tuple("abc"[: source.randint(2, 3)])
    values = list(inputs)
    operations = []
    for n in range(source.randint(2, 3)):
        operator = source.choice(OPERATORS)
        # Most of the time something new is read, so that there is a chain.
        read = [source.choice(values[-2:]) for _ in range(operator.arity)]
        operations.append(Operation(f"v{n}", operator.name, tuple(map(Operand, read))))
        values.append(f"v{n}")
    results = sorted({values[-1], source.choice(values[len(inputs) :])})
    return Dfg(name, OPERATORS, inputs, tuple(operations), tuple(results))


def small_array(source: random.Random, elements: int) -> Architecture:
    """A memory outside, elements, and now and then a memory of one input."""
    names = [f"pe{n}" for n in range(elements)]
    parts = [Component("ext", initial="all", holds_intermediates=False)]
    for name in names:
        few = tuple(o.name for o in OPERATORS if source.random() < 0.8)
        parts.append(
            Component(
                name,
                issue=source.choice((1, 1, 2)),
                ops=source.choice((None, few)),
                capacity=source.choice((1, 2, 2, 3, None)),
                read_ports=source.choice((None, None, None, 1)),
                write_ports=source.choice((None, None, None, 1, 2)),
            )
        )
    ends = (
        [(("ext",), tuple(names))] if source.random() < 0.4 else [(("ext",), (n,)) for n in names]
    )
    ends += [((a,), (b,)) for a, b in zip(names, [*names[1:], names[0]], strict=True) if a != b]
    out = source.sample(names, source.randint(1, len(names)))
    ends += [(tuple(names), ("ext",))] if source.random() < 0.3 else [((n,), ("ext",)) for n in out]
    if source.random() < 0.3:
        capacity = source.choice((1, 2, None))
        parts.append(Component("rom", initial=InitialContents(("a", "b")), capacity=capacity))
        ends.append((("rom",), (source.choice(names),)))
    paths = [
        Path(f"p{n}", sources, targets, source.choice((1, 1, 2, None)))
        for n, (sources, targets) in enumerate(ends)
    ]
    return Architecture("small", tuple(parts), tuple(paths), "ext")


def small_kernel(seed: int, elements: int = 2, contexts: int | None = None) -> Kernel | None:
    """A problem and the fewest cycles that it takes; None where it has no mapping."""
    source = random.Random(f"{seed} {elements} {contexts}")
    problem = Problem(small_graph(source), small_array(source, elements), contexts)
    found = search(CyclesQuestion(problem, max_cycles=8))
    return None if found.cycles is None else Kernel(problem, found.cycles, found.mapping)


def weights(text: str) -> Objective:
    """The objective of `--cost`."""
    pairs = dict(word.split("=") for word in text.split(","))
    kinds = tuple(dict.fromkeys(key.partition(":")[0] for key in pairs))
    return Objective(kinds, {key: Fraction(value) for key, value in pairs.items()})


def setting(
    kernels: Sequence[Kernel], objective: Objective, keep: Sequence[str] = ()
) -> tuple[Parts, Scale]:
    """What can be removed, and its weights."""
    problems = tuple(kernel.problem for kernel in kernels)
    parts = Parts(problems, objective.kinds, frozenset(keep))
    return parts, scale(objective, parts, Parts(problems, objective.kinds))


def prune(
    kernels: Sequence[Kernel],
    objective: Objective,
    keep: Sequence[str] = (),
    order: Order = "fixed",
    seed: int = 0,
    exact: bool = True,
) -> Pruned:
    """One pruning, without a command line."""
    parts, own = setting(kernels, objective, keep)
    options = SolverOptions(solver="glucose4", seed=seed)
    return Pruning(Facts(tuple(kernels), parts), own, options, removal=Removal(order, exact)).run()


class Trial:
    """Decides arrays with fresh models of what is left, each of them once."""

    def __init__(self, kernels: Sequence[Kernel], parts: Parts) -> None:
        self.kernels, self.parts = kernels, parts
        self._known: dict[Architecture, bool] = {}

    def does(self, off: frozenset[Feature]) -> bool:
        """Whether every kernel has a mapping without `off`."""
        arch = self.parts.without(off)
        if arch not in self._known:
            self._known[arch] = all(mapped(kernel, arch) for kernel in self.kernels)
        return self._known[arch]

    def least(self, own: Scale) -> int:
        """The least weight of what does, by trying all subsets in the order of weight."""
        every = frozenset(self.parts.features)
        for off in sorted(self.subsets(), key=lambda off: own.of(every - off)):
            if self.does(off):
                return own.of(every - off)
        raise AssertionError("nothing does")

    def subsets(self) -> Iterator[frozenset[Feature]]:
        """Every set of features that may be absent while all others are there."""
        features, needs = self.parts.features, self.parts.needs
        for off in chain.from_iterable(combinations(features, n) for n in range(len(features) + 1)):
            gone = frozenset(off)
            if all(need.feature in gone or not need.some <= gone for need in needs):
                yield gone


def mapped(kernel: Kernel, arch: Architecture) -> bool:
    """Whether a kernel has a mapping onto `arch`, by a model of its own."""
    problem = kernel.problem
    return decided(Problem(problem.dfg, arch, problem.contexts, problem.transform), kernel.horizon)

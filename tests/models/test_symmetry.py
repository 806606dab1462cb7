"""Problems with known or random symmetries; tiny ones against all permutations.

Also what a symmetry makes of a mapping, for the other tests.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations, product
from math import factorial, prod

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.data.problem import Problem
from models.symmetry.automorphisms import architecture_symmetries, symmetries
from models.symmetry.check import is_automorphism
from models.symmetry.permutations import RandomElements
from models.symmetry.subgroup import candidates
from models.symmetry.symmetry import Symmetry, cycles
from models.transform.clusters import clusters
from tests.models.mappings import ADD, MUL, operation
from tests.seeds import seeds

SUB = Operator("-", 2)
NEG = Operator("neg", 1)


def products(count: int, name: str = "products") -> Dfg:
    """`count` products of two inputs each."""
    return Dfg(
        name,
        (MUL,),
        tuple(f"{side}{i}" for i in range(count) for side in "ab"),
        tuple(operation(f"p{i}", "*", f"a{i}", f"b{i}") for i in range(count)),
        tuple(f"p{i}" for i in range(count)),
    )


def on(spec: str, dfg: Dfg | None = None) -> Problem:
    """A DFG, by default one product, on a preset."""
    return Problem(dfg or products(1), architecture_preset(spec))


def tiny(seed: int) -> Problem:
    """A random problem of at most 5 values and 5 components, with many equal things in it."""
    source = random.Random(seed)
    inputs = tuple("abc"[: source.randint(1, 3)])
    readable = [*inputs, "one", "uno"]
    operations = []
    for place in range(source.randint(1, 5 - len(inputs))):
        operator = source.choice((ADD, MUL, SUB, NEG))
        operands = tuple(
            Operand(source.choice(readable), int(source.random() < 0.15))
            for _ in range(operator.arity)
        )
        operations.append(Operation(f"v{place}", operator.name, operands))
        readable.append(f"v{place}")
    names = [op.name for op in operations]
    order = []
    if len(names) > 1 and source.random() < 0.3:
        order = [OrderEdge(names[0], names[1], source.randint(0, 1))]
    dfg = Dfg(
        "tiny",
        (ADD, MUL, SUB, NEG),
        inputs,
        tuple(operations),
        tuple(name for name in names if source.random() < 0.7),
        constants=(Constant("one", 1), Constant("uno", source.choice((1, 2)))),
        order=tuple(order),
    )
    return Problem(dfg, _tiny_array(source, inputs), 1)


def _tiny_array(source: random.Random, inputs: tuple[str, ...]) -> Architecture:
    count = source.randint(1, 4)
    elements = [f"pe{i}" for i in range(count)]
    contents: list[InitialContents] = [InitialContents(), InitialContents()]
    if source.random() < 0.5:
        contents[1] = InitialContents(choices=(Choice(1, inputs), Choice(1, inputs)))
    elif source.random() < 0.5:
        contents[1] = InitialContents(inputs[:1], (Choice(1, inputs[1:]),) * (len(inputs) > 1))
    parts = [Component("ext", initial="all")]
    parts += [Component(name, issue=1, initial=source.choice(contents)) for name in elements]
    links = source.choice(
        (
            [(a, b) for a in elements for b in elements if a < b],
            [(a, b) for a, b in zip(elements, elements[1:] + elements[:1], strict=True)],
            [(elements[0], each) for each in elements[1:]] * 2,
        )
    )
    paths = [Path(f"l{i}", (a,), (b,), 1) for i, (a, b) in enumerate(links)]
    paths += [Path(f"in{name}", ("ext",), (name,), 1) for name in elements]
    paths += [Path("out", tuple(elements), ("ext",), 1)]
    return Architecture("tiny", tuple(parts), tuple(paths), "ext")


def all_symmetries(problem: Problem) -> Iterator[tuple[Symmetry, int]]:
    """Every symmetry up to parallel paths, and how often these multiply it; by trying all."""
    values, arch = problem.dfg.values, problem.arch
    names = tuple(part.name for part in arch.components)
    classes: dict[tuple, list[str]] = {}
    for path in arch.paths:
        classes.setdefault(_ends(path, {name: name for name in names}), []).append(path.name)
    parallel = prod(factorial(len(group)) for group in classes.values())
    straight = []
    for images in permutations(names):
        renaming = dict(zip(names, images, strict=True))
        moved = Counter(_ends(path, renaming) for path in arch.paths)
        if moved == Counter({key: len(group) for key, group in classes.items()}):
            free = {key: iter(group) for key, group in classes.items()}
            paths = {path.name: next(free[_ends(path, renaming)]) for path in arch.paths}
            straight.append((renaming, paths))
    for images, (renaming, paths) in product(permutations(values), straight):
        symmetry = Symmetry(dict(zip(values, images, strict=True)), renaming, paths)
        if is_automorphism(problem, (), symmetry) is None:
            yield symmetry, parallel


def _ends(path: Path, renaming: dict[str, str]) -> tuple:
    ends = (frozenset(renaming[end] for end in side) for side in (path.sources, path.targets))
    return (*ends, path.width, path.latency)


def closure(generators: list[Symmetry], identity: Symmetry, limit: int = 5000) -> list[Symmetry]:
    """All products of the generators."""
    found = {msgspec.json.encode(identity, order="sorted"): identity}
    waiting = [identity]
    while waiting:
        element = waiting.pop()
        for generator in generators:
            made = element.then(generator)
            key = msgspec.json.encode(made, order="sorted")
            if key not in found:
                assert len(found) < limit
                found[key] = made
                waiting.append(made)
    return list(found.values())


def identity_of(problem: Problem) -> Symmetry:
    """The symmetry that renames nothing."""
    names = (
        problem.dfg.values,
        [part.name for part in problem.arch.components],
        [path.name for path in problem.arch.paths],
    )
    return Symmetry(*({name: name for name in own} for own in names))


@seeds(range(16))
def test_tiny_problems_agree_with_all_permutations(seed):
    problem = tiny(seed)
    listed = list(all_symmetries(problem))
    count = sum(parallel for _, parallel in listed)
    found = symmetries(problem)
    assert all(is_automorphism(problem, (), each) is None for each in found)
    assert len(closure(found, identity_of(problem))) == count
    still = [each for each, _ in listed if each.values == identity_of(problem).values]
    parallel = listed[0][1]
    found = architecture_symmetries(problem)
    assert len(closure(found, identity_of(problem))) == len(still) * parallel


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("ring:4", 4),
        ("full:5", 120),
        ("mesh:3x3,io=all", 8),
        ("torus:3x3,io=all", 72),
        ("torus:4x4,io=all", 384),
    ],
)
def test_arrays_have_as_many_symmetries_as_known(spec, count):
    """One product has a second symmetry of its own, the swap of its two factors.

    The 4x4 torus is the hypercube of dimension 4; its 384 = 2⁴·4! symmetries are more than
    the 128 of a grid.
    """
    problem = on(spec)
    assert len(closure(symmetries(problem), identity_of(problem))) == 2 * count
    found = architecture_symmetries(problem)
    assert all(each.values == identity_of(problem).values for each in found)
    assert len(closure(found, identity_of(problem))) == count


def chosen(problem: Problem, limit: int = 8, seed: int = 0) -> list[Symmetry]:
    """The candidates, each of them judged."""
    groups = clusters(problem.dfg)
    found = candidates(problem, groups, symmetries(problem, groups), limit, seed)
    assert len(found) <= limit
    for each in found:
        assert is_automorphism(problem, groups, each) is None
        assert each.order > 1
        for cycle in cycles(each.components):
            issues = problem.arch.component_by_name[cycle[0]].issue > 0
            assert len(cycle) == each.order if issues else each.order % len(cycle) == 0
    return found


def test_candidates_of_random_problems_are_symmetries():
    for seed in range(60):
        chosen(tiny(seed))


def test_random_elements_reach_the_whole_group():
    """The symmetric group of 4 from a transposition and a cycle: each element once in 24."""
    source = RandomElements(
        [np.array([1, 0, 2, 3]), np.array([1, 2, 3, 0])], 4, np.random.default_rng(0)
    )
    drawn = [tuple(source.draw().tolist()) for _ in range(4800)]
    counts = sorted(drawn.count(each) for each in set(drawn))
    assert len(counts) == 24
    assert counts[0] > 100 and counts[-1] < 320
    assert any(a != b for a, b in pairwise(drawn))
    nothing = RandomElements([], 3, np.random.default_rng(0))
    assert nothing.draw().tolist() == [0, 1, 2]


def test_a_group_too_large_to_list_is_sampled():
    best = chosen(on("full:9", products(9)))[0]
    assert best.order == 9
    assert {len(cycle) for cycle in cycles(best.values)} == {9}

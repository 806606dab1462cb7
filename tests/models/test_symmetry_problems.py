"""Problems with known or random symmetries; tiny ones against all permutations.

Also what a symmetry makes of a mapping, for the other tests.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, prod

import msgspec

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.symmetry.automorphisms import architecture_symmetries, symmetries, symmetry_count
from models.symmetry.check import is_automorphism
from models.symmetry.symmetry import Symmetry
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


def moved(mapping: Mapping, symmetry: Symmetry) -> Mapping:
    """The mapping with all names replaced by their images."""
    values, components, paths = symmetry
    return msgspec.structs.replace(
        mapping,
        holds=tuple(Held(values[x.value], components[x.component], x.cycle) for x in mapping.holds),
        transfers=tuple(
            Transfer(values[y.value], paths[y.path], y.cycle) for y in mapping.transfers
        ),
        issues=tuple(
            Issue(values[z.operation], components[z.component], z.cycle) for z in mapping.issues
        ),
    )


@seeds(range(16))
def test_tiny_problems_agree_with_all_permutations(seed):
    problem = tiny(seed)
    listed = list(all_symmetries(problem))
    count = sum(parallel for _, parallel in listed)
    assert symmetry_count(problem) == count
    found = symmetries(problem)
    assert all(is_automorphism(problem, (), each) is None for each in found)
    assert len(closure(found, identity_of(problem))) == count
    still = [each for each, _ in listed if each.values == identity_of(problem).values]
    parallel = listed[0][1]
    found = architecture_symmetries(problem)
    assert len(closure(found, identity_of(problem))) == len(still) * parallel

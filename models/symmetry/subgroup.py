"""Choice of the symmetry under which a mapping shall be invariant, so that one is found sooner.

A good one moves all computing PEs in orbits as long as its order, and the operations and the inputs
as well: a fixed operation would have to be executed everywhere at once. A mapping that is invariant
under it runs every operation on whole orbits: no PE is idle, and no operation is executed twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec
import numpy as np

from models.data.computation import Cluster
from models.data.problem import Problem
from models.distinct import distinct
from models.symmetry.automorphisms import JointGraph, joint_graph, symmetries, symmetry_of
from models.symmetry.automorphisms import generators as generators_of
from models.symmetry.local_search import LocalSearch
from models.symmetry.permutations import (
    Permutation,
    RandomElements,
    cycle_lengths,
    inverse,
    order,
    power,
)
from models.symmetry.symmetry import Symmetry

# Components that an element of the group acts on, and their images, as bytes.
Key = bytes


class Rotations:
    """Classes of free component actions in a group of joint permutations.

    `actions` permute all points, of which the slice `components` are the components, and of those
    `computing` (indices into the slice) issue operations. `limit` bounds the number of enumerated
    group elements.
    """

    def __init__(
        self,
        generators: Sequence[Permutation],
        components: slice,
        computing: Permutation,
        count: int,
        random: np.random.Generator,
        limit: int = 512,
    ) -> None:
        self._generators = generators
        self._components = components
        self._computing = computing
        self._elements: dict[Key, Permutation] = {}
        self._parent: dict[Key, Key] = {}
        self._enumerate(count, limit)
        if len(self._elements) >= limit:
            self._sample(count, random)
        self._merge()

    def classes(self) -> list[tuple[int, Key]]:
        """(order, key) of every class of actions, the longest first; deterministic."""
        roots = {self.class_of(key) for key in self._parent}
        found = [(order(np.frombuffer(key, dtype=np.intp)), key) for key in roots]
        return sorted(found, key=lambda pair: (-pair[0], _forward(pair[1], self._computing)))

    def class_of(self, key: Key) -> Key:
        """The class of an action, by the key of the member that represents it."""
        while self._parent.get(key, key) != key:
            key = self._parent[key]
        return key

    def element(self, key: Key) -> Permutation:
        """Some joint permutation with this action."""
        return self._elements[key]

    def key(self, permutation: Permutation) -> Key:
        """The component action of a joint permutation."""
        own = permutation[self._components] - self._components.start
        return np.ascontiguousarray(own, dtype=np.intp).tobytes()

    def _enumerate(self, count: int, limit: int) -> None:
        start = np.arange(count)
        waiting = deque([start])
        self._elements[self.key(start)] = start
        while waiting and len(self._elements) < limit:
            element = waiting.popleft()
            for generator in self._generators:
                product = generator[element]
                key = self.key(product)
                if key not in self._elements:
                    self._elements[key] = product
                    waiting.append(product)

    def _sample(self, count: int, random: np.random.Generator, tries: int = 300) -> None:
        """Elements of a group too large to list, and their powers, which more often are free."""
        source = RandomElements(self._generators, count, random)
        for _ in range(tries):
            element = source.draw()
            action = np.frombuffer(self.key(element), dtype=np.intp)
            for length in distinct(cycle_lengths(action)[self._computing]).tolist():
                for exponent in {1, order(action) // length}:
                    product = power(element, exponent)
                    if self._is_free(self.key(product)):
                        self._elements.setdefault(self.key(product), product)

    def _is_free(self, key: Key) -> bool:
        action = np.frombuffer(key, dtype=np.intp)
        lengths = cycle_lengths(action)
        length = int(lengths[self._computing[0]]) if len(self._computing) else 1
        return (
            length > 1
            and bool((lengths[self._computing] == length).all())
            and not (length % lengths).any()
        )

    def _merge(self) -> None:
        """Join actions that generate the same cyclic group, or are conjugate to each other.

        They admit equivalent mappings. The representative moves the first PE to the next, if the
        class has such a member.
        """
        free = [key for key in self._elements if self._is_free(key)]
        self._parent = {key: key for key in free}
        for key in free:
            element = self._elements[key]
            length = order(np.frombuffer(key, dtype=np.intp))
            for exponent in range(2, length):
                if np.gcd(exponent, length) == 1:
                    self._join(key, power(element, exponent))
            for generator in self._generators:
                self._join(key, generator[element][inverse(generator)])

    def _join(self, key: Key, other: Permutation) -> None:
        other_key = self.key(other)
        if other_key not in self._parent:
            return
        one, two = self.class_of(key), self.class_of(other_key)
        first, second = sorted((one, two), key=lambda each: _forward(each, self._computing))
        self._parent[second] = first


def _forward(key: Key, computing: Permutation) -> tuple[list[int], Key]:
    return np.frombuffer(key, dtype=np.intp)[computing].tolist(), key


# Steps of local search: for one action of the components, and for all of them together.
STEPS_EACH, STEPS = 2000, 5000
# The number of points above which the search takes fewer steps, as each takes longer.
SMALL = 600
CLASSES = 24


def candidates(
    problem: Problem,
    clusters: tuple[Cluster, ...] = (),
    generators: Sequence[Symmetry] | None = None,
    limit: int = 8,
    seed: int = 0,
) -> list[Symmetry]:
    """Return up to `limit` symmetries to be invariant under, the most promising first.

    First those that fix no value at all, the longest orbits first, then the others by the share of
    values in full orbits, which is not 0. Each moves the computing components in orbits of its
    order, at least 2; they differ in their action on the components. `generators` are those of
    `symmetries(problem, clusters)`, by default found here. Equal arguments give equal answers.
    Empty when the array has no such symmetry, or none that the DFG can follow. Raises the errors of
    `symmetries`.
    """
    if generators is None:
        generators = symmetries(problem, clusters)
    return _Search(problem, clusters, generators, seed).best(limit)


class _Search:
    """The points are the values, the components and the paths, in this order."""

    def __init__(
        self,
        problem: Problem,
        clusters: tuple[Cluster, ...],
        generators: Sequence[Symmetry],
        seed: int,
    ) -> None:
        self.joint = joint_graph(problem, clusters)
        self.random = np.random.default_rng(seed)
        joint = self.joint
        self.count = len(joint.values) + len(joint.components) + len(joint.paths)
        places = slice(len(joint.values), len(joint.values) + len(joint.components))
        self.components = places
        self.isolated = np.array(
            [v for v in joint.graph.isolated() if v < len(joint.values)], dtype=np.intp
        )
        self.twins = _twins(problem)
        moving = [
            self._straight(_array(joint, generator))
            for generator in generators
            if any(a != b for a, b in generator.components.items())
        ]
        still = joint_graph(problem, clusters, fixed_components=joint.components)
        identity = np.arange(self.count)
        kernel = (
            self._straight(np.array(images[: self.count], dtype=np.intp))
            for images in generators_of(still)
        )
        self.kernel = [each for each in kernel if (each != identity).any()]
        computing = [part.issue > 0 for part in problem.arch.components]
        self.rotations = Rotations(
            moving, places, np.flatnonzero(computing), self.count, self.random
        )
        linked = np.ones(len(joint.values), dtype=bool)
        linked[self.isolated] = False
        used = {o.value for operation in problem.dfg.operations for o in operation.operands}
        used |= {*problem.dfg.operation_by_name, *problem.dfg.results}
        in_use = np.array([value in used for value in joint.values], dtype=bool)
        self.local_search = LocalSearch(
            self.kernel, moving, linked, in_use, self.count, self.random
        )

    def best(self, limit: int) -> list[Symmetry]:
        """The candidates, sorted; a class of actions that a power of a free one has is done."""
        found: list[Permutation] = []
        done: set[bytes] = set()
        left = STEPS * SMALL // max(SMALL, self.count)
        for length, key in self.rotations.classes()[:CLASSES]:
            if key in done or left <= 0:
                continue
            steps = min(left, STEPS_EACH) if self.kernel else 1
            chosen, taken = self.local_search.search(self.rotations.element(key), length, steps)
            left -= taken
            share = 0.0 if chosen is None else self.local_search.share(chosen, length)
            if chosen is None or share == 0:
                continue
            found.append(chosen)
            if share < 1:
                continue
            for exponent in range(2, length):
                if length % exponent == 0:
                    smaller = power(chosen, exponent)
                    other = self.rotations.class_of(self.rotations.key(smaller))
                    if other not in done:
                        found.append(smaller)
                        done.add(other)
        found.sort(key=self._rank)
        return [symmetry_of(self.joint, each.tolist()) for each in found[:limit]]

    def _rank(self, permutation: Permutation) -> tuple[float, int]:
        length = order(permutation)
        return -self.local_search.share(permutation, length), -length

    def _straight(self, permutation: Permutation) -> Permutation:
        """Return the same symmetry without its arbitrary moves.

        Values without references stay; parallel paths keep their order among each other.
        """
        result = permutation.copy()
        result[self.isolated] = self.isolated
        first = self.components.stop
        for group in self.twins:
            images = np.sort(permutation[first + group])
            result[first + group] = images
        return result


def _array(joint: JointGraph, symmetry: Symmetry) -> Permutation:
    images: list[int] = []
    names = (joint.values, joint.components, joint.paths)
    for own, renaming in zip(names, symmetry, strict=True):
        place = {name: len(images) + i for i, name in enumerate(own)}
        images += [place[renaming[name]] for name in own]
    return np.array(images, dtype=np.intp)


def _twins(problem: Problem) -> list[Permutation]:
    """The sets of paths, by place, that differ only in their names."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, path in enumerate(problem.arch.paths):
        ends = (frozenset(path.sources), frozenset(path.targets))
        rest = msgspec.structs.replace(path, name="", sources=(), targets=())
        groups.setdefault((*ends, rest), []).append(place)
    return [np.array(group) for group in groups.values() if len(group) > 1]

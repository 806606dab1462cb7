"""Symmetries by what they do to the array: those that move its elements round, all equally far.

A mapping that is invariant under a symmetry g runs every operation on whole orbits of elements.
That leaves no element idle, and needs no operation twice, when all orbits of elements that
compute are as long as the order of g.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from models.symmetry.permutations import (
    Permutation,
    RandomElements,
    cycle_lengths,
    inverse,
    order,
    power,
)

# Components that an element of the group acts on, and where it sends them, as bytes.
Key = bytes


class Rotations:
    """Classes of free component actions in a group of joint permutations.

    `actions` permute all points, of which the slice `components` are the components, and of
    those `computing` (indices into the slice) issue operations. `limit` bounds how many elements
    of the group are looked at.
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
            for length in np.unique(cycle_lengths(action)[self._computing]).tolist():
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

        What a mapping can make of them is the same. The representative moves the first
        element to the next, where there is such a member.
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

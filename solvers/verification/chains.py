"""Chains of transfers through switches within a cycle: a bound on the weight of the lightest one.

A transfer weighs `unit` for each of its hops, and one more over the listed paths. In a reduced
mapping a transfer is kept because it brings a value to a place; of all that do so in a cycle, one
with the fewest hops, and of those one with the fewest transfers before it. So the chain that leads
to it enters each switch once, and its last transfer enters another one, or no switch. Its hops are
no more than allowed. That bounds its weight.
"""

from __future__ import annotations

from collections.abc import Collection

from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item, Rules


class Chains:
    """The meaning of `chain` items: the lightest chain to a transfer weighs no more than their
    number.

    Raises `RejectedError` unless no chain to a kept transfer needs to weigh more than `most`.
    """

    def __init__(self, rules: Rules, most: int, unit: int, listed: Collection[str]) -> None:
        for name in listed:
            if name not in rules.paths:
                raise RejectedError(f"chains: unknown path '{name}'")
        self._rules, self._most = rules, most
        self._weight = {
            path.name: unit * path.hops + (path.name in listed) for path in rules.arch.paths
        }
        targets = {target for name in listed for target in rules.paths[name].targets}
        into = sum(rules.components[target].switch for target in targets)
        hops = rules.arch.max_hops
        least = unit * (hops or 0) + into + (into < len(targets))
        if unit < 0 or (unit and hops is None) or most < least:
            raise RejectedError(f"chains: one may weigh more than {most}")

    def needs(self, item: Item) -> list[list[Item]]:
        """Lists of items of which one each is in every reduced mapping with `item`."""
        kind, name, path, end, cycle = item
        transfer: Item = ("y", name, path, "", cycle)
        if kind == "y":
            return [self._before(transfer, self._most)]
        return [[transfer], self._before(transfer, int(end))] if kind == "chain" else []

    def _before(self, transfer: Item, most: int) -> list[Item]:
        """Return the supports of the first transfer of a chain, or the chains to its last
        but one.
        """
        _, _, path, _, cycle = transfer
        left = most - self._weight[path]
        found: list[Item] = []
        for other in self._rules.needs(transfer)[0] if left >= 0 else ():
            kind, name, place, _, arrives = other
            if kind != "y" or arrives < cycle or left >= self._most:
                found.append(other)
            elif self._weight[place] <= left:
                found.append(("chain", name, place, str(left), arrives))
        return found

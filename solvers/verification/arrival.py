"""Symmetry assumption of a proof: interchangeable results arrive in order.

Let results only come to the external component by paths to it alone, and stay there. Holding each
of them from its first arrival on, and leaving out later ones, makes of a legal mapping one in which
every result arrives once. Exchanging results, with all that computes them, does not change the
array, so they can be sorted by cycle and path of arrival. Before that, a symmetry of the array can
take one of the earliest arrivals of the first chain to a path of `first`; these are the first in
the order, so that the first result then arrives over one of them.
"""

from __future__ import annotations

from itertools import pairwise

from models.data.certificate import Arrival, Chain, Renaming
from models.data.problem import Problem
from models.symmetry.check import is_automorphism
from solvers.verification.directory import RejectedError
from solvers.verification.placement import total
from solvers.verification.rules import Item
from solvers.verification.sums import sums
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Results change places after they have left all files; what is loaded before the loop stays.
`clauses` admits only constraints that name neither results nor places, and count no values held.
"""


class Arrivals:
    """For every arrival in the mapping that `arrival` assumes, the items that come with it.

    Raises `RejectedError` for wrong symmetries, and for symmetries that lead to no such mapping.
    """

    def __init__(self, problem: Problem, arrival: Arrival) -> None:
        require_understood(problem, UNDERSTANDS, "arrival")
        self._problem, self._arrival = problem, arrival
        self._check_array()
        self._check_sums()
        named = [name for chain in arrival.chains for name in chain.results]
        if not named or len(set(named)) < len(named):
            raise RejectedError("arrival: results must be named, and each in one chain only")
        self._before: dict[str, str] = {}
        for chain in arrival.chains:
            self._check_chain(chain)
            self._before |= {after: before for before, after in pairwise(chain.results)}
        # Every chain has a result, for it has one more than exchanges.
        self._leader = arrival.chains[0].results[0]
        self._check_first()

    def needs(self, item: Item) -> list[list[Item]]:
        """Lists of items of which one each is in the mapping, if `item`, an arrival, is."""
        kind, name, path, _, cycle = item
        paths, external = self._arrival.paths, self._problem.arch.external
        if kind != "y" or path not in paths or external is None:
            return []
        found: list[list[Item]] = []
        if name == self._leader and path not in self._arrival.first:
            found.append([])
        if name in self._before:
            before, own = self._before[name], paths.index(path)
            if self._problem.arch.path_by_name[path].width != 1:
                own += 1
            there: Item = ("x", before, external, "", cycle - 1)
            found.append([there, *(("y", before, other, "", cycle) for other in paths[:own])])
        return found

    def _check_array(self) -> None:
        arch = self._problem.arch
        if arch.external is None:
            raise RejectedError("arrival: there is no external component")
        external = arch.component_by_name[arch.external]
        if external.capacity is not None or external.transient or external.issue:
            raise RejectedError(f"arrival: '{external.name}' need not keep what arrives there")
        into = [path for path in arch.paths if arch.external in path.targets]
        if any(len(path.targets) > 1 for path in into):
            raise RejectedError(f"arrival: a bus leads to '{external.name}' and elsewhere")
        if sorted(path.name for path in into) != sorted(self._arrival.paths):
            raise RejectedError(f"arrival: not the paths to '{external.name}', each once")

    def _check_sums(self) -> None:
        """Reject where equal values have different uses, though the DFG is symmetric.

        Of several equal sums the first is a partial result of others, and partial results with
        equal constants of different names are different values.
        """
        problem, constants = self._problem, self._problem.dfg.constant_by_name
        if problem.transform == "none":
            return
        found = sums(problem.dfg)
        known = {(one.operator, tuple(sorted(one.terms))) for one in found}
        named = {name for one in found for name, _ in one.terms if name in constants}
        if len(known) < len(found) or len({repr(constants[name]) for name in named}) < len(named):
            raise RejectedError("arrival: not where equal sums or constants are reordered")

    def _check_chain(self, chain: Chain) -> None:
        problem = self._problem
        results = set(problem.dfg.results)
        if len(chain.exchanges) != len(chain.results) - 1 or not set(chain.results) <= results:
            raise RejectedError("arrival: a chain of results, with an exchange of each next two")
        for pair, exchange in zip(pairwise(chain.results), chain.exchanges, strict=True):
            symmetry = total(problem, Renaming({}, {}), exchange)
            fault = is_automorphism(problem, (), symmetry)
            if fault is not None:
                raise RejectedError(f"arrival: not a symmetry: {fault}")
            values = symmetry.values
            moved = {name for name in results if values[name] != name}
            if moved != set(pair) or values[pair[0]] != pair[1]:
                raise RejectedError(f"arrival: no exchange of '{pair[0]}' and '{pair[1]}' alone")

    def _check_first(self) -> None:
        problem, arrival = self._problem, self._arrival
        first = arrival.first
        if not first or arrival.paths[: len(first)] != first:
            raise RejectedError("arrival: the first paths must be the first in the order")
        symmetries = [total(problem, renaming) for renaming in arrival.symmetries]
        for symmetry in symmetries:
            fault = is_automorphism(problem, (), symmetry)
            if fault is not None:
                raise RejectedError(f"arrival: not a symmetry: {fault}")
        reaching, waiting = set(first), list(first)
        while waiting:
            name = waiting.pop()
            for symmetry in symmetries:
                image = symmetry.paths[name]
                if image not in reaching:
                    reaching.add(image)
                    waiting.append(image)
        # In a finite group, the inverse exists: reachability is symmetric.
        for name in arrival.paths:
            if name not in reaching:
                raise RejectedError(f"arrival: no symmetry leads from '{name}' to a first path")

"""A session of a SAT solver that has a Dask cluster to help: cube and conquer.

What one process decides soon needs no cluster. Else it goes on, and beside it the formula is split
into cubes, which the workers solve. Where workers are idle, the cube that has been solved for
longest is split, and its parts race with it. A solution of any cube ends the search, and so does
the last refutation; proofs of cubes are joined to one of the formula. (Heule, Kullmann, Wieringa,
Biere, "Cube and Conquer", 2011.)
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from solvers.backends.backend import Improved, Outcome, Refutation, Settings
from solvers.backends.cnf import Cnf
from solvers.backends.sat import PySat
from solvers.backends.spread.cluster import connect
from solvers.backends.spread.lookahead import Lookahead
from solvers.backends.spread.remote import CubeAnswer, kept, packed, solve_cube
from solvers.certificates.cube_proofs import (
    LONGEST_CUBE,
    Branch,
    CubeProof,
    Tree,
    joined,
)
from solvers.certificates.lrat import BrokenProofError, Trimmed
from solvers.certificates.refutation import checked

ALONE_SECONDS = 10.0
"""How long this process solves by itself first."""

CUBES = 4
"""Of each thread of the cluster, at first: so that all are busy until the last ones."""

PARTS = 4
"""Of a cube, where workers are idle."""

SEEDS = 8
"""One in so many threads solves the whole formula, in another order."""

RETRIES = 3
"""How often a task is given to another worker when its worker is lost."""


@dataclass(eq=False)
class Node:
    """A cube: solved by a task, and where workers are idle also in `parts`, split at a variable."""

    cube: tuple[int, ...]
    variable: int = 0
    parts: list[Node] = field(default_factory=list)
    refuted: bool = False
    proof: tuple[list[int], bytes] | None = None

    @property
    def done(self) -> bool:
        """Whether it is refuted, as a whole or in parts."""
        return self.refuted or (bool(self.parts) and all(part.done for part in self.parts))

    def settled(self) -> Iterator[Node]:
        """Yield the nodes that are refuted, or parts of one that is."""
        if self.done:
            yield from self.all()
            return
        for part in self.parts:
            yield from part.settled()

    def all(self) -> Iterator[Node]:
        """Yield it, and all nodes below it."""
        yield self
        for part in self.parts:
            yield from part.all()


class SpreadSession:
    """A session of `registry`, with one of PySAT's solvers and the cluster of `settings`.

    No limits may be left to the solver: the workers get clauses only.
    """

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        assert settings.cluster is not None and not settings.encodings.native
        self._address, self._name, self._settings = settings.cluster, name, settings
        self._variables = model.variables
        self._own = PySat(model, replace(settings, cluster=None), name)
        self.variables, self.rows = self._own.variables, self._own.rows
        # The cubes, where all are refuted.
        self._root: Node | None = None

    def load(self) -> None:
        """Hand the formula to the engine of this process."""
        self._own.load()

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve alone for a moment, then beside the cluster; the first answer ends it."""
        tell = keep_going or (lambda conflicts: True)
        until = time.perf_counter() + ALONE_SECONDS
        alone = self._own.solve(lambda spent: tell(spent) and time.perf_counter() < until)
        if alone.satisfiable is not None:
            return alone
        try:
            connected = connect(self._address)
        except InputError:  # the scheduler was there when the search began
            return self._own.solve(tell)
        with connected as client, warnings.catch_warnings():
            # A formula is large; it is sent once.
            warnings.simplefilter("ignore")
            helped = _Helped(client, self._own.cnf, self._variables, self._name, self._settings)

            def going(spent: int) -> bool:
                return tell(spent + helped.conflicts) and helped.decided() is None

            own = self._own.solve(going)
        if own.satisfiable is not None or helped.outcome is None:
            return own
        self._root = helped.root
        return helped.outcome

    def refutation(self) -> Refutation | None:
        """Return what the contradiction needs, of the formula without any cube."""
        if self._root is None:
            return self._own.refutation()
        cnf, tree = self._own.cnf, _proven(self._root)
        if tree is None:
            return None
        try:
            return checked(cnf, joined(cnf.clause_count, tree))
        except BrokenProofError:
            return None


class _Helped:
    """What the cluster makes of a formula."""

    def __init__(
        self, client: Any, cnf: Cnf, variables: int, solver: str, settings: Settings
    ) -> None:
        self.root, self.conflicts = Node(()), 0
        self.outcome: Outcome | None = None
        self._proof = settings.proof
        self._lookahead = Lookahead(cnf, variables)
        self._tasks = tasks = _Tasks(client, cnf, solver, proof=settings.proof)
        for node in cubes(self.root, CUBES * tasks.threads, self._lookahead):
            tasks.submit(node)
        for number in range(tasks.threads // SEEDS):
            tasks.submit(None, settings.seed + number + 1)

    def decided(self) -> Outcome | None:
        """Take what is there, without waiting; return the answer, if that is one."""
        for node, answer in self._tasks.answers():
            self.conflicts += answer.conflicts
            if answer.satisfiable:
                self.outcome = Outcome(True, answer.model, self.conflicts)
            elif node is not None:
                node.refuted, node.proof = True, answer.proof
            if self.root.done or (node is None and not answer.satisfiable and not self._proof):
                self.outcome = Outcome(False, [], self.conflicts)
            if self.outcome is not None:
                return self.outcome
            self._tasks.cancel(self.root.settled())
        while self._tasks.idle and (oldest := self._tasks.oldest()) is not None:
            parts = cubes(oldest, PARTS, self._lookahead)
            if parts == [oldest]:
                break
            for part in parts:
                self._tasks.submit(part)
        return None


class _Tasks:
    """The tasks of a formula, of which each node has one at most, in the order of submission."""

    def __init__(self, client: Any, cnf: Cnf, solver: str, *, proof: bool) -> None:
        from distributed import as_completed

        # Workers may come later.
        self.threads = max(1, sum(client.nthreads().values()))
        self._client, self._solver, self._proof = client, solver, proof
        self._formula = client.submit(kept, packed(cnf), pure=False, retries=RETRIES)
        self._flying: dict[Any, Node | None] = {}
        self._completed = as_completed(loop=client.loop)

    def submit(self, node: Node | None, seed: int = 0) -> None:
        """Have a cube solved, or with a `seed` the whole formula."""
        cube, proof = ((), False) if node is None else (node.cube, self._proof)
        how = self._formula, cube, self._solver, proof, seed
        future = self._client.submit(solve_cube, *how, pure=False, retries=RETRIES)
        self._flying[future] = node
        self._completed.add(future)

    def answers(self) -> Iterator[tuple[Node | None, CubeAnswer]]:
        """Yield what has been decided since the last call, without waiting."""
        ready = self._completed.next_batch(block=False) if self._completed.has_ready() else []
        for future in ready:
            if future not in self._flying:
                continue
            node = self._flying.pop(future)
            try:
                answer = CubeAnswer(*future.result())
            except Exception:  # of a worker, or the scheduler is gone: it costs this cube only
                continue
            if answer.satisfiable is not None:
                yield node, answer

    def cancel(self, nodes: Iterator[Node]) -> None:
        """Take back what is settled otherwise."""
        settled = set(nodes)
        for future, node in list(self._flying.items()):
            if node in settled:
                del self._flying[future]
                self._client.cancel(future)

    @property
    def idle(self) -> bool:
        """Whether some worker has nothing to do."""
        return len(self._flying) < self.threads

    def oldest(self) -> Node | None:
        """The node that has been solved for longest, and has no parts."""
        flying = self._flying.values()
        return next((node for node in flying if node is not None and not node.parts), None)


def cubes(node: Node, count: int, lookahead: Lookahead) -> list[Node]:
    """Split a cube into so many, those first from which least follows; fewer where that ends."""
    open_nodes, ends = [(0, node)], list[Node]()
    while open_nodes and len(open_nodes) + len(ends) < count:
        open_nodes.sort(key=lambda own: own[0])
        _, chosen = open_nodes.pop(0)
        long = len(chosen.cube) >= LONGEST_CUBE
        variable = None if long else lookahead.split(chosen.cube)
        if variable is None:
            ends.append(chosen)
            continue
        chosen.variable = variable
        for literal in (variable, -variable):
            part = Node((*chosen.cube, literal))
            chosen.parts.append(part)
            implied = lookahead.implied(part.cube)
            if implied is None:
                ends.append(part)
            else:
                open_nodes.append((len(implied), part))
    return [*ends, *(own for _, own in open_nodes)]


def _proven(node: Node) -> Tree | None:
    """Return the proofs of a tree of cubes, None where one has none."""
    if node.proof is not None:
        return CubeProof(node.cube, Trimmed(*node.proof))
    if not node.parts:
        return None
    true, false = (_proven(part) for part in node.parts)
    return None if true is None or false is None else Branch(node.variable, true, false)

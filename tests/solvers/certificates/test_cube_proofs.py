"""Proofs of cubes joined to one: on random formulas and random trees, by Python and by numba."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from solvers.backends.cnf import Cnf
from solvers.backends.sat import WITH_PROOF, SatSession
from solvers.certificates import cube_proofs
from solvers.certificates.cube_proofs import Branch, CubeProof, Tree, joined
from solvers.certificates.lrat import BrokenProofError, Trimmed, trim
from solvers.verification.directory import Clock
from solvers.verification.lrat import check_lrat

Clauses = list[list[int]]
VARIABLES = 20


@pytest.fixture(params=(False, True), ids=lambda compiled: "compiled" if compiled else "plain")
def engine(request, monkeypatch) -> None:
    """Join by Python alone, or by numba."""
    monkeypatch.setattr(cube_proofs, "COMPILED_FROM", 0 if request.param else 1 << 40)


def drawn(rng: random.Random, ratio: float = 6.0) -> Clauses:
    """Clauses of two or three literals."""
    return [
        [
            rng.choice((-1, 1)) * x
            for x in rng.sample(range(1, VARIABLES + 1), rng.choice((2, 3, 3)))
        ]
        for _ in range(int(ratio * VARIABLES))
    ]


def refuted(clauses: Clauses, cube: tuple[int, ...], solver: str) -> CubeProof | None:
    """Return the proof of a cube, None where it has a solution."""
    rows = [*clauses, *([literal] for literal in cube)]
    cnf = Cnf(VARIABLES, [np.array([row], dtype=np.int32) for row in rows])
    session = SatSession(cnf, solver, proof=True)
    holds = session.solve().satisfiable
    found = None if holds else CubeProof(cube, trim(session.proof(), len(rows)))
    session.close()
    return found


def tree_of(
    rng: random.Random, clauses: Clauses, depth: int, solver: str, cube: tuple[int, ...] = ()
) -> Tree | None:
    """Return proofs of all cubes of a random tree, None where the formula has a solution."""
    free = [x for x in range(1, VARIABLES + 1) if x not in map(abs, cube)]
    if not depth or rng.random() < 0.2:
        return refuted(clauses, cube, solver)
    variable = rng.choice(free)
    sides = [
        tree_of(rng, clauses, depth - 1, solver, (*cube, literal))
        for literal in (variable, -variable)
    ]
    if sides[0] is None or sides[1] is None:
        return None
    return Branch(variable, sides[0], sides[1])


def checked(clauses: Clauses, found: Trimmed) -> int:
    """Return the number of lemmas; raises where there is a fault."""
    literals, ends = array("i"), array("i", [0])
    for n in found.clauses:
        literals.extend(2 * abs(x) + (x < 0) for x in clauses[n])
        ends.append(len(literals))
    return check_lrat(literals, ends, VARIABLES, found.lrat, Clock())


@pytest.mark.oracle(keep=6)
@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("solver", sorted(WITH_PROOF))
@pytest.mark.parametrize("depth", [0, 1, 3, 5])
def test_joined_proofs_are_proofs(solver: str, depth: int) -> None:
    """Tests that the verifier accepts them, of the formula without any cube."""
    rng, proofs = random.Random(depth), 0
    for _ in range(40):
        clauses = drawn(rng)
        tree = tree_of(rng, clauses, depth, solver)
        if tree is not None:
            assert checked(clauses, joined(len(clauses), tree)) > 0
            proofs += 1
    assert proofs >= 20


def test_cubes_that_leave_something_out_prove_nothing() -> None:
    """Tests one branch, alone and given as both."""
    clauses = [[1, 2], [1, -2]]
    half = refuted(clauses, (-1,), "cadical195")
    assert half is not None
    for tree in (half, Branch(1, half, half)):
        with pytest.raises(BrokenProofError, match="leave something out"):
            joined(len(clauses), tree)


def test_a_proof_without_an_end_is_refused() -> None:
    """Tests a proof of a cube that is cut off."""
    half = refuted([[1, 2], [1, -2]], (-1,), "cadical195")
    assert half is not None
    with pytest.raises(BrokenProofError, match="without a contradiction"):
        joined(2, CubeProof(half.cube, Trimmed(half.trimmed.clauses, b"")))

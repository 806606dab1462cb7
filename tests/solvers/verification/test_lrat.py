"""Proofs with hints: trimmed, and replayed by Python and compiled, on random formulas."""

from __future__ import annotations

import random
from array import array
from itertools import product

import numpy as np
import pytest

from shell.compiled import plain
from solvers.backends.cnf import Cnf
from solvers.backends.sat import WITH_PROOF, SatSession
from solvers.certificates import lrat
from solvers.certificates.lrat import BrokenProofError, trim
from solvers.certificates.refutation import refutation, refutation_files, write_refutation
from solvers.verification import lrat as checking
from solvers.verification.directory import MOST_BYTES, Clock, RejectedError
from solvers.verification.lrat import check_lrat
from tests.solvers.verification.rows_proofs import PROOFS
from tests.solvers.verification.test_refusals import of_row

Clauses = list[list[int]]


def formula(rng: random.Random, variables: int, ratio: float) -> Clauses:
    """Clauses of up to three literals, some of them twice or opposite."""
    return [
        [rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.choice((2, 3, 3, 3)))]
        for _ in range(int(ratio * variables))
    ]


def proof_of(clauses: Clauses, solver: str = "cadical195") -> tuple[Cnf, bytes] | None:
    """Return the formula and its proof, None where it is satisfiable."""
    cnf = Cnf(
        max(abs(x) for clause in clauses for x in clause),
        [np.array([clause], dtype=np.int32) for clause in clauses],
    )
    session = SatSession(cnf, solver, proof=True)
    refuted = session.solve().satisfiable is False
    found = (cnf, session.proof()) if refuted else None
    session.close()
    return found


def checked(clauses: Clauses, proof: bytes, variables: int = 0) -> int:
    """Return what `check_lrat` does."""
    variables = variables or max((abs(x) for clause in clauses for x in clause), default=0)
    literals, ends = array("i"), array("i", [0])
    for clause in clauses:
        literals.extend(2 * abs(x) + (x < 0) for x in clause)
        ends.append(len(literals))
    return check_lrat(literals, ends, variables, proof, Clock())


@pytest.fixture(params=(False, True), ids=lambda compiled: "compiled" if compiled else "plain")
def engine(request, monkeypatch) -> None:
    """Trim and check by Python alone, or all compiled."""
    marked = {lrat: ("survey", "mark", "emit"), checking: ("replay",)}
    for module, names in marked.items():
        for name in () if request.param else names:
            monkeypatch.setattr(module, name, plain(getattr(module, name)))


@pytest.mark.parametrize("solver", sorted(WITH_PROOF))
def test_random_refutations_hold(engine, solver) -> None:
    """Tests that every proof is trimmed to clauses of the formula, and holds for them alone."""
    rng, refuted = random.Random(1), 0
    for _ in range(60):
        clauses = formula(rng, rng.randint(3, 50), 5.5)
        found = proof_of(clauses, solver)
        if found is None:
            continue
        refuted += 1
        trimmed = trim(found[1], len(clauses))
        assert sorted(set(trimmed.clauses)) == trimmed.clauses
        needed = [clauses[n] for n in trimmed.clauses]
        assert checked(needed, trimmed.lrat) > 0
        assert refutation(*found) is not None
    assert refuted > 30


def test_satisfiable_formulas_are_never_refuted(engine) -> None:
    """Tests damaged proofs, and proofs of other formulas, against formulas with a model."""
    rng, tried = random.Random(2), 0
    while tried < 150:
        clauses = formula(rng, 7, 6.0)
        found = proof_of(clauses)
        if found is None:
            continue
        trimmed = trim(found[1], len(clauses))
        needed = [clauses[n] for n in trimmed.clauses]
        # Without one of its clauses, a formula often has a model.
        del needed[rng.randrange(len(needed))]
        if not satisfiable(needed):
            continue
        proof = bytearray(trimmed.lrat)
        for _ in range(rng.randrange(4)):
            proof[rng.randrange(len(proof))] = rng.choice((0, 2, 3, 97, rng.randrange(256)))
        tried += 1
        with pytest.raises(RejectedError):
            checked(needed, bytes(proof), 7)


def satisfiable(clauses: Clauses) -> bool:
    """Whether one of all assignments of seven variables satisfies every clause."""
    return any(
        all(any(signs[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for signs in product((False, True), repeat=7)
    )


CONTRADICTION: Clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


@pytest.mark.parametrize(("kind", "edits", "words"), PROOFS["lrat"])
def test_broken_proofs_are_rejected(engine, kind, edits, words) -> None:
    """Tests the rows of this rule, by Python and compiled."""
    assert words in str(of_row(kind, edits, {}))


def test_long_lemmas_have_a_limit(engine, monkeypatch) -> None:
    """Tests that a lemma of many literals ends the check before it fills the memory."""
    monkeypatch.setattr(checking, "LONGEST", 100)
    monkeypatch.setattr(checking, "CHUNK", 100)
    with pytest.raises(RejectedError, match="too many"):
        checked(CONTRADICTION, b"a\x0a" + b"\x02" * 1000 + b"\x00\x02\x04\x00")


@pytest.mark.parametrize("cut", [1, 5, 40, 0.5])
def test_proofs_that_are_cut_off_are_not_used(engine, cut) -> None:
    """Tests that a proof for which the disk had no room is none."""
    rng = random.Random(3)
    found = next(filter(None, (proof_of(formula(rng, 40, 6)) for _ in range(50))))
    cnf, proof = found
    short = proof[: int(len(proof) * cut)] if cut == 0.5 else proof[:-cut]
    assert refutation(cnf, short) is None or trim(short, cnf.clause_count).lrat
    for text in (b"", proof[:1], proof[: len(proof) // 3]):
        with pytest.raises(BrokenProofError):
            trim(text, cnf.clause_count)


def test_what_the_verifier_does_not_read_is_not_written(tmp_path, monkeypatch) -> None:
    """Tests that no claim rests on a proof that is too large to be checked."""
    cnf, proof = proof_of(CONTRADICTION)
    found = refutation(cnf, proof)
    names = refutation_files(5)

    def symbols(write, used) -> None:
        write("".join(f"{each}\n" for each in used))

    write_refutation(found, tmp_path, names, symbols)
    assert {path.name for path in tmp_path.iterdir()} == set(names)
    for path in tmp_path.iterdir():
        path.unlink()
    monkeypatch.setitem(MOST_BYTES, ".lrat", 1)
    with pytest.raises(OSError, match="larger than the verifier reads"):
        write_refutation(found, tmp_path, names, symbols)
    assert not list(tmp_path.iterdir())

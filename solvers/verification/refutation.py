"""Checking a bound by proof: every clause is justified, and the clauses are contradictory.

The proof is a list of lemmas (DRAT text). A lemma is accepted only if assuming all its
literals false leads to a conflict by unit propagation from the clauses and the lemmas before
it; so each follows from the clauses, and so does the contradiction at the end. Deletions may
be ignored: more clauses never make a lemma wrong. Propagating is all that is asked of PySAT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from models.certificate import Proof
from models.problem import Problem
from solvers.verification.clauses import Justifier
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.rules import Rules
from solvers.verification.symbols import read_symbols

ENGINE = "minisat22"
LISTED = ("none", "enumerate")
"""Transformations of which all ways are known, one by one."""


def check_proof(problem: Problem, bound: Proof, files: Directory, clock: Clock) -> str:
    """Return a line for users; `RejectedError` unless no mapping has `bound.horizon` cycles."""
    if problem.transform not in LISTED:
        raise RejectedError(
            f"proofs cannot be checked for the transformation '{problem.transform}'"
        )
    _require_plain_ports(problem)
    rules = Rules(problem, bound.horizon)
    try:
        symbols = read_symbols(rules, files.lines(bound.symbols, clock))
        justifier = Justifier(rules, symbols, bound.placement, bound.arrival)
    except RejectedError as error:
        raise RejectedError(f"{bound.symbols}: {error}") from None
    return check_clauses(justifier.check, bound.cnf, bound.proof, files, clock)


def check_clauses(
    justify: Callable[[list[int]], None], cnf: str, proof: str, files: Directory, clock: Clock
) -> str:
    """Return a line for users; `RejectedError` unless `justify`, which raises it, admits every
    clause of the file `cnf`, and `proof` shows that they are contradictory.
    """
    from pysat.solvers import Solver

    with Solver(name=ENGINE) as engine:
        empty = False
        count = most = 0
        for count, clause in enumerate(read_clauses(cnf, files, clock), start=1):
            try:
                justify(clause)
            except RejectedError as error:
                raise RejectedError(f"{cnf}: clause {count}: {error}") from None
            if clause:
                engine.add_clause(clause)
                most = max(most, max(clause), -min(clause))
            else:
                empty = True
        try:
            steps = _replay(engine, empty, most, files.lines(proof, clock), clock)
        except RejectedError as error:
            raise RejectedError(f"{proof}: {error}") from None
    return f"CNF of {count:,} clauses justified; proof of {steps:,} steps checked"


def _require_plain_ports(problem: Problem) -> None:
    """Raise `RejectedError` where what a port carries depends on what passes through a switch."""
    for part in problem.arch.components:
        if part.switch and (part.read_ports is not None or part.write_ports is not None):
            for path in problem.arch.paths:
                for ends in (path.sources, path.targets):
                    if part.name in ends and len(ends) > 1:
                        raise RejectedError(
                            f"proofs cannot be checked: switch '{part.name}' has limited ports,"
                            f" and is one of several ends of path '{path.name}'"
                        )


def read_clauses(name: str, files: Directory, clock: Clock) -> Iterator[list[int]]:
    """Yield the clauses of a DIMACS file that has one clause per line."""
    announced: tuple[int, int] | None = None
    found = 0
    for number, line in files.lines(name, clock):
        if line.startswith("c"):
            continue
        if announced is None:
            announced = _header(name, number, line)
            continue
        clause = _literals(line)
        if clause is None or any(abs(literal) > announced[0] for literal in clause):
            raise RejectedError(f"{name}: line {number}: not a clause: '{line[:60]}'")
        found += 1
        yield clause
    if announced is None or found != announced[1]:
        wanted = "no header" if announced is None else f"{announced[1]} announced"
        raise RejectedError(f"{name}: {found} clauses, {wanted}")


def _header(name: str, number: int, line: str) -> tuple[int, int]:
    words = line.split()
    if len(words) != 4 or words[:2] != ["p", "cnf"] or not (words[2] + words[3]).isdecimal():
        raise RejectedError(f"{name}: line {number}: expected 'p cnf VARIABLES CLAUSES'")
    return int(words[2]), int(words[3])


def _literals(line: str) -> list[int] | None:
    """The literals of a line that ends in its only 0; None for any other line."""
    try:
        numbers = list(map(int, line.split()))
    except ValueError:
        return None
    ends = bool(numbers) and numbers[-1] == 0 and numbers.count(0) == 1
    return numbers[:-1] if ends else None


def _replay(
    engine: Any, empty: bool, most: int, lines: Iterator[tuple[int, str]], clock: Clock
) -> int:
    """Return the number of lemmas that were needed for a contradiction.

    `empty` says that the empty clause is among the clauses, `most` is their last variable.
    """
    steps = 0
    if empty or not engine.propagate([])[0]:
        return steps
    for number, line in lines:
        if line.startswith(("d ", "c")):
            continue
        lemma = _literals(line)
        if lemma is None or any(abs(literal) > most for literal in lemma):
            raise RejectedError(
                f"line {number}: not a clause of the CNF's variables: '{line[:60]}'"
            )
        clock.check()
        steps += 1
        if engine.propagate([-literal for literal in lemma])[0]:
            raise RejectedError(
                f"line {number}: does not follow by unit propagation: '{line[:60]}'"
            )
        if not lemma:
            return steps
        engine.add_clause(lemma)
        if len(lemma) == 1 and not engine.propagate([])[0]:
            return steps
    raise RejectedError(f"{steps} steps end without a contradiction")

"""Checking a bound by proof: every clause is justified, and the clauses are contradictory."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence

from models.data.certificate import Proof
from models.data.pins import Pin
from models.data.problem import Problem
from solvers.verification.clauses import Justifier
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.lrat import check_lrat
from solvers.verification.rules import Rules
from solvers.verification.symbols import read_symbols

MOST_VARIABLES, MOST_LITERALS = 1 << 24, 1 << 26
"""Limits of a CNF. Its clauses are counted by the literals, too."""

_CLAUSE = re.compile(r"(-?[1-9][0-9]{0,8}\s+)*0")
_HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})")


def check_proof(
    problem: Problem, bound: Proof, pins: Sequence[Pin], files: Directory, clock: Clock
) -> str:
    """Return a line for users; `RejectedError` unless no mapping has `bound.horizon` cycles."""
    _require_plain_ports(problem)
    rules = Rules(problem, bound.horizon, pins)
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
    clause of the file `cnf`, and `proof`, LRAT in binary form, shows that they are contradictory.
    """
    literals, ends = array("i"), array("i", [0])
    variables, clauses = _read_clauses(cnf, files.lines(cnf, clock))
    for number, clause in clauses:
        try:
            justify(clause)
        except RejectedError as error:
            raise RejectedError(f"{cnf}: clause {number}: {error}") from None
        literals.extend(_codes(clause))
        ends.append(len(literals))
    count = len(ends) - 1
    try:
        steps = check_lrat(literals, ends, variables, files.read(proof), clock)
    except RejectedError as error:
        raise RejectedError(f"{proof}: {error}") from None
    return f"CNF of {count:,} clauses justified; proof of {steps:,} steps checked"


def _require_plain_ports(problem: Problem) -> None:
    """Raise `RejectedError` where the use of a port depends on values passing through a switch."""
    for part in problem.arch.components:
        if part.switch and (part.read_ports is not None or part.write_ports is not None):
            for path in problem.arch.paths:
                for ends in (path.sources, path.targets):
                    if part.name in ends and len(ends) > 1:
                        raise RejectedError(
                            f"proofs cannot be checked: switch '{part.name}' has limited ports,"
                            f" and is one of several ends of path '{path.name}'"
                        )


def _read_clauses(
    name: str, lines: Iterator[tuple[int, str]]
) -> tuple[int, Iterator[tuple[int, list[int]]]]:
    """Return the last variable, and (number, clause) for each of a DIMACS file, a line each."""
    number, line = next((own for own in lines if not own[1].startswith("c")), (1, ""))
    header = _HEADER.fullmatch(line)
    if header is None:
        raise RejectedError(f"{name}: line {number}: expected 'p cnf VARIABLES CLAUSES'")
    variables, announced = int(header[1]), int(header[2])
    if variables > MOST_VARIABLES or announced > MOST_LITERALS:
        raise RejectedError(f"{name}: more variables or clauses than can be checked")

    def clauses() -> Iterator[tuple[int, list[int]]]:
        count = size = 0
        for number, line in lines:
            if line.startswith("c"):
                continue
            clause, count = _literals(line, variables), count + 1
            size += 0 if clause is None else len(clause) + 1
            if clause is None or count > announced or size > MOST_LITERALS:
                what = "not a clause" if clause is None else "more than announced, or admitted"
                raise RejectedError(f"{name}: line {number}: {what}: '{line[:60]}'")
            yield count, clause
        if count != announced:
            raise RejectedError(f"{name}: {count} clauses, {announced} announced")

    return variables, clauses()


def _literals(line: str, variables: int) -> list[int] | None:
    """The literals of a line that ends in its only 0; None for any other line."""
    if not _CLAUSE.fullmatch(line):
        return None
    clause = list(map(int, line.split()))[:-1]
    return clause if max(map(abs, clause), default=0) <= variables else None


def _codes(clause: list[int]) -> list[int]:
    """The literals as LRAT has them in binary form."""
    return [2 * abs(literal) + (literal < 0) for literal in clause]

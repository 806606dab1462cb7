"""From a proof that CaDiCaL wrote to the files of a certificate."""

from __future__ import annotations

import errno
import os
from array import array
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from solvers.backends.backend import Refutation
from solvers.backends.cnf import Cnf
from solvers.certificates.lrat import BrokenProofError, Trimmed, trim

Write = Callable[[str], object]


def refutation(cnf: Cnf, proof: bytes) -> Refutation | None:
    """Return the needed part of a proof, and of `cnf`; None if the proof does not hold: a full disk
    cuts it off, and solvers have had faults.
    """
    try:
        return checked(cnf, trim(proof, cnf.clause_count))
    except BrokenProofError:
        return None


def checked(cnf: Cnf, trimmed: Trimmed) -> Refutation | None:
    """Return a proof with the clauses of `cnf` that it needs; None where it does not hold."""
    from solvers.verification.directory import Clock, RejectedError
    from solvers.verification.lrat import check_lrat

    clauses = cnf.select(trimmed.clauses)
    literals, ends = array("i"), array("i", [0])
    for clause in clauses:
        literals.extend(2 * abs(literal) + (literal < 0) for literal in clause)
        ends.append(len(literals))
    try:
        check_lrat(literals, ends, cnf.variables, trimmed.lrat, Clock())
    except RejectedError:
        return None
    return Refutation(cnf, clauses, trimmed.lrat)


def write_refutation(
    found: Refutation,
    folder: Path,
    names: Sequence[str],
    symbols: Callable[[Write, Collection[int]], object],
) -> None:
    """Write CNF, symbols and proof under their `names`.

    Raises `OSError`, also where a file would be larger than the verifier reads.
    `symbols(write, used)` writes the symbols of the variables in `used`. An interruption leaves no
    half of a file under its name, nor a mixture of two runs.
    """
    from solvers.verification.directory import MOST_BYTES

    used = {abs(literal) for clause in found.clauses for literal in clause}
    parts = [folder / f"{name}.{os.getpid()}" for name in names]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with parts[0].open("w", encoding="ascii") as file:
            file.write(f"p cnf {found.cnf.variables} {len(found.clauses)}\n")
            for clause in found.clauses:
                file.write(f"{' '.join(map(str, (*clause, 0)))}\n")
        with parts[1].open("w", encoding="utf-8") as file:
            symbols(file.write, used)
        parts[2].write_bytes(found.lrat)
        for name, part in zip(names, parts, strict=True):
            if part.stat().st_size > MOST_BYTES[Path(name).suffix]:
                raise OSError(errno.EFBIG, "larger than the verifier reads", name)
        for name, part in zip(names, parts, strict=True):
            part.replace(folder / name)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def refutation_files(horizon: object) -> tuple[str, str, str]:
    """File names of the CNF, its symbols and the proof that refute a horizon."""
    name = f"horizon-{horizon}"
    return f"{name}.cnf", f"{name}.symbols", f"{name}.lrat"


def renamed(written: Sequence[str], name: object) -> tuple[str, str, str]:
    """Give the files of a refutation the names of `refutation_files`; return these.

    Several processes may refute the same horizon, and each may be killed while it writes. So each
    writes files of its own, which are renamed when its refutation is heard of.
    """
    names = refutation_files(name)
    for old, new in zip(written, names, strict=True):
        os.replace(old, os.path.join(os.path.dirname(old), new))
    return names

"""Proofs of a certificate for other checkers: exported as text, or checked by one of them at once.

CNF and symbols are text anyway; proofs are rewritten from binary LRAT to LRAT or DRAT as text. Such
a checker shows that the clauses are contradictory; only `solvers.verify` shows that they hold in
every mapping.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from models.errors import InputError
from models.formats.json_text import decode
from models.formats.text_files import make_folder
from shell.children import finished
from solvers.verification.directory import Directory, RejectedError, TimeUpError

Format = Literal["binary", "lrat", "drat"]

CHECKERS: dict[str, Format] = {
    "lrat-trim": "binary",
    "lrat-check": "lrat",
    "cake_lpr": "lrat",
    "drat-trim": "drat",
}
"""External checkers, by the name of their program, and the proof format that they read."""

ACCEPTED = ("s VERIFIED", "c VERIFIED", "s VERIFIED UNSAT")
"""The line by which one of them accepts a proof."""


@dataclass(frozen=True)
class ProofFiles:
    """Names of files in a directory of a certificate."""

    files: Directory
    cnf: str
    symbols: str
    proof: str


def proofs(folder: Path) -> Iterator[ProofFiles]:
    """Yield the proofs that a certificate names, and those of its cores; `InputError`."""
    for claim in sorted(folder.rglob("certificate.json")):
        files = Directory(claim.parent)
        for own in _objects(decode(files.read(claim.name), str(claim))):
            names = [own[key] for key in ("cnf", "symbols", "proof") if key in own]
            if len(names) == 3 and all(isinstance(name, str) for name in names):
                yield ProofFiles(files, *names)


def _objects(found: Any) -> Iterator[dict[str, Any]]:
    waiting = [found]
    while waiting:
        own = waiting.pop()
        if isinstance(own, dict):
            yield own
        if isinstance(own, dict | list):
            waiting += own.values() if isinstance(own, dict) else own


def export(folder: Path, target: Path) -> list[str]:
    """Write every proof of a certificate as the text files NAME.cnf, NAME.lrat and NAME.symbols.

    Returns a line for each. Raises `InputError` and `RejectedError` for damaged files.
    """
    if (target / "certificate.json").exists():
        what = "a certificate is here, whose proofs would be overwritten; name another one"
        raise InputError(what, str(target))
    make_folder(str(target))
    lines = []
    try:
        for own in proofs(folder):
            inner = target / own.files.root.relative_to(folder)
            inner.mkdir(parents=True, exist_ok=True)
            stem = inner / Path(own.cnf).stem
            for name, ending in ((own.cnf, ".cnf"), (own.symbols, ".symbols")):
                stem.with_suffix(ending).write_bytes(own.files.read(name))
            text = as_text(own.files.read(own.proof), "lrat")
            stem.with_suffix(".lrat").write_text(text, encoding="ascii")
            lines.append(f"exported: {stem}.cnf, .lrat and .symbols")
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror or error}", str(target)) from None
    return lines or ["nothing to export: no bound of this certificate is a proof"]


def command_of(checker: str) -> list[str]:
    """Return the words of a checker's command. Raises `InputError` where it cannot be run."""
    try:
        words = shlex.split(checker)
    except ValueError as error:
        raise InputError(f"--second '{checker}': {error}") from None
    if not words or shutil.which(words[0]) is None:
        known = ", ".join(CHECKERS)
        raise InputError(f"there is no program '{checker}' on the PATH; known checkers: {known}")
    return words


def second_opinion(
    folder: Path, checker: str, left: Callable[[], float | None], report: Callable[[str], None]
) -> None:
    """Have every proof of a certificate checked by the program `checker`, a name of `CHECKERS` or a
    command that reads CNF and LRAT as text.

    `left()` says how many seconds there are. Raises `InputError` where the program cannot be run,
    `RejectedError` where it does not accept a proof, and `TimeUpError`.
    """
    words = command_of(checker)
    form = CHECKERS.get(os.path.basename(words[0]), "lrat")
    for own in proofs(folder):
        with tempfile.TemporaryDirectory(prefix="xyzmap-") as scratch:
            cnf, proof = Path(scratch, "formula.cnf"), Path(scratch, "proof")
            cnf.write_bytes(own.files.read(own.cnf))
            data = own.files.read(own.proof)
            proof.write_bytes(data if form == "binary" else as_text(data, form).encode())
            _run(words, cnf, proof, left(), own.proof)
        report(f"{own.proof}: accepted by {os.path.basename(words[0])}")


def _run(words: list[str], cnf: Path, proof: Path, seconds: float | None, name: str) -> None:
    try:
        done = finished([*words, str(cnf), str(proof)], seconds=seconds)
    except subprocess.TimeoutExpired:
        raise TimeUpError from None
    except OSError as error:
        raise InputError(f"cannot run '{words[0]}': {error.strerror or error}") from None
    lines = [line.strip() for line in done.stdout.splitlines()]
    if not any(line in ACCEPTED for line in lines):
        last = next(filter(None, reversed([*lines, *done.stderr.splitlines()])), "no output")
        raise RejectedError(f"{name}: not accepted by '{words[0]}': {last[:200]}")


def as_text(proof: bytes, form: Format) -> str:
    """Return a proof in binary LRAT as text: with numbers and hints, or as DRAT without them.

    Raises `RejectedError` where it is cut off.
    """
    lines, at = [], 0
    while at < len(proof):
        numbers: list[int] = []
        zeros, at = 0, at + 1
        while zeros < 2:
            value = shift = 0
            while True:
                if at >= len(proof):
                    raise RejectedError("the proof is cut off")
                byte = proof[at]
                value |= (byte & 127) << shift
                at, shift = at + 1, shift + 7
                if byte < 128:
                    break
            zeros += value == 0
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            if form == "drat" and value == 0 and zeros == 1:
                lines.append(" ".join(map(str, numbers[1:])))
        if form == "lrat":
            lines.append(" ".join(map(str, numbers)))
    return "".join(f"{line}\n" for line in lines)

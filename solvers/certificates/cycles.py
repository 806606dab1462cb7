"""Writes a certificate directory from an answer. `solvers.verify` re-checks it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from models.data.certificate import Certificate
from models.errors import InputError
from models.formats.native_json import architecture_to_json, dfg_to_json, mapping_to_json
from models.formats.text_files import UNFINISHED, make_folder, write_text
from shell.packages import installed_version
from solvers.certificates.folder_lock import MARK, begin, hold, let_go, publish, working
from solvers.search.answer import Answer

PACKAGES = ("xyzmap", "python-sat", "numpy", "msgspec")


def versions(*others: str) -> dict[str, str]:
    """Versions of the software that an answer depends on, with the packages `others`; `source tree`
    where xyzmap is not installed.
    """
    found = {"python": sys.version.split()[0]}
    for package in (*PACKAGES, *others):
        found[package] = installed_version(package) or "source tree"
    return found


def prepare(folder: str) -> None:
    """Create the directory, or raise `InputError` when it cannot be used.

    Until the certificate is written, or this process ends, no other process can use it. A
    certificate that is there already stays until then.
    """
    path = Path(folder)
    if not folder:
        raise InputError("the certificate's directory has no name")
    make_folder(folder)
    try:
        hold(folder)
        foreign = [
            x.name for x in path.iterdir() if not x.name.startswith(("horizon-", UNFINISHED))
        ]
        if foreign and "certificate.json" not in foreign and not (path / MARK).exists():
            let_go(folder)
            what = "this directory holds other files; name a new one, or that of a certificate"
            raise InputError(what, folder)
        begin(folder)
    except OSError as error:
        raise InputError(f"cannot write a certificate here: {error.strerror}", folder) from None


def write_certificate(answer: Answer, refuted: int | None, folder: str) -> Path:
    """Write the files of the claim of `answer`; return the path of the claim.

    `refuted` is the horizon of a question for one number of cycles that is infeasible; if no number
    of cycles is feasible, that is claimed instead. Raises `InputError` when the answer makes no
    claim, or when a file cannot be written.
    """
    if answer.status == "unknown" or not provable(answer, refuted):
        raise InputError(f"an answer that is {answer.status} has nothing to certify", folder)
    problem, path = answer.problem, Path(working(folder))
    proven = answer.status != "optimal" or answer.certified >= answer.lower_bound
    certificate = Certificate(
        question="min_cycles",
        status=answer.status if proven else "feasible",
        value=answer.cycles,
        lower_bound=min(answer.lower_bound, answer.certified),
        horizon=refuted if answer.status == "infeasible" and answer.fact is None else None,
        contexts=problem.contexts,
        dfg="dfg.json",
        architecture="architecture.json",
        mapping=None if answer.mapping is None else "mapping.json",
        bounds=() if answer.fact is not None else tuple(answer.bounds),
        versions=versions(),
        transform=problem.transform,
        reason=answer.fact,
        pins=answer.pins.places,
        recompute=problem.recompute,
        rewrites=answer.rewrites,
        constraints=problem.constraints,
    )
    write_text(str(path / "dfg.json"), dfg_to_json(problem.dfg))
    write_text(str(path / "architecture.json"), architecture_to_json(problem.arch))
    if answer.mapping is not None:
        write_text(str(path / "mapping.json"), mapping_to_json(answer.mapping))
    claim = msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode()
    write_text(str(path / "certificate.json"), claim + "\n")
    remove_unused(path, certificate.bounds)
    conclude(folder)
    return Path(folder, "certificate.json")


def conclude(folder: str) -> None:
    """Put the written certificate into its place. Raises `InputError`."""
    try:
        publish(folder)
    except OSError as error:
        raise InputError(f"cannot write a certificate here: {error.strerror}", folder) from None
    let_go(folder)


def provable(answer: Answer, refuted: int | None) -> bool:
    """Whether `answer` claims something that a certificate can support."""
    if answer.status == "infeasible" and answer.fact is None:
        return refuted is not None and bool(answer.bounds) and answer.certified > refuted
    return answer.status != "unknown"


def remove_unused(path: Path, bounds: Iterable[object]) -> None:
    """Delete refutations that no bound of a certificate names."""
    used = {
        name
        for bound in bounds
        for name in (getattr(bound, field, None) for field in ("cnf", "symbols", "proof"))
    }
    for file in path.glob("horizon-*"):
        if file.name not in used:
            file.unlink()

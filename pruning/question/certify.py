"""Writes the certificate of a pruning, with a self-contained refutation of each core."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from models.data.architecture import Architecture
from models.errors import InputError, NotSupportedError
from models.formats.native_json import architecture_to_json, dfg_to_json, mapping_to_json
from models.formats.text_files import UNFINISHED, make_folder, write_text
from pruning.certificate import CoreClaim, Job, Minimum
from pruning.question.facts import Core
from pruning.question.hitting import TooHardError, cheaper
from pruning.question.run import Pruned
from pruning.verification.minimum import MinimumClaim
from shell.budget import UNLIMITED, Budget, Stop
from solvers.backends.branch_tree import branch_tree
from solvers.certificates import cycles as certify
from solvers.certificates.folder_lock import begin, earlier, hold, let_go, working
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import MOST_OTHER_BYTES, Clock, Directory

TREE = "tree.txt"


def prepare(folder: str) -> None:
    """Create the directory. Raises `InputError` if it holds foreign files."""
    make_folder(folder)
    hold(folder)
    path = Path(folder)
    own = ("certificate.json", "whole.json", "left.json", TREE)
    for file in path.iterdir():
        ours = file.name in own or file.name.startswith(("core-", "dfg-", "mapping-", UNFINISHED))
        if not ours:
            what = "this directory holds other files; name a new one, or that of a certificate"
            let_go(folder)
            raise InputError(what, folder)
    try:
        begin(folder)
    except OSError as error:
        raise InputError(f"cannot write a certificate here: {error.strerror}", folder) from None


def write_certificate(
    answer: Pruned, folder: str, tell: Callable[[str], None], budget: Budget = UNLIMITED
) -> str:
    """Write the certificate of `answer`, record its folder, and return a line about it.

    Every core that the bound needs is refuted again, with a proof. Raises `InputError` if a file
    cannot be written. Where the budget is over before, there is no certificate.
    """
    if answer.arch is None:
        return f"no certificate: nothing is known{earlier(folder)}"
    try:
        line = _write(answer, answer.arch, Path(working(folder)), tell, budget)
        certify.conclude(folder)
        answer.certificate = folder
        return line
    except NotSupportedError as reason:
        return f"no certificate: {reason}{earlier(folder)}"
    except Stop as stop:
        return unwritten(folder, str(stop))
    finally:
        let_go(folder)


def unwritten(folder: str, why: str | None) -> str:
    """Record that no certificate is written; return a line with the reason."""
    let_go(folder)
    return f"certificate: not written ({why or 'other files were not'}){earlier(folder)}"


def _write(
    answer: Pruned, left: Architecture, path: Path, tell: Callable[[str], None], budget: Budget
) -> str:
    # Without a bound, such as after greedy removal, the claim needs no cores.
    known = answer.cores if answer.lower else []
    cores = [core for core in known if not _implied(core, known)]
    claims = []
    for number, core in enumerate(cores):
        name = f"core-{number}"
        if not _refute(answer, core, path / name, budget):
            name = ""
        claims.append(CoreClaim(core.kernel, core.features, name))
        tell(f"certificate: core {number + 1} of {len(cores)} refuted")
    write_text(str(path / "whole.json"), architecture_to_json(answer.whole))
    write_text(str(path / "left.json"), architecture_to_json(left))
    jobs = []
    for n, (kernel, mapping) in enumerate(zip(answer.kernels, answer.mappings, strict=True)):
        files = f"dfg-{n}.json", f"mapping-{n}.json"
        write_text(str(path / files[0]), dfg_to_json(kernel.problem.dfg))
        write_text(str(path / files[1]), mapping_to_json(mapping))
        problem = kernel.problem
        symmetries = tuple(answer.facts.symmetries[n])
        jobs.append(
            Job(
                files[0],
                kernel.horizon,
                problem.contexts,
                files[1],
                symmetries,
                problem.transform,
            )
        )
    objective = answer.scale.objective
    weights = objective.weights
    claim = Minimum(
        question="prune_arch",
        status="optimal" if answer.status == "optimal" else "feasible",
        kinds=objective.kinds,
        weights=None if weights is None else {key: str(w) for key, w in weights.items()},
        keep=tuple(sorted(answer.facts.parts.kept)),
        whole="whole.json",
        left="left.json",
        lower_bound=answer.lower + answer.scale.always if answer.bounded else 0,
        jobs=tuple(jobs),
        cores=tuple(claims),
        versions=certify.versions(),
        tree=TREE,
        prices=objective.prices,
    )
    _write_tree(claim, path, budget)
    text = msgspec.json.format(msgspec.json.encode(claim), indent=2).decode()
    write_text(str(path / "certificate.json"), text + "\n")
    return f"certificate: {len(claims)} cores, each with a refutation of its own"


def _write_tree(claim: Minimum, path: Path, budget: Budget) -> None:
    """Write the branch tree that no hitting set of the cores weighs less than the bound.

    Raises `NotSupportedError` if the tree is not found, or too long.
    """
    read = MinimumClaim.of(Directory(path), claim, Clock(), lambda line: None)
    found: Collection[object] | None
    if claim.prices is not None:
        rows, highest = read.rows()
        first = range(len(read.hitting_set()[0]))
        found = branch_tree(rows, highest, len(rows) - 1, first, budget)
        if found is None:
            budget.check()
    else:
        try:
            found = cheaper(*read.hitting_set(), claim.lower_bound, each_node=budget.check)
        except TooHardError as reason:
            raise NotSupportedError(f"the bound has no tree: {reason}") from None
    if not isinstance(found, list):
        raise NotSupportedError("the cores that are known allow a smaller array")
    text = "\n".join(found) + "\n"
    if len(text) > MOST_OTHER_BYTES:
        raise NotSupportedError(f"the bound has no tree of less than {MOST_OTHER_BYTES} bytes")
    write_text(str(path / TREE), text)


def _implied(core: Core, cores: list[Core]) -> bool:
    """Return whether a smaller core of the same kernel implies this core."""
    own = set(core.features)
    return any(other.kernel == core.kernel and set(other.features) < own for other in cores)


def _refute(answer: Pruned, core: Core, folder: Path, budget: Budget) -> bool:
    """Refute the array without exactly the features of a core, with a separate certificate.

    Returns False if that array has no components. Raises `NotSupportedError` if certificates
    cannot express the reason.
    """
    kernel = answer.kernels[core.kernel]
    parts = answer.facts.parts
    gone = {name for kind, name, _ in core.features if kind in ("elements", "memories")}
    if gone >= {*parts.whole.component_by_name}:
        return False
    arch = parts.without(core.features)
    problem = msgspec.structs.replace(kernel.problem, arch=arch)
    certify.prepare(str(folder))
    options = SolverOptions(proof_dir=working(str(folder)))
    question = CyclesQuestion(problem, cycles=kernel.horizon, options=options)
    found = search(question, budget=budget)
    if found.status != "infeasible":
        raise Stop(found.stopped or "a core could not be refuted again")
    if not certify.provable(found, kernel.horizon):
        raise NotSupportedError(f"of a core nothing can be certified: {found.lower_reason}")
    certify.write_certificate(found, kernel.horizon, str(folder))
    return True

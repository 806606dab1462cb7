"""A program on the streaming engine: from a file to an answer, with its certificate."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from models.errors import InputError
from models.formats.text_files import read_bytes
from shell.budget import Budget, Stop
from shell.events import Observer, lines_to
from solvers.certificates.cycles import conclude, prepare, remove_unused
from solvers.certificates.folder_lock import earlier, working
from solvers.questions.inputs import path_of
from streaming.model.engine import Engine
from streaming.model.program import Program, program_from_json
from streaming.model.rules import Rules
from streaming.model.schedule import schedule_from_json
from streaming.question import certificate
from streaming.question.answer import StreamingAnswer
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings, settings_with
from streaming.question.streaming_options import StreamingOptions


@dataclass(frozen=True)
class Streamable:
    """A program, its engine, and the settings of the search."""

    rules: Rules
    settings: Settings


def read(inputs: Mapping[str, object], options: StreamingOptions) -> Streamable:
    """Read the problem, and prepare the certificate folder. Raises `InputError`."""
    if options.certificate is not None:
        prepare(options.certificate)
    program = inputs["program"]
    if not isinstance(program, Program):
        path = path_of(program, Program)
        program = program_from_json(read_bytes(path), path)
    engine = Engine(
        tiles=options.tiles,
        pipeline=options.pipeline,
        hops=options.hops,
        relay=options.relay,
        waiting=options.waiting,
        starts=options.starts,
        siblings=options.siblings,
        multicast=options.multicast,
        message=options.message,
    )
    rules = Rules(program, engine)
    settings = Settings(
        options.ii,
        options.minimise,
        options.method,
        options.solver,
        options.seed,
        options.jobs or os.cpu_count() or 1,
        options.tries,
        options.hint,
        options.policy,
        options.beam,
    )
    if options.placed is None:
        return Streamable(rules, settings)
    kept = schedule_from_json(read_bytes(options.placed), options.placed)
    if options.minimise == "ii":
        what = "spokes are fixed, so that the II cannot be asked for"
        raise InputError(what, options.placed)
    if kept.ii != options.ii:
        raise InputError(f"its II is {kept.ii}, asked is {options.ii}", options.placed)
    places = {p.instruction: (p.tile, p.start % kept.ii) for p in kept.placements}
    try:
        return Streamable(rules, settings_with(settings, places, rules))
    except InputError as error:
        raise error.inside(options.placed) from None


def solve(
    problem: Streamable, options: StreamingOptions, observer: Observer, budget: Budget
) -> StreamingAnswer:
    """Return the best mapping found: fewest cycles, or least II.

    The answer has its certificate unless the search was stopped; then `certify` of the answer
    remains to be called. Raises `InputError` if the method cannot be used.
    """
    search = StreamingSearch(problem.rules, problem.settings, budget, lines_to(observer))
    answer = search.answer
    if options.certificate is not None:
        search.proofs.folder = Path(working(options.certificate))
        answer.certify = partial(certify, search, options.certificate)
    try:
        search.run()
        if answer.certify is not None and answer.stopped is None:
            try:
                answer.certify()
            except InputError as failure:
                answer.uncertified = failure
    except Stop as stop:
        answer.stopped = str(stop)
    return answer


def certify(search: StreamingSearch, place: str) -> None:
    """Write a certificate of the answer into a folder; improvements found on the way are kept.

    After a stopped search, no proof is searched. Raises `InputError`.
    """
    answer, folder = search.answer, search.proofs.folder
    assert folder is not None
    made = None
    if answer.status == "unknown":
        answer.claim = f"not written ({answer.stopped or 'nothing is known'})"
    else:
        ii = search.settings.ii if answer.schedule is None else answer.schedule.ii
        try:
            if search.proofs.error is not None:
                raise search.proofs.error
            made = certificate.certify(
                search.rules,
                ii,
                answer.schedule,
                answer.objective,
                folder,
                search.budget if answer.stopped is None else Budget(0.0),
                search.proofs.at,
                search.settings.placed,
            )
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror or error}", place) from None
        if made is None:
            ended = "time limit" if search.budget.limited else "no proof is found"
            answer.claim = f"not written ({answer.stopped or ended})"
    if made is None:
        remove_unused(folder, ())
        answer.claim = f"{answer.claim}{earlier(place)}"
        return
    conclude(place)
    claim, schedule = made
    if schedule is not None:
        search.accept(schedule, "clauses")
        if claim.status == "optimal":
            search.raise_cycles(schedule.cycles, "clauses")
            answer.status = "optimal" if answer.proven else answer.status
    answer.certificate, answer.claim = place, claim.status
    if schedule is None and claim.ii < search.settings.ii:
        answer.claim += f", of II up to {claim.ii} only"

"""How `min_ii` answers: in words, as JSON, and in files."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from models.signals import attempted

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.errors import InputError
    from models.problem import Problem

    Save = tuple[object, Callable[[], object]]
    from solvers.intervals import MinIi

WISHES = {"registers": "values in registers", "transfers": "transfers over paths"}


def in_words(answer: MinIi) -> str:
    """Return the answer as lines for users."""
    problem = answer.problem
    names = f"'{problem.dfg.name}' on '{problem.arch.name}'"
    below = f"at least {answer.lower}: {answer.lower_reason}"
    if answer.mapping is None:
        upto = f" up to II {answer.most}" if answer.status == "infeasible" else ""
        lines = [f"{answer.status}: no pipelined mapping of {names} found{upto}", below]
    else:
        cycles = answer.mapping.horizon
        lines = [f"{answer.status}: {names} has II = {answer.contexts}, in {cycles} cycles", below]
    for tried in answer.tried.values():
        if tried.outcome in ("refuted up to horizon", "open"):
            lines.append(f"II {tried.contexts}: {tried.outcome}: {tried.reason}")
    if answer.granted is not None:
        granted = answer.granted
        proof = "the fewest" if granted.proven else f"at least {granted.least}"
        lines.append(f"{granted.count} {WISHES[granted.wish]} of an iteration: {proof}")
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def as_json(answer: MinIi, options: argparse.Namespace) -> str:
    """Return everything that is known, and what it was asked with, as JSON text."""
    from models.mapping_json import mapping_to_json
    from solvers.certify import versions

    mapping = answer.mapping
    record = {
        "schema": "xyzmap/min_ii/1",
        "question": "min_ii",
        "dfg": answer.problem.dfg.name,
        "architecture": answer.problem.arch.name,
        "method": options.method,
        "seed": options.seed,
        "annealing": None
        if options.method == "exact"
        else {name: getattr(options, name) for name in ("weights", "movements", "alpha")},
        "status": answer.status,
        "ii": answer.contexts,
        "cycles": None if mapping is None else mapping.horizon,
        "max_ii": answer.most,
        "lower_bound": answer.lower,
        "lower_bound_reason": answer.lower_reason,
        "found_by": answer.found_by,
        "tried": [
            {
                "ii": tried.contexts,
                "outcome": tried.outcome,
                "reason": tried.reason,
                "horizon": tried.horizon,
                "seconds": round(tried.seconds, 4),
                "by": tried.by,
            }
            for tried in answer.tried.values()
        ],
        "mapping": None if mapping is None else json.loads(mapping_to_json(mapping)),
        "fewest": None
        if answer.granted is None
        else {
            "of": answer.granted.wish,
            "count": answer.granted.count,
            "at_least": answer.granted.least,
        },
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(record, indent=1)


def write_files(
    answer: MinIi, options: argparse.Namespace, certify: Callable[[], object]
) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    import msgspec

    from models.mapping_json import mapping_to_json
    from models.text_files import write_text
    from views.mapping.svg import mapping_svg
    from views.pictures import write_picture

    mapping, picture = answer.mapping, options.picture
    problem: Problem = answer.problem
    if mapping is not None:
        problem = msgspec.structs.replace(problem, contexts=answer.contexts)

    def report() -> None:
        from solvers.verdicts import interval_verdict
        from views.html.page import report_html

        write_text(options.html, report_html(problem, mapping, interval_verdict(answer)))

    certificate, page = (options.certificate, certify), (options.html, report)
    if mapping is None:
        return attempted([certificate, page])
    return attempted(
        [
            (options.mapping, lambda: write_text(options.mapping, mapping_to_json(mapping))),
            certificate,
            (picture, lambda: write_picture(picture, mapping_svg(problem, mapping))),
            page,
        ]
    )

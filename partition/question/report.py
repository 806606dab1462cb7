"""The outputs of `partition`: text, JSON and files."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import Any

from models.formats.native_json import dfg_to_json, mapping_to_json
from models.formats.text_files import write_text
from models.judge.checker_operations import repeated
from partition.question.answer import PartitionAnswer
from partition.question.html import partition_html
from partition.question.options import PartitionOptions
from partition.question.timeline import picture, timeline
from partition.view.table import partition_text
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary
from solvers.questions.verdicts import files_line, files_record, repeated_line, told_recompute
from views.pictures import write_picture

SCHEMA = "xyzmap/partition/1"


def words(answer: PartitionAnswer, options: PartitionOptions) -> str:
    """Return the answer as lines for users."""
    names = f"'{answer.dfg.name}' on '{answer.arch.name}'"
    below = f"at least {answer.bound}: {answer.bound_reason}"
    if answer.partition is None:
        lines = [f"{answer.status}: no partition of {names} is mapped", below]
    else:
        count = len(answer.mapped)
        parts = "1 part" if count == 1 else f"{count} parts"
        title = f"{answer.status}: {names} has a total II of {answer.total}, in {parts}"
        rows, crossings = timeline(answer)
        lines = [
            partition_text(
                title=title, rows=rows, crossings=crossings, iterations=options.iterations
            ),
            below,
            f"by {answer.by}; {answer.compared} numbers equal to those of the DFG",
        ]
    line = files_line(answer.arch, answer.settings.files)
    if line is not None and answer.status != "infeasible":
        lines.append(f"{line}; the bound is that of counted registers")
    for p, best in enumerate(answer.problems):
        if (again := repeated_line(*best)) is not None:
            lines.append(f"part {p}: {again}")
    if answer.certified:
        lines.append(f"certificate: {answer.certified}")
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def record(answer: PartitionAnswer, options: PartitionOptions) -> str:
    """Return the answer and the options as JSON text."""
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "question": "partition",
        "dfg": answer.dfg.name,
        "architecture": answer.arch.name,
        "method": options.method,
        "seed": options.seed,
        **files_record(answer.arch, answer.settings.files),
        "recompute": told_recompute(answer.settings.recompute),
        "max_ii": answer.settings.max_ii,
        "asked_parts": options.parts,
        "status": answer.status,
        "total_ii": answer.total,
        "bound": answer.bound,
        "bound_reason": answer.bound_reason,
        "by": answer.by,
        "parts": _parts(answer),
        "cut": None if answer.partition is None else answer.crossing.edges,
        "extra": None if answer.partition is None else answer.crossing.extra,
        "compared": answer.compared,
        "certificate": answer.certified,
        "attempts": [
            {
                "by": attempt.by,
                "parts": attempt.parts,
                "planned": attempt.planned,
                "extra": attempt.extra,
                "total": attempt.total,
                "seconds": round(attempt.seconds, 3),
            }
            for attempt in answer.attempts
        ],
        "trace": answer.trace,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(found, indent=1)


def summary(answer: PartitionAnswer, options: PartitionOptions) -> Summary:
    """Return the summary fields common to all answers, with the mapping of the first part."""
    first = next(iter(answer.problems), None)
    return Summary(answer.total, answer.bound, answer.bound_reason, first)


def page(answer: PartitionAnswer, options: PartitionOptions) -> str:
    """Return the HTML report."""
    return partition_html(answer, options.iterations)


def saves(answer: PartitionAnswer, options: PartitionOptions) -> list[Save]:
    """Return the files requested by the options, slow ones last."""
    found: list[Save] = [(options.certificate, partial(_certify, answer))]
    if answer.partition is not None:
        if options.out is not None:
            for name, text in _files(answer).items():
                found.append((os.path.join(options.out, name), partial(_write, text)))
        drawn = options.iterations
        found.append((options.picture, lambda path: write_picture(path, picture(answer, drawn))))
    return [*found, (options.html, lambda path: write_text(path, page(answer, options)))]


def _certify(answer: PartitionAnswer, folder: str) -> None:
    from partition.question.certificate import write_certificate

    answer.certified = write_certificate(answer, folder)


def _write(text: str, path: str) -> None:
    write_text(path, text)


def _files(answer: PartitionAnswer) -> dict[str, str]:
    assert answer.partition is not None
    plain = {
        "schema": SCHEMA,
        "dfg": answer.dfg.name,
        "memory": answer.settings.memory._asdict(),
        "parts": [list(members) for members in answer.partition.parts],
    }
    found = {"partition.json": json.dumps(plain, indent=1) + "\n"}
    for p, (problem, mapping) in enumerate(answer.problems):
        found[f"part{p}.dfg.json"] = dfg_to_json(problem.dfg)
        found[f"part{p}.mapping.json"] = mapping_to_json(mapping)
    return found


def _parts(answer: PartitionAnswer) -> list[dict[str, Any]]:
    if answer.partition is None:
        return []
    return [
        {
            "operations": list(members),
            "ii": own.interval,
            "lower_bound": own.lower,
            "cycles": mapping.horizon,
            "stores": list(own.part.stores),
            "loads": list(own.part.loads),
            "found_by": own.found_by,
            "seconds": round(own.seconds, 3),
            "issued_again": repeated(problem.dfg, mapping),
            "mapping": json.loads(mapping_to_json(mapping)),
        }
        for members, own, (problem, mapping) in zip(
            answer.partition.parts, answer.mapped, answer.problems, strict=True
        )
    ]

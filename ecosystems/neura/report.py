"""The output of `neura`: the line for the compiler, the proof, JSON, and files."""

from __future__ import annotations

import json

import msgspec

from ecosystems.neura.answer import NeuraAnswer
from ecosystems.neura.neura_options import NeuraOptions
from ecosystems.neura.written import Written, written_to_json
from models.formats.text_files import write_text
from solvers.certificates.intervals import write_claim
from solvers.questions.ask import Save


def words(answer: NeuraAnswer, options: NeuraOptions) -> str:
    """Return the line of the compiler's script, then the bound with its reason."""
    found, document = answer.found, answer.document
    if answer.written is None:
        lines = [f"NO_MAPPED_II_WITHIN_BUDGET (through II={found.most})"]
        if document.unprovided:
            lines.append(f"no tile executes {', '.join(document.unprovided)}")
    else:
        what = "placement+schedule" + ("" if options.placements_only else "+routing")
        lines = [f"MAPPED_II = {answer.written.compiled_ii} ({what})"]
    lines.append(f"at least {found.lower}: {found.lower_reason}")
    if answer.written is None and found.mapping is not None:
        return "\n".join(lines)
    if found.status == "optimal":
        lines.append("no smaller II has a mapping")
    elif found.status == "infeasible":
        lines.append(f"no II up to {found.most} has a mapping")
    elif (left := _left(answer, options)) is not None:
        lines.append(left)
    if found.stopped:
        lines.append(f"stopped: {found.stopped}")
    return "\n".join(lines)


def _left(answer: NeuraAnswer, options: NeuraOptions) -> str | None:
    """Return the line on open intervals."""
    found = answer.found
    first = max(found.lower, options.min_ii)
    last = found.most if found.contexts is None else found.contexts - 1
    if first > last:
        return None
    return f"not decided: interval{f' {first}' if first == last else f's {first} to {last}'}"


def record(answer: NeuraAnswer, options: NeuraOptions) -> str:
    """Return the whole answer, and the main options, as JSON text."""
    from solvers.certificates.cycles import versions

    found, document = answer.found, answer.document
    written = _chosen(answer, options)
    told = {
        "schema": "xyzmap/neura/1",
        "question": "neura",
        "dfg": answer.name,
        "operations": len(document.ops),
        "edges": len(document.edges),
        "tiles": len(document.arch.tiles),
        "timing": options.timing,
        "seed": options.seed,
        "status": found.status,
        "ii": None if answer.written is None else answer.written.compiled_ii,
        "min_ii": options.min_ii,
        "max_ii": found.most,
        "lower_bound": found.lower,
        "lower_bound_reason": found.lower_reason,
        "found_by": found.found_by,
        "answer": None if written is None else msgspec.to_builtins(written),
        "stopped": found.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(told, indent=1)


def _chosen(answer: NeuraAnswer, options: NeuraOptions) -> Written | None:
    """Return the answer for the compiler."""
    if answer.written is None or not options.placements_only:
        return answer.written
    bare: Written = msgspec.structs.replace(answer.written, routes=None)
    return bare


def saves(answer: NeuraAnswer, options: NeuraOptions) -> list[Save]:
    """Return the files that the options request; without a mapping, no answer is emitted."""
    written = _chosen(answer, options)
    certificate: Save = (options.certificate, lambda path: _certify(answer, path))
    if written is None:
        return [certificate]
    return [(options.emit, lambda path: write_text(path, written_to_json(written))), certificate]


def _certify(answer: NeuraAnswer, folder: str) -> None:
    note = write_claim(answer.found, folder)
    if note is not None:
        answer.notes.append(note)
    if note is None or not note.startswith("no certificate"):
        answer.found.certificate = folder

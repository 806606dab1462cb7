"""The outputs of `streaming`: text, JSON and files."""

from __future__ import annotations

import json

from models.formats.json_text import to_plain
from models.formats.text_files import write_text
from models.text import n_cycles
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary
from streaming.model.schedule import schedule_to_json
from streaming.question.answer import StreamingAnswer
from streaming.question.streaming_options import StreamingOptions


def words(answer: StreamingAnswer, options: StreamingOptions) -> str:
    """Return the answer as lines for users."""
    program, best = answer.rules.program, answer.schedule
    if best is None:
        unmapped = f"'{program.name}' is not mapped"
        lines = [f"{answer.status}: {answer.reason or unmapped}"]
    else:
        from streaming.view.text import streaming_text

        count = len(program.instructions)
        lines = [
            f"{answer.status}: '{program.name}' takes {n_cycles(best.cycles)} at II {best.ii}"
            f" ({count} instructions, by {answer.by})",
            streaming_text(program, best),
            f"at least {n_cycles(answer.cycles.value)}: {answer.cycles.reason}",
            f"{answer.compared} numbers equal to those of the program",
        ]
    if answer.objective == "ii" and answer.status != "infeasible":
        lines.append(f"II at least {answer.interval.value}: {answer.interval.reason}")
    if answer.claim:
        lines.append(f"certificate: {answer.claim}")
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def record(answer: StreamingAnswer, options: StreamingOptions) -> str:
    """Return the answer and the options as JSON text."""
    rules, best = answer.rules, answer.schedule
    found = {
        "schema": "xyzmap/streaming_answer/1",
        "question": "streaming",
        "program": rules.program.name,
        "instructions": len(rules.program.instructions),
        "engine": to_plain(rules.engine),
        "method": options.method,
        "objective": answer.objective,
        "asked_ii": options.ii,
        "seed": options.seed,
        "status": answer.status,
        "ii": None if best is None else best.ii,
        "ii_bound": answer.interval.value,
        "ii_reason": answer.interval.reason,
        "cycles": None if best is None else best.cycles,
        "cycles_bound": answer.cycles.value,
        "cycles_reason": answer.cycles.reason,
        "reason": answer.reason,
        "by": answer.by,
        "compared": answer.compared,
        "certificate": answer.claim,
        "mapping": None if best is None else json.loads(schedule_to_json(best)),
        "trace": answer.trace,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(found, indent=1)


def saves(answer: StreamingAnswer, options: StreamingOptions) -> list[Save]:
    """Return the files requested by the options."""
    rules, best = answer.rules, answer.schedule
    certificate: Save = (options.certificate, lambda folder: _certify(answer))
    report: Save = (options.html, lambda path: write_text(path, page(answer, options)))
    if best is None:
        return [certificate, report]

    def draw(path: str) -> None:
        from streaming.view.svg import streaming_svg
        from views.pictures import write_picture

        write_picture(path, streaming_svg(rules.program, best))

    return [
        certificate,
        (options.out, lambda path: write_text(path, schedule_to_json(best))),
        (options.picture, draw),
        report,
    ]


def _certify(answer: StreamingAnswer) -> None:
    if answer.uncertified is not None:
        raise answer.uncertified
    if answer.claim is None and answer.certify is not None:
        answer.certify()


def page(answer: StreamingAnswer, options: StreamingOptions) -> str:
    """Return the HTML report."""
    from streaming.question.verdict import streaming_verdict
    from streaming.view.page import streaming_html

    verdict = streaming_verdict(answer, options.method)
    return streaming_html(answer.rules.program, answer.rules.engine, answer.schedule, verdict)


def summary(answer: StreamingAnswer, options: StreamingOptions) -> Summary:
    """Return the summary fields common to all answers."""
    best = answer.schedule
    value = None if best is None else best.ii if options.minimise == "ii" else best.cycles
    bound = answer.interval if options.minimise == "ii" else answer.cycles
    known = answer.reason if best is None else ""
    return Summary(value, bound.value, known or bound.reason)

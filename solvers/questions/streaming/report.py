"""How a question about the streaming engine is answered: in words, as JSON, and in files."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from models.process.signals import attempted

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.streaming.search import StreamingSearch

SCHEMA = "xyzmap/streaming_answer/1"


def in_words(search: StreamingSearch) -> str:
    """Return the answer as lines for users."""
    answer, program = search.answer, search.rules.program
    best = answer.schedule
    if best is None:
        lines = [f"{answer.status}: '{program.name}' is not mapped"]
        if answer.reason:
            lines[0] = f"{answer.status}: {answer.reason}"
    else:
        from views.streaming.text import streaming_text

        count = len(program.instructions)
        lines = [
            f"{answer.status}: '{program.name}' takes {best.cycles} cycles at II {best.ii}"
            f" ({count} instructions, by {answer.by})",
            streaming_text(program, best),
        ]
        lines.append(f"at least {answer.cycles.value} cycles: {answer.cycles.reason}")
        lines.append(f"{answer.compared} numbers equal to those of the program")
    if answer.objective == "ii" and answer.status != "infeasible":
        lines.append(f"II at least {answer.interval.value}: {answer.interval.reason}")
    if answer.certificate:
        lines.append(f"certificate: {answer.certificate}")
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def as_json(search: StreamingSearch, options: argparse.Namespace) -> str:
    """Return everything that is known, and what it was asked with, as JSON text."""
    from models.formats.json_text import to_plain
    from models.streaming.schedule import schedule_to_json
    from solvers.certificates.cycles import versions

    answer, best = search.answer, search.answer.schedule
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "question": "streaming",
        "program": search.rules.program.name,
        "instructions": len(search.rules.program.instructions),
        "engine": to_plain(search.rules.engine),
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
        "certificate": answer.certificate,
        "mapping": None if best is None else json.loads(schedule_to_json(best)),
        "trace": answer.trace,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(record, indent=1)


def write_files(search: StreamingSearch, options: argparse.Namespace) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from models.formats.text_files import write_text
    from models.streaming.schedule import schedule_to_json

    best, rules = search.answer.schedule, search.rules

    def report() -> None:
        from solvers.questions.streaming.verdict import streaming_verdict
        from views.html.streaming import streaming_html

        verdict = streaming_verdict(rules, search.answer, options.method)
        write_text(options.html, streaming_html(rules.program, rules.engine, best, verdict))

    if best is None:
        return attempted([(options.html, report)])

    def draw() -> None:
        from views.pictures import write_picture
        from views.streaming.svg import streaming_svg

        write_picture(options.picture, streaming_svg(search.rules.program, best))

    return attempted(
        [
            (options.out, lambda: write_text(options.out, schedule_to_json(best))),
            (options.picture, draw),
            (options.html, report),
        ]
    )

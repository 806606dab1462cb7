"""The output of `remap`: in words, as JSON, and in files."""

from __future__ import annotations

import json

from models.formats.native_json import mapping_to_json
from models.formats.text_files import write_text
from models.judge.checker_operations import Where
from models.text import n_cycles
from remap.question.answer import Remapped
from remap.question.remap_options import RemapOptions
from shell.command import show
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary
from solvers.questions.verdicts import (
    files_line,
    files_record,
    repeated_facts,
    repeated_line,
    repeated_record,
    show_schedule,
)
from views.html.page import scenes_html
from views.html.scene import Scene
from views.html.verdict import Fact, Tried, Verdict
from views.mapping.svg import mapping_svg
from views.pictures import write_picture


def words(answer: Remapped, options: RemapOptions) -> str:
    """Return the answer as lines for users."""
    lines = [f"{answer.status}: {answer.headline}"]
    if answer.mapping is not None:
        if answer.status != "optimal":
            lines.append(f"at least {answer.at_least} have to move")
        lines += [f"  {m.operation}: {_shown(m.before)} -> {_shown(m.after)}" for m in answer.moved]
    if (line := files_line(answer.problem.arch, answer.register_files)) is not None:
        lines.append(line)
    if (again := repeated_line(answer.problem, answer.mapping)) is not None:
        lines.append(again)
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def tell(answer: Remapped, options: RemapOptions) -> None:
    """Print the answer, then the schedule."""
    verdict = words(answer, options)
    show(verdict)
    show_schedule(answer.problem, answer.mapping, verdict, asked=options.table, whole=options.all)


def record(answer: Remapped, options: RemapOptions) -> str:
    """Return the whole answer as JSON text."""
    mapping = answer.mapping
    found = {
        "schema": "xyzmap/remap/1",
        "question": "remap",
        "dfg": answer.problem.dfg.name,
        "architecture": answer.problem.arch.name,
        "status": answer.status,
        "reason": answer.reason,
        "ii": answer.problem.contexts,
        **files_record(answer.problem.arch, answer.register_files),
        **repeated_record(answer.problem, mapping),
        "old_cycles": answer.old.horizon,
        "cycles": None if mapping is None else mapping.horizon,
        "moved": [
            {"operation": m.operation, "from": list(m.before), "to": list(m.after)}
            for m in answer.moved
        ],
        "at_least": answer.at_least,
        "kept": list(answer.kept),
        "new": list(answer.added),
        "tried": [
            {
                "cycles": tried.horizon,
                "outcome": tried.outcome,
                "freed": list(tried.freed),
                "seconds": round(tried.seconds, 4),
            }
            for tried in answer.tried
        ],
        "mapping": None if mapping is None else json.loads(mapping_to_json(mapping)),
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(found, indent=1)


def summary(answer: Remapped, options: RemapOptions) -> Summary:
    """Return the parts common to all answers; the value is the number of moves."""
    mapping = answer.mapping
    if mapping is None:
        return Summary(None, answer.at_least, answer.reason)
    return Summary(len(answer.moved), answer.at_least, answer.reason, (answer.problem, mapping))


def saves(answer: Remapped, options: RemapOptions) -> list[Save]:
    """Return the files that the options ask for."""
    mapping, problem = answer.mapping, answer.problem
    report: Save = (options.html, lambda path: write_text(path, page(answer, options)))
    if mapping is None:
        return [report]
    return [
        (options.out, lambda path: write_text(path, mapping_to_json(mapping))),
        (options.picture, lambda path: write_picture(path, mapping_svg(problem, mapping))),
        report,
    ]


def page(answer: Remapped, options: RemapOptions) -> str:
    """Return the HTML report; moved and new operations are marked."""
    notes = {move.operation: f"moved from {_shown(move.before)}" for move in answer.moved}
    notes |= dict.fromkeys(answer.added, "new")
    scene = Scene("", answer.problem, answer.mapping, _verdict(answer), notes)
    return scenes_html(scene.name, scene.verdict, [scene])


def _verdict(answer: Remapped) -> Verdict:
    """Return the result, with every operation that moved as a fact."""
    mapping, old = answer.mapping, answer.old
    facts: list[Fact] = [("old mapping", f"of '{old.dfg}', {n_cycles(old.horizon)}")]
    facts += [
        ("moved", f"{move.operation}: {_shown(move.before)} → {_shown(move.after)}")
        for move in answer.moved
    ]
    facts += [("new", ", ".join(answer.added))] * bool(answer.added)
    facts += [("stay", ", ".join(answer.kept))] * bool(answer.kept)
    if (line := files_line(answer.problem.arch, answer.register_files)) is not None:
        facts.append(("register files", line.partition(": ")[2]))
    facts += repeated_facts(answer.problem, mapping)
    if answer.stopped is not None:
        facts.append(("stopped", answer.stopped))
    return Verdict(
        status=answer.status,
        headline=answer.headline,
        value="" if mapping is None else n_cycles(mapping.horizon),
        bound=f"at least {answer.at_least} operations have to move",
        facts=tuple(facts),
        tried=tuple(
            Tried(
                n_cycles(tried.horizon),
                tried.outcome,
                f"not all of {', '.join(tried.freed)} can stay" * bool(tried.freed),
            )
            for tried in answer.tried
        ),
    )


def _shown(where: tuple[Where, ...]) -> str:
    """Return the places of an operation, such as `pe0@3`."""
    return ", ".join(f"{component}@{cycle}" for component, cycle in where)

"""How `min_cycles` answers: in words, as JSON, and in files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from models.data.explanation import Explanation, recorded
from models.data.explanation import words as explained
from models.data.problem import counted_contexts
from models.formats.native_json import mapping_to_json
from models.formats.text_files import write_text
from models.text import n_cycles
from shell.budget import Budget
from shell.command import show
from shell.events import Observer
from solvers.questions.ask import Save, Summary
from solvers.questions.min_cycles.answer import MinCycles
from solvers.questions.min_cycles.min_cycles_options import MinCyclesOptions
from solvers.questions.verdicts import (
    FREEDOM,
    constraints_record,
    draw_schedule,
    objective_facts,
    repeated_facts,
    repeated_line,
    repeated_record,
    rewritten,
    show_schedule,
    told_facts,
    under_constraints,
)
from solvers.search.answer import Answer
from views.html.verdict import Fact, Tried, Verdict

EXPLAIN_SECONDS = 60.0
"""How long an explanation is made smaller when there is no time limit."""

RESULTS = {"sat": "mapped", "unsat": "refuted", "unknown": "open"}

SCHEMA = "xyzmap/answer/1"


def headline(answer: Answer, asked: int | None, most: int | None = None) -> str:
    """Return the answer in one sentence; `asked` is the fixed number of cycles, if any,
    and `most` the largest that was tried.
    """
    body = f"'{answer.problem.dfg.name}' on '{answer.problem.arch.name}'"
    body += FREEDOM[answer.problem.transform]
    body += under_constraints(answer.problem)
    if answer.problem.contexts is not None:
        contexts = answer.problem.contexts
        body += f" with {counted_contexts(contexts)} (II = {contexts})"
    word = "" if answer.word_of is None else " (solver's word)"
    if answer.cycles is not None and answer.status == "optimal":
        return f"optimal{word}: {body} takes {n_cycles(answer.cycles)} and no fewer"
    if answer.cycles is not None and answer.status == "feasible":
        if asked is not None:
            return f"feasible: {body} has a mapping with {n_cycles(asked)}"
        return f"feasible: {body} takes at most {n_cycles(answer.cycles)}, not proven minimal"
    if answer.status == "infeasible":
        if _hopeless(answer):
            return f"infeasible: {body}: {answer.lower_reason}"
        limit = most if asked is None else asked
        told = f"no mapping with {'at most ' if asked is None else ''}{n_cycles(limit or 0)}"
        return f"infeasible{word}: {body} has {told}"
    return f"unknown: no mapping of {body} found"


def _hopeless(answer: Answer) -> bool:
    """Whether no number of cycles is feasible, so that there is no bound to tell."""
    return answer.status == "infeasible" and answer.lower_bound <= 1 and not answer.attempts


def record(answer: MinCycles, options: MinCyclesOptions) -> str:
    """Return everything known about the answer; the schema tag is `xyzmap/answer/1`."""
    from solvers.certificates.cycles import versions

    explanation, found = answer.explanation, answer.found
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "question": "min_cycles",
        "dfg": found.problem.dfg.name,
        "architecture": found.problem.arch.name,
        "contexts": found.problem.contexts,
        "transform": options.transform,
        "rewrites": found.rewrites,
        "multi_node": "on" if options.multi_node else "off",
        **constraints_record(found.problem, answer.objectives),
        **repeated_record(found.problem, found.mapping),
        "solvers": list(options.solver) or ["auto"],
        "asked_cycles": options.cycles,
        "max_cycles": options.max_cycles,
        "status": found.status,
        "cycles": found.cycles,
        "lower_bound": found.lower_bound,
        "lower_bound_reason": found.lower_reason,
        "certified_lower_bound": min(found.certified, found.lower_bound),
        "word_of": found.word_of,
        "failures": found.failures,
        "found_by": found.found_by,
        "stopped": found.stopped,
        "seed": options.seed,
        "versions": versions(*_packages(options.solver)),
        "seconds": {name: round(value, 4) for name, value in found.seconds.items()},
        "attempts": [msgspec.to_builtins(attempt) for attempt in found.attempts],
        "mapping": None if found.mapping is None else json.loads(mapping_to_json(found.mapping)),
    }
    if explanation is not None:
        made["explanation"] = recorded(explanation)
    return json.dumps(made, indent=1)


def _packages(solvers: Sequence[str]) -> list[str]:
    """The packages of solvers that not every installation has."""
    from solvers.backends.registry import chosen
    from solvers.tasks.solver_options import AUTO

    used = {chosen(name).backend.package for name in solvers if name != AUTO}
    return sorted(name for name in used if name is not None and name != "pysat")


def words(answer: MinCycles, options: MinCyclesOptions) -> str:
    """Return the answer in one line, and the bound with its reason in another."""
    found = answer.found
    lines = [headline(found, options.cycles, options.max_cycles)]
    if not _hopeless(found):
        lines.append(f"at least {n_cycles(found.lower_bound)}: {found.lower_reason}")
    if (again := repeated_line(found.problem, found.mapping)) is not None:
        lines.append(again)
    lines += map(str, answer.objectives)
    return "\n".join(lines)


def tell(answer: MinCycles, options: MinCyclesOptions) -> None:
    """Print the answer, further facts, and the schedule."""
    found, verdict = answer.found, words(answer, options)
    show(verdict)
    if found.stopped:
        show(f"stopped: {found.stopped}")
    for failure in found.failures:
        show(f"failed: {failure}")
    if found.found_by is not None:
        print(f"mapping found by: {found.found_by}")
    if options.explain:
        _print_explanation(answer)
    asked, whole = options.table, options.all
    show_schedule(found.problem, found.mapping, verdict, asked=asked, whole=whole)


def _print_explanation(answer: MinCycles) -> None:
    explanation = answer.explanation
    if explanation is None:
        if answer.status == "infeasible" and answer.found.bounds:
            print("no explanation was found in time, or there are too many reassociations")
        return
    for line in explained(explanation):
        show(line)


def saves(answer: MinCycles, options: MinCyclesOptions) -> list[Save]:
    """Return the files that the options ask for."""
    problem, mapping = answer.question.problem, answer.found.mapping
    certificate: Save = (options.certificate, lambda path: _certify(answer, options, path))
    if mapping is None:
        return [certificate, _report(answer, options)]
    return [
        (options.out, lambda path: write_text(path, mapping_to_json(mapping))),
        certificate,
        (options.picture, lambda path: draw_schedule(path, problem, mapping)),
        _report(answer, options),
    ]


def extend(
    answer: MinCycles, options: MinCyclesOptions, observer: Observer, budget: Budget
) -> list[Save]:
    """Explain a refutation, for a minute if there is no limit; return the report with it."""
    question = answer.question
    if not options.explain or not question.refutable:
        return []
    budget = budget if budget.limited else Budget.of(EXPLAIN_SECONDS)
    answer.explanation = _explained(answer, options, budget)
    return [] if answer.explanation is None else [_report(answer, options)]


def _explained(answer: MinCycles, options: MinCyclesOptions, budget: Budget) -> Explanation | None:
    """Return why one cycle less than the bound, or the requested number, is impossible.

    None if it is not, or if no explanation was found within the budget.
    """
    question, found = answer.question, answer.found
    refuted = found.lower_bound - 1 if options.cycles is None else options.cycles
    if (found.cycles is not None and refuted >= found.cycles) or refuted < 1:
        return None
    from solvers.questions.explain import explain

    return explain(question.problem, refuted, question.options, budget)


def _report(answer: MinCycles, options: MinCyclesOptions) -> Save:
    return options.html, lambda path: write_text(path, page(answer, options))


def page(answer: MinCycles, options: MinCyclesOptions) -> str:
    """Return the HTML report."""
    from views.html.page import report_html

    return report_html(answer.question.problem, answer.found.mapping, verdict(answer, options))


def summary(answer: MinCycles, options: MinCyclesOptions) -> Summary:
    """Return the common parts of all answers."""
    found = answer.found
    mapping = found.mapping
    best = None if mapping is None else (found.problem, mapping)
    return Summary(found.cycles, found.lower_bound, found.lower_reason, best)


def _certify(answer: MinCycles, options: MinCyclesOptions, folder: str) -> None:
    found = answer.found
    from solvers.certificates.cycles import provable, remove_unused, write_certificate
    from solvers.certificates.folder_lock import earlier, working

    if not provable(found, options.most):
        remove_unused(Path(working(folder)), ())
        answer.notes.append(f"no certificate: {_nothing_to_certify(found)}{earlier(folder)}")
        return
    write_certificate(found, options.most, folder)
    answer.certificate = folder
    if found.certified < found.lower_bound:
        claims = f"the certificate shows at least {n_cycles(found.certified)} only"
        answer.notes.append(f"note: {claims}, because a proof is missing")


def _nothing_to_certify(answer: Answer) -> str:
    if answer.word_of is not None:
        return f"the refutation by {answer.word_of} has no proof; add --certify"
    if answer.status == "infeasible":
        return "the refutation left no proof that lists all orders"
    return "there is neither a mapping nor a refuted question"


def verdict(answer: MinCycles, options: MinCyclesOptions) -> Verdict:
    """Return the section of the report on the proof."""
    explanation, found = answer.explanation, answer.found
    facts: list[Fact] = [rewritten(found.rewrites)]
    facts += told_facts(("mapping found by", found.found_by), ("stopped", found.stopped))
    facts += repeated_facts(found.problem, found.mapping)
    facts += told_facts(("rests on the word of", found.word_of))
    facts += objective_facts(answer.objectives)
    if found.lower_bound > found.certified:
        facts.append(("certified", f"at least {n_cycles(found.certified)}"))
    facts += [("lost", failure) for failure in found.failures]
    limits: tuple[str, ...] = ()
    if explanation is not None:
        limits = tuple(f"with {n_cycles(explanation.horizon)}: {s}" for s in explanation.lines())
    return Verdict(
        status=answer.status,
        headline=headline(found, options.cycles, options.max_cycles).partition(": ")[2],
        value="" if found.cycles is None else n_cycles(found.cycles),
        bound=f"at least {n_cycles(found.lower_bound)}",
        reason=found.lower_reason,
        facts=tuple(facts),
        tried=tuple(
            Tried(
                n_cycles(attempt.horizon),
                RESULTS[attempt.result],
                f"{attempt.solver}, {attempt.clauses} clauses, {attempt.conflicts} conflicts",
            )
            for attempt in found.attempts
        ),
        limits=limits,
    )

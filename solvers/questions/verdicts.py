"""What answers say of their proof, for the HTML report."""

from __future__ import annotations

from solvers.questions.min_cycles.explain import Explanation
from solvers.questions.min_cycles.report import headline
from solvers.questions.min_ii.report import WISHES
from solvers.search.answer import Answer
from solvers.search.interval_answer import MinIi
from views.html.verdict import Fact, Tried, Verdict

RESULTS = {"sat": "mapped", "unsat": "refuted", "unknown": "open"}


def cycles_verdict(
    answer: Answer, asked: int | None, most: int | None, explanation: Explanation | None
) -> Verdict:
    """Return what `min_cycles` knows; `asked` and `most` as in `headline`."""
    facts: list[Fact] = [("order of operations", ordered(answer.problem.transform))]
    facts += _told(("mapping found by", answer.found_by), ("stopped", answer.stopped))
    facts += _told(("rests on the word of", answer.word_of))
    if answer.lower_bound > answer.certified:
        facts.append(("certified", f"at least {answer.certified} cycles"))
    facts += [("lost", failure) for failure in answer.failures]
    limits: tuple[str, ...] = ()
    if explanation is not None:
        limits = tuple(f"with {explanation.horizon} cycles: {s}" for s in explanation.lines())
    return Verdict(
        status=answer.status,
        headline=headline(answer, asked, most).partition(": ")[2],
        value="" if answer.cycles is None else f"{answer.cycles} cycles",
        bound=f"at least {answer.lower_bound} cycles",
        reason=answer.lower_reason,
        facts=tuple(facts),
        tried=tuple(
            Tried(
                f"{attempt.horizon} cycles",
                RESULTS[attempt.result],
                f"{attempt.solver}, {attempt.clauses} clauses, {attempt.conflicts} conflicts",
            )
            for attempt in answer.attempts
        ),
        limits=limits,
    )


def interval_verdict(answer: MinIi) -> Verdict:
    """Return what `min_ii` knows."""
    problem, mapping = answer.problem, answer.mapping
    names = f"'{problem.dfg.name}' on '{problem.arch.name}'"
    facts: list[Fact] = [("order of operations", ordered(problem.transform))]
    facts += _told(("mapping found by", answer.found_by), ("stopped", answer.stopped))
    if mapping is None:
        upto = f" up to II {answer.most}" if answer.status == "infeasible" else ""
        told = f"no pipelined mapping of {names} found{upto}"
    else:
        told = f"{names} has II = {answer.contexts}, in {mapping.horizon} cycles"
        proof = "and no smaller one" if answer.status == "optimal" else "not proven minimal"
        told += f", {proof}"
    if answer.granted is not None:
        least = "the fewest" if answer.granted.proven else f"at least {answer.granted.least}"
        facts.append((WISHES[answer.granted.wish], f"{answer.granted.count}: {least}"))
    return Verdict(
        status=answer.status,
        headline=told,
        value="" if mapping is None else f"II = {answer.contexts}",
        bound=f"II at least {answer.lower}",
        reason=answer.lower_reason,
        facts=tuple(facts),
        tried=tuple(
            Tried(f"II = {tried.contexts}", tried.outcome, tried.reason)
            for tried in answer.tried.values()
        ),
    )


def ordered(transform: str) -> str:
    """Return who chose the order of associative operations."""
    return "as written" if transform == "none" else f"chosen by the mapper ({transform})"


def _told(*pairs: tuple[str, str | None]) -> list[Fact]:
    return [(label, text) for label, text in pairs if text is not None]

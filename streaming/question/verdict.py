"""The verdict of a streaming answer for the HTML report."""

from __future__ import annotations

from models.text import counted
from streaming.model.rules import Rules
from streaming.question.answer import StreamingAnswer
from views.html.verdict import Fact, Tried, Verdict


def streaming_verdict(answer: StreamingAnswer, method: str) -> Verdict:
    """Return the verdict; `method` is the search method of the mapping."""
    rules, best = answer.rules, answer.schedule
    program = rules.program.name
    if best is None:
        told = answer.reason or f"'{program}' is not mapped"
    else:
        told = f"'{program}' takes {counted(best.cycles, 'cycle')} at II {best.ii}"
        told += ", and no fewer" if answer.status == "optimal" else ", not proven minimal"
    facts: list[Fact] = []
    if answer.objective == "ii" and answer.status != "infeasible":
        facts.append(("II", f"at least {answer.interval.value}: {answer.interval.reason}"))
    facts += _machine(rules)
    facts.append(("method", method))
    known = (
        ("mapping found by", answer.by),
        ("executed", answer.compared and f"{answer.compared} numbers equal to the program's"),
        ("certificate", answer.claim),
        ("stopped", answer.stopped),
    )
    facts += [(label, text) for label, text in known if text]
    bounded = answer.status != "infeasible"
    return Verdict(
        status=answer.status,
        headline=told,
        value="" if best is None else f"{counted(best.cycles, 'cycle')}, II = {best.ii}",
        bound=f"at least {counted(answer.cycles.value, 'cycle')}" if bounded else "",
        reason=answer.cycles.reason if bounded else "",
        facts=tuple(facts),
        tried=tuple(
            Tried(
                f"after {step['seconds']:.1f} s",
                f"II {step['ii']}, {counted(step['cycles'], 'cycle')}",
                f"by {step['by']}",
            )
            for step in answer.trace
        ),
    )


def _machine(rules: Rules) -> list[Fact]:
    engine = rules.engine
    hops = ", ".join(str(cycles) for cycles in engine.hops)
    words = [
        f"{counted(engine.tiles, 'tile')}, a pipeline of {counted(engine.pipeline, 'cycle')}",
        f"hops of 1 to {len(engine.hops)} tiles in {hops} cycles"
        + (", relayed further" * engine.relay),
        "results may wait" if engine.waiting else "results cannot wait",
    ]
    return [("engine", text) for text in words]

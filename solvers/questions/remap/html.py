"""The HTML report of a re-mapping: the new mapping, and what moved against the old one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from views.html.page import scenes_html
from views.html.scene import Scene
from views.html.verdict import Fact, Tried, Verdict

if TYPE_CHECKING:
    from models.judge.checker_operations import Where
    from solvers.questions.remap.search import Remapped


def remap_html(answer: Remapped) -> str:
    """Return the page; operations that moved, or are new, are marked."""
    notes = {move.operation: f"moved from {shown(move.before)}" for move in answer.moved}
    notes |= dict.fromkeys(answer.added, "new")
    scene = Scene("", answer.problem, answer.mapping, remap_verdict(answer), notes)
    return scenes_html(scene.name, scene.verdict, [scene])


def remap_verdict(answer: Remapped) -> Verdict:
    """Return what is known, with every operation that moved as a fact."""
    mapping, old = answer.mapping, answer.old
    facts: list[Fact] = [("old mapping", f"of '{old.dfg}', {old.horizon} cycles")]
    facts += [
        ("moved", f"{move.operation}: {shown(move.before)} → {shown(move.after)}")
        for move in answer.moved
    ]
    facts += [("new", ", ".join(answer.added))] * bool(answer.added)
    facts += [("stay", ", ".join(answer.kept))] * bool(answer.kept)
    if answer.stopped is not None:
        facts.append(("stopped", answer.stopped))
    return Verdict(
        status=answer.status,
        headline=in_short(answer),
        value="" if mapping is None else f"{mapping.horizon} cycles",
        bound=f"at least {answer.at_least} operations have to move",
        facts=tuple(facts),
        tried=tuple(
            Tried(
                f"{tried.horizon} cycles",
                tried.outcome,
                f"not all of {', '.join(tried.freed)} can stay" * bool(tried.freed),
            )
            for tried in answer.tried
        ),
    )


def in_short(answer: Remapped) -> str:
    """Return in a line what was found."""
    problem, mapping = answer.problem, answer.mapping
    names = f"'{problem.dfg.name}' on '{problem.arch.name}'"
    pace = "" if problem.contexts is None else f" with II = {problem.contexts}"
    if mapping is None:
        return f"{names}{pace}: {answer.reason or 'no mapping found'}"
    return (
        f"{names}{pace}, in {mapping.horizon} cycles: {len(answer.kept)} operations stay,"
        f" {len(answer.moved)} move, {len(answer.added)} are new"
    )


def shown(where: tuple[Where, ...]) -> str:
    """Return where an operation is executed, such as `pe0@3`."""
    return ", ".join(f"{component}@{cycle}" for component, cycle in where)

"""The HTML report of a partition: its parts on a time line, and the mapping of each."""

from __future__ import annotations

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import n_cycles
from partition.question.answer import PartitionAnswer
from partition.question.mapping import MappedPart
from partition.question.timeline import timeline
from partition.view.page import partition_overview
from partition.view.rows import Timeline
from solvers.questions.verdicts import repeated_facts
from views.html.page import scenes_html
from views.html.scene import Scene
from views.html.verdict import Fact, Tried, Verdict


def partition_html(answer: PartitionAnswer, iterations: int) -> str:
    """Return the page; without a mapped partition, it shows the whole DFG and the array."""
    verdict = _verdict(answer)
    title = f"{answer.dfg.name} on {answer.arch.name}"
    if answer.partition is None:
        whole = Problem(answer.dfg, answer.arch, answer.settings.max_ii)
        return scenes_html(title, verdict, [Scene(title, whole, None, verdict)])
    scenes = [
        _scene(p, own, *best)
        for p, (own, best) in enumerate(zip(answer.mapped, answer.problems, strict=True))
    ]
    rows, crossings = timeline(answer)
    overview = partition_overview(
        Timeline(rows, crossings, iterations), [own.lower for own in answer.mapped]
    )
    return scenes_html(f"{title}: total II {answer.total}", verdict, scenes, overview, "Part")


def _verdict(answer: PartitionAnswer) -> Verdict:
    """Return the verdict on the whole partition."""
    names = f"'{answer.dfg.name}' on '{answer.arch.name}'"
    facts: list[Fact] = [("largest II of a part", str(answer.settings.max_ii))]
    if answer.partition is None:
        told = f"no partition of {names} is mapped"
    else:
        count = len(answer.mapped)
        parts = "1 part" if count == 1 else f"{count} parts"
        told = f"{names} has a total II of {answer.total}, in {parts}"
        proof = "and none has less" if answer.status == "optimal" else "not proven minimal"
        told += f", {proof}"
        facts += [("found by", answer.by)]
        facts += [("checked", f"{answer.compared} numbers equal to those of the DFG")]
    if answer.stopped is not None:
        facts.append(("stopped", answer.stopped))
    return Verdict(
        status=answer.status,
        headline=told,
        value="" if answer.total is None else f"total II {answer.total}",
        bound=f"total II at least {answer.bound}",
        reason=answer.bound_reason,
        facts=tuple(facts),
        tried=tuple(
            Tried(
                f"{attempt.parts} parts, by {attempt.by}",
                "not mapped" if attempt.total is None else f"total II {attempt.total}",
                f"planned {attempt.planned}, {attempt.extra} more memory operations",
            )
            for attempt in answer.attempts
        ),
    )


def _scene(p: int, own: MappedPart, problem: Problem, mapping: Mapping) -> Scene:
    proven = own.interval is not None and own.interval <= own.lower
    facts: list[Fact] = [("mapping found by", own.found_by), *repeated_facts(problem, mapping)]
    facts += [("stores for later parts", ", ".join(own.part.stores))] * bool(own.part.stores)
    facts += [("loads of earlier parts", ", ".join(own.part.loads))] * bool(own.part.loads)
    many = len(own.part.dfg.operations)
    verdict = Verdict(
        status="optimal" if proven else "feasible",
        headline=f"{many} operations with II = {own.interval}, in {n_cycles(mapping.horizon)}",
        value=f"II = {own.interval}",
        bound=f"II at least {own.lower}",
        facts=tuple(facts),
    )
    notes = {name: f"stores {value} for a later part" for value, name in own.part.stores.items()}
    notes |= {name: f"loads {value} of an earlier part" for value, name in own.part.loads.items()}
    return Scene(f"part {p}, II {own.interval}", problem, mapping, verdict, notes)

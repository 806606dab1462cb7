"""The HTML report of a pruning: every step, ending in the smallest array with its mappings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from models.data.architecture import Architecture
from models.data.problem import Problem
from models.text import n_cycles
from pruning.features import OF_PATHS, Feature
from pruning.question.first import Unmapped
from pruning.question.run import Pruned
from pruning.question.steps import TakenStep
from pruning.question.texts import bounds, counted, headline, smallest
from pruning.view.page import ArrayFound, PruningStep, pruning_overview
from views.html.page import scenes_html
from views.html.scene import Scene, gone
from views.html.verdict import Fact, Verdict

MOST_SCENES, MOST_STEPS = 40, 1000
"""Limits of a page; beyond them, the least different arrays and steps are omitted."""

LISTED = 12
"""Maximum number of named features in the line of a step."""


def pruning_html(answer: Pruned) -> str:
    """Return the page; without mappings it shows the DFGs and the whole array."""
    verdict = pruning_verdict(answer)
    whole = answer.whole
    problems = [msgspec.structs.replace(kernel.problem, arch=whole) for kernel in answer.kernels]
    if not answer.found:
        return _unmapped(problems, verdict)
    most = max(2, MOST_SCENES // len(problems))
    kept = _spread(range(len(answer.found)), most)
    scenes: list[Scene] = []
    arrays: list[ArrayFound] = []
    for number in kept:
        found = answer.found[number]
        left = answer.facts.parts.without(found.off)
        on = [feature for feature in answer.scale.weights if feature not in found.off]
        size = _counts(answer, on)
        arrays.append(ArrayFound(size, _removed(found.off), gone(whole, left), len(scenes)))
        for problem, mapping in zip(problems, found.mappings, strict=True):
            told = f"'{problem.dfg.name}' in {n_cycles(mapping.horizon)} on {size}"
            status = answer.status if number == kept[-1] else "feasible"
            own = msgspec.structs.replace(mapping, architecture=whole.name)
            name = f"array {number}: {problem.dfg.name}"
            scenes.append(Scene(name, problem, own, Verdict(status, told), left=left))
    steps = [_step(answer, step, kept) for step in _kept_steps(answer, kept)]
    if answer.status == "optimal":
        last = len(arrays) - 1
        told = f"proven: no array is smaller than {arrays[last].size}"
        steps.append(PruningStep("end", told, last, arrays[last].size, [[], []]))
    shown = f"{len(steps)} of {len(answer.steps)} steps, {len(kept)} of {len(answer.found)} arrays"
    short = len(kept) < len(answer.found) or len(steps) < len(answer.steps)
    overview = pruning_overview(
        arrays,
        steps,
        [f"{k.problem.dfg.name}, {n_cycles(k.horizon)}" for k in answer.kernels],
        f"shown: {shown}" if short else "",
    )
    return scenes_html(_title(problems), verdict, scenes, overview, "Array")


def unmapped_html(answer: Unmapped) -> str:
    """Return the page with the reason why a kernel has no mapping onto the whole array."""
    told = answer.reason or f"nothing is known: {answer.notes[0]}"
    return _unmapped(answer.problems, Verdict(answer.status, told))


def _unmapped(problems: Sequence[Problem], verdict: Verdict) -> str:
    empty = [Scene(p.dfg.name, p, None, verdict) for p in problems]
    return scenes_html(_title(problems), verdict, empty, chooser="Kernel")


def _title(problems: Sequence[Problem]) -> str:
    names = " and ".join(problem.dfg.name for problem in problems)
    return f"{names} on {problems[0].arch.name}"


def pruning_verdict(answer: Pruned) -> Verdict:
    """Return the verdict on the smallest array."""
    facts: list[Fact] = []
    if answer.price is not None:
        facts.append((answer.scale.objective.unit, f"{float(answer.price):.10g}"))
    undecided = [str(f) for f in answer.undecided if f not in answer.off]
    if undecided and answer.status != "optimal":
        facts.append(("kept without knowing whether they are needed", ", ".join(undecided)))
    told = (("mapped anew", answer.confirmed), ("stopped", answer.stopped))
    facts += [(label, text) for label, text in told if text is not None]
    return Verdict(
        status=answer.status,
        headline=headline(answer),
        value="" if answer.arch is None else _counts(answer, answer.on),
        bound="" if answer.status == "infeasible" else f"at least: {bounds(answer)}",
        facts=tuple(facts),
    )


def _counts(answer: Pruned, on: Collection[Feature]) -> str:
    counts = answer.scale.counts(on).items()
    return ", ".join(counted(n, kind) for kind, n in counts if n) or "nothing removable"


def _removed(off: Iterable[Feature]) -> str:
    kinds: dict[str, list[str]] = {}
    for feature in sorted(off):
        kinds.setdefault(feature.kind, []).append(str(feature))
    return "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds.items()) or "nothing"


def _spread(numbers: range, most: int) -> list[int]:
    """Return at most `most` of the numbers, evenly spread, with the first and the last."""
    if len(numbers) <= most:
        return list(numbers)
    return sorted({numbers[round(k * (len(numbers) - 1) / (most - 1))] for k in range(most)})


def _kept_steps(answer: Pruned, kept: list[int]) -> list[TakenStep]:
    """Return the steps of kept arrays, and other steps up to the limit."""
    steps = [step for step in answer.steps if step.what != "array" or step.found in kept]
    if len(steps) <= MOST_STEPS:
        return steps
    others = [n for n, step in enumerate(steps) if step.what != "array"]
    room = {others[n] for n in _spread(range(len(others)), MOST_STEPS - len(kept))}
    return [step for n, step in enumerate(steps) if step.what == "array" or n in room]


def _step(answer: Pruned, step: TakenStep, kept: list[int]) -> PruningStep:
    found = max(n for n, number in enumerate(kept) if number <= step.found)
    bound = smallest(answer, step.lower) if step.lower else "nothing known yet"
    wanted = _places(answer.whole, step.features)
    return PruningStep(step.what, _words(answer, step), found, bound, wanted)


def _words(answer: Pruned, step: TakenStep) -> str:
    names = sorted(map(str, step.features))
    shown = ", ".join(names[:LISTED]) + f" and {len(names) - LISTED} more" * (len(names) > LISTED)
    of = "" if step.kernel is None else f"'{answer.kernels[step.kernel].problem.dfg.name}'"
    if step.what == "needed":
        return f"{shown} cannot be removed as well: {of} has no mapping then"
    if step.what == "undecided":
        return f"{shown}: not decided in the time for it, kept for now"
    if step.what == "refused":
        what = f"{of} needs {shown}" if len(names) == 1 else f"{of} needs at least one of {shown}"
        return f"{what}, however all else is chosen"
    if step.what == "bound":
        return f"no array is smaller than {smallest(answer, step.lower)}"
    if not step.found:
        return "the whole array"
    before = answer.found[step.found - 1].off
    fresh = sorted(str(feature) for feature in answer.found[step.found].off - before)
    listed = ", ".join(fresh[:LISTED]) + f" and {len(fresh) - LISTED} more" * (len(fresh) > LISTED)
    return f"mapped without {listed or 'some others, in their place'}"


def _places(arch: Architecture, features: Collection[Feature]) -> list[list[int]]:
    ways = {feature.name for feature in features if feature.kind in OF_PATHS}
    parts = {feature.name for feature in features if feature.kind not in OF_PATHS}
    return [
        [n for n, component in enumerate(arch.components) if component.name in parts],
        [n for n, path in enumerate(arch.paths) if path.name in ways],
    ]

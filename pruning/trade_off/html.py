"""The HTML report of a trade-off: a row per point, with the smallest array and its mappings."""

from __future__ import annotations

import json

import msgspec

from models.formats.native_json import architecture_from_json, mapping_from_json
from models.text import n_cycles
from pruning.trade_off.curve import Curve, Point
from pruning.trade_off.rows import cells_of, heads_of
from views.html.page import Row, choices_overview, scenes_html
from views.html.scene import Scene
from views.html.verdict import Fact, Verdict

MOST_SCENES = 40
"""Maximum number of mappings on a page; mappings of the front come first."""


def curve_html(curve: Curve) -> str:
    """Return the page; each array is shown within the whole array."""
    scenes: list[Scene] = []
    of: dict[int, list[tuple[str, int]]] = {}
    front = curve.front
    points = sorted(curve.points, key=lambda point: point.x)
    left_out = 0
    for point in sorted(points, key=lambda point: (point.x not in front, point.x)):
        for scene in _scenes(curve, point):
            if len(scenes) == MOST_SCENES:
                left_out += 1
                continue
            of.setdefault(point.x, []).append((scene.problem.dfg.name, len(scenes)))
            scenes.append(scene)
    rows = [
        Row(cells_of(curve, point), of.get(point.x, ()), best=point.x in front) for point in points
    ]
    names = " and ".join(problem.dfg.name for problem in curve.setup.problems)
    title = f"{names} on {curve.setup.problems[0].arch.name}"
    done = sum(point.x in curve.entries for point in points)
    facts: tuple[Fact, ...] = () if curve.stopped is None else (("stopped", curve.stopped),)
    proof = "every one is decided" if curve.proven else "not every one is decided"
    verdict = Verdict(
        curve.status,
        f"{done} of {len(points)} numbers of {curve.axis} looked at; {proof}",
        facts=facts,
    )
    note = "In bold: smaller than at every faster point."
    if left_out:
        note += f" {left_out} mappings are not shown."
    overview = choices_overview("Trade-off", heads_of(curve), rows, note)
    return scenes_html(title, verdict, scenes, overview, "Mapping")


def _scenes(curve: Curve, point: Point) -> list[Scene]:
    entry = curve.entries.get(point.x, {})
    if not entry.get("left"):
        return []
    left = architecture_from_json(json.dumps(entry["left"]), "left")
    found = []
    several = zip(curve.setup.problems, point.contexts, entry["mappings"], strict=True)
    for problem, contexts, plain in several:
        mapping = mapping_from_json(json.dumps(plain), "mapping")
        whole = problem.at(contexts)
        own = msgspec.structs.replace(mapping, architecture=problem.arch.name)
        name = f"{curve.axis} {point.x}: {problem.dfg.name}"
        told = f"'{problem.dfg.name}' in {n_cycles(mapping.horizon)}"
        found.append(Scene(name, whole, own, Verdict(entry["status"], told), left=left))
    return found

"""The page: well-formed, self-contained, with every name escaped, and not too large."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.mapping import Mapping
from models.data.problem import Problem
from tests.views.html.pages import HOSTILE, NAME, Page
from views.html.array_data import array_data
from views.html.page import OF_SCENES, report_html, scenes_blocks, scenes_html
from views.html.scene import Scene
from views.html.shell import SCRIPTS, json_block
from views.html.verdict import Verdict

Made = tuple[Problem, Mapping]
VERDICT = Verdict("optimal", "it is so", "II = 3", "at least 3", "a reason")
node = shutil.which("node")


def hostile(made: Callable[..., Made]) -> Made:
    return made(product=NAME, total=NAME + "2", element=NAME, graph=NAME, add=NAME)


def replace_verdict(**changes: Any) -> Verdict:
    return Verdict(**{**VERDICT.__dict__, **changes})


def test_names_cannot_become_markup(made: Callable[..., Made]) -> None:
    verdict = replace_verdict(headline=HOSTILE, facts=((HOSTILE, HOSTILE),), status=HOSTILE)
    page = Page(report_html(*hostile(made), verdict))
    plain = Page(report_html(*made(), replace_verdict(facts=(("a", "b"),))))
    assert [tag for tag, _ in page.seen] == [tag for tag, _ in plain.seen]
    assert page.texts["h1"][0].startswith(NAME)
    names = [entry[0] for entry in page.data("graph-0")["nodes"]]
    assert NAME in names and page.data("array-0")["components"][0]["name"] == NAME


def test_the_page_loads_nothing_and_allows_only_what_is_on_it(made: Callable[..., Made]) -> None:
    text = report_html(*made(), VERDICT)
    page = Page(text)
    page.check_ids()
    assert not any({"src", "onclick", "style"} & attributes.keys() for _, attributes in page.seen)
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    policy = next(a["content"] for _, a in page.seen if "http-equiv" in a) or ""
    assert policy.startswith("default-src 'none'; img-src blob:; script-src 'sha256-")
    for tag in ("script", "style"):
        body = text.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        assert f"sha256-{b64encode(sha256(body.encode()).digest()).decode()}" in policy


def test_scenes_share_arrays_and_graphs_and_have_their_own_verdicts(
    made: Callable[..., Made],
) -> None:
    problem, mapping = made()
    told = replace_verdict(headline="of this one")
    left = replace(problem.arch, paths=problem.arch.paths[1:])
    scenes = [
        Scene("one", problem, mapping, VERDICT, {"p": HOSTILE}),
        Scene(HOSTILE, problem, None, told, left=left),
    ]
    page = Page(scenes_html("both", replace_verdict(headline="whole"), scenes))
    data = page.data()["scenes"]
    assert [(one["array"], one["title"]) for one in data] == [
        ("array-0", "one"),
        ("array-0", HOSTILE),
    ]
    assert data[1]["headline"] == "of this one" and ["found", "II = 3"] in data[1]["facts"]
    number = [node[0] for node in page.data(data[0]["graph"])["nodes"]].index("p")
    assert page.data("scene-0")["notes"] == [[number, HOSTILE]]
    assert page.data("scene-1")["gone"] == [[], [0]]
    assert page.data("scene-0")["mapping"] and page.data("scene-1")["mapping"] is None
    assert "whole" in " ".join(page.texts["p"])
    page.check_ids()


def test_paths_inside_a_tile_are_its_outline() -> None:
    data = array_data(architecture_preset("hycube:2x2"))
    paths = {path["name"]: path for path in data["paths"]}
    names = [component["name"] for component in data["components"]]
    assert [names[c["tile"]] for c in data["components"][:3]] == ["xbar_0_0"] * 3
    inner, link = paths["xbar_0_0->fu_0_0"], paths["link_0_0->0_1"]
    assert inner["inside"] and not link["inside"] and not link["bus"]
    (_, _, _, left, top, *_, x, y), (_, _, end, *_) = inner["wires"][0], link["wires"][0]
    box = data["components"][0]["boxes"][0]
    assert (left, top) == (x, y) and left < box[0] and top < box[1] and end == -1


def test_wires_of_a_bus_know_their_tiles() -> None:
    data = array_data(architecture_preset("r4:2x2"))
    bus = next(path for path in data["paths"] if path["bus"])
    tiles = {data["components"][n]["tile"] for n in (*bus["sources"], *bus["targets"])}
    assert {wire[2] for wire in bus["wires"]} == tiles


def test_scripts_write_no_markup() -> None:
    scripts = [one for one in files("views.html").iterdir() if one.name.endswith(".js")]
    assert {*SCRIPTS, *OF_SCENES} <= {one.name for one in scripts}
    for one in scripts:
        text = one.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)


FRAMES = """
const steady = %s;
console.log(JSON.stringify(framesOf(steady).map((frame) => [
  frame.issues.filter((i) => i.phase === 0).map((i) => [nameOf(i.value), i.component]),
  frame.transfers.filter((t) => t.last).map((t) => [nameOf(t.value), t.path]),
  [...frame.holds].flatMap(([c, held]) => held.map((h) => [nameOf(h.value), c])),
])));
"""


@pytest.mark.skipif(node is None, reason="there is no JavaScript engine")
@pytest.mark.parametrize("steady", [False, True])
def test_frames_show_what_the_mapping_says(carried: Made, steady: bool) -> None:
    problem, mapping = carried
    blocks = scenes_blocks([Scene("", problem, mapping, VERDICT)])
    data = {**blocks["scene-0"], "graph": blocks["graph-0"]}
    script = files("views.html").joinpath("model.js").read_text() + FRAMES % json.dumps(steady)
    call = f"({json_block(data)}, {json_block(blocks['array-0'])})"
    script = f"((data, shape) => {{{script}}}){call};"
    done = subprocess.run([str(node)], input=script, text=True, capture_output=True, check=True)
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    length = 3 if steady else 8
    expected: list[list[list[list[Any]]]] = [[[], [], []] for _ in range(length)]
    for issue in mapping.issues:
        entry = [issue.operation, components.index(issue.component)]
        expected[issue.cycle % length][0].append(entry)
    for sent in mapping.transfers:
        expected[sent.cycle % length][1].append([sent.value, paths.index(sent.path)])
    for held in mapping.holds:
        expected[held.cycle % length][2].append([held.value, components.index(held.component)])
    found = json.loads(done.stdout)
    assert [list(map(sorted, frame)) for frame in found] == [
        list(map(sorted, frame)) for frame in expected
    ]

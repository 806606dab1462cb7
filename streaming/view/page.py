"""The HTML report of a mapping on the streaming engine: one scene with the engine's terms."""

from __future__ import annotations

from string import Template

from models.text import counted
from streaming.model.engine import Engine
from streaming.model.program import Program
from streaming.model.schedule import Schedule
from streaming.view.page_data import StreamingScene
from views.html.page import SCHEMA, scene_script
from views.html.shell import beside, facts_html, header, page
from views.html.verdict import Fact, Verdict

SKIP = '<a class="skip" href="#stage">Skip to the mapping</a>\n'


def streaming_html(
    program: Program, engine: Engine, schedule: Schedule | None, verdict: Verdict
) -> str:
    """Return the page; without a mapping it has the tiles, the dataflow graph and the verdict.

    Raises `InputError` if the mapping does not fit the program or uses tiles beyond the engine's.
    """
    scene = StreamingScene(program, engine, schedule)
    title = f"{program.name} on {counted(engine.tiles, 'tile')}"
    told: list[Fact] = []
    if scene.rows is not None:
        title += f": {counted(scene.rows.schedule.cycles, 'cycle')}, II = {scene.rows.schedule.ii}"
        told = [("mapping", fact) for fact in scene.rows.facts()]
    data = scene.data()
    graph = data.pop("graph")
    known = {"title": title, "array": "array-0", "graph": "graph-0"}
    blocks = {
        "data": {
            "schema": SCHEMA,
            "scenes": [{**known, "status": "", "headline": "", "facts": []}],
        },
        "scene-0": data,
        "array-0": scene.shape(),
        "graph-0": graph,
    }
    markup = Template(beside("scene.html")).substitute(what="Mapping", listed=" hidden", first=0)
    for general, own in (
        ("one iteration", "one thread"),
        ("all iterations in flight", "all threads in flight"),
        (">Array<", ">Tiles<"),
        ("Components of the array", "Tiles in a row"),
        ("Values of the dataflow graph", "Instructions of the dataflow graph"),
        ("the component or value before", "the tile or instruction before"),
        ("a value", "an instruction"),
        (">Rows ", ">Show "),
    ):
        markup = markup.replace(general, own)
    return page(
        title,
        f"{SKIP}{header(title, verdict, facts_html(told))}<main>\n{markup}</main>",
        blocks,
        [scene_script("streaming.view/streaming.js"), beside("scenes.js")],
        [beside("report.css"), beside("streaming.view/streaming.css")],
    )

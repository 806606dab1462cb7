"""What it costs to open and to play an HTML report: `python -m bench.report_open` in Chromium.

Writes `docs/results/report_open.md`: how long a page takes from the navigation until all of it is
painted, how long a step of the slider takes, the size of the file and the memory of its scripts,
for a kernel on arrays of 4×4 elements and for 1,024 operations on 16×16.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.asker import run
from bench.browser import NoBrowserError, chromium
from bench.counted import COUNTED
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from bench.page import columns
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json
from solvers.questions.entries import Entry

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KERNEL = "gsm-lattice"
ARRAYS = (
    "mesh:4x4",
    "torus:4x4,io=all",
    "hycube:4x4,io=memory",
    "adres:4x4,io=memory",
    "satmapit:4x4,io=memory",
)
TILE, LARGE = ("tile", "8", "8", "8"), "mesh:16x16,registers=4,io=all"
WRITER = "views.html.page"
"""What writes the reports, and so is measured."""
LOADED = 0.5
"""A machine with more waiting or running processes per core than this is not idle."""
TARGETS = {"small": (1.0, 1.0), "large": (1.0, 10.0)}
"""Seconds until the page is ready, and megabytes of its file."""
FLUID = 50.0
"""Milliseconds: a step of the slider that takes no longer is not seen as a stop."""

# A message that is sent in a frame comes after it was painted.
PAINTED = """
const painted = () => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
"""
# Runs before the page's own script: when the first frame after it was painted, since navigation.
READY = f"""{PAINTED}
window.ready = new Promise((done) =>
  addEventListener("DOMContentLoaded", () => painted().then(done)));
"""
# Steps through all cycles as the keyboard does; milliseconds from a step until it is painted.
STEPS = f"""async () => {{{PAINTED}
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const slider = document.getElementById("cycle");
  const taken = [];
  for (let cycle = 0; cycle <= Number(slider.max); cycle++) {{
    await frame();
    const begun = performance.now();
    slider.value = cycle;
    slider.dispatchEvent(new Event("input", {{ bubbles: true }}));
    await painted();
    taken.push(performance.now() - begun);
  }}
  return taken;
}}"""
# The time from one frame to the next while the mapping is played, for all its cycles.
PLAY = """async () => {
  const taken = [];
  document.getElementById("speed").value = "300";
  document.getElementById("play").click();
  const cycles = Number(document.getElementById("cycle").max) + 1;
  let before = await new Promise(requestAnimationFrame);
  const begun = before;
  while (before - begun < Math.min(300 * cycles, 6000)) {
    const now = await new Promise(requestAnimationFrame);
    taken.push(now - before);
    before = now;
  }
  document.getElementById("play").click();
  return taken;
}"""


@bench(
    "report_open",
    "Opening a report",
    time_limit(120, "of a search"),
    number("--repetitions", 5),
    some("--arrays", (*ARRAYS, LARGE), "ARRAY"),
    smoke="--repetitions 1 --arrays mesh:4x4",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Make the reports and open each of them several times."""
    found = []
    for array in options.arrays:
        loop = TILE if array == LARGE else ("loop", KERNEL)
        key = {"loop": " ".join(loop), "array": array, "limit": options.time_limit}
        key["repetitions"] = options.repetitions
        entry = asker.entry(key, partial(_measured, loop, array, options))
        name = f"`{' '.join(loop)}`, {entry['operations']} operations, on `{array}`"
        if entry["status"] == "mapped":
            found.append({**entry, "name": name, "kind": "large" if array == LARGE else "small"})
    yield _about(found, options.repetitions)
    yield columns(
        found,
        ("mapping", lambda one: one["name"]),
        ("file, MB", lambda one: one["file"]),
        ("ready, ms", _ready),
        ("step, ms: median, 95 %", lambda one: _spread(one["steps"])),
        ("work, ms", lambda one: round(statistics.median(one["work"]))),
        ("playing, ms: median, 95 %", lambda one: _spread(one["frames"])),
        ("scripts, MB", lambda one: f"{statistics.median(one['heap']):.1f}"),
        ("process, MB", lambda one: round(statistics.median(one["process"]))),
    )
    yield _verdict(found)


def _measured(loop: tuple[str, ...], array: str, options: Namespace) -> Entry:
    """Return the times of a report: milliseconds, and megabytes of its file and its scripts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dfg, page = folder / "dfg.json", folder / "page.html"
        run("examples", *loop, "-o", name)
        count = len(dfg_from_json(dfg.read_bytes(), str(dfg)).operations)
        words = [str(dfg), array, "--quiet", "--time-limit", f"{options.time_limit:g}"]
        mapping = folder / "mapping.json"
        run("solvers.min_ii", *words, *COUNTED, "--html", str(page), "--mapping", str(mapping))
        if not mapping.is_file():
            return {"status": "not mapped", "operations": count}
        loads = [os.getloadavg()[0]]
        try:
            with chromium() as browser:
                shown = [_opened(browser, page) for _ in range(options.repetitions)]
                version = browser.version
        except NoBrowserError as error:
            raise InputError(str(error)) from None
        return {
            "status": "mapped",
            "operations": count,
            "file": page.stat().st_size / 1e6,
            "chromium": version,
            "loads": [*loads, os.getloadavg()[0]],
            "cores": os.cpu_count() or 1,
            **{name: [value for own in shown for value in own[name]] for name in shown[0]},
        }


def _opened(browser: Browser, path: Path) -> dict[str, list[float]]:
    """Return what is measured of a page in a context of its own."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.add_init_script(READY)
    page.goto(path.as_uri())
    found = {"ready": [page.evaluate("() => ready")]}
    found["steps"] = page.evaluate(STEPS)
    found["frames"] = page.evaluate(PLAY)
    client = context.new_cdp_session(page)
    client.send("HeapProfiler.collectGarbage")
    client.send("Performance.enable")
    metrics: list[dict[str, Any]] = client.send("Performance.getMetrics")["metrics"]
    found["heap"] = [m["value"] / 1e6 for m in metrics if m["name"] == "JSHeapUsedSize"]
    found["process"] = [_anonymous(browser)]
    found["work"] = [_work(browser, page)]
    context.close()
    return found


def _work(browser: Browser, page: Page) -> float:
    """Return the milliseconds of processor time that the page's main thread takes for a step."""
    browser.start_tracing(page=page, categories=["cc"])
    steps = len(page.evaluate(STEPS))
    events = json.loads(browser.stop_tracing())["traceEvents"]
    spent = sum(e.get("tdur", 0) for e in events if e["name"] == "ProxyMain::BeginMainFrame")
    return spent / 1e3 / steps


def _anonymous(browser: Browser) -> float:
    """Return the megabytes of the largest process that shows a page, without what it shares."""
    client = browser.new_browser_cdp_session()
    listed: list[dict[str, Any]] = client.send("SystemInfo.getProcessInfo")["processInfo"]
    client.detach()
    found = [0.0]
    for process in listed:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/status").read_text(encoding="utf-8").splitlines()
            found += [int(ln.split()[1]) / 1e3 for ln in lines if ln.startswith("RssAnon")]
    return max(found)


def _about(found: list[Entry], repetitions: int) -> str:
    versions = " and ".join(sorted({one["chromium"] for one in found}))
    load = max((each / one["cores"] for one in found for each in one["loads"]), default=0.0)
    idle = load <= LOADED
    state = "idle" if idle else "not idle, so that all times are larger than they need be"
    return (
        f"Headless Chromium {versions} without a GPU, in a window of 1400 × 1000 pixels. The load"
        f" was at most {load:.1f} per core: the machine was {state}. Each page was"
        f" opened {repetitions} times, each time in a context of its own.\n\n"
        "*ready*: from the navigation until the first frame after all scripts has been painted,"
        " median and range. *step*: from a change of the slider until the frame with it has been"
        " painted, over all cycles of all repetitions, with the wait for the next frame (16.7 ms at"
        " 60 a second). *work*: processor time of the page's main thread for a step, which counts"
        " neither who else was running nor what other threads paint. *playing*: from one frame to"
        " the next while the mapping is played at the highest speed. *scripts*: what their heap"
        " holds; *process*: the memory"
        " that only the process of the page has.\n"
    )


def _ready(one: Entry) -> str:
    ready = one["ready"]
    return f"{statistics.median(ready):.0f} ({min(ready):.0f}–{max(ready):.0f})"


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.0f}, {statistics.quantiles(times, n=20)[-1]:.0f}"


def _verdict(found: list[Entry]) -> str:
    lines = []
    for kind, (seconds, megabytes) in TARGETS.items():
        own = [one for one in found if one["kind"] == kind]
        if not own:
            continue
        slowest = max(statistics.median(one["ready"]) for one in own) / 1e3
        largest = max(one["file"] for one in own)
        step = max(statistics.median(one["steps"]) for one in own)
        work = max(statistics.median(one["work"]) for one in own)
        what = "4×4" if kind == "small" else "16×16"
        lines.append(
            f"- {what}: ready in {slowest:.2f} s, {_kept(slowest <= seconds)} of {seconds:g} s;"
            f" {largest:.2f} MB, {_kept(largest <= megabytes)} of {megabytes:g} MB; a step in"
            f" {step:.0f} ms, {_kept(step <= FLUID)} of {FLUID:g} ms, of which {work:.0f} ms are"
            " work."
        )
    head = "The slowest and the largest of each, beside what was aimed at:"
    return "\n".join([head, "", *lines, ""])


def _kept(holds: bool) -> str:
    return "within the aim" if holds else "above the aim"


if __name__ == "__main__":
    sys.exit(main())

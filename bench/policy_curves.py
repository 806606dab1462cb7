"""How the policy learns one program: `python -m bench.policy_curves`.

The paper's Fig. 6 (networks, by size), Fig. 7 (attention) and Fig. 8 (order), and masks against
penalties, over seeds. Runs `learn.ppo train` with few steps each; the optimum is CP-SAT's. Writes
`docs/results/policy_curves.md` and `.svg`.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.asker import Run
from bench.figures import mean
from bench.frame import Asker, Namespace, Parts, bench, jobs, number, some
from bench.page import table
from bench.streaming import asked
from bench.workers import together
from examples.streaming import build
from models.streaming.program import program_to_json
from solvers.questions.entries import Entry
from views.plots import drawing, legend_below, series
from views.style import TEXT, TWO_COLUMNS

SMOOTH = 5
"""Points of a curve that are averaged."""
MARKED = 10
"""About so many markers are on a curve."""

VARIANTS: dict[str, tuple[str, ...]] = {
    "GGA, mask, topological": (),
    "three MLPs": ("--arch", "mlp"),
    "penalty": ("--constraints", "penalty"),
    "random order": ("--order", "random"),
    "untrained": ("--rate", "0"),
}
"""What is trained, each but for one thing as the first."""

IFFTS = ("ifft_loop", "ifft:8:simd:sources")
RANDOM = {"random:10:0": 10, "random:15:0": 15, "random:20:0": 20}
"""Random programs, with their instructions."""
COMPARED = {"GGA, mask, topological": "GGA", "three MLPs": "MLPs"}
"""What is compared by size, with the heads of columns."""
EXACT_SECONDS = 120.0
Found = dict[tuple[str, str], list[Entry]]
"""The runs by program and variant, one per seed."""


@bench(
    "policy_curves",
    "How the policy learns",
    number("--steps", 30_000, "of a run"),
    number("--seeds", 3),
    jobs(2, "runs at a time"),
    some("--programs", (*IFFTS, *RANDOM), "PROGRAM"),
    some("--variants", VARIANTS, "VARIANT"),
    smoke="--steps 100 --seeds 1 --jobs 1 --programs ifft_loop random:10:0 --variants 'three MLPs'",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Train, measure and draw."""
    specs, variants = options.programs, options.variants
    compared = [name for name in variants if name in COMPARED]
    pairs = [(spec, name) for spec in specs for name in (variants if spec in IFFTS else compared)]
    runs = [(*pair, seed) for pair in pairs for seed in range(options.seeds)]
    train = partial(_trained, asker, options.steps)
    entries = together(options.jobs, [partial(train, *question) for question in runs])
    found: Found = {pair: [] for pair in pairs}
    for (spec, name, _), entry in zip(runs, entries, strict=True):
        found[spec, name].append(entry)
    exact = {spec: asked(asker, spec, EXACT_SECONDS) for spec in specs}
    yield ABOUT
    yield "![curves](policy_curves.svg)\n"
    iffts = [spec for spec in specs if spec in IFFTS]
    for spec in iffts:
        yield f"## {spec}: {_optimum(exact[spec])}\n"
        yield _table({name: found[spec, name] for name in variants}, exact[spec])
    yield "## Random programs, by size (Fig. 6)\n"
    yield _sizes(found, exact, [spec for spec in specs if spec in RANDOM], compared)
    _draw(found, exact, iffts, variants, asker.folder / "policy_curves.svg")


ABOUT = (
    "PPO on one program from nothing, on 16 tiles at II 6. `best` is the best mapping of a whole"
    " run, `mean` that of the last episodes, both means over seeds with the range in brackets;"
    " `failed` are episodes of the end without a mapping; `untrained` plays as many and learns"
    " nothing. `within 10 %` is the mean time until the"
    " best mapping is that near to the optimum, of the seeds that get there. The paper has no"
    " figures for its own curves but cycles of the best mapping (Fig. 6, MLP / GGA): 10 nodes"
    " 18/14, 15 nodes 19/18, 20 nodes 23/22, on graphs that are not published.\n"
)


def _trained(asker: Asker, steps: int, spec: str, name: str, seed: int) -> Entry:
    words = ["learn.ppo", "train", "{program}", "--out", "{folder}/run", *VARIANTS[name]]
    words += ["--steps", str(steps), "--seed", str(seed)]
    return asker.ask(words, {"program": program_to_json(build(spec))}, _curve)


def _curve(done: Run, folder: Path) -> Entry:
    if done.code:
        raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
    lines = (folder / "run" / "curve.jsonl").read_text(encoding="utf-8").splitlines()
    curve = [json.loads(line) for line in lines]
    kept = ("steps", "seconds", "reward", "cycles", "failures", "best")
    return {
        "curve": [{name: point.get(name) for name in kept} for point in curve],
        "best": curve[-1].get("best"),
        "seconds": round(done.seconds, 1),
    }


def _optimum(entry: Entry) -> str:
    kind = "optimum" if entry["status"] == "optimal" else "best known"
    return f"{kind} {entry['cycles']} in {entry['seconds']:.1f} s"


def _table(found: dict[str, list[Entry]], exact: Entry) -> str:
    rows: list[list[object]] = []
    for name, entries in found.items():
        last = [entry["curve"][-1] for entry in entries]
        failed = [point["failures"] for point in last if point["failures"] is not None]
        near = [_seconds_within(entry, 1.1 * exact["cycles"]) for entry in entries]
        got = [seconds for seconds in near if seconds is not None]
        time = f"{mean(got, 0)} s" if got else "-"
        rows.append(
            [
                name,
                _range([entry["best"] for entry in entries]),
                _range([point["cycles"] for point in last]),
                f"{mean([100 * share for share in failed], 1)} %" if failed else "-",
                time + ("" if len(got) == len(entries) else f" ({len(got)} of {len(entries)})"),
                mean([entry["seconds"] for entry in entries], 0),
            ]
        )
    heads = ["variant", "best", "mean", "failed", "within 10 %", "seconds"]
    return table(heads, rows)


def _seconds_within(entry: Entry, cycles: float) -> float | None:
    for point in entry["curve"]:
        if point["best"] is not None and point["best"] <= cycles:
            return float(point["seconds"])
    return None


def _range(numbers: Sequence[float | None]) -> str:
    known = [number for number in numbers if number is not None]
    if not known:
        return "-"
    lost = "" if len(known) == len(numbers) else f", {len(numbers) - len(known)} without"
    return f"{statistics.mean(known):.1f} ({min(known):g} to {max(known):g}{lost})"


def _sizes(found: Found, exact: dict[str, Entry], specs: list[str], names: list[str]) -> str:
    rows: list[list[object]] = []
    for spec in specs:
        line: list[object] = [RANDOM[spec], _optimum(exact[spec])]
        for name in names:
            entries = found[spec, name]
            line.append(_range([entry["best"] for entry in entries]))
            line.append(_range([entry["curve"][-1]["cycles"] for entry in entries]))
        rows.append(line)
    heads = [f"{COMPARED[name]}: {what}" for name in names for what in ("best", "mean")]
    return table(["instructions", "exact", *heads], rows)


def _draw(
    found: Found, exact: dict[str, Entry], specs: list[str], names: list[str], path: Path
) -> None:
    with drawing(str(path), TWO_COLUMNS, 3.2) as figure:
        panels = figure.subplots(1, len(specs), squeeze=False)[0]
        for panel, spec in zip(panels, specs, strict=True):
            for place, name in enumerate(names, 1):
                shown = _means([entry["curve"] for entry in found[spec, name]])
                every = max(1, len(shown) // MARKED)
                look = {"label": name, "markevery": every, **series(place)}
                panel.plot([s for s, _ in shown], [m for _, m in shown], **look)
            panel.axhline(exact[spec]["cycles"], color=TEXT, linestyle="-", lw=1, label="exact")
            panel.set_title(spec)
            panel.set_xlabel("steps")
            panel.set_ylabel("cycles, mean of complete episodes")
        legend_below(figure, len(names) + 1)


def _means(curves: list[list[Entry]]) -> list[tuple[int, float]]:
    """Return (steps, cycles): means over the seeds and the `SMOOTH` last points of each."""
    means = []
    for k in range(min(map(len, curves))):
        near = [c[j]["cycles"] for c in curves for j in range(max(0, k - SMOOTH + 1), k + 1)]
        known = [cycles for cycles in near if cycles is not None]
        if known:
            means.append((curves[0][k]["steps"], statistics.mean(known)))
    return means


if __name__ == "__main__":
    sys.exit(main())

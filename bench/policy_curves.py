"""How the policy learns one program: `python -m bench.policy_curves`.

The paper's Fig. 6 (networks, by size), Fig. 7 (attention) and Fig. 8 (order), and masks against
penalties, over seeds. Runs `learn.ppo train` with few steps each; the optimum is CP-SAT's. Writes
`docs/results/policy_curves.md` and `.svg`.
"""

from __future__ import annotations

import argparse
import functools
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.lisa_ask import together
from bench.measure import RESULTS, table, write
from bench.measure import run as run_process
from bench.resume import Entry, Resume
from examples.streaming import build
from models.process.command import guarded, positive
from models.streaming.program import program_to_json
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
}
"""What is trained, each but for one thing as the first."""

IFFTS = ("ifft_loop", "ifft:8:simd:sources")
SIZES = (10, 20)
MLP = "three MLPs"


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure, draw and write the page."""
    parser = argparse.ArgumentParser(prog="bench.policy_curves", description="Fig. 6, 7 and 8")
    parser.add_argument("--steps", type=positive, default=30_000, metavar="N", help="of a run")
    parser.add_argument("--seeds", type=positive, default=3, metavar="N")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="runs at a time")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    resume = Resume(options.resume)
    asked = [(spec, name) for spec in IFFTS for name in VARIANTS]
    asked += [(f"random:{size}:0", name) for size in SIZES for name in list(VARIANTS)[:2]]
    runs = [(*question, seed) for question in asked for seed in range(options.seeds)]
    train = functools.partial(_train, resume, options.steps)
    calls: list[Callable[[], Entry]] = [functools.partial(train, *question) for question in runs]
    found = dict(zip(runs, together(options.jobs, calls), strict=True))
    specs = [*IFFTS, *(f"random:{size}:0" for size in SIZES)]
    exact = {spec: _exact(resume, spec) for spec in specs}
    command = f"python -m bench.policy_curves --steps {options.steps} --seeds {options.seeds}"
    command += f" --jobs {options.jobs}"
    parts = [ABOUT, "![curves](policy_curves.svg)\n"]
    for spec in IFFTS:
        parts.append(f"## {spec}: {_optimum(exact[spec])}\n")
        parts.append(_table(found, spec, list(VARIANTS), options.seeds, exact[spec]))
    parts += ["## Random programs, by size (Fig. 6)\n", _sizes(found, options.seeds, exact)]
    _draw(found, exact, options.seeds)
    print(write("policy_curves", "How the policy learns", command, parts))
    return 0


ABOUT = (
    "PPO on one program from nothing, on 16 tiles at II 6. `best` is the best mapping of a whole"
    " run, `mean` that of the last episodes, both means over seeds with the range in brackets;"
    " `failed` are episodes of the end without a mapping. `within 10 %` is the mean time until the"
    " best mapping is that near to the optimum, of the seeds that get there. The paper has no"
    " figures for its own curves but cycles of the best mapping (Fig. 6, MLP / GGA): 10 nodes"
    " 18/14, 15 nodes 19/18, 20 nodes 23/22, on graphs that are not published.\n"
)


def _train(resume: Resume, steps: int, spec: str, name: str, seed: int) -> Entry:
    words = [*VARIANTS[name], "--steps", str(steps), "--seed", str(seed)]
    key: dict[str, object] = {"tool": "ppo", "spec": spec, "words": words}
    entry = resume.entry(key, lambda: _run(spec, words))
    print(spec, name, seed, entry["best"], entry["seconds"], file=sys.stderr, flush=True)
    return entry


def _run(spec: str, words: list[str]) -> Entry:
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "program.json", Path(folder) / "run"
        path.write_text(program_to_json(build(spec)), encoding="utf-8")
        done = run_process("learn.ppo", "train", str(path), "--out", str(out), *words)
        if done.code:
            raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
        lines = (out / "curve.jsonl").read_text(encoding="utf-8").splitlines()
    curve = [json.loads(line) for line in lines]
    kept = ("steps", "seconds", "reward", "cycles", "failures", "best")
    return {
        "curve": [{name: point.get(name) for name in kept} for point in curve],
        "best": curve[-1].get("best"),
        "seconds": round(done.seconds, 1),
    }


def _exact(resume: Resume, spec: str) -> Entry:
    def measure() -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.json"
            path.write_text(program_to_json(build(spec)), encoding="utf-8")
            done = run_process(
                "solvers.streaming", str(path), "--json", "--quiet", "--time-limit", "120"
            )
        answer = done.answer
        return {"cycles": answer["cycles"], "status": answer["status"], "seconds": done.seconds}

    return resume.entry({"tool": "streaming", "spec": spec, "exact": True}, measure)


def _optimum(entry: Entry) -> str:
    kind = "optimum" if entry["status"] == "optimal" else "best known"
    return f"{kind} {entry['cycles']} in {entry['seconds']:.1f} s"


def _table(
    found: dict[tuple[str, str, int], Entry], spec: str, names: list[str], seeds: int, exact: Entry
) -> str:
    rows: list[list[object]] = []
    for name in names:
        entries = [found[spec, name, seed] for seed in range(seeds)]
        last = [entry["curve"][-1] for entry in entries]
        near = [_seconds_within(entry, 1.1 * exact["cycles"]) for entry in entries]
        got = [seconds for seconds in near if seconds is not None]
        time = f"{statistics.mean(got):.0f} s" if got else "-"
        rows.append(
            [
                name,
                _range([entry["best"] for entry in entries]),
                _range([point["cycles"] for point in last]),
                f"{100 * statistics.mean(point['failures'] for point in last):.1f} %",
                time + ("" if len(got) == seeds else f" ({len(got)} of {seeds})"),
                f"{statistics.mean(entry['seconds'] for entry in entries):.0f}",
            ]
        )
    return table(["variant", "best", "mean", "failed", "within 10 %", "seconds"], rows)


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


def _sizes(found: dict[tuple[str, str, int], Entry], seeds: int, exact: dict[str, Entry]) -> str:
    rows: list[list[object]] = []
    for size in SIZES:
        spec = f"random:{size}:0"
        line: list[object] = [size, _optimum(exact[spec])]
        for name in list(VARIANTS)[:2]:
            entries = [found[spec, name, seed] for seed in range(seeds)]
            line.append(_range([entry["best"] for entry in entries]))
            line.append(_range([entry["curve"][-1]["cycles"] for entry in entries]))
        rows.append(line)
    heads = ["instructions", "exact", "GGA: best", "GGA: mean", "MLPs: best", "MLPs: mean"]
    return table(heads, rows)


def _draw(found: dict[tuple[str, str, int], Entry], exact: dict[str, Entry], seeds: int) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    with drawing(str(RESULTS / "policy_curves.svg"), TWO_COLUMNS, 3.2) as figure:
        for panel, spec in zip(figure.subplots(1, len(IFFTS)), IFFTS, strict=True):
            for number, name in enumerate(VARIANTS):
                shown = _means([found[spec, name, seed]["curve"] for seed in range(seeds)])
                every = max(1, len(shown) // MARKED)
                look = {"label": name, "markevery": every, **series(number + 1)}
                panel.plot([s for s, _ in shown], [m for _, m in shown], **look)
            panel.axhline(exact[spec]["cycles"], color=TEXT, linestyle="-", lw=1, label="exact")
            panel.set_title(spec)
            panel.set_xlabel("steps")
            panel.set_ylabel("cycles, mean of complete episodes")
        legend_below(figure, len(VARIANTS) + 1)


def _means(curves: list[list[Entry]]) -> list[tuple[int, float]]:
    """Return (steps, cycles): means over the seeds and the `SMOOTH` last points of each."""
    means = []
    for k in range(min(map(len, curves))):
        near = [c[j]["cycles"] for c in curves for j in range(max(0, k - SMOOTH + 1), k + 1)]
        known = [cycles for cycles in near if cycles is not None]
        if known:
            means.append((curves[0][k]["steps"], statistics.mean(known)))
    return means


main = guarded(run, "bench.policy_curves")

if __name__ == "__main__":
    sys.exit(main())

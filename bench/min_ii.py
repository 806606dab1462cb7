"""The minimum initiation interval on real arrays: every number of `docs/results/min_ii.md`.

`python -m bench.min_ii` measures whole processes of `solvers.min_ii` and writes the page.
`--resume FILE` keeps what is done across interruptions; `--only` measures some sections.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.loop_sets import SECTIONS, Section
from bench.measure import run, table, write
from bench.resume import Entry, Resume, digest
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json

DECIDED = ("mapped", "refuted")
KEPT = ("status", "ii", "cycles", "lower_bound", "lower_bound_reason", "found_by", "stopped")


@dataclass(frozen=True)
class Asker:
    """Asks for the minimum interval, whole process, with a time limit."""

    resume: Resume

    def ask(self, dfg: Dfg, arch: str, limit: float, options: Iterable[str] = ()) -> Entry:
        """Return what `solvers.min_ii` says, with wall time and memory."""
        text = dfg_to_json(dfg)
        words = [arch, *options, "--time-limit", f"{limit:g}"]
        key: dict[str, object] = {"tool": "min_ii", "dfg": digest(text), "words": words}
        return self.resume.entry(key, lambda: self._measure(text, words))

    def _measure(self, text: str, words: list[str]) -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dfg.json"
            path.write_text(text, encoding="utf-8")
            done = run("solvers.min_ii", str(path), *words, "--json", "--quiet")
        if not done.output:
            return {"status": "error", "code": done.code, "seconds": round(done.seconds, 2)}
        answer = done.answer
        entry: Entry = {name: answer[name] for name in KEPT}
        left = [tried for tried in answer["tried"] if tried["outcome"] not in DECIDED]
        entry["open"] = {str(tried["ii"]): tried["reason"] for tried in left}
        return entry | {"seconds": round(done.seconds, 2), "megabytes": round(done.megabytes)}


def main(arguments: list[str] | None = None) -> None:
    """Measure the sections and write the page."""
    parser = argparse.ArgumentParser(prog="bench.min_ii", description="Minimum II on real arrays")
    names = [section.name for section in SECTIONS]
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="SECTION")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    asker = Asker(Resume(options.resume))
    parts = [
        "Whole processes of `python -m solvers.min_ii DFG ARRAY`, wall time and the peak memory of"
        " all their processes. An II without a figure behind it is proven minimal: all smaller ones"
        " are refuted at every horizon. `4 (≥ 3)` is the best that was found, and what is proven."
        " IIs of different machines do not compare: `docs/architectures.md` says what each one"
        " can do.\n"
    ]
    for section in SECTIONS:
        if section.name in options.only:
            parts += [f"## {section.title}\n", f"{section.about}\n"]
            parts += section_parts(asker, section)
    command = "python -m bench.min_ii"
    if options.only != names:
        command += " --only " + " ".join(options.only)
    print(write("min_ii", "The minimum initiation interval on real arrays", command, parts))


def section_parts(asker: Asker, section: Section) -> list[str]:
    """A table with a row per loop, and a column per array."""
    rows: list[list[object]] = []
    slowest = {arch: 0.0 for arch in section.arrays}
    notes: list[str] = []
    for name, dfg in section.loops():
        row: list[object] = [name, len(dfg.operations)]
        for arch in section.arrays:
            entry = asker.ask(dfg, arch, section.limit, section.options)
            print(name, arch, json.dumps(entry), file=sys.stderr, flush=True)
            shown = verdict(entry)
            if section.cycles and entry["status"] in ("optimal", "feasible"):
                shown += f" / {entry['cycles']}"
            row += [shown, f"{entry['seconds']:.2f}"]
            slowest[arch] = max(slowest[arch], entry["seconds"])
            if entry["status"] == "infeasible":
                notes.append(f"* {name} on `{arch}`: {entry['lower_bound_reason']}.")
            for ii, reason in entry.get("open", {}).items():
                notes.append(f"* {name} on `{arch}`, II {ii}: {reason}.")
        rows.append([*row, *section.extra.get(name, [""] * len(section.heads))])
    heads = ["loop", "operations"]
    for arch in section.arrays:
        heads += [f"`{arch}`", "s"]
    worst = ", ".join(f"`{arch}` {seconds:.1f} s" for arch, seconds in slowest.items())
    return [
        table([*heads, *section.heads], rows),
        f"Slowest: {worst}.\n",
        *(["\n".join(notes) + "\n"] if notes else []),
    ]


def verdict(entry: Entry) -> str:
    """Return the II, with what is proven where that is less; or why there is none."""
    if entry["status"] == "optimal":
        return str(entry["ii"])
    if entry["status"] == "feasible":
        return f"{entry['ii']} (≥ {entry['lower_bound']})"
    return str(entry["status"])


if __name__ == "__main__":
    main()

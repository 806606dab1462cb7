"""Two checkouts on the same questions, several seeds each: `python -m bench.luck`.

Rows of other pages that take from 0.3 s to a minute, asked of `--before` and `--after` in turn, as
whole processes. Writes `docs/results/luck.md`; `--resume FILE` keeps what is done across
interruptions. Both are this checkout by default, which shows how much seeds and the machine vary.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.page import machine, table, write
from bench.partition_sets import FOLDER, KERNELS
from models.errors import InputError
from models.process.command import guarded, positive, seconds
from solvers.questions.entries import Entries, Entry, digest

HERE = Path(__file__).resolve().parent.parent
ROOMS = "archs encoders examples heuristics learn models programs solvers".split()
SEEDS = 3
LIMIT = 120.0
SPARE = 60.0
"""Seconds that a process may take beyond its time limit before it counts as failed."""


@dataclass(frozen=True)
class Row:
    """A question: the page it stands on, the example that is its input, and its other words.

    `example` are words of `python -m examples`, or a program of `examples.streaming`, or the name
    of a graph file. Without `arch` the array is the example's own.
    """

    page: str
    module: str
    example: str
    arch: str = ""
    options: str = ""

    @property
    def name(self) -> str:
        """What the table shows."""
        return " ".join(filter(None, (self.example, self.arch, self.options)))

    def inputs(self, folder: Path, graphs: Path) -> list[str]:
        """Write the example; return the words that name it. Raises `InputError` if it is missing.

        It is this checkout that writes it, so that both read the same files.
        """
        example = self.example.split()
        if self.page == "streaming":
            words = ["examples.streaming", *example]
        elif self.example.endswith(".dot"):
            if not (graphs / self.example).exists():
                raise InputError(f"there is no graph '{self.example}'", str(graphs))
            return [str(graphs / self.example), self.arch]
        else:
            words = ["examples", *example]
        command = [sys.executable, "-m", *words, "-o", str(folder)]
        subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
        if self.page == "streaming":
            return [str(path) for path in folder.glob("*.json")]
        return [str(folder / "dfg.json"), self.arch or str(folder / "arch.json")]


def _rows() -> list[Row]:
    cycles = functools.partial(Row, "min_cycles", "solvers.min_cycles")
    rings = functools.partial(Row, "ring_sizes", "solvers.min_cycles", options="--transform auto")
    intervals = functools.partial(Row, "min_ii", "solvers.min_ii")
    pruning = functools.partial(Row, "pruning", "solvers.prune_arch")
    streaming = functools.partial(Row, "streaming", "solvers.streaming")
    partition = functools.partial(Row, "partition", "heuristics.partition")
    file_of = {kernel.name: f"{kernel.file}.dot" for kernel in KERNELS}
    adres = "adres:4x4"
    return [
        cycles("ring 5"),
        cycles("ring 6"),
        cycles("ring 5 --mac operator"),
        cycles("aes 3"),
        cycles("mmm 3 --mac operator", options="--contexts 3"),
        *(rings(f"ring {size} --mac pattern") for size in (5, 8, 12, 16)),
        intervals("loop sha1", "satmapit:2x2,io=memory"),
        intervals("loop sha256-schedule", "satmapit:3x3,io=memory"),
        intervals("loop bit-count", "satmapit:5x5,io=memory"),
        intervals("loop gsm-lattice", "satmapit:20x20,io=memory,moves=3"),
        intervals("loop lms", "mesh:4x4,registers=4,io=all"),
        intervals("polybench gemver --unroll 4", "mesh:8x8,registers=4,io=all"),
        pruning("aes 3", "mesh:3x3", "--cycles 52 --greedy"),
        pruning("aes 3", "mesh:3x3", "--cycles 52"),
        pruning("aes 3", "mesh:4x4", "--cycles 52"),
        pruning("ring 5 --mac pattern", options="--cycles 9 --greedy"),
        pruning("ring 5 --mac pattern", options="--cycles 9"),
        streaming("matvec:4x4"),
        streaming("matvec:4x4", options="--objective ii"),
        streaming("ifft_loop", options="--objective ii"),
        streaming("ifft:8:simd:sources"),
        streaming("random:40:0"),
        partition(file_of["feedback"], adres, "--max-ii 16 --parts 2"),
        partition(file_of["fir1"], adres, "--max-ii 16 --parts 2 --method exact"),
        partition(file_of["fir2"], adres, "--max-ii 16 --parts 2"),
        partition(file_of["susan"], adres, "--max-ii 8"),
        partition("polybench gesummv --unroll 2", "adres:3x3,io=memory", "--max-ii 2"),
    ]


ROWS = _rows()
FIELDS = {
    "solvers.min_cycles": ("cycles", "lower_bound"),
    "solvers.min_ii": ("ii", "lower_bound"),
    "solvers.prune_arch": ("counts", "lower_bounds"),
    "solvers.streaming": ("cycles", "cycles_bound"),
    "heuristics.partition": ("total_ii", "bound"),
}
"""Where the answer of a command has its value and its bound."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page; return 1 where a process failed."""
    parser = argparse.ArgumentParser(prog="bench.luck", description="two checkouts side by side")
    for side in ("--before", "--after"):
        parser.add_argument(side, type=Path, default=HERE, metavar="DIR", help="a checkout")
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXT", help="rows with a TEXT")
    parser.add_argument("--seeds", type=positive, default=SEEDS, metavar="N")
    parser.add_argument("--time-limit", type=seconds, default=LIMIT, metavar="S", help="of a run")
    parser.add_argument("--graphs", type=Path, default=FOLDER, metavar="DIR", help="with the .dot")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished runs here")
    options = parser.parse_args(arguments)
    rows = [row for row in ROWS if any(text in f"{row.page}: {row.name}" for text in options.only)]
    trees = {"before": options.before.resolve(), "after": options.after.resolve()}
    found, missing = measured(rows, trees, options)
    command = f"python -m bench.luck --seeds {options.seeds} --time-limit {options.time_limit:g}"
    parts = page(found, missing, options.seeds)
    print(write("luck", "Two versions side by side", command, parts))
    every = [entry for sides in found.values() for entries in sides.values() for entry in entries]
    return int(any(entry["status"].startswith("error") for entry in every))


Found = dict[Row, dict[str, list[Entry]]]
"""By row and side, an entry for each seed."""


def measured(
    rows: list[Row], trees: dict[str, Path], options: argparse.Namespace
) -> tuple[Found, list[Row]]:
    """Return the entries of all rows, and the rows whose graphs are missing.

    The checkouts take turns, and which is the first alternates, so that a machine that becomes
    slower or faster is the same to both.
    """
    kept = Entries(options.resume)
    states = {side: _state(tree) for side, tree in trees.items()}
    found: Found = {}
    missing: list[Row] = []
    for row in rows:
        with tempfile.TemporaryDirectory() as folder:
            try:
                inputs = row.inputs(Path(folder), options.graphs)
            except InputError:
                missing.append(row)
                continue
            sides: dict[str, list[Entry]] = {side: [] for side in trees}
            for seed in range(options.seeds):
                words = [*row.options.split(), "--seed", str(seed)]
                words += ["--time-limit", f"{options.time_limit:g}", "--json", "--quiet"]
                for side in sorted(trees, reverse=seed % 2 == 0):
                    command = [row.module, *inputs, *words]
                    key: dict[str, object] = {"row": row.name, "words": [row.module, *words]}
                    key |= {"side": side, "code": states[side], "machine": machine()}
                    ask = functools.partial(_ask, trees[side], command, options.time_limit)
                    entry = kept.entry(key, ask)
                    sides[side].append(entry)
                    print(row.page, row.name, seed, side, entry, file=sys.stderr, flush=True)
            found[row] = sides
    return found, missing


def _state(tree: Path) -> str:
    """Return a digest of a checkout's code; raises `InputError` where there is none."""
    if not (tree / "solvers").is_dir():
        raise InputError("this is no checkout of xyzmap", str(tree))
    files = sorted(path for room in ROOMS for path in (tree / room).rglob("*.py"))
    return digest("".join(digest(path.read_text(encoding="utf-8")) for path in files))


@functools.cache
def _compile(tree: Path) -> None:
    """Compile the inner loops of a checkout, which its first command would wait for."""
    script = tree / "tests" / "compile_kernels.py"
    if script.exists():
        _process(tree, [str(script)], None)


def _process(tree: Path, words: list[str], limit: float | None) -> subprocess.CompletedProcess[str]:
    """Run Python with a checkout's packages."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run(
        [sys.executable, *words],
        cwd=tree, env=environment, text=True, capture_output=True, timeout=limit, check=False,
    )  # fmt: skip


def _ask(tree: Path, command: list[str], limit: float) -> Entry:
    """Run a command; return seconds of wall time, status, value and bound."""
    _compile(tree)
    begun = time.perf_counter()
    try:
        done = _process(tree, ["-m", *command], limit + SPARE)
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        answer = {"status": f"error: {type(error).__name__}"}
    spent = round(time.perf_counter() - begun, 3)
    value, bound = (_shown(answer.get(field)) for field in FIELDS[command[0]])
    if "ii" in command:
        value = f"II {answer.get('ii')}, {value}"
    return {"seconds": spent, "status": answer["status"], "value": value, "bound": bound}


def _shown(value: Any) -> str:
    """Return a number, or the numbers of elements and paths."""
    if isinstance(value, dict):
        return " + ".join(f"{value[kind]}" for kind in ("elements", "paths") if kind in value)
    return "-" if value is None else f"{value}"


def page(found: Found, missing: list[Row], seeds: int) -> list[str]:
    """Return the parts of the page."""
    lines: list[list[object]] = []
    ratios: dict[str, list[float]] = {}
    for row, sides in found.items():
        before, after = (_median(sides[side]) for side in ("before", "after"))
        ratios.setdefault(row.page, []).append(after / before)
        answers = [_answers(sides[side]) for side in ("before", "after")]
        same = "same" if answers[0] == answers[1] else answers[1]
        times = [f"{before:.2f}", f"{after:.2f}", f"{after / before:.2f}"]
        lines.append([f"[{row.page}]({row.page}.md)", f"`{row.name}`", *times, answers[0], same])
    heads = ["page", "question", "before, s", "after, s", "ratio", "answers before", "after"]
    parts = [
        "Whole processes, wall time, by two versions in turn on the same machine;"
        f" {seeds} seeds each, of which the median is shown. The ratio is `after` by `before`."
        " Answers are `status value (≥ bound)`, with the number of seeds where they differ; of"
        " arrays they are elements + paths.\n",
        table(heads, lines),
        "The geometric mean of the ratios:\n",
        table(["page", "questions", "ratio"], [[k, len(v), _mean(v)] for k, v in ratios.items()]),
    ]
    if missing:
        parts.append(f"Left out, for want of their graphs: {', '.join(r.name for r in missing)}.\n")
    return parts


def _median(entries: list[Entry]) -> float:
    return statistics.median(entry["seconds"] for entry in entries)


def _mean(ratios: list[float]) -> str:
    return f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}"


def _answers(entries: list[Entry]) -> str:
    """Return the different answers of the seeds, the most frequent first."""
    texts = []
    for entry in entries:
        open_ = entry["bound"] not in ("-", "", entry["value"]) and entry["status"] != "optimal"
        bound = f" (≥ {entry['bound']})" if open_ else ""
        texts.append(f"{entry['status']} {entry['value']}{bound}")
    different = sorted(set(texts), key=lambda text: (-texts.count(text), text))
    if len(different) == 1:
        return different[0]
    return ", ".join(f"{texts.count(text)}× {text}" for text in different)


main = guarded(run, "bench.luck")

if __name__ == "__main__":
    sys.exit(main())

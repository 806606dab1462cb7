"""Two checkouts on the same questions, several seeds each: `python -m bench.luck`.

Rows of other pages that take from 0.3 s to a minute, asked of `--before` and `--after` in turn, as
whole processes. Writes `docs/results/luck.md`. Both are this checkout by default, which shows how
much seeds and the machine vary.
"""

from __future__ import annotations

import functools
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.asker import run
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, option, time_limit
from bench.page import table
from bench.partition_sets import FOLDER, KERNELS
from bench.sources import ROOMS
from models.errors import InputError
from solvers.questions.entries import Entry, digest

HERE = Path(__file__).resolve().parent.parent
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


SIDES = ("before", "after")
MISSING = "no graph"
Found = dict[Row, dict[str, list[Entry]]]
"""By row and side, an entry for each seed."""


@bench(
    "luck",
    "Two versions side by side",
    number("--seeds", 3),
    time_limit(120),
    *(option(f"--{s}", type=Path, default=HERE, metavar="DIR", help="a checkout") for s in SIDES),
    option("--only", nargs="+", default=[""], metavar="TEXT", help="rows with a TEXT"),
    option("--graphs", type=Path, default=FOLDER, metavar="DIR", help="with the .dot"),
    smoke="--seeds 1 --only 'ring_sizes: ring 5' ifft_loop",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure both; a process that failed is a fault."""
    rows = [row for row in ROWS if any(text in f"{row.page}: {row.name}" for text in options.only)]
    trees = {side: getattr(options, side).resolve() for side in SIDES}
    yield from page(measured(asker, rows, trees, options), options.seeds)


def measured(asker: Asker, rows: list[Row], trees: dict[str, Path], options: Namespace) -> Found:
    """Return the entries of all rows.

    The checkouts take turns, and which is the first alternates, so that a machine that becomes
    slower or faster is the same to both.
    """
    found: Found = {}
    for row in rows:
        found[row] = {side: [] for side in trees}
        for seed in range(options.seeds):
            words = [*row.options.split(), "--seed", str(seed)]
            words += ["--time-limit", f"{options.time_limit:g}", "--json", "--quiet"]
            for side in sorted(trees, reverse=seed % 2 == 0):
                key: dict[str, object] = {"page": row.page, "row": row.name, "side": side}
                key["words"] = " ".join(words)
                ask = functools.partial(_ask, row, trees[side], words, options)
                same = functools.partial(_same, trees[side])
                found[row][side].append(asker.entry(key, ask, same))
    return found


def _same(tree: Path, entry: Entry) -> bool:
    """Whether an answer is of a checkout as it is now."""
    return bool(entry["tree"] == _state(tree) and entry["status"] != MISSING)


@functools.cache
def _state(tree: Path) -> str:
    """Return a digest of a checkout's code; raises `InputError` where there is none."""
    if not (tree / "solvers").is_dir():
        raise InputError("this is no checkout of xyzmap", str(tree))
    files = sorted(path for room in ROOMS for path in (tree / room).rglob("*.py"))
    return digest("".join(digest(path.read_text(encoding="utf-8")) for path in files))


@functools.cache
def _compile(tree: Path) -> None:
    """Compile the inner loops of a checkout, which its first command would wait for."""
    if (tree / "tests" / "compile_kernels.py").exists():
        run("tests.compile_kernels", tree=tree)


def _ask(row: Row, tree: Path, words: list[str], options: Namespace) -> Entry:
    """Run a command; return seconds of wall time, status, value and bound, and which code it is."""
    state: Entry = {"tree": _state(tree)}
    _compile(tree)
    with tempfile.TemporaryDirectory() as folder:
        try:
            inputs = row.inputs(Path(folder), options.graphs)
        except InputError:
            return state | {"status": MISSING}
        done = run(row.module, *inputs, *words, limit=options.time_limit + SPARE, tree=tree)
    answer = done.answer if done.output else {"status": f"error: exit code {done.code}"}
    value, bound = (answer.get(field) for field in FIELDS[row.module])
    if "ii" in words:
        state["ii"] = answer.get("ii")
    return state | {
        "status": answer["status"],
        "value": value,
        "bound": bound,
        "seconds": round(done.seconds, 3),
    }


def _shown(value: Any) -> str:
    """Return a number, or the numbers of elements and paths."""
    if isinstance(value, dict):
        return " + ".join(f"{value[kind]}" for kind in ("elements", "paths") if kind in value)
    return "-" if value is None else f"{value}"


def page(every: Found, seeds: int) -> Parts:
    """Yield the parts of the page."""
    missing = [row for row, sides in every.items() if sides[SIDES[0]][0]["status"] == MISSING]
    found = {row: sides for row, sides in every.items() if row not in missing}
    yield (
        "Whole processes, wall time, by two versions in turn on the same machine;"
        f" {seeds} seeds each, of which the median is shown. The ratio is `after` by `before`."
        " Answers are `status value (≥ bound)`, with the number of seeds where they differ; of"
        " arrays they are elements + paths.\n"
    )
    lines: list[list[object]] = []
    ratios: dict[str, list[float]] = {}
    for row, sides in found.items():
        times = [statistics.median(e["seconds"] for e in sides[side]) for side in SIDES]
        before, after = (_answers(sides[side]) for side in SIDES)
        ratio = times[1] / times[0]
        ratios.setdefault(row.page, []).append(ratio)
        answers = [before, "same" if before == after else after]
        lines.append([f"[{row.page}]({row.page}.md)", f"`{row.name}`", *times, ratio, *answers])
    heads = ["page", "question", "before, s", "after, s", "ratio", "answers before", "after"]
    yield table(heads, lines)
    yield "The geometric mean of the ratios:\n"
    means = [[name, len(own), statistics.geometric_mean(own)] for name, own in ratios.items()]
    yield table(["page", "questions", "ratio"], means)
    if missing:
        yield f"Left out, for want of their graphs: {', '.join(r.name for r in missing)}.\n"
    yield from map(Fault, _faults(found))


def _faults(found: Found) -> Iterator[str]:
    """Yield what failed."""
    for row, sides in found.items():
        for side, entries in sides.items():
            for entry in entries:
                if entry["status"].startswith("error"):
                    yield f"* **{row.name}, {side}: {entry['status']}.**\n"


def _answers(entries: list[Entry]) -> str:
    """Return the different answers of the seeds, the most frequent first."""
    texts = []
    for entry in entries:
        value, bound = _shown(entry["value"]), _shown(entry["bound"])
        if "ii" in entry:
            value = f"II {entry['ii']}, {value}"
        open_ = bound not in ("-", "", value) and entry["status"] != "optimal"
        texts.append(f"{entry['status']} {value}" + (f" (≥ {bound})" if open_ else ""))
    different = sorted(set(texts), key=lambda text: (-texts.count(text), text))
    if len(different) == 1:
        return different[0]
    return ", ".join(f"{texts.count(text)}× {text}" for text in different)


if __name__ == "__main__":
    sys.exit(main())

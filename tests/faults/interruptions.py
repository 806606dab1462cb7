"""How soon commands end when they are stopped: `python -m tests.faults.interruptions`.

Every command is stopped by SIGTERM at five points, reached by `tests.faults.stop_at`: before its
own handlers are there, while it imports, twice in the middle of its work (compiling loops or
building, and solving or training), and while it writes its files; and once by its time limit.
Each run is a process of its own. Writes `docs/results/interruptions.md`: the seconds from the
signal until the process has ended, its exit code, and whatever was left behind.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from bench.frame import Asker, Namespace, Parts, bench, some
from bench.page import columns
from examples.__main__ import main as examples
from solvers.questions.entries import Entry

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "examples" / "data"
POINTS = ("before handlers", "importing", "preparing", "working", "writing")
LIMIT_SECONDS = 2.0
MOST_SECONDS = 1.0
"""How long a command may take to end."""
WRITING = "call:models.formats.text_files:write_bytes"
MOMENTS = 10
"""Twentieths of a second that the processes of a command have to end after it."""
HANGS = 120
"""Seconds after which a process that should have ended is killed, and counts as not ended."""


@dataclass(frozen=True)
class Case:
    """A command on a question that takes long, one that it answers, and where it is stopped.

    `{}` in arguments is the folder of inputs, and `{out}` that of outputs. `points` are those of
    `tests.faults.stop_at` in the order of `POINTS`, but for the first. `cold` are the numbers of
    points at which nothing is compiled yet. With `limited`, `--time-limit` is an option.
    """

    module: str
    hard: str
    small: str
    outputs: str
    points: tuple[str, str, str, str]
    cold: tuple[int, ...] = ()
    limited: bool = True

    def words(self, number: int, folder: Path, out: Path) -> list[str]:
        """Return the arguments of the command when it is stopped at the point of this number."""
        question = self.small if number == POINTS.index("writing") else self.hard
        text = f"{question} {self.outputs}".replace("{out}", str(out))
        return text.replace("{}", str(folder)).split()


CERTIFIED = "--picture {out}/p.svg --html {out}/p.html --certificate {out}/proof"
CASES = {
    "min_cycles": Case(
        "solvers.min_cycles",
        "{}/ring7/dfg.json {}/ring7/arch.json",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json",
        f"{CERTIFIED} --mapping {{out}}/mapping.json",
        (
            "import:solvers.search.cycles",
            "call:models.space_time.xyz:build+0.1",
            "call:solvers.backends.sat:SatSession.solve+0.5",
            WRITING,
        ),
    ),
    "min_ii": Case(
        "solvers.min_ii",
        "{}/gesummv/dfg.json hycube:4x4,io=memory --fewest registers",
        f"{DATA}/accumulate.dfg.json {DATA}/accumulate.arch.json",
        f"{CERTIFIED} --mapping {{out}}/mapping.json",
        (
            "import:solvers.search.intervals",
            "call:models.process.compiled:Kernels.compiled+1",
            "call:solvers.search.fewest:search_fewest+1",
            WRITING,
        ),
        cold=(2,),
    ),
    "remap": Case(
        "solvers.remap",
        "{}/gesummv/dfg.json hycube:4x4,io=memory {}/gesummv/mapping.json --forbid 1_1",
        "{}/sha1/dfg.json hycube:4x4,io=memory {}/sha1/mapping.json --forbid 2_2",
        "--picture {out}/p.svg --html {out}/p.html --mapping {out}/mapping.json",
        (
            "import:solvers.questions.remap.search",
            "call:models.space_time.xyz:build+0.1",
            "call:solvers.backends.sat:SatSession.solve+0.2",
            WRITING,
        ),
    ),
    "partition": Case(
        "solvers.partition",
        "{}/loop.json lisa:2x2,io=memory --max-ii 3 --method exact",
        "{}/small.json lisa:2x2,io=memory --max-ii 4",
        "--picture {out}/p.svg --html {out}/p.html --out {out}/parts",
        (
            "import:solvers.questions.partition.search",
            "call:models.process.compiled:Kernels.compiled+1",
            "call:solvers.questions.partition.exact:_solve+0.5",
            WRITING,
        ),
        cold=(2,),
    ),
    "prune_arch": Case(
        "solvers.prune_arch",
        "{}/ring5/dfg.json {}/ring5/arch.json --minimise elements,registers,paths",
        "{}/aes/dfg.json {}/aes/arch.json",
        "--picture {out}/p.svg --html {out}/p.html --architecture {out}/a.json"
        " --mappings {out}/m --certificate {out}/proof",
        (
            "import:solvers.questions.prune_arch.run",
            "call:solvers.questions.prune_arch.first:first_kernels+0.3",
            "call:solvers.questions.prune_arch.run:Pruning.run+0.5",
            WRITING,
        ),
    ),
    "trade_off": Case(
        "solvers.trade_off",
        "{}/ring5/dfg.json {}/ring5/arch.json --cycles 10-14 --minimise elements",
        "{}/aes/dfg.json {}/aes/arch.json --cycles 52-53 --minimise elements",
        "--html {out}/p.html --plot {out}/p.svg --resume {out}/points.json --architectures {out}/a",
        (
            "import:solvers.questions.trade_off.curve",
            "call:solvers.questions.prune_arch.oracle:Oracle.ask+0.1",
            "call:solvers.questions.trade_off.curve:Sweep.run+1",
            "call:solvers.questions.trade_off.html:curve_html",
        ),
    ),
    "streaming": Case(
        "solvers.streaming",
        f"{DATA}/streaming/ifft16.json --ii 6",
        f"{DATA}/streaming/distance.json --ii 3",
        f"{CERTIFIED} --out {{out}}/mapping.json",
        (
            "import:solvers.questions.streaming.search",
            "call:models.process.compiled:Kernels.compiled+1",
            "call:solvers.questions.streaming.race:race+1",
            WRITING,
        ),
        cold=(2,),
    ),
    "optimize": Case(
        "programs.optimize",
        "examples/programs/harris.c s4",
        "examples/programs/trisolv.c s4",
        "--output {out}/programs --html {out}/p.html --plot {out}/p.svg",
        (
            "import:programs.source",
            "call:models.process.compiled:Kernels.compiled+1",
            "call:programs.explore:explore+1",
            WRITING,
        ),
        cold=(2,),
    ),
    "compare": Case(
        "solvers.compare",
        "{}/ring5/dfg.json {}/ring5/arch.json --solver cadical195 --solver cp-sat",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json --cycles 9 --solver cadical195",
        "--json {out}/c.json --markdown {out}/c.md --plot {out}/p.svg --resume {out}/cells.json",
        (
            "import:solvers.questions.compare.measure",
            "call:solvers.questions.compare.plan:plan",
            "call:solvers.search.watched:watch+1",
            "call:solvers.questions.compare.plot:write_plot",
        ),
        limited=False,
    ),
    "verify": Case(
        "solvers.verify",
        "{}/proof",
        "{}/proof",
        "",
        (
            "call:solvers.verification.directory:Directory.read",
            "call:solvers.verification.symbols:Symbols.settle",
            "call:solvers.verification.refutation:check_clauses",
            "call:solvers.verification.lrat:replay",
        ),
    ),
    "learn.labels": Case(
        "learn.labels",
        "generate hycube:4x4,io=memory --teacher annealing --count 500 --jobs 2"
        " --out {out}/samples.jsonl",
        "train hycube:4x4,io=memory --data {}/samples.jsonl --epochs 3 --out {out}/weights.json",
        "",
        (
            "import:learn.labels.commands",
            "call:learn.common.workers:Workers.samples+0.2",
            "call:learn.common.workers:Workers.samples+8",
            WRITING,
        ),
        limited=False,
    ),
    "learn.ppo": Case(
        "learn.ppo",
        "train --random 8:12 --steps 1000000 --out {out}/run",
        "train --random 8:12 --steps 512 --envs 4 --rollout 16 --out {out}/run",
        "",
        (
            "import:torch",
            "call:models.process.compiled:Kernels.compiled+2",
            "call:learn.ppo.training:Watch._on_rollout_end+0.5",
            "call:learn.ppo.runs:Run.save",
        ),
        cold=(2,),
    ),
}


def write_inputs(folder: Path, names: Iterable[str] = CASES) -> None:
    """Write what these cases read."""
    from solvers import min_cycles, min_ii

    asked = " ".join(f"{CASES[name].hard} {CASES[name].small}" for name in names)

    def write(words: str, name: str) -> None:
        assert examples([*words.split(), "-o", str(folder / name)]) == 0

    for name, words in (
        ("ring7", "ring 7"),
        ("ring5", "ring 5"),
        ("aes", "aes 3"),
        ("sha1", "loop sha1"),
        ("gesummv", "polybench gesummv --unroll 4"),
    ):
        if f"{{}}/{name}/" in asked:
            write(words, name)
    for name, words in (("loop", "gesummv --unroll 2"), ("small", "atax")):
        if f"{{}}/{name}.json" in asked:
            write(f"polybench {words}", name)
            (folder / name / "dfg.json").rename(folder / f"{name}.json")
    for name in ("sha1", "gesummv"):
        if f"{{}}/{name}/mapping.json" in asked:
            place = folder / name
            words = f"{place}/dfg.json hycube:4x4,io=memory --quiet --mapping {place}/mapping.json"
            assert min_ii.main([*words.split(), "--first"]) in (0, 10)
    if "{}/proof" in asked:
        write("dct", "dct")
        words = f"{folder}/dct/dfg.json mesh:3x3,registers=4 --cycles 9 --quiet"
        assert min_cycles.main([*words.split(), "--certificate", str(folder / "proof")]) == 20
    if "{}/samples.jsonl" in asked:
        words = "generate hycube:4x4,io=memory --teacher annealing --count 8 --jobs 2"
        samples = f"{words} --out {folder}/samples.jsonl"
        subprocess.run([sys.executable, "-m", "learn.labels", *samples.split()], check=True)


@dataclass(frozen=True)
class Stopped:
    """How a command ended: seconds since it was to end, and what is wrong, or an empty text."""

    case: str
    point: str
    seconds: float | None
    code: int | None
    wrong: str
    written: int


def stop(
    name: str, number: int, folder: Path, out: Path, signal: str = "SIGTERM", delayed: bool = True
) -> Stopped:
    """Stop a command at the point of this number; past the last one, by its time limit.

    Unless `delayed`, the signal comes at the point itself, and nothing depends on time.
    """
    case = CASES[name]
    limited = number == len(POINTS)
    environment = dict(os.environ)
    if number in case.cold:
        environment["NUMBA_CACHE_DIR"] = str(out / "numba")
    log, results = out / "moment", out / "results"
    results.mkdir(parents=True)
    words = case.words(0 if limited else number, folder, results)
    if limited:
        command = [sys.executable, "-m", case.module, *words, f"--time-limit={LIMIT_SECONDS}"]
    else:
        point = case.points[number - 1] if number else "import:models.process.command"
        point = point if delayed else point.partition("+")[0]
        what = (signal, point, str(log), case.module)
        command = [sys.executable, "-m", "tests.faults.stop_at", *what, *words]
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, errors = process.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Stopped(name, _named(number), None, None, "did not end", 0)
    ended = time.monotonic()
    try:
        moment = begun + LIMIT_SECONDS if limited else float(log.read_text(encoding="ascii"))
    except OSError:
        return Stopped(name, _named(number), None, process.returncode, "was never there", 0)
    code = process.returncode
    wrong = [*_faults(number, code, errors), *_left_behind(process.pid), *broken(results)]
    written = sum(path.is_file() for path in results.rglob("*"))
    return Stopped(name, _named(number), ended - moment, code, "; ".join(wrong), written)


def _named(number: int) -> str:
    return POINTS[number] if number < len(POINTS) else "time limit"


def _faults(number: int, code: int, errors: str) -> Iterator[str]:
    """What is wrong with an ending; before the handlers are there, nothing can be known."""
    if code not in ((0, 10, 20, 30) if number else (30,)):
        yield f"exit code {code}"
    if "Traceback" in errors:
        yield "traceback: " + errors.strip().splitlines()[-1]


def _left_behind(leader: int) -> list[str]:
    """Processes of the command's session that stay alive, but for a moment."""
    found: list[str] = []
    for _ in range(MOMENTS):
        found = [f"process {pid} is alive" for pid in alive(leader)]
        if not found:
            break
        time.sleep(0.05)
    return found


def alive(leader: int) -> Iterator[int]:
    """The processes of a session that are alive, but for the first."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != leader:
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[3] == str(leader) and fields[0] not in "ZX":
                yield int(entry.name)


def broken(folder: Path) -> Iterator[str]:
    """Files that are not whole."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if not path.is_file():
            continue
        if path.name.startswith(".xyzmap-") and path.name != ".xyzmap-certificate":
            yield f"{name} is left"
        elif re.match(r"horizon-.*\.\d+$", path.name):
            yield f"{name} is unfinished"
        elif path.suffix == ".json":
            try:
                json.loads(path.read_text(encoding="utf-8"))
            except ValueError:
                yield f"{name} is not whole"
        elif path.suffix in (".svg", ".html") and not path.read_text(
            encoding="utf-8"
        ).rstrip().endswith(f"</{path.suffix[1:]}>"):
            yield f"{name} is not whole"


def measured(name: str, number: int, inputs: Callable[[], Path]) -> Entry:
    """Stop a command at a point: how long it went on, and what it left."""
    folder, begun = inputs(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="xyzmap-") as place:
        found = stop(name, number, folder, Path(place, "out"))
    return {
        "delay": None if found.seconds is None else round(found.seconds, 3),
        "exit_code": found.code,
        "files": found.written,
        "wrong": found.wrong,
        "seconds": round(time.monotonic() - begun, 2),
    }


@bench(
    "interruptions",
    "How soon commands end",
    some("--only", CASES, "COMMAND"),
    smoke="--only verify",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Stop every command at every point, one after the other."""
    found: list[Entry] = []
    with tempfile.TemporaryDirectory(prefix="xyzmap-") as folder:

        @cache
        def inputs() -> Path:
            write_inputs(Path(folder), options.only)
            return Path(folder)

        for name in options.only:
            for number in range(len(POINTS) + CASES[name].limited):
                key: dict[str, object] = {"command": name, "stopped": _named(number)}
                found.append(key | asker.entry(key, partial(measured, name, number, inputs)))
    delays = [one["delay"] for one in found if one["delay"] is not None]
    bad = sum(
        one["delay"] is None or one["delay"] > MOST_SECONDS or one["wrong"] != "" for one in found
    )
    yield (
        f"{len(found)} runs; {bad} took longer than {MOST_SECONDS:.0f} s or left anything wrong;"
        f" the longest took {max(delays, default=0):.2f} s.\n"
    )
    yield columns(
        found,
        ("command", lambda one: one["command"]),
        ("stopped", lambda one: one["stopped"]),
        ("seconds", lambda one: one["delay"]),
        ("exit code", lambda one: one["exit_code"]),
        ("files", lambda one: one["files"]),
        ("wrong", lambda one: one["wrong"]),
    )


if __name__ == "__main__":
    sys.exit(main())

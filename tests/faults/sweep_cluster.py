"""A sweep on a Dask cluster that loses a worker twice: `python -m tests.faults.sweep_cluster`.

Two hundred jobs, one after the other and then by two workers, one of which is killed (SIGKILL)
after a third and after two thirds of the jobs; the rows must be the same. Writes
`docs/results/sweep_cluster.md`; exits with 1 where they are not, or a job is left.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from bench.asker import run
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, option, some
from bench.page import table
from examples.loops.random_loops import random_loop
from examples.random_graph import random_graph
from examples.streaming import build
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.process.command import natural
from models.streaming.program import program_to_json
from solvers.questions.entries import Entry

SIZE = 32
KILLS = 2
KILLED = "killed"
POLL_SECONDS = 0.2
SAME = "key question input architecture options status value bound exit_code error".split()
"""What must not depend on who answered a job, and when."""

SWEEPS = {
    "min_cycles": """
dfgs = ["graph*.json", "broken*.json"]
architectures = ["mesh:2x2,registers=4,io=left", "ring:4,registers=4"]
""",
    "min_ii": """
dfgs = ["loop*.json"]
architectures = ["mesh:3x3,io=left"]
options.seed = [0, 1, 2]
""",
    "streaming": """
programs = ["stream*.json"]
options.ii = [4, 6]
options.seed = 0
""",
}

ABOUT = """Small problems of three questions; four jobs have inputs that are refused. The serial run
has one process at a time. The cluster is Dask's own scheduler and two of its workers on the same
machine, each with its nanny, which starts another process for one that is killed. What counts is
that the rows are the same: seconds depend on what the machine does besides.
"""


@bench(
    "sweep_cluster",
    "A sweep that loses a worker twice",
    number("--size", SIZE, "graphs and loops (32)"),
    option("--kills", type=natural, default=KILLS, metavar="N", help="of a worker (2)"),
    some("--only", SWEEPS, "QUESTION"),
    smoke="--size 1 --kills 0 --only streaming",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Sweep twice, and compare."""
    asked: dict[str, object] = {"size": options.size, "questions": options.only}
    serial = asker.entry({"workers": 1, **asked}, partial(alone, options))
    key = {"workers": 2, "kills": options.kills, **asked}
    clustered = asker.entry(key, partial(by_workers, options, serial["jobs"]))
    runs = (serial, clustered)
    different = sum(
        one[name] != other[name]
        for one, other in zip(serial["rows"], clustered["rows"], strict=False)
        for name in SAME
    )
    yield ABOUT
    facts = [
        ["jobs", *(len(one["rows"]) for one in runs)],
        ["finished", *(one["finished"] for one in runs)],
        ["seconds", *(f"{one['seconds']:.0f}" for one in runs)],
        ["workers killed", *(one["killed"] for one in runs)],
        [f"entries that differ ({', '.join(SAME)})", "", different],
    ]
    complete = all(one["finished"] == one["jobs"] == len(one["rows"]) for one in runs)
    good = complete and clustered["killed"] == options.kills and not different
    groups = [
        [group["question"], group["options"] or "-", group["jobs"], _counted(group["status"])]
        for group in serial["groups"]
    ]
    yield (str if good else Fault)(table(["", "one after the other", "two workers"], facts))
    yield "## The jobs\n"
    yield table(["question", "options", "jobs", "answers"], groups)


def alone(options: Namespace) -> Entry:
    """Sweep by one process at a time."""
    with _written(options) as (folder, words):
        done = run("solvers.sweep", *words, str(folder / "serial.sqlite"))
    return _kept(done.answer, 0, done.seconds) | {"megabytes": round(done.megabytes)}


def by_workers(options: Namespace, jobs: int) -> Entry:
    """Sweep by two workers, of which one is killed now and then."""
    moments = [(n + 1) * jobs // (options.kills + 1) for n in range(options.kills)]
    with _written(options) as (folder, words):
        return _kept(*_clustered(folder, [*words, str(folder / "cluster.sqlite")], moments))


def _kept(answer: dict[str, Any], killed: int, seconds: float) -> Entry:
    rows = [{name: row[name] for name in SAME} for row in answer["rows"]]
    groups = [
        {name: group[name] for name in ("question", "options", "jobs", "status")}
        for group in answer["groups"]
    ]
    counts = {"jobs": answer["jobs"], "finished": answer["finished"], "killed": killed}
    return {**counts, "seconds": round(seconds, 2), "groups": groups, "rows": rows}


def _counted(statuses: dict[str, int]) -> str:
    return ", ".join(f"{number} {status}" for status, number in statuses.items())


def _clustered(
    folder: Path, words: list[str], moments: list[int]
) -> tuple[dict[str, Any], int, float]:
    """Return the sweep's JSON, how many workers were killed, and seconds."""
    with _cluster(folder) as scheduler:
        command = [sys.executable, "-m", "solvers.sweep", *words, "--cluster", scheduler]
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sweep:
            killed = _kill(scheduler, sweep, Path(words[-1]), moments) if moments else 0
            out, _ = sweep.communicate()
        return json.loads(out), killed, time.perf_counter() - begun


@contextmanager
def _cluster(folder: Path) -> Iterator[str]:
    """Have a scheduler and two workers, as Dask's own commands start them; yield its file."""
    dask, file = str(Path(sys.executable).with_name("dask")), folder / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    worker = ["worker", "--nthreads", "1", "--local-directory", str(folder), "--name"]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    started: list[subprocess.Popen[bytes]] = []
    scheduler = ["scheduler", "--host", "127.0.0.1", "--port", "0"]
    try:
        for words in (scheduler, [*worker, "kept"], [*worker, KILLED]):
            started.append(
                subprocess.Popen(
                    [dask, *words, *common],
                    cwd=folder,
                    env=environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            while not (file.exists() and file.stat().st_size):
                if started[0].poll() is not None:
                    raise InputError("Dask did not start: pip install 'xyzmap[cluster]'")
                time.sleep(POLL_SECONDS)
        yield str(file)
    finally:
        for process in reversed(started):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            process.wait()


def _kill(scheduler: str, sweep: subprocess.Popen[str], store: Path, moments: list[int]) -> int:
    """Kill a worker after so many jobs, again and again; return how often.

    It is the process that works; the nanny beside it starts another, as under any real load.
    """
    from distributed import Client

    killed = 0
    with Client(scheduler_file=scheduler, set_as_default=False) as client:
        while sweep.poll() is None and killed < len(moments):
            time.sleep(POLL_SECONDS)
            if _rows(store) < moments[killed]:
                continue
            for address, worker in client.scheduler_info(n_workers=-1)["workers"].items():
                if worker["name"] == KILLED:  # not there until it is back from the last time
                    os.kill(client.run(os.getpid, workers=[address])[address], signal.SIGKILL)
                    killed += 1
                    print(f"killed a worker after {_rows(store)} jobs", file=sys.stderr)
    return killed


def _rows(store: Path) -> int:
    """Return how many rows there are; reading disturbs no writer."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
        found: int = db.execute("SELECT count(*) FROM rows").fetchone()[0]
        return found
    return 0


@contextmanager
def _written(options: Namespace) -> Iterator[tuple[Path, list[str]]]:
    """Write the sweep with its inputs; yield the folder, and words of the command."""
    with tempfile.TemporaryDirectory() as name:
        folder, size = Path(name), options.size
        files = {"broken1": "{}", "broken2": "no JSON"}
        for seed in range(size):
            files[f"graph{seed}"] = dfg_to_json(random_graph(6 + seed % 4, seed))
            files[f"loop{seed}"] = dfg_to_json(random_loop(5 + seed % 3, seed))
        for seed in range(max(1, size * 9 // 16)):
            program = build(f"random:{8 + seed % 5}:{seed}")
            files[f"stream{seed}"] = program_to_json(program)
        for file, text in files.items():
            (folder / f"{file}.json").write_text(text, encoding="utf-8")
        path = folder / "sweep.toml"
        sweeps = [f'[[sweep]]\nquestion = "{name}"{SWEEPS[name]}' for name in options.only]
        path.write_text("\n".join(sweeps), encoding="utf-8")
        yield folder, [str(path), "--json", "--quiet", "--store"]


if __name__ == "__main__":
    sys.exit(main())

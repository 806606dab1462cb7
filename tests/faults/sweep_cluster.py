"""A sweep on a Dask cluster that loses a worker twice: `python -m tests.faults.sweep_cluster`.

Two hundred jobs, one after the other and then by two workers, one of which is killed (SIGKILL)
after a third and after two thirds of the jobs; the rows must be the same. Writes
`docs/results/sweep_cluster.md`.
"""

from __future__ import annotations

import argparse
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
from pathlib import Path
from typing import Any

from bench.asker import run
from bench.page import table, write
from examples.loops.random_loops import random_loop
from examples.random_graph import random_graph
from examples.streaming import build
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.streaming.program import program_to_json

JOBS = 200
KILLS = 2
KILLED = "killed"
POLL_SECONDS = 0.2
SAME = "key question input architecture options status value bound exit_code error".split()
"""What must not depend on who answered a job, and when."""

SWEEP = """
[[sweep]]
question = "min_cycles"
dfgs = ["graph*.json", "broken*.json"]
architectures = ["mesh:2x2,registers=4,io=left", "ring:4,registers=4"]

[[sweep]]
question = "min_ii"
dfgs = ["loop*.json"]
architectures = ["mesh:3x3,io=left"]
options.seed = [0, 1, 2]

[[sweep]]
question = "streaming"
programs = ["stream*.json"]
options.ii = [4, 6]
options.seed = 0
"""

ABOUT = """Small problems of three questions; four jobs have inputs that are refused. The serial run
has one process at a time. The cluster is Dask's own scheduler and two of its workers on the same
machine, each with its nanny, which starts another process for one that is killed. What counts is
that the rows are the same: seconds depend on what the machine does besides.
"""


def main() -> int:
    """Sweep twice, compare, write the page; 0 where all rows are the same, 1 otherwise."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = (str(_write(folder)), "--json", "--quiet", "--store")
        alone = run("solvers.sweep", *words, str(folder / "serial.sqlite"))
        serial = alone.answer
        print(f"serial: {alone.seconds:.0f} s, {serial['status']}", file=sys.stderr)
        clustered, lost, took = _clustered(folder, [*words, str(folder / "cluster.sqlite")])
    different = sum(
        one[name] != other[name]
        for one, other in zip(serial["rows"], clustered["rows"], strict=False)
        for name in SAME
    )
    facts = [
        ["jobs", len(serial["rows"]), len(clustered["rows"])],
        ["finished", serial["finished"], clustered["finished"]],
        ["seconds", f"{alone.seconds:.0f}", f"{took:.0f}"],
        ["workers killed", 0, lost],
        [f"entries that differ ({', '.join(SAME)})", "", different],
    ]
    groups = [
        [group["question"], group["options"] or "-", group["jobs"], _counted(group["status"])]
        for group in serial["groups"]
    ]
    parts = [ABOUT, table(["", "one after the other", "two workers"], facts), "## The jobs\n"]
    parts.append(table(["question", "options", "jobs", "answers"], groups))
    command = "python -m tests.faults.sweep_cluster"
    write("sweep_cluster", "A sweep that loses a worker twice", command, parts)
    complete = serial["finished"] == clustered["finished"] == JOBS
    return 0 if complete and lost == KILLS and not different else 1


def _counted(statuses: dict[str, int]) -> str:
    return ", ".join(f"{number} {status}" for status, number in statuses.items())


def _clustered(folder: Path, words: list[str]) -> tuple[dict[str, Any], int, float]:
    """Return the sweep's JSON, how many workers were killed, and seconds."""
    with _cluster(folder) as scheduler:
        command = [sys.executable, "-m", "solvers.sweep", *words, "--cluster", scheduler]
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sweep:
            killed = _kill(scheduler, sweep, Path(words[-1]))
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


def _kill(scheduler: str, sweep: subprocess.Popen[str], store: Path) -> int:
    """Kill a worker after a third and after two thirds of the jobs; return how many were.

    It is the process that works; the nanny beside it starts another, as under any real load.
    """
    from distributed import Client

    killed = 0
    with Client(scheduler_file=scheduler, set_as_default=False) as client:
        while sweep.poll() is None and killed < KILLS:
            time.sleep(POLL_SECONDS)
            if _rows(store) < (killed + 1) * JOBS // (KILLS + 1):
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


def _write(folder: Path) -> Path:
    """Write the sweep with its inputs; return its TOML file."""
    for seed in range(32):
        (folder / f"graph{seed}.json").write_text(dfg_to_json(random_graph(6 + seed % 4, seed)))
        (folder / f"loop{seed}.json").write_text(dfg_to_json(random_loop(5 + seed % 3, seed)))
    for seed in range(18):
        program = program_to_json(build(f"random:{8 + seed % 5}:{seed}"))
        (folder / f"stream{seed}.json").write_text(program)
    (folder / "broken1.json").write_text("{}")
    (folder / "broken2.json").write_text("no JSON")
    path = folder / "sweep.toml"
    path.write_text(SWEEP, encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())

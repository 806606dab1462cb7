"""A scheduler and workers of Dask as processes of this machine, for a measurement or a test."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from xyzmap_packages import ROOT


class DaskCluster(NamedTuple):
    """The scheduler file, and the processes: the scheduler's first."""

    file: str
    processes: list[subprocess.Popen[bytes]]


@contextmanager
def dask_cluster(folder: Path, workers: int, *options: str) -> Iterator[DaskCluster]:
    """Yield a cluster of so many workers with one thread each; `options` are the workers' own."""
    dask, file = str(Path(sys.executable).with_name("dask")), folder / "scheduler.json"
    own = ["worker", "--local-directory", str(folder), "--nthreads", "1", "--no-nanny", *options]
    processes = [
        subprocess.Popen(
            [dask, *words, "--scheduler-file", str(file), "--no-dashboard"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": ROOT},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for words in (["scheduler", "--host", "127.0.0.1", "--port", "0"], *[own] * workers)
    ]
    try:
        while not (file.exists() and file.stat().st_size):
            assert processes[0].poll() is None
            time.sleep(0.1)
        yield DaskCluster(str(file), processes)
    finally:
        for process in processes:
            process.kill()
            process.wait()

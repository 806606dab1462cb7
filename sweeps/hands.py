"""Who answers the jobs: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import functools
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from models.errors import InputError
from shell.budget import Stop
from solvers.questions.job import Job, Result
from sweeps.remote import work_there
from sweeps.work import work

CONNECT_SECONDS = 20.0

AHEAD = 2
"""Jobs submitted per thread of a worker: the next job is ready when one ends."""


class Local:
    """Runs `jobs` processes at a time, with a thread for each."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._stopped = threading.Event()
        self.executor: Executor = ThreadPoolExecutor(jobs)
        self.task: Callable[[Job], Result] = functools.partial(work, cancelled=self._stopped.is_set)

    def slots(self) -> int:
        """Return the number of processes at a time."""
        return self._jobs

    def require(self) -> None:
        """No-op: local processes are always available."""

    def cancel(self) -> None:
        """End the processes."""
        self._stopped.set()
        self.executor.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Do nothing."""


class Cluster:
    """The workers behind a Dask scheduler, through its `concurrent.futures.Executor`.

    Raises `InputError` where distributed is missing or no scheduler answers at `address`.
    """

    def __init__(self, address: str) -> None:
        self._client = connect(address)
        # The same job twice is never meant, and its answer need not be the same.
        self.executor: Executor = self._client.get_executor(pure=False)
        self.task: Callable[[Job], Result] = work_there
        self._address = address

    def slots(self) -> int:
        """Return the number of jobs that keeps the present workers busy."""
        try:
            threads: int = sum(self._client.nthreads().values())
            return max(1, AHEAD * threads)
        except (OSError, TimeoutError, RuntimeError, ValueError):
            self.require()
            return 1

    def require(self) -> None:
        """Raise `Stop` where the scheduler is gone."""
        if self._client.status != "running":
            raise Stop(f"the scheduler at {self._address} is gone")

    def cancel(self) -> None:
        """Drop the jobs that have not begun; running jobs end by their limits."""
        with suppress(Exception):  # a cluster that is gone has dropped everything
            self.executor.shutdown(wait=False)

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._client.close()


def connect(address: str) -> Any:
    """Return a `distributed.Client` of the scheduler at `address`, or in its scheduler file.

    Raises `InputError` where distributed is missing, or no scheduler answers.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address
        from distributed.comm.registry import get_backend
    except ImportError:
        raise InputError("--cluster needs Dask: pip install 'xyzmap[cluster]'") from None
    # It logs whole tracebacks where a line says what happened.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        file = {"scheduler_file": address} if os.path.isfile(address) else {"address": address}
        if "address" in file:
            # A client that cannot be made hangs for 40 seconds when it is freed.
            get_backend(parse_address(address)[0])
        client: Any = Client
        return client(**file, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error) or type(error).__name__
        what = f"no Dask scheduler answers: {reason}; name its file, or its tcp://HOST:PORT"
        raise InputError(what, address) from None

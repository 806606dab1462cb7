"""The entry point of cluster workers: rooms are imported after the import path is set."""

from __future__ import annotations

import sys

from solvers.questions.job import Job, Result
from xyzmap_packages import ROOT


def work_there(job: Job) -> Result:
    """Return the result of `job`."""
    _prefer_own_packages()
    from sweeps.work import work

    return work(job)


def _prefer_own_packages() -> None:
    """Put the rooms of this tool first in the import path.

    The script `dask` puts its own folder in front, and python-sat installs a `models.py` there,
    which would hide the package `models`.
    """
    if sys.path[:1] != [ROOT]:
        sys.path.insert(0, ROOT)

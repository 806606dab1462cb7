"""What a worker of a cluster calls: this module needs no other room before it has looked around."""

from __future__ import annotations

import sys

from solvers.questions.entries import ROOT
from solvers.questions.sweep.job import Job, Result


def work_there(job: Job) -> Result:
    """Return what became of `job`.

    The script `dask` puts its own folder in front of the import path, and python-sat installs a
    `models.py` there, which would hide the package `models`.
    """
    if sys.path[:1] != [str(ROOT)]:
        sys.path.insert(0, str(ROOT))
    from solvers.questions.sweep.work import work

    return work(job)

"""What a worker of a cluster calls: this module needs no other room before it has looked around."""

from __future__ import annotations

from solvers.backends.spread.import_path import prefer_own_packages
from solvers.questions.sweep.job import Job, Result


def work_there(job: Job) -> Result:
    """Return what became of `job`."""
    prefer_own_packages()
    from solvers.questions.sweep.work import work

    return work(job)

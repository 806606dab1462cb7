"""The import path of a worker of a cluster. This module needs no other room."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[3])


def prefer_own_packages() -> None:
    """Put the rooms of this tool first.

    The script `dask` puts its own folder in front of the import path, and python-sat installs a
    `models.py` there, which would hide the package `models`.
    """
    if sys.path[:1] != [ROOT]:
        sys.path.insert(0, ROOT)

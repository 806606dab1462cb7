"""Temporary files of solver processes, which may be killed before they can remove them."""

from __future__ import annotations

import os
import shutil
import tempfile


def scratch(process: int) -> str:
    """Return the folder of a process's temporary files; it need not exist."""
    return os.path.join(tempfile.gettempdir(), f"xyzmap-{os.getuid()}-{process}")


def clear(process: int) -> None:
    """Remove the temporary files of a process that has ended."""
    shutil.rmtree(scratch(process), ignore_errors=True)

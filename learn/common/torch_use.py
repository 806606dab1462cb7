"""Use of torch: a check of its presence, one thread, and no leftover files."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shell.packages import require_package


def require_torch() -> None:
    """Raise `InputError` where torch or PyTorch Geometric is missing or cannot be imported."""
    for package in ("torch", "torch_geometric"):
        require_package(package, "training", "learn")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute on one thread: batches are small here, and more threads are slower."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def remove_written() -> None:
    """Remove the files of code that PyTorch Geometric has written into the folder of temporary
    files, loaded, and left there.
    """
    folder = Path(tempfile.gettempdir())
    for name, module in list(sys.modules.items()):
        written = name.endswith(("_propagate", "_edge_updater")) and module.__file__
        if written and Path(written).parent == folder:
            Path(written).unlink(missing_ok=True)
            Path(module.__cached__ or written).unlink(missing_ok=True)
    with suppress(OSError):  # others may have something there, too
        (folder / "__pycache__").rmdir()

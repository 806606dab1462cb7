"""Torch: whether it is there, and on one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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

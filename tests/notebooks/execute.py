"""Executes a notebook as a reader would, and writes it with its outputs.

Usage: `python tests/notebooks/execute.py NOTEBOOK OUTPUT`. The kernel runs where this
does.
"""

from __future__ import annotations

import os
import sys

import nbformat
from nbclient import NotebookClient

SECONDS = 1800
"""For one cell: compilation for the first time takes long on slow machines."""


def main(notebook: str, output: str) -> None:
    """Execute all cells; raises where one fails."""
    book = nbformat.read(notebook, as_version=4)
    where = {"metadata": {"path": os.getcwd()}}
    NotebookClient(book, timeout=SECONDS, kernel_name="python3", resources=where).execute()
    nbformat.write(book, output)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

"""Their simulator as a process of its own: `python openedge_simulator.py SRC ROWS COLUMNS FOLDER`.

SRC is the folder of `cgra.py`. It reads `instructions.csv` and `memory.csv` of the folder, and
writes `memory_out.csv`.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys

STEPS = 10_000


def main(source: str, rows: int, columns: int, folder: str) -> None:
    sys.path.insert(0, source)
    cgra = importlib.import_module("cgra")
    # The size of the array is in constants of the module.
    cgra.N_ROWS, cgra.N_COLS, cgra.INSTR_SIZE = rows, columns, rows + 1
    cgra.MAX_ROW, cgra.MAX_COL, cgra.PRINT_OUTS = rows - 1, columns - 1, 0
    with contextlib.redirect_stdout(io.StringIO()):
        cgra.run(folder, limit=STEPS)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])

"""Record what the commands do: `python -m tests.golden [MODULE …]`, all of them by default."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.golden.cases import CASES
from tests.golden.record import RECORD, cases, options, write


def main(modules: list[str]) -> None:
    """Run the cases of some commands and keep what the others did."""
    kept = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    for module in modules or CASES:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            known = options(module, Path(folder))
            kept[module] = {"options": known, "cases": cases(module, Path(folder))}
        print(f"{module}: {time.monotonic() - start:.1f} s")
    write({module: kept[module] for module in CASES if module in kept})


main(sys.argv[1:])

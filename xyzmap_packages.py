"""Whether the packages of xyzmap are the ones that Python finds.

Their names are common: a folder `models`, or a file `models.py`, that comes earlier on the import
path hides one. Packages that are run or imported by themselves import this module first. Where
something hides one of them, that raises `ImportError` with a line that says what to do; while
`python -m` or the console script starts, the line goes to stderr, and the exit code is 2.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

NAMES = (
    "models",
    "encoders",
    "archs",
    "programs",
    "solvers",
    "heuristics",
    "learn",
    "views",
    "examples",
    "xyzmap",
)
HERE = os.path.dirname(os.path.abspath(__file__))


def hidden(name: str) -> str | None:
    """Return the folder or file that Python finds instead of a package, None if it is xyzmap's."""
    try:
        spec = find_spec(name)
    except ValueError:  # Already imported, by a program that made it up.
        return None
    if spec is None:
        return None
    place = next(iter(spec.submodule_search_locations or ()), spec.origin) or ""
    folder = os.path.dirname(place)
    same = folder == HERE or os.path.realpath(folder) == os.path.realpath(HERE)
    return None if same else place


def _require_own() -> None:
    script, kind = os.path.splitext(os.path.basename(sys.argv[0]))
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    console = script == "xyzmap" and kind in ("", ".exe")
    # python-sat installs a script `models.py` where console scripts are; no package is there.
    scripts = console or folder == os.path.dirname(sys.executable)
    if scripts and os.path.exists(os.path.join(folder, "models.py")):
        sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != folder]
    for name in NAMES:
        place = hidden(name)
        if place is None:
            continue
        line = (
            f"{place} hides the package '{name}' of xyzmap in {HERE}: rename it, or take"
            f" {os.path.dirname(place)} off the import path (start in another folder, or change"
            " PYTHONPATH)"
        )
        if console or sys.argv[0] == "-m":
            print(f"xyzmap: {line}", file=sys.stderr)
            raise SystemExit(2)
        raise ImportError(line, name=name)


_require_own()

"""Whether the packages of xyzmap are the ones that Python finds.

A wheel has them inside `xyzmap`, where nothing hides them. In a checkout their names are common: a
folder `models`, or a file `models.py`, that comes earlier on the import path hides one. Packages
that are run or imported by themselves import this module first. Where something hides one of them,
that raises `ImportError` with a line that says what to do; while `python -m` or the console script
starts, the line goes to stderr, and the exit code is 2.

Since it comes first, it also sees to it that a command which a signal ends while it is still being
imported says so in one line.
"""

from __future__ import annotations

# All of them are loaded by then; `signal`, around `_signal`, and others take longer than the rest.
import _signal  # type: ignore[import-not-found]  # typeshed has only `signal`
import os
import sys

NAMES = (
    "models",
    "encoders",
    "archs",
    "solvers",
    "heuristics",
    "learn",
    "views",
    "examples",
    "shell",
    "ecosystems",
    "hardware",
    "interchange",
    "partition",
    "programs",
    "pruning",
    "remap",
    "streaming",
    "sweeps",
    "xyzmap",
)
PREFIX = __name__.removesuffix("xyzmap_packages")
"""Stands before the names of all packages but `xyzmap`: empty, or `xyzmap.rooms.` in a wheel."""
COMMANDS = ("xyzmap",) if PREFIX else (*NAMES, "bench")
"""The top-level packages of ours, whose modules `python -m` runs as commands."""
UNKNOWN = 30
"""The exit code of a command that was ended before it knew anything."""
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE)) if PREFIX else HERE
"""The folder of the top-level packages of ours."""


def is_console_script() -> bool:
    """Whether this process is the console script."""
    script, kind = os.path.splitext(os.path.basename(sys.argv[0]))
    return script == "xyzmap" and kind in ("", ".exe")


def module_that_starts() -> str | None:
    """Return the module of ours that `python -m` is about to run, None where there is none."""
    if sys.argv[0] != "-m":  # so it is until the module is found
        return None
    name = sys.orig_argv[-len(sys.argv)].removeprefix("-m")
    return name if name.partition(".")[0] in COMMANDS else None


def end_with_a_line(name: str, reason: str = "interrupted") -> None:
    """End this process at once, with one line that begins with `name`, and nothing else."""
    try:  # `contextlib` takes its time, too
        os.write(2, f"{name}: {reason}\n".encode(errors="replace"))
    except OSError:
        os._exit(UNKNOWN)
    os._exit(UNKNOWN)


def end_by_a_line(name: str) -> None:
    """Have signals end this process with one line that begins with `name`, and nothing else.

    That is so while `shell.signals` has no handlers of its own: before anything is written, and
    after a second signal.
    """

    def end(number: int, frame: object) -> None:
        end_with_a_line(name)

    for each in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(_signal, each, None)
        # What `nohup` has the process ignore stays so.
        if number is not None and (
            each != "SIGHUP" or _signal.getsignal(number) == _signal.SIG_DFL
        ):
            _signal.signal(number, end)


if is_console_script():
    end_by_a_line("xyzmap")
elif module_that_starts() is not None:
    end_by_a_line(f"python -m {module_that_starts()}")


def hidden(name: str) -> str | None:
    """Return the folder or file that Python finds instead of a package, None if it is xyzmap's."""
    from importlib.util import find_spec

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
    console = is_console_script()
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
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


if not PREFIX:
    _require_own()

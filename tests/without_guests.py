"""The core without its guests: `python -m tests.without_guests [NAME...] [-- words of pytest]`.

A copy of the checkout loses the guests that are named (all of them by default) and those that
need them, what serves them alone in `learn/`, `bench` (which measures everything), and the test
files that import any of it. In the copy, all modules that are left are imported, and the tests that
are left run: those of the first tier, or what the words after `--` choose, but for those that are
marked as tests of the whole house.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from shell.guests import OWN, guests

ROOT = Path(__file__).resolve().parents[1]
SERVING = {"streaming": "learn/ppo", "programs": "learn/intervals"}
"""What serves one guest in another; it goes with the first."""
IMPORTS = """
import importlib, pathlib, sys
for file in sorted(pathlib.Path(".").rglob("*.py")):
    if file.parts[0] in sys.argv[1:]:
        importlib.import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
"""


HIDING = """
import os, sys
here = os.path.dirname(__file__)
ours = [path for path in sys.path if os.path.exists(os.path.join(path, "xyzmap_packages.py"))]
sys.path[:] = [path for path in sys.path if path not in ours or os.path.samefile(path, here)]
"""


def with_dependents(names: Iterable[str]) -> set[str]:
    """Return guests, and those that need one of them."""
    gone = set(names)
    for guest in guests():
        if gone & set(guest.needs):
            gone.add(guest.name)
    return gone


def imported(file: Path) -> set[str]:
    """Return the modules that a file imports, and the names that it takes from them."""
    found = set[str]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return found


def needing(root: Path, gone: set[str]) -> set[Path]:
    """Return the test files that import what is gone, or a test file that does."""
    known = {file: imported(file) for file in (root / "tests").rglob("*.py")}
    lost, found = set(gone), set[Path]()
    while True:
        more = {
            file
            for file, names in known.items()
            if file not in found and any(_inside(name, lost) for name in names)
        }
        if not more:
            return found
        found |= more
        lost |= {".".join(file.relative_to(root).with_suffix("").parts) for file in more}


def _inside(name: str, packages: set[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:n]) in packages for n in range(1, len(parts) + 1))


def copied(root: Path, names: set[str]) -> None:
    """Copy the checkout without these guests and what belongs to them."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folders = {"bench", *names, *(SERVING[name] for name in names if name in SERVING)}
    belonging = {*folders, *(f"tests/{folder}" for folder in folders)}
    for name in files.splitlines():
        file = ROOT / name
        if file.is_file() and not any(name.startswith(f"{folder}/") for folder in belonging):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, root / name)
    gone = {folder.replace("/", ".") for folder in belonging}
    gone |= {f"xyzmap.{name}" for guest in guests() if guest.name in names for name in guest.names}
    for file in needing(root, gone):
        file.unlink()


def main() -> int:
    """Return the exit code of the tests in the copy, or 1 where something cannot be imported."""
    names, _, words = " ".join(sys.argv[1:]).partition("--")
    gone = with_dependents(names.split() or OWN)
    with TemporaryDirectory(prefix="xyzmap-") as folder:
        root = Path(folder)
        copied(root, gone)
        # What is installed of this checkout would be found in the place of what is gone.
        (root / "sitecustomize.py").write_text(HIDING)
        rooms = sorted(child.name for child in root.iterdir() if (child / "__init__.py").exists())
        print(f"without {', '.join(sorted(gone))}; left: {', '.join(rooms)}", flush=True)
        run = {"cwd": root, "env": {**os.environ, "PYTHONPATH": str(root)}}
        done = subprocess.run([sys.executable, "-c", IMPORTS, *rooms], **run)
        if done.returncode:
            return 1
        chosen = words.split() or ["--tier", "first", "-n", "2", "--dist", "worksteal"]
        chosen += ["-m", "not guests"]
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
        return subprocess.run(tests, **run).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Compiles the marked functions: an extension module `_kernels` in each package that has some.

`python -m shell.kernels.build` does it in place, for a checkout after a change of such a function,
or for an installation that had no compiler. The system's C compiler is used, or `ziglang`, which is
one from the package index.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from shell.kernels.extension import extension
from shell.kernels.program import Program
from shell.kernels.sources import Sources

FILE = "_kernels.abi3.so"
"""The extension module of a package, for every Python from 3.11 on."""

MARKS = "shell.compiled import"
"""In the text of a module with marked functions."""

FLAGS = ["-std=gnu11", "-O2", "-fPIC", "-fwrapv", "-ffp-contract=off", "-fvisibility=hidden"]
"""Numbers are computed as Python does: integers wrap, and no product is added without rounding."""

UNCHECKED = ("heuristics",)
"""Packages whose functions trust their indices, which makes them half as fast again; their tests do
not. Elsewhere an index outside an array is an `IndexError`, as in Python."""

ZIG = "ziglang>=0.13"
"""The compiler where the system has none."""


class NotCompiledError(Exception):
    """No extension module was made; the message says why, in one line."""


def system_compiler() -> list[str] | None:
    """Return the command of the system's C compiler, None where there is none."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    found = filter(None, map(shutil.which, ("cc", "gcc", "clang")))
    return next(([each] for each in found), None)


def compiler() -> list[str]:
    """Return the command of a C compiler. Raises `NotCompiledError` without one."""
    system = system_compiler()
    if system is not None:
        return system
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=all", "-s"]
    raise NotCompiledError(
        "there is no C compiler (cc, gcc, clang), and no ziglang: pip install ziglang"
    )


def packages(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the packages below a folder that have marked functions, and the modules of these."""
    for folder in sorted(path for path in root.iterdir() if (path / "__init__.py").exists()):
        found = [
            ".".join(path.relative_to(root).with_suffix("").parts)
            for path in sorted(folder.rglob("*.py"))
            if MARKS in path.read_text(encoding="utf-8")
        ]
        sources = Sources(root)
        marked = [name for name in found if any(sources.module(name).marked())]
        if marked:
            yield folder.name, marked


class Translated(NamedTuple):
    """The extension module of a package, in C."""

    text: str
    digest: str


def translated(root: Path, modules: Sequence[str]) -> Translated:
    """Return the extension module for the marked functions of some modules.

    Its digest is the SHA-256 sum of the files that it follows from, those of the translator
    included, in the order in which it names them.
    """
    sources = Sources(root)
    program = Program(sources, modules)
    translator = (path for path in (root / "shell/kernels").iterdir() if path.is_file())
    read = sorted({*translator, *(each.path for each in sources.modules.values())})
    digest = sha256(b"".join(path.read_bytes() for path in read)).hexdigest()
    names = [path.relative_to(root).as_posix() for path in read]
    return Translated(extension(program, digest, names), digest)


def build(root: Path, flags: Sequence[str] = ()) -> list[Path]:
    """Write the extension modules below a folder into their packages, but for those of the present
    files; return the paths of all.

    Raises `NotCompiledError` if they cannot be compiled.
    """
    made: dict[Path, Translated] = {}
    for package, modules in packages(root):
        made[root / package / FILE] = translated(root, modules)
    wanted = {path: each for path, each in made.items() if not _is_current(path, each.digest)}
    if wanted:
        compile_to(wanted, flags)
    return list(made)


def _is_current(path: Path, digest: str) -> bool:
    return path.exists() and digest.encode() in path.read_bytes()


def compile_to(wanted: Mapping[Path, Translated], flags: Sequence[str]) -> None:
    """Write extension modules, all at the same time. Raises `NotCompiledError`."""
    command = compiler()
    shared = ["-shared"]
    if sys.platform == "darwin":
        shared = ["-bundle", "-undefined", "dynamic_lookup"]
        shared += shlex.split(os.environ.get("ARCHFLAGS", ""))  # of a wheel for another machine
    with tempfile.TemporaryDirectory() as scratch:
        running = []
        for target, each in wanted.items():
            package = target.parent.name
            text, file = Path(scratch, f"{package}.c"), Path(scratch, f"{package}.so")
            text.write_text(each.text, encoding="utf-8")
            own = flags if package in UNCHECKED else [*flags, "-DCHECKED"]
            words = [*command, *FLAGS, *own, *shared, str(text), "-o", str(file), "-lm"]
            running.append((target, file, _started(words)))
        for target, file, process in running:
            said = process.communicate()[0]
            if process.returncode:
                lines = said.strip().splitlines() or ["no message"]
                raise NotCompiledError(f"{command[0]} failed: {lines[0]}")
            # A file that a process has loaded is replaced, not written.
            beside = target.with_name(f"{FILE}.{os.getpid()}")
            try:
                shutil.copy(file, beside)
                os.replace(beside, target)
            except OSError as error:
                raise NotCompiledError(f"{target}: {error.strerror}") from None


def _started(words: list[str]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except OSError as error:
        raise NotCompiledError(f"{words[0]}: {error.strerror}") from None


def main() -> int:
    """Compile the functions of the packages that this one is among."""
    try:
        made = build(Path(__file__).parents[2])
    except NotCompiledError as error:
        print(f"the inner loops are not compiled: {error}", file=sys.stderr)
        return 1
    print("compiled:", *(f"{path.parent.name}/{path.name}" for path in made))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The origin of answers and figures: the code, and the machine."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path


@functools.cache
def code(*packages: str) -> str:
    """Return a digest of all Python code of `packages`; figures of other code are not mixed in.

    An absent package has no code.
    """
    found = hashlib.sha256()
    for package in packages:
        for name, path in _files(package):
            found.update(name.encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """Yield the name in the package, and the path, of each file of a package or module."""
    spec = find_spec(package)
    if spec is None:
        return
    if spec.submodule_search_locations is None and spec.has_location and spec.origin is not None:
        yield package, Path(spec.origin)
    for folder in spec.submodule_search_locations or ():
        for path in sorted(Path(folder).rglob("*.py")):
            yield f"{package}/{path.relative_to(folder)}", path


@functools.cache
def processor() -> str:
    """Return the processor and the number of cores; figures of another are not comparable."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores"

"""Where answers and figures come from: the code, and the machine."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def code(*packages: str) -> str:
    """Return a digest of all Python code of `packages`; figures of other code are not mixed in.

    A package that is not there has no code.
    """
    found = hashlib.sha256()
    for package in packages:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            for path in sorted(Path(folder).rglob("*.py")):
                found.update(f"{package}/{path.relative_to(folder)}".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


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

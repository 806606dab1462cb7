"""The version of this package, and packages that only some parts need, each by an extra."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from models.errors import InputError


def version() -> str:
    """Return the version of xyzmap: that of the installed package, or of a checkout."""
    found = installed_version("xyzmap")
    if found is not None:
        return found
    import tomllib

    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def installed_version(package: str) -> str | None:
    """Return the version of an installed package, None if it is not installed.

    Folders `NAME-VERSION.dist-info` say it at once; `importlib.metadata`, which loads a parser of
    e-mail, is asked only without one.
    """
    named = re.compile(re.sub(r"[-_.]+", "[-_.]+", package) + r"-([^-]+)\.dist-info", re.IGNORECASE)
    for place in sys.path:
        with suppress(OSError):
            for name in os.listdir(place or "."):
                if found := named.fullmatch(name):
                    return found[1]
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def require_installed(what: str, extra: str, *packages: str, instead: str = "") -> None:
    """Raise `InputError` naming the extra where one of these packages is not installed.

    It imports no package, so that commands can call it before any work. `instead` describes the
    alternative to them.
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        way = f", or {instead}" if instead else ""
        raise InputError(f"{what} needs {', '.join(missing)}: {_install(extra)}{way}")


def require_package(package: str, what: str, extra: str) -> None:
    """Import a package that `what` needs.

    Raises `InputError` naming the extra for a missing package, and the reason for one that fails to
    load.
    """
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        if error.name == package:
            raise InputError(f"{what} needs {package}: {_install(extra)}") from None
        raise InputError(_broken(package, what, error)) from None
    except (ImportError, OSError) as error:
        raise InputError(_broken(package, what, error)) from None


def _install(extra: str) -> str:
    return f"pip install 'xyzmap[{extra}]'"


def _broken(package: str, what: str, error: Exception) -> str:
    reason = str(error).strip().splitlines() or [type(error).__name__]
    return f"{what} needs {package}, which cannot be imported: {reason[0]}"

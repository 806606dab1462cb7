"""Packages that only some parts need, each by an extra."""

from __future__ import annotations

from importlib import import_module

from models.errors import InputError


def require_package(package: str, what: str, extra: str) -> None:
    """Import a package that `what` needs.

    Raises `InputError` naming the extra that brings it where it is missing, and the reason where it
    is there and cannot be imported.
    """
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        if error.name == package:
            raise InputError(f"{what} needs {package}: pip install 'xyzmap[{extra}]'") from None
        raise InputError(_broken(package, what, error)) from None
    except (ImportError, OSError) as error:
        raise InputError(_broken(package, what, error)) from None


def _broken(package: str, what: str, error: Exception) -> str:
    reason = str(error).strip().splitlines() or [type(error).__name__]
    return f"{what} needs {package}, which cannot be imported: {reason[0]}"

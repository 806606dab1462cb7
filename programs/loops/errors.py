"""The exception of this package."""

from __future__ import annotations

from models.errors import InputError


class ProgramError(InputError):
    """A program that cannot be used: one line, `file.c:LINE: what, what is allowed`."""

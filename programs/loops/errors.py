"""The exception of this package."""

from __future__ import annotations

from models.errors import InputError


class ProgramError(InputError):
    """An unusable program; the message is one line, `file.c:LINE: fault, allowed forms`."""

"""Why a transformation is refused."""

from __future__ import annotations

from programs.loops.errors import ProgramError


class NotApplicableError(ProgramError):
    """A transformation that cannot be written down for this loop."""


class IllegalError(ProgramError):
    """A transformation that would execute dependent iterations in the wrong order."""

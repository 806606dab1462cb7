"""`Stop` that a library has turned into another error: it ends the work like the `Stop` itself.

C functions that check for signals may return a result after one, which Python reports as
`SystemError`; packages whose import was ended report an `ImportError`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from models.errors import InputError
from shell.budget import Stop


def disguised(error: BaseException | None) -> Stop | None:
    """Return the `Stop` that a library has turned into another error, or None.

    An `InputError` that is raised while a `Stop` is handled stays an `InputError`.
    """
    while error is not None and not isinstance(error, InputError | Stop):
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return error if isinstance(error, Stop) else None


@contextmanager
def undisguised() -> Iterator[None]:
    """Raise `Stop` again if a library has turned it into another error."""
    try:
        yield
    except Exception as error:
        stop = disguised(error)
        if stop is None:
            raise
        raise stop from None

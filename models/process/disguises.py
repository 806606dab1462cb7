"""`Stop` that a library has made another error of: it ends the work as a `Stop` does.

Functions in C that look for signals may return a result all the same, which Python calls a
`SystemError`; packages whose import was ended say that they cannot be imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from models.errors import InputError
from models.process.signals import Stop


def disguised(error: BaseException | None) -> Stop | None:
    """Return the `Stop` that a library has made another error of, None where there is none.

    An `InputError`, which we raise ourselves while a `Stop` is handled, stays what it is.
    """
    while error is not None and not isinstance(error, InputError | Stop):
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return error if isinstance(error, Stop) else None


@contextmanager
def undisguised() -> Iterator[None]:
    """Raise `Stop` again where a library has made another error of it."""
    try:
        yield
    except Exception as error:
        stop = disguised(error)
        if stop is None:
            raise
        raise stop from None

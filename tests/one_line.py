"""Refusals: each is one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from models.errors import InputError


@contextmanager
def one_line(beginning: str = "", within: str = "") -> Iterator[None]:
    """Expect an `InputError` of one line with this beginning, and this text in it."""
    with pytest.raises(InputError) as caught:
        yield
    said = str(caught.value)
    assert said.startswith(beginning) and within in said and "\n" not in said, said

"""Tests of many seeds that are one test each, with a loop."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

SEED = "seed"


def seeds(numbers: Sequence[int]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Have a test called for every `seed` of `numbers`, for fewer in the first tier.

    A failure has a note with the seed. Fixtures are those of all seeds together.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        asked = inspect.signature(test).parameters
        assert SEED in asked and "amount" not in asked

        @wraps(test)
        def run(amount: Callable[[int], int], **given: Any) -> None:
            count = amount(len(numbers))
            for n in range(count):
                seed = numbers[n * len(numbers) // count]
                try:
                    test(seed=seed, **given)
                except Exception as error:
                    error.add_note(f"with seed {seed}")
                    raise

        own = [one for name, one in asked.items() if name != SEED]
        own.append(inspect.Parameter("amount", inspect.Parameter.POSITIONAL_OR_KEYWORD))
        keyword = inspect.Parameter.KEYWORD_ONLY
        changed = [one.replace(kind=keyword) for one in own]
        run.__signature__ = inspect.Signature(changed)  # type: ignore[attr-defined]
        return run

    return decorate

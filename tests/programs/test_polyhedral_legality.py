from __future__ import annotations

import pytest

from programs.loops import random_programs as generator
from tests.system.legality import Verdicts, compare


@pytest.mark.oracle
def test_legality_is_that_of_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    # Random regions are valid, which other tests look at.
    monkeypatch.setattr(generator, "check_region", lambda region: None)
    verdicts = Verdicts()
    for seed in range(300):
        compare(seed, verdicts)
    assert not verdicts.faults
    assert verdicts.illegal.total() > 3 and verdicts.legal.total() > 100

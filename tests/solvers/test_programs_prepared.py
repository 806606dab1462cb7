from __future__ import annotations

import math
import os
import time
from typing import Any

import pytest

from solvers.optimize import main
from solvers.questions.optimize import prepared
from solvers.search import named_heuristics
from tests.solvers.programs_small import S4

TINY = """
float a[9], b[9];
void tiny(void)
{
#pragma PTMAP
    for (int i = 0; i < 9; i++)
        b[i] = 3.0f * a[i];
#pragma ENDMAP
}
"""
LONG = 10_000


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "_is_compiled", lambda: False)
    monkeypatch.setattr(named_heuristics, "prepare", lambda: time.sleep(LONG))


@pytest.mark.usefixtures("never_compiled")
def test_compiling_ends_with_the_time_limit() -> None:
    assert not prepared.prepared(time.perf_counter() + 0.1)
    assert not prepared.prepared(time.perf_counter() - 1)


@pytest.mark.usefixtures("never_compiled")
def test_the_command_ends_although_nothing_is_compiled(tmp_path: Any, capsys: Any) -> None:
    source = tmp_path / "tiny.c"
    source.write_text(TINY)
    assert main([str(source), S4.name, "--time-limit", "0.5", "--quiet", "--jobs", "1"]) == 30
    assert "time limit" in "".join(capsys.readouterr())


def test_what_is_compiled_is_loaded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[int] = []
    monkeypatch.setattr(named_heuristics, "prepare", lambda: where.append(os.getpid()))
    monkeypatch.setattr(prepared, "_is_compiled", lambda: False)
    assert prepared.prepared(math.inf)
    assert prepared.prepared(time.perf_counter() + 100)
    monkeypatch.setattr(prepared, "_is_compiled", lambda: True)
    assert prepared.prepared(time.perf_counter())
    assert where == [os.getpid()] * 3

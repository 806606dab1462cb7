"""Compiling on first use ends with the time limit too."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from examples.streaming import build
from models.streaming.engine import Engine
from models.streaming.rules import Rules
from solvers.questions.streaming import prepared
from solvers.questions.streaming.search import StreamingSearch
from solvers.questions.streaming.state import Settings
from solvers.streaming import main

DISTANCE = Path(__file__).parents[3] / "examples" / "data" / "streaming" / "distance.json"
RULES = Rules(build("distance"), Engine())


def slowly(search: StreamingSearch) -> None:
    time.sleep(10_000)


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "_is_compiled", lambda policy: False)
    monkeypatch.setattr(StreamingSearch, "run", slowly)


@pytest.mark.usefixtures("never_compiled")
@pytest.mark.parametrize("method", ["exact", "greedy", "ppo"])
def test_compiling_ends_with_the_time(method: str) -> None:
    assert not prepared.prepared(RULES, Settings(6, method=method), time.perf_counter() + 0.1)


@pytest.mark.usefixtures("never_compiled")
def test_the_command_ends_although_nothing_is_compiled(capsys: Any) -> None:
    assert main([str(DISTANCE), "--time-limit", "0.5", "--quiet"]) == 30
    assert "time limit" in "".join(capsys.readouterr())


def test_what_is_compiled_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "_is_compiled", lambda policy: True)
    monkeypatch.setattr(prepared, "compiled_first", lambda use, deadline: False)
    assert prepared.prepared(RULES, Settings(6), time.perf_counter())


def test_what_was_compiled_apart_is_there_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "_is_compiled", lambda policy: False)
    assert prepared.prepared(RULES, Settings(6, method="greedy"), time.perf_counter() + 1000)

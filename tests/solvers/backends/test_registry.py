"""Solvers by name: capabilities, aliases, options, what is missing, and what is imported."""

from __future__ import annotations

import importlib

import pytest

from models.errors import InputError
from solvers.backends.registry import BACKENDS, LACKS, chosen
from tests.solvers.backends.small_models import INSTALLED


@pytest.mark.parametrize("backend", BACKENDS.values(), ids=lambda backend: backend.name)
def test_entries(backend: object) -> None:
    """Tests that every entry names a class that exists, and says how it is installed."""
    module, _, name = backend.opens.partition(":")
    assert callable(getattr(importlib.import_module(module), name))
    assert chosen(backend.name).backend is backend
    assert backend.about
    if backend.name not in INSTALLED:
        assert "\n" not in backend.missing()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("cp-sat:workers=two", "cp-sat: 'workers=two' must be"),
        ("cp-sat:linearization=3", "cp-sat: 'linearization=3' must be"),
        ("highs:threads=²", "highs: 'threads=²' must be"),
        ("highs:presolve=maybe", "highs: 'presolve=maybe' must be on or off"),
        ("pyomo:solver=nosuch", "Pyomo finds no solver 'nosuch'"),
        ("dimacs", "name the program: dimacs:command="),
        ("dimacs:command=nosuchprogram -q", "there is no program 'nosuchprogram' on the PATH"),
        ("dimacs:command=", "the solver's command is empty"),
        ("dimacs:command='unbalanced", "No closing quotation"),
    ],
)
def test_bad_values_are_refused_before_a_search(words: str, message: str) -> None:
    """Tests that no process has to start before a bad value of an option is noticed."""
    choice = chosen(words)
    if choice.backend.package is not None:
        pytest.importorskip(choice.backend.package)
    with pytest.raises(InputError, match=message) as refused:
        choice.require()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("need", LACKS)
def test_requirements(need: str) -> None:
    """Tests that a capability is found missing, and that the message names who has it."""
    able = [backend.name for backend in BACKENDS.values() if need in backend.can]
    unable = [name for name in INSTALLED if name not in able]
    assert able
    for name in unable:
        with pytest.raises(InputError, match=LACKS[need]) as refused:
            chosen(name).require(need)
        assert all(other in str(refused.value) for other in able)
    for name in set(able) & set(INSTALLED):
        chosen(name).require(need)

"""Command lines of older versions are still understood."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from models.process.parser import parser_of


def parsed(module: str, words: str) -> dict[str, Any]:
    found = importlib.import_module(module)
    return vars(
        parser_of(getattr(found, "COMMAND", None) or found.QUESTION).parse_args(words.split())
    )


@pytest.mark.parametrize(
    ("module", "words", "name"),
    [
        ("solvers.partition", "g.json a.json --out x", "out"),
        ("solvers.optimize", "p.c s4 --output x", "output"),
        ("solvers.configure", "g.json a.json m.json --output x", "output"),
        ("learn.ppo.__main__", "train p.json --out x", "out"),
        ("solvers.compare", "g.json a.json --json x", "out"),
    ],
)
def test_an_older_name_goes_to_the_option_of_today(module: str, words: str, name: str) -> None:
    assert parsed(module, words)[name] == "x"

"""The page about the presets says what the presets are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archs.presets import PRESETS

PAGE = (Path(__file__).parents[2] / "docs" / "architectures.md").read_text(encoding="utf-8")
SECTIONS = {text.split("\n")[0]: text for text in PAGE.split("\n## ")[1:]}


def section(kind: str) -> str:
    """The section whose heading names a preset."""
    (text,) = (text for heading, text in SECTIONS.items() if f"`{kind}`" in heading)
    return text


def test_every_preset_is_named() -> None:
    """Tests that the page names all presets, and gives each array of the literature a row."""
    assert all(f"`{kind}`" in PAGE for kind in PRESETS)
    first = "".join(row.split("|")[1] for row in PAGE.splitlines() if row.startswith("| `"))
    assert set(re.findall(r"`([^`]+)`", first)) == {
        k for k, p in PRESETS.items() if p.usual and k != "random"
    }


@pytest.mark.parametrize("kind", [kind for kind, preset in PRESETS.items() if preset.usual])
def test_options(kind: str) -> None:
    """Tests that a section gives the usual size, and every option with its default."""
    text = section(kind)
    assert PRESETS[kind].usual in text
    for name, option in PRESETS[kind].options.items():
        if (kind, name) == ("h6", "max_contexts"):
            assert f"(`h6`: {option.default})" in text
        else:
            assert f"`{name}={option.default}`" in text

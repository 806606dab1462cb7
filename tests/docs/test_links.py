"""Links of pages outside of the site, whose own links `mkdocs build --strict` checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_resolve(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"^(```|~~~).*?^\1|`[^`\n]+`", "x", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\[[^\]]*\]\(<?([^)\s>#]+)[^)]*\)", text):
        assert re.match(r"[a-z]+:", target) or (ROOT / target).exists(), target

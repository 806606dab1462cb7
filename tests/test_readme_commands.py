"""How the commands of the README are found."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT: dict[str, Any] = runpy.run_path(str(Path(__file__).with_name("readme_commands.py")))


def test_only_marked_blocks() -> None:
    """Tests that unmarked blocks and comments are left out, and joined lines stay together."""
    text = (
        "```sh\nnot this\n```\n<!-- ci -->\n```sh\n# a comment\n$ one  # exit 10\n"
        "two \\\n  --more  # why\n\n```\n"
    )
    assert SCRIPT["marked_commands"](text) == [("one", 10), ("two    --more  # why", 0)]


@pytest.mark.parametrize("text", ["<!-- ci -->\ntext", "<!-- ci -->\n```sh\nendless"])
def test_broken_marks(text: str) -> None:
    """Tests that a mark without a complete block is an error, not an empty list."""
    with pytest.raises(ValueError):
        SCRIPT["marked_commands"](text)


def test_exit_codes(tmp_path: Path) -> None:
    """Tests that a wrong exit code fails, the expected one passes, and no command fails."""
    readme = tmp_path / "README.md"
    for commands, code in (("true\nexit 10 # exit 10", 0), ("exit 10", 1), ("true # exit 3", 1)):
        readme.write_text(f"<!-- ci -->\n```sh\n{commands}\n```\n")
        assert SCRIPT["main"](str(readme)) == code
    readme.write_text("nothing")
    assert SCRIPT["main"](str(readme)) == 1

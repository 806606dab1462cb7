"""How the commands of pages are found, and what is held against what they print."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT: dict[str, Any] = runpy.run_path(str(Path(__file__).with_name("readme_commands.py")))
ERROR = SCRIPT["PageError"]


def page(*blocks: tuple[str, str, str]) -> str:
    return "\n".join(f"{mark}\n```{kind}\n{text}\n```\n" for mark, kind, text in blocks)


def test_only_marked_blocks() -> None:
    """Tests that unmarked blocks and comments are left out, and joined lines stay together."""
    text = page(
        ("", "sh", "not this"),
        ("<!-- ci -->", "sh", "# a comment\n$ one  # exit 10\ntwo \\\n  --more  # why\n"),
    )
    ((kind, block),) = SCRIPT["steps"](text)
    assert kind == "ci"
    assert SCRIPT["commands"](block) == [("one", (10,)), ("two    --more  # why", (0,))]
    assert SCRIPT["commands"]("one # exit 0, 10") == [("one", (0, 10))]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- ci -->\ntext",
        "<!-- ci -->\n```sh\nendless",
        "<!-- ci -->",
        "<!-- prints -->\n```sh\n```",
    ],
)
def test_broken_marks(text: str) -> None:
    """Tests that a mark without a complete block is an error, not an empty list."""
    with pytest.raises(ERROR):
        list(SCRIPT["steps"](text))


def test_exit_codes(tmp_path: Path) -> None:
    """Tests that a wrong exit code fails, the expected one passes, and no command fails."""
    readme = tmp_path / "README.md"
    for text, code in (("true\nexit 10 # exit 10", 0), ("exit 10", 1), ("true # exit 3", 1)):
        readme.write_text(page(("<!-- ci -->", "sh", text)))
        assert SCRIPT["main"]([str(readme)]) == code
    readme.write_text("nothing")
    assert SCRIPT["main"]([str(readme)]) == 1


def test_what_is_shown_was_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """Tests lines in order, lines left out, and that a line too many or in another order fails."""
    ran = ("<!-- ci -->", "sh", "printf 'one\\ntwo  \\n'\necho three")
    for shown in ("one\ntwo\nthree", "two", "one\n…\n\nthree", "o…\nthr…"):
        assert SCRIPT["check"](page(ran, ("<!-- prints -->", "text", shown))) == 2
    for shown in ("two\none", "one\none", "on", "four", "t…\no…"):
        with pytest.raises(ERROR, match="not printed"):
            SCRIPT["check"](page(ran, ("<!-- prints -->", "text", shown)))
    capfd.readouterr()


def test_files_are_written(tmp_path: Path) -> None:
    """Tests that a block lands in its file as it stands, in a folder that is made for it."""
    target = tmp_path / "new" / "file.json"
    text = page(
        (f"<!-- file: {target} -->", "json", '{\n  "a": 1\n}'), ("<!-- ci -->", "sh", "true")
    )
    assert SCRIPT["check"](text) == 1
    assert target.read_text() == '{\n  "a": 1\n}\n'


def test_pictures_are_those_that_were_drawn(tmp_path: Path) -> None:
    """Tests that a picture must have the bytes that commands wrote, and can be replaced by them."""
    drawn, shown = tmp_path / "out.svg", tmp_path / "pictures/shown.svg"
    text = page(("<!-- ci -->", "sh", f"echo new > {drawn}"))
    text += f"<!-- draws: {drawn} -->\n![a picture](pictures/shown.svg)\n"
    readme = tmp_path / "README.md"
    readme.write_text(text)
    assert SCRIPT["main"]([str(readme)]) == 1
    assert SCRIPT["main"](["--redraw", str(readme)]) == 0
    assert shown.read_text() == "new\n" and SCRIPT["main"]([str(readme)]) == 0
    shown.write_text("old\n")
    assert SCRIPT["main"]([str(readme)]) == 1
    readme.write_text(text.replace("![a picture](pictures/shown.svg)", "a picture"))
    assert SCRIPT["main"]([str(readme)]) == 1

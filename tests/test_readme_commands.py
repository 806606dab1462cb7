"""How the commands of pages are found, and what is held against what they print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readme_commands import PageError, check, commands, main, steps

RAN = "<!-- ci -->\n```sh\nprintf 'one\\ntwo  \\n'\necho three\n```\n"


@pytest.mark.parametrize(
    "text",
    ["<!-- ci -->\n```sh\nendless", "<!-- ci -->", "<!-- prints -->\n```sh\n```"],
)
def test_broken_marks(text: str) -> None:
    """Tests that a mark without a complete block is an error, not an empty list."""
    with pytest.raises(PageError):
        list(steps(text))


def test_commands_and_exit_codes(tmp_path: Path) -> None:
    """Tests joined lines and comments; that a wrong code fails, and so does a page of none."""
    assert commands("# a comment\n$ one  # exit 10\ntwo \\\n  --more") == [
        ("one", (10,)), ("two    --more", (0,))
    ]  # fmt: skip
    readme = tmp_path / "README.md"
    for text, code in (("true\nexit 10 # exit 0, 10", 0), ("exit 10", 1), ("true # exit 3", 1)):
        readme.write_text(f"```sh\nexit 3\n```\n<!-- ci -->\n```sh\n{text}\n```\n")
        assert main([str(readme)]) == code
    readme.write_text("nothing")
    assert main([str(readme)]) == 1


@pytest.mark.parametrize(
    ("shown", "right"),
    [("two", True), ("o…\n…\n\nthr…", True), ("two\none", False), ("one\none", False)],
)
def test_what_is_shown_was_printed(shown: str, right: bool) -> None:
    page = f"{RAN}<!-- prints -->\n```text\n{shown}\n```\n"
    if right:
        assert check(page) == 2
    else:
        with pytest.raises(PageError, match="not printed"):
            check(page)


def test_files_and_pictures(tmp_path: Path) -> None:
    """Tests a block that lands in its file, and pictures that must be what commands drew."""
    target, drawn, shown = (tmp_path / name for name in ("new/f.json", "out.svg", "shown.svg"))
    readme = tmp_path / "README.md"
    readme.write_text(
        f"<!-- file: {target} -->\n```json\n{{}}\n```\n"
        f"<!-- ci -->\n```sh\necho new > {drawn}\n```\n"
        f"<!-- draws: {drawn} -->\n![a picture](shown.svg)\n"
    )
    assert main([str(readme)]) == 1
    assert main(["--redraw", str(readme)]) == 0
    assert (target.read_text(), shown.read_text()) == ("{}\n", "new\n")
    assert main([str(readme)]) == 0
    shown.write_text("old\n")
    assert main([str(readme)]) == 1


def test_every_how_to_makes_its_folder() -> None:
    """Tests that the first block of a page that writes to a folder is a file in it, or `mkdir`."""
    for page in sorted(Path(__file__).parents[1].glob("docs/howto/*-*.md")):
        for kind, block in steps(page.read_text(encoding="utf-8")):
            if kind == "ci" and "out/howto/" in block:
                assert block.startswith("mkdir -p out/howto"), page.name
            if "out/howto/" in kind + block:
                break

"""Pages and the links between them, read as text: nothing needs mkdocs."""

from __future__ import annotations

import fnmatch
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HOOKS: dict[str, Any] = runpy.run_path(str(DOCS / "hooks.py"))
NAV = list(HOOKS["pages"](yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
PAGES = [
    *sorted(DOCS.rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
]
BLOCK = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?[^)]*\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def links(path: Path) -> list[str]:
    """Return the targets of all links of a page that are not on the network."""
    # Code in the words of a link does not matter, and links in code are none.
    text = CODE.sub("x", BLOCK.sub("", path.read_text(encoding="utf-8")))
    return [target for target in LINK.findall(text) if not re.match(r"[a-z]+:", target)]


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as both GitHub and the site make them of ASCII."""
    found = set()
    for heading in HEADING.findall(BLOCK.sub("", path.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        kept = re.sub(r"[^\w\s-]", "", words.replace("`", "")).strip().lower()
        found.add(re.sub(r"\s", "-", kept))
    return found


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_links_resolve(path: Path) -> None:
    for target in links(path):
        file, _, anchor = target.partition("#")
        linked = (path.parent / file).resolve() if file else path
        assert linked.exists(), f"{target}: no such file"
        assert linked.is_relative_to(ROOT), f"{target}: outside of the repository"
        if anchor and linked.suffix == ".md":
            assert anchor in anchors(linked), f"{target}: no such heading"


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=named)
def test_pages_link_to_what_the_site_has(path: Path) -> None:
    for target in links(path):
        file = target.partition("#")[0]
        if file:
            assert (path.parent / file).resolve().is_relative_to(DOCS), f"{target}: not in docs/"


def test_every_page_is_in_the_navigation() -> None:
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    shown = {page for page in pages if not page.startswith("changes/")}
    patterns = [entry for entry in NAV if "*" in entry]
    listed = {page for page in shown if any(fnmatch.fnmatchcase(page, p) for p in patterns)}
    assert shown - listed - set(NAV) == set()


def test_the_navigation_names_pages_that_are_there_and_none_twice() -> None:
    assert len(set(NAV)) == len(NAV)
    assert [entry for entry in NAV if "*" not in entry and not (DOCS / entry).is_file()] == []
    # A glob is for results only: a new page elsewhere has to find its place.
    assert [entry for entry in NAV if "*" in entry] == ["results/*.md"]


def test_globs_become_the_pages_that_are_named_nowhere_else(tmp_path: Path) -> None:
    for name in ("index.md", "results/a.md", "results/b.md", "results/c.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# page")
    nav = [{"Start": ["index.md"]}, {"Results": [{"Second": "results/b.md"}, "results/*.md"]}]
    config = HOOKS["on_config"]({"docs_dir": str(tmp_path), "nav": nav})
    assert config["nav"] == [
        {"Start": ["index.md"]},
        {"Results": [{"Second": "results/b.md"}, "results/a.md", "results/c.md"]},
    ]


def test_links_in_code_are_none_and_headings_become_anchors(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# The `x` of [y](z.md)\n`[a](b.md)`\n```\n# no\n[c](d.md)\n```\n[`e`](f.md#g)\n"
    )
    assert links(page) == ["z.md", "f.md#g"]
    assert anchors(page) == {"the-x-of-y"}

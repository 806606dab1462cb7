"""Reads pages back as a browser would, but for the scripts."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

NAME = "</script><script>alert('1')</script><!--&\""
"""What a name may be."""

HOSTILE = "</script><script>alert('1')</script><!--&\" ${kernels}\ud800"
VOID = {"meta", "input", "br", "link", "img"}


class Page(HTMLParser):
    """Reads a page; complains of elements that are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def data(self, name: str = "data") -> Any:
        ids = [a.get("id") for tag, a in self.seen if tag == "script"]
        return json.loads(self.texts["script"][ids.index(name)])

    @property
    def words(self) -> str:
        """All text but scripts and styles."""
        return " ".join(t for tag, some in self.texts.items() for t in some if tag != "script")

    @property
    def chosen(self) -> set[int]:
        """The scenes that elements of the page show."""
        return {int(a["data-scene"] or -1) for _, a in self.seen if "data-scene" in a}

    def check_ids(self) -> None:
        ids = [attributes["id"] for _, attributes in self.seen if "id" in attributes]
        assert len(ids) == len(set(ids))
        for _, attributes in self.seen:
            for name in ("aria-labelledby", "for"):
                if name in attributes:
                    assert attributes[name] in ids

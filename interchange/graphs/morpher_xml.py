"""The tags of Morpher's XML, well-formed or as its generator writes them.

The generator leaves out blanks between attributes, and the end of an <Output>. XML libraries add a
declaration, comments, or an element around everything, such as <root>; these are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.errors import InputError, NotSupportedError

# Of each element: what it stands in, and its attributes.
_GRAMMAR = {
    "MutexBB": [""],
    "BB1": ["MutexBB", "name"],
    "BB2": ["BB1", "name"],
    "DFG": ["", "count"],
    "Node": ["DFG", "idx", "ASAP", "ALAP", "BB", "CONST"],
    "Inputs": ["Node"],
    "Input": ["Inputs", "idx"],
    "Outputs": ["Node"],
    "Output": ["Outputs", "idx", "nextiter", "NPB", "type"],
    "RecParents": ["Node"],
    "RecParent": ["RecParents", "idx"],
    "OP": ["Node"],
    "BasePointerName": ["Node", "size"],
    "GEPOffset": ["Node"],
}
_WITH_TEXT = ("OP", "BasePointerName", "GEPOffset")
# An <Output may end where the next tag begins: the generator forgets its end, and its type.
_TAG = re.compile(r"""<(/?)([A-Za-z]\w*)((?:[^<>"']|"[^<>"]*"|'[^<>']*')*+)(>|(?=<))""")
_ATTRIBUTE = re.compile(r"""\s*([A-Za-z][\w:]*)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# What XML libraries write beside elements: a declaration at the start, and comments.
_DECLARATION = re.compile(r"^\s*<\?xml\s[^<>]*\?>")
_OUTERMOST = re.compile(r"\s*<(?:DFG|MutexBB)\b")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WAYS_OUT = {
    "<![CDATA[": "; write the text of a CDATA section plainly",
    "<!DOCTYPE": "; remove the DOCTYPE, Morpher's files have none",
    "<?": "; remove it, only a declaration <?xml …?> may stand there, at the start",
    "<!--": "; end the comment with '-->'",
}


class Tag(NamedTuple):
    """An opening tag, the text behind it, and its line."""

    name: str
    attributes: dict[str, str]
    text: str
    line: int

    def number(self, name: str, allowed: str = r"\d{1,9}") -> int:
        """Return a number among the attributes, of a form that is allowed."""
        text = self.attributes.get(name)
        if text is None:
            raise InputError(f"<{self.name}> needs the attribute {name}", f"line {self.line}")
        if not re.fullmatch(allowed, text, re.ASCII):
            raise InputError(f'{name}="{text[:40]}" is no number for it', f"line {self.line}")
        return int(text)


def tags(text: str) -> Iterator[Tag]:
    """Yield the opening tags, each with the text behind it, all as the grammar has them."""
    text = _DECLARATION.sub(_blank, _COMMENT.sub(_blank, text), count=1)
    if (at := text.find("<![CDATA[")) >= 0:
        raise InputError(_no_tag(text[at : at + 40]), f"line {1 + text.count(chr(10), 0, at)}")
    opened: list[tuple[str, int]] = []
    position, line, around = 0, 1, ""
    while (start := text.find("<", position)) >= 0 or text[position:].strip():
        between = text[position:start] if start >= 0 else text[position:]
        inside = opened[-1][0] if opened else ""
        if between.strip() and not (inside in _WITH_TEXT and start >= 0):
            line += between[: len(between) - len(between.lstrip())].count("\n")
            raise InputError(f"unexpected text {between.strip()[:40]!r}", f"line {line}")
        line += between.count("\n")
        match = _TAG.match(text, start)
        if match is None:
            raise InputError(_no_tag(text[start : start + 40]), f"line {line}")
        closing, name, body, end = match.groups()
        first, position = position == 0, match.end()
        if closing:
            if name != inside or body.strip() or not end:
                raise InputError(f"'{match.group()[:40]}' closes nothing", f"line {line}")
            opened.pop()
        elif first and end and name not in _GRAMMAR and _OUTERMOST.match(text, position):
            _require_plain(name, body, line)
            opened.append((name, line))
            around = name
        else:
            if not end and name != "Output":
                raise InputError(f"<{name[:40]} does not end with '>'", f"line {line}")
            within = "" if inside == around else inside
            attributes = _attributes(name, within, body.removesuffix("/"), line)
            yield Tag(name, attributes, text[position : text.find("<", position)].strip(), line)
            if end and not body.endswith("/"):
                opened.append((name, line))
        line += match.group().count("\n")
    if opened:
        raise InputError(f"<{opened[-1][0]}> is never closed", f"line {opened[-1][1]}")


def _blank(found: re.Match[str]) -> str:
    """Return the line ends of skipped markup, so that other lines keep their numbers."""
    return "\n" * found.group().count("\n")


def _no_tag(found: str) -> str:
    way_out = next((way for start, way in _WAYS_OUT.items() if found.startswith(start)), "")
    return f"expected a tag, found {found!r}{way_out}"


def _require_plain(name: str, body: str, line: int) -> None:
    """Raise `InputError` for an element around everything that has attributes."""
    if body.strip():
        what = f"<{name[:40]}> around everything has attributes; remove '{body.strip()[:40]}'"
        raise InputError(what, f"line {line}")


def _attributes(name: str, inside: str, body: str, line: int) -> dict[str, str]:
    if name not in _GRAMMAR or _GRAMMAR[name][0] != inside:
        place = f"in <{inside}>" if inside else "at the top; Morpher's graphs begin with <DFG>"
        raise InputError(f"<{name[:40]}> does not belong {place}", f"line {line}")
    found: dict[str, str] = {}
    position = 0
    while match := _ATTRIBUTE.match(body, position):
        key, value = match[1], match[2] if match[3] is None else match[3]
        if key.partition(":")[0] == "xmlns":
            raise InputError(f"<{name}> has a namespace; remove {key[:40]}", f"line {line}")
        if key in found:
            raise InputError(f"<{name}> has {key[:40]} twice", f"line {line}")
        if key not in _GRAMMAR[name][1:]:
            raise NotSupportedError(f"attribute {key[:40]} of <{name}>", f"line {line}")
        found[key] = value
        position = match.end()
    if rest := body[position:].strip():
        raise InputError(f"no attribute of <{name}>: '{rest[:40]}'", f"line {line}")
    return found

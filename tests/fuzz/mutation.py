"""Files that are nearly valid: bytes, words and JSON trees of examples, damaged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

Draw = st.DrawFn

WORD = re.compile(rb"[A-Za-z_]\w*|-?\d+(?:\.\d+)?|\s+|[^\w\s]")
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")

NUMBERS = [
    b"0", b"-1", b"1", b"2", b"3", b"7", b"255", b"65537", b"2147483648", b"-2147483649",
    b"9223372036854775808", b"1" + b"0" * 40, b"9" * 5000, b"0.5", b"-0.0", b"1e5", b"1e400",
    b"-1e400", b"1e-400", b"NaN", b"Infinity", b"-Infinity", b"0x10", b"1_000", b"007",
    "²".encode(), "٣".encode(),
]  # fmt: skip

WORDS = [
    b"", b" ", b"\n", b"\r\n", b"\r", b"\t", b"\0", b"\x0b", b"\x1b[31m", b"\x1c", b"\x85",
    b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", "\u2028".encode(), "é".encode(),
    b"\x7f", "\u2029".encode(), "\u202e".encode(), "\u2066".encode(), "\u200b".encode(), b"\\n",
    b"\\u001b[2K", b"\\u202e", b"\\nverified: 1 cycle is optimal",
    "𝕏".encode(), b"'", b'"', b"\\", b"\\u0000", b"\\ud800", b"/*", b"*/", b"//", b"#", b"<!--",
    b"null", b"true", b"[]", b"{}", b"a", b".", b"..", b"-", b"->", b"=", b";", b"%s", b"{0}",
    b"$(id)", b"../../etc/passwd", b"__class__", b"x" * 300,
]  # fmt: skip

SCALARS: list[Any] = [
    None, True, False, 0, -1, 1, 2, 2**31, 2**63, -(2**63) - 1, 10**40, 0.5, 1.0, -0.0, 1e308,
    float("nan"), float("inf"), "", " ", "a", "a b", "\n", "\0", "é", "\ud800", "\u2028", "_", ".",
    "a\x1b[2Kb", "a\u202eb", "a\x85b", "a\nverified: b",
    "->", "*", "x" * 300, [], {}, [[]], [None], [0], {"": 0}, {"name": "a"}, ["a", "a"],
]  # fmt: skip


def near(examples: Sequence[bytes], words: Sequence[bytes] = ()) -> st.SearchStrategy[bytes]:
    """Return files like `examples` after a few changes; `words` are those of the format."""
    return _damaged(list(examples), [*words, *words, *WORDS])


@st.composite
def _damaged(draw: Draw, examples: list[bytes], words: list[bytes]) -> bytes:
    data = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(1, 4))):
        change = draw(st.sampled_from(CHANGES))
        data = change(draw, data, words)
    return data


def _place(draw: Draw, data: bytes) -> int:
    return draw(st.integers(0, len(data)))


def _span(draw: Draw, data: bytes) -> tuple[int, int]:
    start = _place(draw, data)
    return start, min(len(data), start + draw(st.integers(1, 40)))


def _token(draw: Draw, data: bytes, kind: re.Pattern[bytes]) -> tuple[int, int]:
    """The span of the first token from some place on."""
    found = kind.search(data, _place(draw, data)) or kind.search(data)
    return found.span() if found else (0, 0)


def _flip(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    changed = bytearray(data or b"\0")
    changed[draw(st.integers(0, len(changed) - 1))] ^= 1 << draw(st.integers(0, 7))
    return bytes(changed)


def _cut(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    start, end = _span(draw, data)
    return data[:start] + data[end:]


def _end(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    return data[: _place(draw, data)]


def _repeat(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    start, end = _span(draw, data)
    times = draw(st.sampled_from([2, 2, 2, 3, 50]))
    return data[:start] + data[start:end] * times + data[end:]


def _insert(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    at = _place(draw, data)
    return data[:at] + draw(st.sampled_from(words)) + data[at:]


def _replace(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    start, end = _token(draw, data, WORD)
    return data[:start] + draw(st.sampled_from(words)) + data[end:]


def _number(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    start, end = _token(draw, data, NUMBER)
    return data[:start] + draw(st.sampled_from(NUMBERS)) + data[end:]


def _line(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    """Take out a line, put it somewhere else, or twice."""
    lines = data.split(b"\n")
    moved = lines[draw(st.integers(0, len(lines) - 1))]
    if draw(st.booleans()):
        lines.remove(moved)
    for _ in range(draw(st.integers(0, 2))):
        lines.insert(draw(st.integers(0, len(lines))), moved)
    return b"\n".join(lines)


def _whole(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    how = draw(st.integers(0, 5))
    text = data.decode("utf-8", "replace")
    return [
        b"\xef\xbb\xbf" + data,
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b" "),
        text.encode("utf-16"),
        data * 2,
        b"",
    ][how]


CHANGES = (
    _flip, _cut, _end, _repeat, _insert, _replace, _replace, _number, _number, _line, _whole,
)  # fmt: skip


Edits = list[tuple[int, int]]


def edits(length: int) -> st.SearchStrategy[Edits]:
    """Return what to change in a binary file of this length: bytes, or where it ends (-1)."""
    place = st.integers(0, min(199, length - 1)) | st.integers(0, length - 1)
    return st.lists(st.tuples(place, st.integers(-1, 255)), min_size=1, max_size=6)


def edited(data: bytes, changes: Edits) -> bytes:
    """Return a file with these changes."""
    made = bytearray(data)
    for place, byte in changes:
        if place < len(made):
            made[place:] = bytes([byte]) + made[place + 1 :] if byte >= 0 else b""
    return bytes(made)


def phrases(words: Sequence[str], most: int = 40) -> st.SearchStrategy[bytes]:
    """Return files made of the words of a format, in any order."""
    word = st.sampled_from([*words, " ", "\n"]) | st.text(max_size=3)
    return st.lists(word, max_size=most).flatmap(
        lambda found: st.sampled_from(["", " "]).map(
            lambda gap: gap.join(found).encode("utf-8", "replace")
        )
    )


def trees(examples: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return JSON like `examples` with members removed, repeated, exchanged or of other types."""
    return _changed_tree([json.loads(example) for example in examples])


@st.composite
def _changed_tree(draw: Draw, examples: list[Any]) -> bytes:
    tree = json.loads(json.dumps(draw(st.sampled_from(examples))))
    for _ in range(draw(st.integers(1, 3))):
        tree = _change_tree(draw, tree, examples)
    text = json.dumps(tree, ensure_ascii=draw(st.booleans()))
    if draw(st.integers(0, 9)) == 0:
        text = _second_key(draw, text)
    return text.encode("utf-8", "surrogatepass")


def _change_tree(draw: Draw, tree: Any, examples: list[Any]) -> Any:
    places = list(_places(tree))
    if not places:
        return draw(st.sampled_from(SCALARS))
    owner, key = places[draw(st.integers(0, len(places) - 1))]
    change = draw(st.integers(0, 6))
    if change == 0:
        del owner[key]
    elif change == 1 and isinstance(owner, list):
        owner.insert(key, owner[key])
    elif change == 2:
        other, there = places[draw(st.integers(0, len(places) - 1))]
        # Copies, or the tree would contain itself.
        other[there], owner[key] = _copy(owner[key]), _copy(other[there])
    elif change == 3 and isinstance(owner, dict):
        owner[draw(st.sampled_from(["", "name", "value", "schema", "x" * 300, "\n"]))] = 1
    elif change == 4:
        for _ in range(draw(st.sampled_from([1, 2, 100]))):
            owner[key] = [owner[key]]
    elif change == 5 and isinstance(owner[key], int):
        owner[key] += draw(st.sampled_from([-1, 1, 1, 1000]))
    else:
        owner[key] = _copy(draw(st.sampled_from(SCALARS)))
    return tree


def _copy(tree: Any) -> Any:
    return json.loads(json.dumps(tree))


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Return every (object or list, key)."""
    found = []
    waiting = [tree] if isinstance(tree, dict | list) else []
    while waiting:
        owner = waiting.pop()
        keys = owner if isinstance(owner, dict) else range(len(owner))
        for key in keys:
            found.append((owner, key))
            if isinstance(owner[key], dict | list):
                waiting.append(owner[key])
    return found


def _second_key(draw: Draw, text: str) -> str:
    """Repeat a member of the outermost object, with another value."""
    return text.replace("{", '{"schema": 1, "name": 2, ', 1) if draw(st.booleans()) else text * 2

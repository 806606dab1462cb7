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
        data = _changed(draw, data, words)
    return data


CHANGES = "flip cut end repeat insert replace replace number number line whole".split()


def _changed(draw: Draw, data: bytes, words: list[bytes]) -> bytes:
    kind = draw(st.sampled_from(CHANGES))
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.integers(1, 40)))
    if kind in ("replace", "number"):
        token = WORD if kind == "replace" else NUMBER
        found = token.search(data, start) or token.search(data)
        start, end = found.span() if found else (0, 0)
        other = draw(st.sampled_from(words if kind == "replace" else NUMBERS))
        return data[:start] + other + data[end:]
    if kind == "line":  # take out a line, put it somewhere else, or twice
        lines = data.split(b"\n")
        moved = lines[draw(st.integers(0, len(lines) - 1))]
        if draw(st.booleans()):
            lines.remove(moved)
        for _ in range(draw(st.integers(0, 2))):
            lines.insert(draw(st.integers(0, len(lines))), moved)
        return b"\n".join(lines)
    if kind == "whole":
        wide = data.decode("utf-8", "replace").encode("utf-16")
        every = [b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data.replace(b"\n", b" ")]
        return draw(st.sampled_from([*every, wide, data * 2, b""]))
    made = {
        "flip": bytes([data[start] ^ 1 << draw(st.integers(0, 7))]) + data[start + 1 : end]
        if start < len(data)
        else b"",
        "cut": b"",
        "repeat": data[start:end] * draw(st.sampled_from([2, 2, 2, 3, 50])),
        "insert": draw(st.sampled_from(words)) + data[start:end],
    }
    return data[:start] + (made[kind] + data[end:] if kind != "end" else b"")


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
    found = list(places(tree))
    if not found:
        return draw(st.sampled_from(SCALARS))
    owner, key = found[draw(st.integers(0, len(found) - 1))]
    change = draw(st.integers(0, 6))
    if change == 0:
        del owner[key]
    elif change == 1 and isinstance(owner, list):
        owner.insert(key, owner[key])
    elif change == 2:
        other, there = found[draw(st.integers(0, len(found) - 1))]
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


def places(tree: Any) -> list[tuple[Any, Any]]:
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

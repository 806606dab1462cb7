"""Configuration words as JSON with the tag `xyzmap/words/1`, one entry per line.

A source is `["register", "rf_0_0", 2]`, `["lane", "a->b", 0]`, `["result", "pe_0_0", 0, 1]` (slot,
cycles ago), `["stream", "", 3, 1]` (stream, stage), `["immediate", "", 0, 7]` or `["hold"]`.
"""

from __future__ import annotations

from hardware.model.words import Words
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

WORDS_TAG = "xyzmap/words/1"


def words_from_json(text: bytes | str, where: str) -> Words:
    """Return the words in a JSON text; `require_fitting` checks them against a machine.

    `where` names the file in errors. Raises `InputError` with file, JSON path and fault.
    """
    return convert(decode_tagged(text, WORDS_TAG, where), Words, where)


def words_to_json(words: Words) -> str:
    """Return words as JSON text, without fields at their default."""
    return write_tagged(WORDS_TAG, to_plain(words))

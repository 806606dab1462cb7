from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import ProgramError
from programs.source import read_text
from tests.programs.applications import NESTS, path

TEXTS = {name: path(name).read_text(encoding="utf-8") for name in NESTS}
TOKEN = re.compile(r"\w+|[^\w\s]+")
OTHERS = [
    "",
    "i",
    "0",
    "-1",
    "*",
    "[",
    ")",
    ";",
    "&",
    "float",
    "1.5",
    "while",
    "++",
    "x[0]",
    "N",
    ",",
]


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(sorted(NESTS)), st.data())
def test_a_changed_token_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    text = TEXTS[name]
    tokens = list(TOKEN.finditer(text, text.index("#pragma PTMAP") + 15))
    token = data.draw(st.sampled_from(tokens))
    other = data.draw(st.sampled_from([*OTHERS, token[0] * 2]))
    changed = text[: token.start()] + other + text[token.end() :]
    try:
        read_text(changed, "f.c", {"SMALL": 1}, "builtin")
    except ProgramError as error:
        assert re.match(r"f\.c(:\d+)?: .", str(error)) and "\n" not in str(error)


@pytest.mark.oracle
def test_deep_nesting_is_refused_in_one_line() -> None:
    for deep in ("+".join("1" * 3000), "(" * 3000 + "1" + ")" * 3000):
        text = f"int m;\nvoid f(void) {{\n#pragma PTMAP\nm = m + {deep};\n#pragma ENDMAP\n}}\n"
        try:
            read_text(text, "f.c", compiler="builtin")
        except ProgramError as error:
            assert str(error) == "f.c: is nested too deeply"

"""Documents, answers and arrays of the compiler Neura, damaged: read whole or refused in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecosystems.neura.check import faults
from ecosystems.neura.document import read_document
from ecosystems.neura.execute import difference
from ecosystems.neura.model import problem_of
from ecosystems.neura.samples import sample
from ecosystems.neura.timing import TIMINGS
from ecosystems.neura.written import read_written, written_to_json
from ecosystems.neura.yaml_file import read_yaml
from tests.ecosystems.neura_answers import DATA, SAMPLE, answer, document
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, trees

CONVENTIONS = list(TIMINGS)
WORDS = [
    b"fu_types",
    b"existence: false",
    b"&a",
    b"*a",
    b"<<: *a",
    b"!!python/object:x",
    b"? ",
    b"- ",
]


def _document(data: bytes, number: int) -> None:
    problem_of(read_document(data, "f"), "g", CONVENTIONS[number % 2])


def _answer(data: bytes, number: int) -> None:
    """Whatever an answer says, the checker has an opinion; what it takes can be executed."""
    written, timing = read_written(data, "f"), TIMINGS[CONVENTIONS[number % 2]]
    assert read_written(written_to_json(written), "again") == written
    wrong = faults(document(), written, timing)
    if not wrong and written.routes is not None:
        assert difference(document(), written, timing) is None


READERS: dict[str, tuple[Callable[[], list[bytes]], Callable[[bytes, int], Any], bool]] = {
    "document": (
        lambda: [SAMPLE.read_bytes(), json.dumps(sample(1)).encode()], _document, True,
    ),
    "answer": (
        lambda: [written_to_json(answer(each)).encode() for each in TIMINGS], _answer, True,
    ),
    "array": (
        lambda: [(DATA / "array.yaml").read_bytes()], lambda data, n: read_yaml(data, "f"), False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str) -> None:
    examples, read, tree = READERS[name]
    files = near(examples(), [] if tree else WORDS)

    @fuzzed(60)
    @given(files | trees(examples()) if tree else files, st.integers(0, 1))
    def check_one(data: bytes, number: int) -> None:
        read_or_refused(lambda: read(data, number))

    check_one()

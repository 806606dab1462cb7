"""Streams of commands: names in any encoding, and readers that are gone."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest

from models.process.streams import Patient, discard, prepare_streams, to_stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_names_beyond_an_encoding_are_read_the_same_in_json(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
    prepare_streams()
    name = "é ś 𝕏 \udcff"
    print(json.dumps(name, ensure_ascii=False), flush=True)
    assert json.loads(written.getvalue().decode(encoding)) == name


def test_a_stream_of_a_caller_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    own = io.StringIO()
    monkeypatch.setattr(sys, "stdout", own)
    prepare_streams()
    assert sys.stdout is own


def test_writing_goes_on_without_a_reader() -> None:
    """Tests that what is written after the reader has gone goes nowhere, and raises nothing."""
    reading, writing = os.pipe()
    stream = Patient(os.fdopen(writing, "wb"), "utf-8")
    os.close(reading)
    for _ in range(3):
        assert stream.write("x" * 100_000) == 100_000
        stream.flush()
    stream.close()


def test_a_line_for_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that a line of an error never goes to stdout, nor ends the command."""
    monkeypatch.setattr(sys, "stderr", None)
    to_stderr("nothing")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        to_stderr("nothing")
    assert capsys.readouterr().out == ""
    discard(stream)

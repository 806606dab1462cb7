"""Damaged configuration words: read and executed, or refused in one line."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from bench.hardware_loops import loop, mapped
from models.data.dfg import Dfg
from models.formats.words_json import words_from_json, words_to_json
from models.hardware.layout import Sizes, layout_of, sizes_of
from models.hardware.packing import bound, packed
from models.hardware.realise import Form, Realised, realised
from models.hardware.simulate import UnknownError, simulate_words
from models.hardware.stimulus import random_stimulus
from models.hardware.words import Words, require_fitting
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, trees

LONGEST = 2000
"""Cycles of a run that are tried: words may ask for many."""


@cache
def example() -> tuple[Dfg, Realised]:
    """A small loop on hardware."""
    dfg = loop(3, most=5)
    case = mapped(dfg, "mesh:2x2,io=all")
    assert case is not None
    return dfg, realised(*case, Form("moves", iterations=4, address_bits=4))


def texts() -> list[bytes]:
    return [words_to_json(example()[1].words).encode()]


@fuzzed(120)
@given(st.deferred(lambda: near(texts()) | trees(texts())))
def test_words(data: bytes) -> None:
    words = read_or_refused(lambda: words_from_json(data, "f.json"))
    if words is None:
        return
    assert words_from_json(words_to_json(words), "again") == words
    read_or_refused(lambda: executed(words))


def executed(words: Words) -> None:
    """Everything that is done with words of a file."""
    dfg, made = example()
    require_fitting(made.machine, words)
    if words.rounds * words.contexts > LONGEST or words.iterations > LONGEST:
        return
    given = random_stimulus(dfg, words.word, words.iterations, words.address_bits)
    try:
        simulate_words(made.machine, words, given)
    except UnknownError as error:
        assert str(error)
    layout = layout_of(made.machine, sizes_of(words, Sizes()))
    packed(layout, bound(words, given))

"""Which name an unknown word may have meant, within bounds."""

from __future__ import annotations

from models.errors import LONGEST_WORD, MOST_NAMES, known, meant, unknown


def test_the_nearest_name_is_named() -> None:
    assert meant("MULT", ["add", "mul", "sub"]) == "; did you mean 'mul'?"
    assert unknown("operator", "ad", ["mul", "add"]) == (
        "unknown operator 'ad'; known: add, mul; did you mean 'add'?"
    )


def test_what_is_far_is_not_named() -> None:
    assert meant("xyz", ["add", "mul"]) == "" and meant("", ["add"]) == ""
    assert known([], word="a") == "; none are known"


def test_long_words_and_long_lists_are_not_compared() -> None:
    """Tests that a message about a hostile file takes no time that grows with it."""
    long = "a" * (LONGEST_WORD + 1)
    assert meant(long, [long]) == "" and meant("aa", [long]) == ""

    def endless():
        for number in range(10**9):
            assert number <= MOST_NAMES
            yield f"name{number}"

    assert meant("name5", endless()) == "; did you mean 'name5'?"

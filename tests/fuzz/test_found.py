"""What fuzzing has found, each as it was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from solvers.questions.store import Store
from tests.fuzz.checks import require_line


@pytest.mark.parametrize("text", ["a\nb", "a\x1b[31mb", "\u2028", "\udcff", "x" * 100_000, "\x85"])
def test_errors_are_one_line_whatever_is_called_so(text: str) -> None:
    require_line(InputError(f"unknown '{text}'", f"{text}.json"))
    require_line(InputError("unknown", "$.x").inside(text))


def test_a_store_whose_table_has_another_name_by_damage(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    Store(str(path)).close()
    data = bytearray(path.read_bytes())
    at = data.index(b"CREATE TABLE")
    data[at : at + 12] = b"CREATE \x80ABLE"
    path.write_bytes(data)
    with pytest.raises(InputError, match="cannot use as a store of results"):
        Store(str(path)).close()


def test_a_card_of_an_impossible_network_takes_no_memory(tmp_path: Path) -> None:
    from learn.ppo.weights import load_parameters
    from tests.fuzz.test_learned import save_small_policy

    path = tmp_path / "policy.npz"
    save_small_policy(path)
    card = path.with_suffix(".json")
    text = card.read_text()
    for size, said in (("64", "of shape"), ("1000000000", "<= 4096"), ("-1", ">= 1")):
        card.write_text(text.replace('"hidden": 2', f'"hidden": {size}'))
        assert card.read_text() != text
        with pytest.raises(InputError, match=said):
            load_parameters(str(path))

"""Rows of measurements: what pages are made of, and what damaged files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import store
from bench.asker import Asker, MissingError
from bench.frame import Bench, Namespace, Parts, bench, number
from bench.page import columns
from bench.pages import different
from models.errors import InputError
from solvers.questions.entries import Entry

ORIGIN = store.Origin("abc", "0123", "a machine", "numpy 2", "2026-01-02")


def squares(offset: int = 0) -> Bench:
    @bench("squares", "Squares", number("--count", 3), smoke="--count 1")
    def main(options: Namespace, asker: Asker) -> Parts:
        found = [
            asker.entry({"words": f"square {n} --seed {n}"}, lambda n=n: _square(n + offset))
            for n in range(options.count)
        ]
        (asker.folder / "squares.svg").write_text(str(found), encoding="utf-8")
        yield columns(found, ("square", lambda entry: entry["value"]))

    return main


def _square(n: int) -> Entry:
    return {"status": "optimal", "value": n * n, "pair": (n, n), "seconds": 0.5, "megabytes": 3}


def test_rows_say_what_questions_have_in_common() -> None:
    answer = {"status": "feasible", "ii": 4, "lower_bound": 3, "found_by": "modulo", "seconds": 1.5}
    row = store.row("p", {"words": "min_ii g --seed 7", "dfg": "1"}, answer, ORIGIN)
    assert (row.status, row.value, row.bound, row.decided) == ("feasible", 4, 3, "modulo")
    assert (row.seconds, row.memory, row.seed) == (1.5, None, 7)
    assert (row.options, row.case) == ("min_ii g --seed 7", {"dfg": "1"})
    assert row.key == {"words": "min_ii g --seed 7", "dfg": "1"}
    empty = store.row("p", {"seed": 2}, {"status": True, "ii": None}, ORIGIN)
    assert (empty.status, empty.value, empty.seed, empty.options) == (None, None, 2, None)


def test_a_page_is_made_again_from_its_rows(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir(), second.mkdir()
    words = ["--count", "4", "--resume", str(tmp_path / "kept"), "--results", str(first)]
    assert squares().run(words) == 0
    measured = store.read(first / "data" / "squares.jsonl")
    assert measured.arguments == ["--count", "4"]
    assert sorted(row.value for row in measured.rows) == [0, 1, 4, 9]
    text = squares(offset=5).made_again(measured, second)
    (second / "squares.md").write_text(text, encoding="utf-8")
    assert list(different(first, second)) == []
    assert f"at {measured.rows[0].origin.commit} on " in text.splitlines()[2]
    (first / "squares.md").write_text(text.replace("| 9 |", "| 8 |"), encoding="utf-8")
    assert list(different(first, second)) == ["squares.md is not what its rows make"]


def test_what_was_not_measured_is_not_measured_to_make_a_page(tmp_path: Path) -> None:
    assert squares().run(["--results", str(tmp_path)]) == 0
    measured = store.read(tmp_path / "data" / "squares.jsonl")
    more = store.Measured("squares", ["--count", "5"], measured.rows)
    with pytest.raises(MissingError, match="squares: not measured"):
        squares().made_again(more, tmp_path)


def test_rows_of_several_origins_are_counted(tmp_path: Path) -> None:
    assert squares().run(["--count", "2", "--results", str(tmp_path)]) == 0
    measured = store.read(tmp_path / "data" / "squares.jsonl")
    one, two = measured.rows
    rows = [one, store.row("squares", two.key, two.answer, ORIGIN)]
    text = squares().made_again(store.Measured("squares", ["--count", "2"], rows), tmp_path)
    assert "1 measurements on a machine, at abc on 2026-01-02" in text


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"page":"squares"', '"page":"others"'),
        lambda text: text.replace('"value":1', '"value":"one"'),
        lambda text: "\n".join(text.splitlines()[:-1]),
        lambda text: text.replace('"seed"', '"seeds"'),
        lambda text: "[]\n",
    ],
)
def test_damaged_files_are_one_line(tmp_path: Path, damage: object) -> None:
    assert squares().run(["--results", str(tmp_path)]) == 0
    path = tmp_path / "data" / "squares.jsonl"
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(InputError, match="not the measurements of a page"):
        store.read(path)

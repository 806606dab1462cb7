"""The page of networks of intervals: what is run, and what is shown of the answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import interval_networks
from bench.asker import Run
from bench.interval_networks import MODEL, VARIANTS, Work
from models.errors import InputError


def error(value: float) -> dict[str, float]:
    return {"drawn": value, "all": value}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What was run; `evaluate` knows an error for each file of weights."""
    words: list[tuple[str, ...]] = []

    def run(module: str, *rest: str) -> Run:
        words.append(rest)
        answer: dict[str, object] = {}
        if rest[0] == "train":
            Path(rest[-1]).touch()
        if rest[0] == "evaluate":
            named = dict(word.split("=") for word in rest if "=" in word)
            errors = {"network": error(9.0), MODEL: error(5.0)}
            errors |= {name: error(len(Path(file).stem)) for name, file in named.items()}
            answer = {"pairs": 7, "errors": errors}
        return Run([module, *rest], 1.0, 10.0, 0, json.dumps(answer))

    monkeypatch.setattr(interval_networks, "run", run)
    return words


def test_a_network_is_trained_once(asked: list[tuple[str, ...]], tmp_path: Path) -> None:
    work = Work(tmp_path, 10, 2, 5)
    first = work.compared("no alignment")
    assert first == {"pairs": 7, "errors": {"no alignment": error(17), MODEL: error(5.0)}}
    assert work.compared("no alignment") == first
    assert [words[0] for words in asked] == ["generate", "train", "evaluate", "evaluate"]
    assert "no alignment" in asked[1]


def test_tuning_begins_with_the_network(asked: list[tuple[str, ...]], tmp_path: Path) -> None:
    found = Work(tmp_path, 10, 2, 5).adapted("adres:4x4")
    assert found["errors"] == {
        MODEL: error(5.0),
        "network": error(9.0),
        "before": error(len("network-10-2")),
        "after": error(len("adres-4x4-5")),
    }
    assert [words[0] for words in asked] == ["generate", "train", "tune", "evaluate"]
    assert asked[2][1] == "adres:4x4"
    text = interval_networks._tuned({"adres:4x4": found})
    assert "| adres:4x4 | 7 | 5.00 | 9.00 | 12 | 11 |" in text


def test_a_command_that_fails_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [2, 1]
    monkeypatch.setattr(
        interval_networks, "run", lambda *words: Run(["it"], 1.0, 1.0, codes.pop(0), "")
    )
    with pytest.raises(InputError, match="run this to see what is refused: it"):
        interval_networks._done("generate")
    with pytest.raises(RuntimeError, match="exit code 1: it"):
        interval_networks._done("generate")


def test_an_unknown_array_is_refused_before_anything_is_trained(
    asked: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["--arrays", "nowhere:4x4", "--results", str(tmp_path)]
    assert interval_networks.main(words) == 2
    assert asked == [] and "nowhere" in capsys.readouterr().err


def test_ablations_stand_beside_the_bound() -> None:
    found = {
        name: {"pairs": 7, "errors": {name: error(1.5), MODEL: error(4.0)}} for name in VARIANTS
    }
    text = interval_networks._ablations(found)
    assert "| MII model | 4.00 | 4.00 |" in text and "| direct | 1.50 | 1.50 |" in text
